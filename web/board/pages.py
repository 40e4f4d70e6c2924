"""The other public pages: the list of events, places, regulation, bracket, sheet."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple
from uuid import UUID

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_safe

from live.kept import make_tag
from tournaments.models import Event
from tournaments.notices import name_event_topic, name_match_topic
from tournaments.refusals import NotFound
from tournaments.selectors.draws.changes import is_bracket
from tournaments.selectors.events.events import get_visible_event, list_public_events
from tournaments.selectors.regulation.regulation import (
    list_regulation_versions,
    load_regulation_in_force,
    read_version,
)
from tournaments.selectors.stages.matches import get_pairing_of_match
from tournaments.selectors.stages.stages import load_round_counts
from tournaments.selectors.standings.penalties import list_penalties
from tournaments.selectors.standings.standings import (
    Standings,
    load_event_places,
    name_places,
)
from web.actors import get_actor
from web.anchors import build_last_anchor_view
from web.board.parts import (
    EventReader,
    HallPart,
    Joined,
    PagePart,
    digest_search,
    get_hall_versions,
    make_hall_ticket,
    make_results_tag,
    make_results_ticket,
    make_sheet_tag,
    make_ticket,
)
from web.bracket_views import build_bracket_view
from web.paging import read_page_number
from web.penalties import build_penalty_views
from web.places import build_places_page
from web.prizes import PrizeView, build_prize_views
from web.searching import read_search
from web.sheets import build_sheet_view
from wording.regulation import build_regulation
from wording.regulation.brief import list_brief_facts

LONGEST_SECTION = 6


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The events that everybody may see: current, coming and past."""
    events = list_public_events()  # the latest date first
    today = timezone.localdate()
    current: list[Event] = []
    coming: list[Event] = []
    past: list[Event] = []
    for event in events:
        if event.is_current:
            current.append(event)
        elif event.is_not_drawn:
            coming.append(event)
        elif event.is_cancelled and event.date >= today:
            # It stays among those to come until its day: people look for it there.
            coming.append(event)
        else:
            past.append(event)
    # Of those to come the next one is the first.
    context = {"now": current, "next": coming[::-1], "past": past}
    return render(request, "board/home.html", context)


@require_safe
def places(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """The standings, with shared places and reasons."""
    event = get_visible_event(get_actor(request), event_id)
    page, sought = read_page_number(request), read_search(request)
    query = urlencode({"page": str(page), "q": sought})
    context = {
        "event": event,
        "ticket": make_results_ticket(event, get_actor(request)),
        "source": f"{reverse('board:places_part', args=[event.pk])}?{query}",
        "part": _build_places_part(event.pk, lambda: event, page, sought).html,
        "sought": sought,
    }
    return render(request, "board/places.html", context)


@require_safe
def places_part(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """The places alone."""
    read_event = EventReader(request, event_id)
    page, sought = read_page_number(request), read_search(request)
    places_part = _build_places_part(event_id, read_event, page, sought)
    return places_part.answer_to_all(request, read_event)


def _build_places_part(
    event_id: UUID, read_event: Callable[[], Event], page: int, sought: str
) -> Joined:
    def load_context() -> Mapping[str, Any]:
        event = read_event()
        event_places = load_event_places(event)
        shown_page = build_places_page(event, event_places, page, sought)
        # Prizes are shown above the first places, not on later pages or among search results.
        shows_prizes = shown_page.page.number == 1 and not sought
        prizes: Sequence[PrizeView] = ()
        if shows_prizes:

            def load_standings() -> Standings:
                """The names of all entries are read only for an event with prizes."""
                rows = name_places(event, event_places.placings)
                return Standings(event_places.version, rows)

            prizes = build_prize_views(event, load_standings)
        return {
            "shown": shown_page,
            "prizes": prizes,
            "penalties": build_penalty_views(event, list(list_penalties(event))),
        }

    tag = make_results_tag(event_id, f"p{page}", digest_search(sought))
    part = PagePart(f"places:{event_id}", tag, "board/_places.html", load_context)
    return Joined("live", (part,))


class VersionForm(forms.Form):
    """The requested version of a regulation; empty for the one in force."""

    version = forms.IntegerField(min_value=1, max_value=32767, required=False)


@require_safe
def regulation(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """The regulation in force, or an earlier version of it: to read and to print."""
    event = get_visible_event(get_actor(request), event_id)
    versions = list_regulation_versions(event)  # the newest first
    form = VersionForm(request.GET)
    number: int | None = None
    if form.is_valid():
        number = form.cleaned_data["version"]
    if number is not None:
        chosen_versions = [version for version in versions if version.number == number]
        if not chosen_versions:
            raise NotFound
        shown_regulation = read_version(chosen_versions[0])
    elif versions:
        shown_regulation = read_version(versions[0])
    else:
        # Before the first version is published, it follows from the settings of the event.
        shown_regulation = load_regulation_in_force(event)
    context = {
        "event": event,
        "chapters": build_regulation(shown_regulation.facts),
        "brief": list_brief_facts(
            shown_regulation.facts, entries_close_at=event.entries_close_at, contact=event.contact
        ),
        "regulation": shown_regulation,
        "versions": versions,
        "is_in_force": not versions or shown_regulation.number == versions[0].number,
    }
    return render(request, "board/regulation.html", context)


@require_safe
def bracket(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """The whole bracket, or a section of it."""
    event = get_visible_event(get_actor(request), event_id)
    section, sought, draw = _parse_section(request), read_search(request), _parse_draw(request)
    query = urlencode({"section": section, "q": sought, "draw": draw})
    bracket_asked = BracketAsked(section, sought, draw)
    tools, part = _build_bracket_parts(event.pk, lambda: event, bracket_asked)
    # Empty before the draw.
    rendered_tools = mark_safe(tools.render().decode().strip())  # noqa: S308  (of our template)
    context = {
        "event": event,
        "tools": rendered_tools,
        "part": part.html,
        "anchor": build_last_anchor_view(event),
        "ticket": make_hall_ticket(event, get_actor(request)),
        "source": f"{reverse('board:bracket_part', args=[event.pk])}?{query}",
    }
    return render(request, "board/bracket.html", context)


@require_safe
def bracket_part(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """The bracket alone."""
    read_event = EventReader(request, event_id)
    bracket_asked = BracketAsked(
        _parse_section(request), read_search(request), _parse_draw(request)
    )
    _tools, part = _build_bracket_parts(event_id, read_event, bracket_asked)
    if bracket_asked.sought:
        return part.answer(request)
    return part.answer_to_all(request, read_event)


class BracketAsked(NamedTuple):
    """What a reader wants to see of the brackets of an event."""

    section: str
    sought: str
    draw: str


def _build_bracket_parts(
    event_id: UUID, read_event: Callable[[], Event], asked: BracketAsked
) -> tuple[PagePart, Joined]:
    """The tools above a bracket, which change with results alone, and the bracket. Both are read
    together if both have to be rendered. Two queries for what is cached."""
    section, sought, draw = asked

    @cache
    def load_context() -> Mapping[str, Any]:
        event = read_event()
        view = build_bracket_view(event, load_round_counts(event), section, sought, draw)
        return {"event": event, "view": view, "sought": sought, "sheet_url": "board:sheet"}

    versions = get_hall_versions(event_id)
    resource, template = f"bracket:{event_id}", "_bracket_parts.html"
    tag_parts = (digest_search(f"{section}:{draw}:{sought}"),)
    tools = PagePart(
        f"bracket-tools:{event_id}",
        make_tag(*versions.of_results, *tag_parts),
        "board/_bracket_tools.html",
        load_context,
    )
    if sought:
        # The boxes of the entries searched for are marked: they cannot be shared with readers who
        # search for nothing, as the boxes of a HallPart are.
        part = PagePart(resource, versions.tag(*tag_parts), template, load_context)
        return tools, Joined("live", (part,))
    hall_part = HallPart(resource, versions, tag_parts, template, load_context, read_event)
    return tools, Joined("live", (hall_part,))


def _parse_draw(request: HttpRequest) -> str:
    return request.GET.get("draw", "")[:LONGEST_SECTION]


def _parse_section(request: HttpRequest) -> str:
    return request.GET.get("section", "")[:LONGEST_SECTION]


@require_safe
def sheet(request: HttpRequest, match_id: int) -> HttpResponse:
    """The sheet of a match, for everybody who may see its event."""
    event = get_visible_event(get_actor(request), get_pairing_of_match(match_id).event_id)
    view = build_sheet_view(match_id)
    topics = [name_match_topic(match_id), name_event_topic(event.pk)]
    context = {
        "event": event,
        "view": view,
        "is_of_bracket": is_bracket(view.pairing.round.group.stage),
        "ticket": make_ticket(topics, event, get_actor(request)),
    }
    return render(request, "board/sheet.html", context)


@require_safe
def sheet_part(request: HttpRequest, match_id: int) -> HttpResponse:
    """The sheet alone."""
    event = get_visible_event(get_actor(request), get_pairing_of_match(match_id).event_id)

    def load_context() -> Mapping[str, Any]:
        return {"event": event, "view": build_sheet_view(match_id)}

    part = PagePart(
        f"sheet:{match_id}", make_sheet_tag(match_id), "board/_sheet.html", load_context
    )
    return Joined("live", (part,)).answer(request)
