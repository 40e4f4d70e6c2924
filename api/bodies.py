"""Bodies that several views take."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any

from pydantic import Field

from api.reading import Reason
from kernel.models import Frozen
from tournaments.refusals import NotFound

UNSAID: Any = Field(default_factory=lambda: None)
"""A field that may be missing, and has no default to be read off the schema."""


class ReasonBody(Frozen):
    """The reason, in the caller's words."""

    reason: Annotated[Reason, Field(description="Why; the change log shows it.")] = ""


@contextmanager
def finding_member(field: str) -> Iterator[None]:
    """What is looked up inside is named by a member of the body, not by the address: a NotFound
    points at it."""
    try:
        yield
    except NotFound as refusal:
        refusal.point_at(field)
        raise
