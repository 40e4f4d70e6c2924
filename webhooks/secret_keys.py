"""The secrets that messages are signed with: made, and stored so that a backup alone does not show
them."""

import base64
import hashlib
import secrets

from cryptography.fernet import Fernet, InvalidToken
from django.conf import settings

PREFIX = "whsec_"
"""How the Standard Webhooks specification marks a secret."""
SECRET_BYTES = 32


class SecretUnreadable(ValueError):
    """The ``SECRET_KEY`` of the installation has changed since the secret was stored."""


def make_secret() -> str:
    """A new secret as its receiver stores it: ``whsec_`` and 32 random bytes in base64."""
    return PREFIX + base64.b64encode(secrets.token_bytes(SECRET_BYTES)).decode("ascii")


def encrypt_secret(secret: str) -> str:
    """A secret as it is stored."""
    return _make_cipher().encrypt(secret.encode("ascii")).decode("ascii")


def decrypt_secret(stored: str) -> str:
    """A stored secret. Raises SecretUnreadable."""
    try:
        return _make_cipher().decrypt(stored).decode("ascii")
    except InvalidToken:
        raise SecretUnreadable from None


def _make_cipher() -> Fernet:
    key = hashlib.sha256(b"webhook secret" + settings.SECRET_KEY.encode()).digest()
    return Fernet(base64.urlsafe_b64encode(key))
