"""Makes the data that the core reads from the rows of a sheet, and the row of a new line."""

from collections.abc import Iterable
from datetime import UTC, datetime

from accounts.actors import Actor
from accounts.authorship import make_author_columns
from database.statements import load_instance
from scoring.acts import Act
from scoring.core.chain import ChainedLine
from scoring.core.lines import SheetLine
from scoring.models import Line, Match


def make_sheet_lines(rows: Iterable[Line]) -> list[SheetLine]:
    """The rows as ``fold`` takes them."""
    return [SheetLine(row.n, row.kind, row.data) for row in rows]


def instant(moment: datetime) -> str:
    """ISO 8601 in UTC with microseconds: equal times must have equal digests in any time zone."""
    return moment.astimezone(UTC).isoformat(timespec="microseconds")


def make_chained_line(row: Line) -> ChainedLine:
    """The data that the digest of a row covers."""
    return ChainedLine(
        match=str(row.match_id),
        n=row.n,
        kind=row.kind,
        data=row.data,
        author_kind=row.author_kind,
        author_id=row.author_id,
        device=row.device,
        key=row.key,
        made_at=instant(row.made_at),
        arrived_at=instant(row.arrived_at),
        previous=row.previous,
    )


def make_line_row(match: Match, line: SheetLine, act: Act, actor: Actor, now: datetime) -> Line:
    """The row of a new line, with its digest; not stored yet."""
    row = load_instance(
        Line,
        match_id=match.pk,
        n=line.n,
        kind=line.kind,
        data=dict(line.data),
        **make_author_columns(actor),
        device=act.device,
        key=act.key,
        made_at=act.made_at,
        arrived_at=now,
        previous=match.head,
    )
    row.digest = make_chained_line(row).digest()
    return row
