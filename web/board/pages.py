"""The public pages beside that of an event: the events, places, a bracket, a sheet."""

from collections.abc import Callable, Mapping
from typing import Any
from uuid import UUID

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from live.tickets import ticket
from tournaments.models import Event
from tournaments.notices import event_topic, make_hiding_revocation, match_topic
from tournaments.refusals import NotFound
from tournaments.selectors.events import events_on_show, visible_event
from tournaments.selectors.matches import pairing_of
from tournaments.selectors.penalties import penalties_of
from tournaments.selectors.regulation import (
    regulation_in_force,
    regulation_of_version,
    versions_of,
)
from tournaments.selectors.standings import standings_of
from web.actors import actor_of
from web.anchors import last_anchor_view
from web.board.event import BEFORE_THE_DRAW
from web.board.parts import (
    EventReader,
    HallPart,
    Joined,
    PagePart,
    digest_of,
    hall_versions,
    match_tag,
    results_tag,
    results_ticket_for,
    ticket_for,
)
from web.brackets import bracket_view
from web.paging import page_asked
from web.penalties import penalty_views
from web.places import places_page
from web.prizes import prize_views
from web.searching import sought_in
from web.sheets import sheet_view
from wording.regulation import build_regulation

LONGEST_SECTION = 6
NOW = (Event.State.RUNNING, Event.State.DRAWN)


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The events that everybody may see: those of now, those to come, those that were."""
    events = events_on_show()
    context = {
        "now": [event for event in events if event.state in NOW],
        "next": [event for event in reversed(events) if event.state in BEFORE_THE_DRAW],
        "past": [event for event in events if event.state not in (*NOW, *BEFORE_THE_DRAW)],
    }
    return render(request, "board/home.html", context)


@require_safe
def places(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """The standings, with shared places and reasons."""
    found = visible_event(actor_of(request), event_id)
    page, sought = page_asked(request), sought_in(request)
    asked = urlencode({"page": str(page), "q": sought})
    context = {
        "event": found,
        "ticket": results_ticket_for(found),
        "source": f"{reverse('board:places_part', args=[found.pk])}?{asked}",
        "part": _list_places(found.pk, lambda: found, page, sought).html,
        "sought": sought,
    }
    return render(request, "board/places.html", context)


@require_safe
def places_part(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """The places alone."""
    read_event = EventReader(request, event_id)
    page, sought = page_asked(request), sought_in(request)
    return _list_places(event_id, read_event, page, sought).answer_to_all(request, read_event)


def _list_places(event_id: UUID, read_event: Callable[[], Event], page: int, sought: str) -> Joined:
    def read() -> Mapping[str, Any]:
        event = read_event()
        standings = standings_of(event)
        shown = places_page(standings, page, sought)
        is_first = not (shown.page or sought)
        return {
            "shown": shown,
            "prizes": prize_views(event, standings) if is_first else (),
            "penalties": penalty_views(event, list(penalties_of(event))),
        }

    tag = results_tag(event_id, f"p{page}", digest_of(sought))
    return Joined("live", (PagePart(f"places:{event_id}", tag, "board/_places.html", read),))


class VersionForm(forms.Form):
    """Which version of a regulation is read; none: the one in force."""

    version = forms.IntegerField(min_value=1, max_value=32767, required=False)


@require_safe
def regulation(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """The regulation in force, or an earlier version of it: to read and to print."""
    found = visible_event(actor_of(request), event_id)
    versions = versions_of(found)
    form = VersionForm(request.GET)
    asked = form.cleaned_data["version"] if form.is_valid() else None
    if asked is None:
        shown = regulation_of_version(versions[0]) if versions else regulation_in_force(found)
    else:
        chosen = next((version for version in versions if version.number == asked), None)
        if chosen is None:
            raise NotFound
        shown = regulation_of_version(chosen)
    context = {
        "event": found,
        "chapters": build_regulation(shown.facts),
        "regulation": shown,
        "versions": versions,
        "is_in_force": not versions or shown.number == versions[0].number,
    }
    return render(request, "board/regulation.html", context)


@require_safe
def bracket(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """The whole bracket, or a section of it."""
    found = visible_event(actor_of(request), event_id)
    section, sought, draw = _section_in(request), sought_in(request), _draw_in(request)
    asked = urlencode({"section": section, "q": sought, "draw": draw})
    context = {
        "event": found,
        "view": bracket_view(found, section, sought, draw),
        "sought": sought,
        "sheet_url": "board:sheet",
        "anchor": last_anchor_view(found),
        "ticket": ticket_for(found),
        "source": f"{reverse('board:bracket_part', args=[found.pk])}?{asked}",
    }
    return render(request, "board/bracket.html", context)


@require_safe
def bracket_part(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """The bracket alone."""
    read_event = EventReader(request, event_id)
    section, sought, draw = _section_in(request), sought_in(request), _draw_in(request)

    def read() -> Mapping[str, Any]:
        event = read_event()
        view = bracket_view(event, section, sought, draw)
        return {"event": event, "view": view, "sought": sought, "sheet_url": "board:sheet"}

    versions = hall_versions(event_id)
    resource, template = f"bracket:{event_id}", "_bracket_parts.html"
    more = (digest_of(f"{section}:{draw}:{sought}"),)
    if sought:
        # The boxes on the way of those that are sought are not what the others see.
        part = PagePart(resource, versions.tag(*more), template, read)
        return Joined("live", (part,)).answer(request)
    hall_part = HallPart(resource, versions, more, template, read, read_event)
    return Joined("live", (hall_part,)).answer_to_all(request, read_event)


def _draw_in(request: HttpRequest) -> str:
    return request.GET.get("draw", "")[:LONGEST_SECTION]


def _section_in(request: HttpRequest) -> str:
    return request.GET.get("section", "")[:LONGEST_SECTION]


@require_safe
def sheet(request: HttpRequest, match_id: int) -> HttpResponse:
    """The sheet of a match, for everybody who may see its event."""
    event = visible_event(actor_of(request), pairing_of(match_id).event_id)
    view = sheet_view(match_id)
    context = {
        "event": event,
        "view": view,
        "ticket": ticket(
            [match_topic(match_id), event_topic(event.pk)], make_hiding_revocation(event)
        ),
    }
    return render(request, "board/sheet.html", context)


@require_safe
def sheet_part(request: HttpRequest, match_id: int) -> HttpResponse:
    """The sheet alone."""
    event = visible_event(actor_of(request), pairing_of(match_id).event_id)

    def read() -> Mapping[str, Any]:
        return {"event": event, "view": sheet_view(match_id)}

    part = PagePart(f"sheet:{match_id}", match_tag(match_id), "board/_sheet.html", read)
    return Joined("live", (part,)).answer(request)
