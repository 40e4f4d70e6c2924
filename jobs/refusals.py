"""What a job's work may say when it cannot be done."""

from collections.abc import Mapping
from typing import Any, Protocol, TypeGuard


class Refusal(Protocol):
    """An expected refusal of any room: a code with parameters."""

    code: str
    params: Mapping[str, Any]


def is_refusal(error: BaseException) -> TypeGuard[Refusal]:
    """Whether an exception is an expected refusal. The packages do not import one another, so it is
    known by what it carries."""
    return isinstance(getattr(error, "code", None), str) and isinstance(
        getattr(error, "params", None), Mapping
    )
