"""The public pages: the events, one event with its bracket and places, a sheet."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.models import Entry, Event
from tournaments.selectors.events import events_on_show, visible_event
from tournaments.selectors.matches import pairing_of
from tournaments.selectors.standings import standings_of
from web.actors import actor_of
from web.brackets import by_table, columns_of
from web.places import bands_of
from web.searching import sought_in
from web.sheets import sheet_view
from wording.regulation import regulation_of


def home(request: HttpRequest) -> HttpResponse:
    """The events that everybody may see."""
    return render(request, "board/home.html", {"events": events_on_show()})


def event(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """One event: what is played now, and who stands where."""
    found = visible_event(actor_of(request), event_id)
    columns = columns_of(found)
    standings = standings_of(found)
    sought = sought_in(request)
    boxes = by_table(box for column in columns for box in column.boxes if box.is_open)
    context = {
        "event": found,
        "columns": columns,
        "boxes": boxes,
        "sought": sought,
        "mine": [box for box in boxes if sought and sought.casefold() in box.names.casefold()],
        "bands": bands_of(standings),
        "winner": standings.winner,
        "entries": found.entries.filter(state=Entry.State.ENTERED).count(),
        "regulation": regulation_of(found.match_format),
        "is_live": found.state == Event.State.RUNNING,
    }
    return render(request, "board/event.html", context)


def bracket(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """The whole bracket."""
    found = visible_event(actor_of(request), event_id)
    sought = sought_in(request)
    columns = columns_of(found, sought)
    context = {"event": found, "columns": columns, "sought": sought, "sheet_url": "board:sheet"}
    return render(request, "board/bracket.html", context)


def sheet(request: HttpRequest, match_id: int) -> HttpResponse:
    """The sheet of a match, for everybody who may see its event."""
    found = visible_event(actor_of(request), pairing_of(match_id).event_id)
    context = {"event": found, "view": sheet_view(match_id)}
    return render(request, "board/sheet.html", context)
