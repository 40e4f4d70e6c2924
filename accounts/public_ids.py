"""The public id of a program's token: who wrote a line, without a part of the secret."""

import secrets
from hashlib import sha256

PREFIX_LENGTH = 15
"""Ids used to be the first characters of the secret. Lines that were written then still have
them, under a digest that cannot be made again."""
_BYTES = 8


def make_public_id() -> str:
    """A random id, longer than the ids that were parts of secrets."""
    return secrets.token_hex(_BYTES)


def derive_public_id(stored: str) -> str:
    """The id to show for an id that was stored with an act."""
    if len(stored) != PREFIX_LENGTH:
        return stored
    return sha256(f"token:{stored}".encode()).hexdigest()[: 2 * _BYTES]
