"""The second step at the sign-in: switched on, asked for, lost, and switched off."""

import base64
import hmac
import re
import struct
import time
from io import StringIO

import pytest
from allauth.mfa.models import Authenticator
from django.core.management import CommandError, call_command
from django.test import Client

from accounts.models import User
from tests.factories import PASSWORD
from tests.web.pages import html_of, text_of

FIRST_PAGE = "/desk/clubs/circolo-del-savio/new/"
"""Where the owner of a club without events begins."""

pytestmark = pytest.mark.django_db


def digits(secret: str, steps: int = 0) -> str:
    """RFC 6238: six digits for these thirty seconds, or for ``steps`` of them later."""
    counter = struct.pack(">Q", int(time.time()) // 30 + steps)
    digest = hmac.digest(base64.b32decode(secret), counter, "sha1")
    (number,) = struct.unpack(">I", digest[(at := digest[-1] & 15) : at + 4])
    return f"{(number & 0x7FFFFFFF) % 10**6:06}"


def sign_in(client: Client, owner: User, after: str = "") -> str:
    """The page where the password leads to."""
    form = {"login": owner.email, "password": PASSWORD}
    answer = client.post(f"/accounts/login/{after}", form, follow=True)
    return str(answer.redirect_chain[-1][0])


def switch_on(client: Client, owner: User) -> str:
    """The key of the owner's phone."""
    sign_in(client, owner)
    answer = client.get("/accounts/2fa/totp/activate/", follow=True)
    assert "Is it you?" in text_of(answer)
    again = {"password": PASSWORD, "next": "/accounts/2fa/totp/activate/"}
    page = html_of(client.post("/accounts/reauthenticate/", again, follow=True))
    (secret,) = re.findall(r'<code class="long">([A-Z2-7]+)</code>', page)
    answer = client.post("/accounts/2fa/totp/activate/", {"code": digits(secret)}, follow=True)
    assert "Spare codes" in text_of(answer)
    return str(secret)


def spare_codes(client: Client) -> list[str]:
    page = html_of(client.get("/accounts/2fa/recovery-codes/"))
    return re.findall(r"<li><code>(\d+)</code></li>", page)


def test_without_it_the_password_is_enough(anybody: Client, owner: User) -> None:
    assert sign_in(anybody, owner) == FIRST_PAGE
    assert "Switch it on" in text_of(anybody.get("/accounts/2fa/"))


def test_with_it_nobody_gets_in_by_the_password_alone(anybody: Client, owner: User) -> None:
    secret = switch_on(anybody, owner)
    thief = Client(headers={"Accept-Language": "en"})
    assert sign_in(thief, owner) == "/accounts/2fa/authenticate/"
    assert thief.get("/desk/").status_code == 302
    assert thief.get("/admin/").status_code == 302
    wrong = digits(secret, steps=-20)
    assert "second step" in text_of(thief.post("/accounts/2fa/authenticate/", {"code": wrong}))
    assert thief.get("/desk/").status_code == 302


@pytest.mark.parametrize("steps", [-1, 0, 1])
def test_the_digits_of_the_phone_open_the_page_that_was_asked_for(
    anybody: Client, owner: User, steps: int
) -> None:
    """Its clock may be half a minute off."""
    secret = switch_on(anybody, owner)
    Authenticator.objects.update(last_used_at=None)
    phone = Client()
    sign_in(phone, owner, "?next=/desk/tokens/")
    answer = phone.post("/accounts/2fa/authenticate/", {"code": digits(secret, steps)})
    assert (answer.status_code, answer["Location"]) == (302, "/desk/tokens/")


def test_a_spare_code_is_good_once(anybody: Client, owner: User) -> None:
    switch_on(anybody, owner)
    codes = spare_codes(anybody)
    assert len(codes) == 10
    for expected in (302, 200):
        lost = Client()
        sign_in(lost, owner)
        answer = lost.post("/accounts/2fa/authenticate/", {"code": codes[0]})
        assert answer.status_code == expected
    assert len(spare_codes(anybody)) == 9


def test_whoever_tries_codes_has_to_wait(anybody: Client, owner: User) -> None:
    secret = switch_on(anybody, owner)
    thief = Client(headers={"Accept-Language": "en"})
    sign_in(thief, owner)
    for number in range(8):
        thief.post("/accounts/2fa/authenticate/", {"code": f"{number:06}"})
    answer = thief.post("/accounts/2fa/authenticate/", {"code": digits(secret)})
    assert answer.status_code != 302
    assert thief.get("/desk/").status_code == 302


def test_a_backup_holds_no_key(anybody: Client, owner: User) -> None:
    secret = switch_on(anybody, owner)
    stored = [str(each.data) for each in Authenticator.objects.all()]
    assert len(stored) == 2
    assert not [each for each in stored if secret in each]


def test_after_another_secret_key_no_code_fits(
    anybody: Client, owner: User, settings: pytest.FixtureRequest
) -> None:
    secret = switch_on(anybody, owner)
    settings.SECRET_KEY = "y" * 50  # type: ignore[attr-defined]
    client = Client()
    sign_in(client, owner)
    for code in (digits(secret), digits("A" * 32)):
        assert client.post("/accounts/2fa/authenticate/", {"code": code}).status_code == 200


def test_it_is_switched_off_by_whoever_is_in(anybody: Client, owner: User) -> None:
    switch_on(anybody, owner)
    anybody.post("/accounts/2fa/totp/deactivate/", follow=True)
    assert not Authenticator.objects.exists()
    assert sign_in(Client(), owner) == FIRST_PAGE


def test_the_machine_switches_it_off_for_whoever_lost_everything(
    anybody: Client, owner: User
) -> None:
    switch_on(anybody, owner)
    said = StringIO()
    call_command("forget_second_factor", owner.email.upper(), stdout=said)
    assert "is switched off" in said.getvalue()
    assert sign_in(Client(), owner) == FIRST_PAGE
    call_command("forget_second_factor", owner.email, stdout=said)
    assert "was not on" in said.getvalue()
    with pytest.raises(CommandError, match=r"nobody@example\.com"):
        call_command("forget_second_factor", "nobody@example.com")
