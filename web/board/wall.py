"""The wall: the page for the projector in the hall, which shows its parts one after the other."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from math import ceil
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from database.limits import LONGEST_HOST
from printing.addresses import is_answered
from tournaments.models import Entry, Event
from tournaments.selectors.events.events import get_visible_event
from tournaments.selectors.registration.names import load_entry_names
from web.actors import get_actor
from web.board.hall import BoardHall, load_hall
from web.board.parts import EventReader, HallPart, Joined, get_hall_versions, make_hall_ticket
from web.forecast import build_forecast_view, find_time_slot
from web.paging import read_page_number
from web.phone_hosts import find_phone_host
from web.places import group_by_places, slice_standings
from web.qr import draw_qr

TABLES_A_PAGE = 12
MOST_LARGE_PAGES = 4
"""If the tables need more pages than this, they are shown closer together, without recent
results."""
TABLES_A_DENSE_PAGE = 24
MATCHES_A_PAGE = 24
NAMES_A_PAGE = 36
ROWS_A_PAGE = 10
NAMES_A_ROW = 3
"""Places take rows: up to three names that share a place in each."""
MOST_PLACED = 64
PAGES_BETWEEN_PHONE = 5
"""In a hall too large to wait for a table's page, every sixth page shows how to find it by
phone."""
MOST_PAGES = 32
"""All tables of the largest hall, and the round. A full cycle takes six minutes."""
MOST_ROUND_PAGES = 4
"""Rounds with more pages of results are not shown: nobody would wait for one result."""
KINDS = ("winner", "places", "tables", "phone", "round", "entries")
"""The kinds of pages that ``?pages=`` may choose from."""
HOST = "host"
"""The parameter with the host that phones are to open."""
SUITS = ("denari", "coppe", "spade", "bastoni")


@dataclass(frozen=True, slots=True)
class WallPage:
    """One page of the wall. Its ``items`` are boxes, names or rows of places, according to
    ``kind``; the first of them is number ``first`` (from 1) of ``of``."""

    kind: str
    items: tuple[Any, ...]
    first: int
    of: int
    size: int
    """The number of items on such a page."""

    @property
    def number(self) -> int:
        """The number of this page among those of its kind, from 1."""
        return self.first // self.size + 1

    @property
    def pages(self) -> int:
        """How many pages of its kind there are."""
        return ceil(self.of / self.size)

    @property
    def is_dense(self) -> bool:
        return self.kind == "tables" and self.size == TABLES_A_DENSE_PAGE


@dataclass(frozen=True, slots=True)
class PlaceRow:
    """A row of places: some of the names that share one."""

    label: str
    names: tuple[str, ...]


@require_safe
def wall(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """The page of the projector. ``?pages=tables,round`` chooses; ``?page=`` is for browsers
    without scripts, whose wall turns by asking for the next page."""
    event = get_visible_event(get_actor(request), event_id)
    kinds, page = _parse_kinds(request), read_page_number(request)
    query: dict[str, str] = {}
    if kinds:
        query["pages"] = ",".join(kinds)
    # The host in the QR code: that of the address of the wall, or the one that was chosen in this
    # browser for all QR codes.
    host = _read_host(request) or find_phone_host(request)
    if host != request.get_host():
        # The part is kept for everybody: what it depends on is in its address.
        query[HOST] = host
    source = reverse("board:wall_part", args=[event.pk])
    context = {
        "event": event,
        "ticket": make_hall_ticket(event, get_actor(request)),
        "source": f"{source}?{urlencode(query)}",
        "part": _build_part(request, event.pk, lambda: event, kinds, shown=page, host=host).html,
        "before": urlencode({**query, "page": str(max(0, page - 1))}),
        "after": urlencode({**query, "page": str(page + 1)}),
        "suits": SUITS,
        "now": timezone.now(),
    }
    return render(request, "board/screen.html", context)


@require_safe
def wall_part(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """The pages alone."""
    read_event = EventReader(request, event_id)
    host = _read_host(request) or request.get_host()
    part = _build_part(request, event_id, read_event, _parse_kinds(request), shown=0, host=host)
    return part.answer_to_all(request, read_event)


def _read_host(request: HttpRequest) -> str:
    """The host that the address names; empty for none, and for one that is not this server."""
    host = request.GET.get(HOST, "")[:LONGEST_HOST].lower()
    if not is_answered(host):
        return ""
    return host


def _parse_kinds(request: HttpRequest) -> tuple[str, ...]:
    """The requested kinds of pages; empty for all."""
    requested = request.GET.get("pages", "")[:80].split(",")
    return tuple(kind for kind in KINDS if kind in requested)


def _build_part(
    request: HttpRequest,
    event_id: UUID,
    read_event: Callable[[], Event],
    kinds: Sequence[str],
    *,
    shown: int,
    host: str,
) -> Joined:
    root = f"{request.scheme}://{host}"
    address = root + reverse("board:event", args=[event_id])

    def load_context() -> Mapping[str, Any]:
        event = read_event()
        hall = load_hall(event, most_in_round=MATCHES_A_PAGE * MOST_ROUND_PAGES)
        pages = build_wall_pages(hall, kinds)
        return {
            "event": event,
            "hall": hall,
            "pages": pages,
            "shown": shown % len(pages),
            "address": address.partition("://")[2],
            "qr": draw_qr(address),
            "winner": hall.winner,
            "forecast": build_forecast_view(event, hall.rounds, timezone.now(), with_chart=False),
        }

    # The pages are cached for everybody, but their QR code contains a host.
    address_digest = sha256(address.encode()).hexdigest()[:8]
    tag_parts = "-".join(kinds), f"p{shown}", address_digest, find_time_slot(timezone.now())
    versions = get_hall_versions(event_id)
    part = HallPart(
        f"wall:{event_id}", versions, tag_parts, "board/_wall.html", load_context, read_event
    )
    return Joined("wall", (part,))


def build_wall_pages(hall: BoardHall, kinds: Sequence[str] = ()) -> tuple[WallPage, ...]:
    """The pages of these kinds (empty: all); every page if none is of these kinds. Before the draw
    the entries; during play the tables and the round; then the places."""
    pages: list[WallPage] = []
    if hall.standings is not None:
        bands = group_by_places(slice_standings(hall.standings, 0, MOST_PLACED))
        place_rows: list[PlaceRow] = []
        for band in bands:
            names = tuple(row.name.short for row in band.rows)
            starts = range(0, len(names), NAMES_A_ROW)
            place_rows += [PlaceRow(band.label, names[at : at + NAMES_A_ROW]) for at in starts]
        rows = tuple(place_rows)
        pages += _split_into_pages("winner", rows[:1], 1)
        pages += _split_into_pages("places", rows, ROWS_A_PAGE)
    elif hall.rounds:
        occupied_tables = hall.occupied
        if len(occupied_tables) > TABLES_A_PAGE * MOST_LARGE_PAGES:
            dense_pages = _split_into_pages("tables", occupied_tables, TABLES_A_DENSE_PAGE)
            # The page with the QR code comes first, and again between the others.
            for index, page in enumerate(dense_pages):
                if index % PAGES_BETWEEN_PHONE == 0:
                    pages.append(WallPage("phone", (), 1, 0, 1))
                pages.append(page)
        else:
            pages += _split_into_pages("tables", occupied_tables, TABLES_A_PAGE)
        # Without matches there would be one empty page of the round.
        played_boxes = tuple(box for box in hall.in_round if not box.is_bye)
        if played_boxes:
            pages += _split_into_pages("round", played_boxes, MATCHES_A_PAGE)
    else:
        # Entries with a place: none that waits for one, and none that has withdrawn.
        entered = hall.event.entries.filter(state=Entry.State.ENTERED)
        entry_names = load_entry_names(hall.event)
        shown_names = [entry_names[pk] for pk in entered.values_list("pk", flat=True)]
        shown_names.sort(key=lambda name: name.short.casefold())
        pages += _split_into_pages("entries", tuple(shown_names), NAMES_A_PAGE)
    first_pages = tuple(pages[:MOST_PAGES])
    return tuple(page for page in first_pages if page.kind in kinds) or first_pages


def _split_into_pages(kind: str, items: tuple[Any, ...], size: int) -> Iterator[WallPage]:
    """Pages of at most ``size`` items; without items one empty page."""
    for start in range(0, max(len(items), 1), size):
        yield WallPage(kind, items[start : start + size], start + 1, len(items), size)
