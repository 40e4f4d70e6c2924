"""An exported list of anchors, as the API gives it: read again from a file."""

import json
from typing import Annotated, Any

from pydantic import Field

from competition.trust.anchors import AnchorRecord, AnchorStatement, AnchorUnreadable
from kernel.models import Frozen
from kernel.reading import read
from kernel.refusals import Unreadable

LARGEST_EXPORT = 64 * 1024 * 1024
"""Of a file, in bytes."""
MOST_ANCHORS = 10_000


class ExportedAnchor(Frozen):
    """One anchor of an export; ``text`` follows from the rest and is not needed."""

    number: Annotated[int, Field(ge=1)]
    at: str
    previous: str
    digest: str
    changes: dict[str, Any]
    signature: str
    key: str = ""
    text: str = ""


class AnchorExport(Frozen):
    """The anchors of an event, the first first."""

    event: str
    key: str = ""
    anchors: Annotated[list[ExportedAnchor], Field(max_length=MOST_ANCHORS, min_length=1)]

    @property
    def records(self) -> list[AnchorRecord]:
        """As they were stored."""
        records: list[AnchorRecord] = []
        for anchor in self.anchors:
            statement = AnchorStatement(self.event, anchor.number, anchor.at, anchor.digest)
            records.append(
                AnchorRecord(
                    statement, anchor.previous, anchor.changes, anchor.signature, anchor.key
                )
            )
        return records


def read_export(text: str) -> AnchorExport:
    """Raises AnchorUnreadable."""
    # A file from outside: json raises RecursionError where it is nested too deeply.
    try:
        document = json.loads(text)
        return read(AnchorExport, document)
    except (ValueError, RecursionError, Unreadable) as error:
        raise AnchorUnreadable from error
