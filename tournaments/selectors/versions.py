"""Reads the versions on which all views of an event depend: the first query of every frequent
request, and the only one if the client is up to date."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import QuerySet, Sum, UUIDField

from tournaments.models import Event
from tournaments.permissions import is_restricted
from tournaments.refusals import NotFound
from tournaments.statements import HALL_VERSION, OPEN_MATCHES


@dataclass(frozen=True, slots=True)
class Versions:
    """The versions on which a copy of an event, or of one of its matches, depends."""

    event: UUID
    event_version: int
    stage_version: int
    match_version: int
    restricted: bool
    """Whether it must be asked who may see it."""


def load_event_versions(event_id: UUID) -> Versions:
    """The versions of an event and of all its stages together. One query. Raises NotFound."""
    return _make_versions(_of_event, UUIDField().get_db_prep_value(event_id, connection))


def load_match_versions(match_id: int) -> Versions:
    """The versions on which the page of a match depends. One query, and two for a match that was
    set aside. Raises NotFound."""
    try:
        return _make_versions(_of_match, match_id)
    except NotFound:
        return _make_versions(_of_voided_match, match_id)


# The keys in these three queries are placeholders: ``_compile_query`` takes their SQL alone.
def _of_event() -> QuerySet[Event, Any]:
    rows = Event.objects.filter(pk=UUID(int=0))
    return rows.values_list(*_ABOUT, Sum("stages__version"))


def _of_match() -> QuerySet[Event, Any]:
    rows = Event.objects.filter(pairings__match=0)
    return rows.values_list(
        *_ABOUT, "pairings__round__group__stage__version", "pairings__match__version"
    )


def _of_voided_match() -> QuerySet[Event, Any]:
    rows = Event.objects.filter(pairings__set_aside__match=0)
    return rows.values_list(
        *_ABOUT,
        "pairings__round__group__stage__version",
        "pairings__set_aside__match__version",
    )


_ABOUT = ("pk", "state", "visibility", "version")


def _make_versions(rows: Callable[[], QuerySet[Event, Any]], key: UUID | str | int) -> Versions:
    with connection.cursor() as cursor:
        cursor.execute(_compile_query(rows, connection.vendor), [key])
        row = cursor.fetchone()
    if row is None:
        raise NotFound
    pk, state, visibility, version, stage, *match = row
    restricted = is_restricted(state, visibility)
    match_version = 0
    if match:
        (match_version,) = match
    return Versions(UUID(str(pk)), version, stage or 0, match_version, restricted)


@cache
def _compile_query(rows: Callable[[], QuerySet[Event, Any]], vendor: str) -> str:
    """The SQL of a query with its key left open. The ORM takes ten times as long to write it as
    the database takes to answer it, so it is written once a process."""
    sql, _key = rows().query.sql_with_params()
    return sql


def load_hall_version(event_id: UUID) -> int:
    """A number that rises with every line written at the tables of an event, while no result
    changes which matches are being played. Together with the version of the stage, a view of the
    hall depends on nothing else. One query."""
    row = HALL_VERSION.fetch_one(event_id)
    if row is None:
        return 0
    return row[0] or 0


def open_match_versions(event_id: UUID) -> dict[int, int]:
    """The versions of which the version of the hall is the sum, by match. One query."""
    return dict(OPEN_MATCHES.fetch_all(event_id))
