"""The SQL statements that write a line: the ORM would add time to every hand."""

from collections.abc import Sequence

from database.statements import Query, Reader, Statement, as_is, fetch_together, read_json
from observability.metrics import LINES_WRITTEN
from scoring.derived import DERIVED
from scoring.models import Line, Match

LOCKED_COLUMNS: dict[str, Reader] = {
    "id": as_is,
    "state": as_is,
    "winner": as_is,
    "begun": bool,
    "signed": bool,
    "version": as_is,
    "head": as_is,
    "tally": read_json,
}
"""Of a match that is locked: all but its two large columns, the format and the snapshot."""
SELECT_LOCKED = "SELECT " + ", ".join(f"m.{name}" for name in LOCKED_COLUMNS)

LOCK_MATCH = Statement(
    SELECT_LOCKED + ", m.format FROM scoring_match m WHERE m.id = %s",
    {**LOCKED_COLUMNS, "format": read_json},
    locks="m",
)
"""Locks a match by id, and reads its format too."""

LOCK_MATCHES = Statement(
    SELECT_LOCKED + ", m.format FROM scoring_match m WHERE m.id IN {ids} ORDER BY m.id",
    {**LOCKED_COLUMNS, "format": read_json},
    locks="m",
)
"""Locks several matches, by id, and reads their formats too."""

LINES_OF_MATCH = Statement(
    "SELECT n, kind, data, key FROM scoring_line WHERE match_id = %s ORDER BY n",
    {"n": as_is, "kind": as_is, "data": read_json, "key": as_is},
)
"""The lines of a sheet in their order."""

LINES_OF_MATCHES = Statement(
    """SELECT match_id, n, kind, data, key FROM scoring_line WHERE match_id IN {ids}
    ORDER BY match_id, n""",
    {"match_id": as_is, "n": as_is, "kind": as_is, "data": read_json, "key": as_is},
)
"""The lines of several sheets, those of each in their order."""

INSERT_LINE = Statement(
    """INSERT INTO scoring_line (match_id, n, kind, data, author_kind, author_id, device, key,
    made_at, arrived_at, previous, digest)
    VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s) RETURNING id""",
    {"id": as_is},
)

UPDATE_MATCH = Statement(
    """UPDATE scoring_match SET state = %s, winner = %s, begun = %s, signed = %s, version = %s,
    head = %s, snapshot = %s, tally = %s WHERE id = %s"""
)
"""The columns of a match that are derived from its lines."""


def store_line(row: Line, match: Match, together_with: Sequence[Query]) -> None:
    """Stores a new line and the derived columns of its match."""
    insert_line = INSERT_LINE.with_parameters(
        row.match_id,
        row.n,
        row.kind,
        row.data,
        row.author_kind,
        row.author_id,
        row.device,
        row.key,
        row.made_at,
        row.arrived_at,
        row.previous,
        row.digest,
    )
    update_match = UPDATE_MATCH.with_parameters(*_list_derived_values(match))
    inserted_rows, *_ = fetch_together(insert_line, update_match, *together_with)
    ((row.pk,),) = inserted_rows
    LINES_WRITTEN.labels(row.kind).inc()


def store_lines(rows: Sequence[Line], matches: Sequence[Match]) -> None:
    """Stores a new line of each of several matches, and their derived columns. Two queries."""
    for row in rows:
        row.pk = None
    Line.objects.bulk_create(rows)
    UPDATE_MATCH.run_for_each(_list_derived_values(match) for match in matches)
    for row in rows:
        LINES_WRITTEN.labels(row.kind).inc()


def _list_derived_values(match: Match) -> list[object]:
    """The parameters of UPDATE_MATCH."""
    return [*(getattr(match, name) for name in DERIVED), match.pk]
