"""The signature of a message, as the Standard Webhooks specification has it."""

import base64
import hashlib
import hmac
from collections.abc import Iterable
from datetime import datetime

from webhooks.secret_keys import PREFIX

VERSION = "v1"


def sign(*, secret: str, message_id: str, timestamp: int, body: bytes) -> str:
    """``v1,`` and the HMAC-SHA256 over id, timestamp and body, in base64."""
    key = base64.b64decode(secret.removeprefix(PREFIX))
    signed = f"{message_id}.{timestamp}.".encode() + body
    digest = hmac.new(key, signed, hashlib.sha256).digest()
    return f"{VERSION},{base64.b64encode(digest).decode('ascii')}"


def make_signed_headers(
    *, secrets: Iterable[str], message_id: str, body: bytes, now: datetime
) -> dict[str, str]:
    """The three headers of a message. During a rotation there are two signatures, separated by a
    space, and a receiver that knows either secret accepts the message."""
    timestamp = int(now.timestamp())
    signatures = [
        sign(secret=secret, message_id=message_id, timestamp=timestamp, body=body)
        for secret in secrets
    ]
    return {
        "Webhook-Id": message_id,
        "Webhook-Timestamp": str(timestamp),
        "Webhook-Signature": " ".join(signatures),
    }
