"""How the keys of second factors are stored: a backup alone is not enough to make their codes."""

import base64
import hashlib
import secrets

from allauth.mfa.adapter import DefaultMFAAdapter
from cryptography.fernet import Fernet, InvalidToken
from django.conf import settings


class EncryptingAdapter(DefaultMFAAdapter):  # type: ignore[misc]  # allauth has no types
    """Encrypts with a key that follows from the ``SECRET_KEY`` of the installation."""

    def encrypt(self, text: str) -> str:
        return _cipher().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """After a change of the ``SECRET_KEY`` no code fits any more, and none can be guessed."""
        try:
            return _cipher().decrypt(encrypted_text).decode()
        except InvalidToken:
            return base64.b32encode(secrets.token_bytes(20)).decode()


def _cipher() -> Fernet:
    key = hashlib.sha256(b"second factor" + settings.SECRET_KEY.encode()).digest()
    return Fernet(base64.urlsafe_b64encode(key))
