"""Bodies that several views take."""

from typing import Annotated, Any

from pydantic import Field

from api.reading import Reason
from kernel.models import Frozen

UNSAID: Any = Field(default_factory=lambda: None)
"""A field that may be missing, and has no default to be read off the schema."""


class ReasonBody(Frozen):
    """The reason, in the caller's words."""

    reason: Annotated[Reason, Field(description="Why; the change log shows it.")] = ""
