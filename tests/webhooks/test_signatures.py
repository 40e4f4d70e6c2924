"""The signature, against the published example and the reference algorithm."""

from datetime import timedelta

import pytest

from tests.factories import NOW
from tests.webhooks.receiver import find_matching_signature
from webhooks.secret_keys import SecretUnreadable, decrypt_secret, encrypt_secret, make_secret
from webhooks.signatures import make_signed_headers, sign


def test_the_example_of_the_specification() -> None:
    signature = sign(
        secret="whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
        message_id="msg_p5jXN8AQM9LWM0D4loKWxJek",
        timestamp=1614265330,
        body=b'{"test": 2432232314}',
    )
    assert signature == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


def test_a_receiver_verifies_with_either_secret_during_a_rotation() -> None:
    old, new, other = make_secret(), make_secret(), make_secret()
    headers = make_signed_headers(secrets=[new, old], message_id="msg_1", body=b"{}", now=NOW)
    assert find_matching_signature(old, headers, b"{}") is not None
    assert find_matching_signature(new, headers, b"{}") is not None
    assert find_matching_signature(other, headers, b"{}") is None


def test_a_signature_covers_body_id_and_time() -> None:
    secret = make_secret()
    headers = make_signed_headers(secrets=[secret], message_id="msg_1", body=b"{}", now=NOW)
    later = str(int((NOW + timedelta(seconds=1)).timestamp()))
    assert find_matching_signature(secret, headers, b"{ }") is None
    assert find_matching_signature(secret, {**headers, "Webhook-Id": "msg_2"}, b"{}") is None
    assert find_matching_signature(secret, {**headers, "Webhook-Timestamp": later}, b"{}") is None


def test_a_secret_is_not_stored_as_it_is() -> None:
    secret = make_secret()
    stored = encrypt_secret(secret)
    assert secret not in stored
    assert decrypt_secret(stored) == secret
    with pytest.raises(SecretUnreadable):
        decrypt_secret(stored[:-4] + "AAA=")
