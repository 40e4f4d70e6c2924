"""The live part of each embedded view, the same for all readers."""

from collections.abc import Callable, Mapping
from typing import Any
from uuid import UUID

from django.utils import timezone

from accounts.actors import PUBLIC, Actor
from tournaments.models import Event
from tournaments.selectors.events.events import get_visible_event
from tournaments.selectors.stages.stages import load_round_counts
from tournaments.selectors.standings.standings import load_event_places
from web.board.hall import load_hall
from web.board.parts import (
    EventReader,
    HallPart,
    Joined,
    PagePart,
    get_hall_versions,
    make_results_tag,
)
from web.bracket_views import build_bracket_view
from web.places import build_places_page
from web.rankings import build_current_ranking_view


class PublicEventReader(EventReader):
    """As for the board, but for strangers alone: an embedded view is the same whether its reader
    has signed in here or not, so neither session nor user is looked at. Raises NotFound for an
    event that is not public, also for the people of its club."""

    def get_reader(self) -> Actor:
        return PUBLIC


def load_public_event(event_id: UUID) -> Event:
    """The event, if everybody may see it without a link. Raises NotFound."""
    return get_visible_event(PUBLIC, event_id)


def build_standings(event_id: UUID, read_event: Callable[[], Event]) -> Joined:
    """The ranking of the stage that is being played, where it ranks by numbers; otherwise the
    places of the whole event."""

    def load_context() -> Mapping[str, Any]:
        event = read_event()
        ranking = build_current_ranking_view(event)
        shown_places = None
        if ranking is None:
            shown_places = build_places_page(event, load_event_places(event), 0)
        return {"event": event, "ranking": ranking, "shown": shown_places}

    tag = make_results_tag(event_id)
    part = PagePart(f"embed-standings:{event_id}", tag, "embed/_standings.html", load_context)
    return Joined("live", (part,))


def build_bracket(event_id: UUID, read_event: Callable[[], Event]) -> Joined:
    """The bracket, or its first section."""

    def load_context() -> Mapping[str, Any]:
        event = read_event()
        return {"event": event, "view": build_bracket_view(event, load_round_counts(event))}

    versions = get_hall_versions(event_id)
    part = HallPart(
        f"embed-bracket:{event_id}", versions, (), "embed/_bracket.html", load_context, read_event
    )
    return Joined("live", (part,))


def build_tables(event_id: UUID, read_event: Callable[[], Event]) -> Joined:
    """The tables that are playing."""

    def load_context() -> Mapping[str, Any]:
        event = read_event()
        return {"event": event, "hall": load_hall(event), "at": timezone.now()}

    versions = get_hall_versions(event_id)
    part = HallPart(
        f"embed-tables:{event_id}", versions, (), "embed/_tables.html", load_context, read_event
    )
    return Joined("live", (part,))
