"""Reads the versions on which all views of an event depend: the first query of every frequent
request, and the only one if the client is up to date."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import QuerySet, Sum

from database.compiled import CompiledQuery
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
    row = select_event_versions.fetch_one(event_id)
    if row is None:
        raise NotFound
    return _make_versions(row)


def load_match_versions(match_id: int) -> Versions:
    """The versions on which the page of a match depends. One query, and two for a match that was
    set aside. Raises NotFound."""
    row = select_match_versions.fetch_one(match_id)
    if row is None:
        row = select_voided_match_versions.fetch_one(match_id)
    if row is None:
        raise NotFound
    return _make_versions(row)


_ABOUT = ("pk", "state", "visibility", "version")


@CompiledQuery
def select_event_versions(event_id: UUID) -> QuerySet[Event, Any]:
    return Event.objects.filter(pk=event_id).values_list(*_ABOUT, Sum("stages__version"))


@CompiledQuery
def select_match_versions(match_id: int) -> QuerySet[Event, Any]:
    rows = Event.objects.filter(pairings__match=match_id)
    return rows.values_list(
        *_ABOUT, "pairings__round__group__stage__version", "pairings__match__version"
    )


@CompiledQuery
def select_voided_match_versions(match_id: int) -> QuerySet[Event, Any]:
    rows = Event.objects.filter(pairings__set_aside__match=match_id)
    return rows.values_list(
        *_ABOUT,
        "pairings__round__group__stage__version",
        "pairings__set_aside__match__version",
    )


def _make_versions(row: Sequence[Any]) -> Versions:
    event, state, visibility, version, stage, *match = row
    match_version = 0
    if match:
        (match_version,) = match
    return Versions(event, version, stage or 0, match_version, is_restricted(state, visibility))


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
