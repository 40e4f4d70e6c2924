"""Canonical JSON: equal values have equal bytes, and so equal digests on every machine."""

import hashlib
import json
from typing import Any


def canonical(value: Any) -> bytes:
    """Canonical JSON: keys sorted, no spaces, UTF-8, no NaN."""
    return json.dumps(
        value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
    ).encode()


def digest(value: Any) -> str:
    """SHA-256 of the canonical JSON of ``value``, in hex."""
    return hashlib.sha256(canonical(value)).hexdigest()
