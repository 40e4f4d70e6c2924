"""The wall: what the projector shows to the hall, in pages that turn by themselves."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from tournaments.models import Event
from tournaments.selectors.entries import names_of
from tournaments.selectors.events import visible_event
from web.actors import actor_of
from web.board.hall import Hall, hall_of
from web.board.parts import EventReader, HallPart, Joined, hall_versions, ticket_for
from web.paging import page_asked
from web.places import SharedPlaces, bands_of, slice_standings
from web.qr import draw_qr

TABLES_A_PAGE = 12
MOST_LARGE_PAGES = 4
"""If there are more tables than fit, they are shown closer together, without recent results."""
TABLES_A_DENSE_PAGE = 24
MATCHES_A_PAGE = 24
NAMES_A_PAGE = 36
ROWS_A_PAGE = 10
NAMES_A_ROW = 3
"""Places take rows, a name of each that shares one."""
MOST_PLACED = 64
PAGES_BETWEEN_PHONE = 5
"""In a hall too large to wait for one's table, every sixth page shows how to find it by phone."""
MOST_PAGES = 32
"""All tables of the largest hall, and the round. A turn of them takes six minutes."""
MOST_ROUND_PAGES = 4
"""Rounds with more pages of results are not shown: nobody would wait for theirs."""
KINDS = ("winner", "places", "tables", "phone", "round", "entries")
"""What ``?pages=`` may choose of what there is to show."""
SUITS = ("denari", "coppe", "spade", "bastoni")


@dataclass(frozen=True, slots=True)
class WallPage:
    """One page of the wall. Its ``items`` are boxes, names or rows of places, by ``kind``: item
    ``first`` (counted from 1) of ``of`` and those after it."""

    kind: str
    items: tuple[Any, ...]
    first: int
    of: int
    size: int
    """The number of items on such a page."""

    @property
    def number(self) -> int:
        """Of this page among those of its kind, from 1."""
        return self.first // self.size + 1

    @property
    def pages(self) -> int:
        """Of its kind."""
        return -(-self.of // self.size)

    @property
    def is_dense(self) -> bool:
        return self.kind == "tables" and self.size == TABLES_A_DENSE_PAGE


@dataclass(frozen=True, slots=True)
class PlaceRow:
    """A row of places: some names of those who share one."""

    label: str
    names: tuple[str, ...]


@require_safe
def wall(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """The page of the projector. ``?pages=tables,round`` chooses; ``?page=`` is for browsers
    without scripts, whose wall turns by asking for the next."""
    event = visible_event(actor_of(request), event_id)
    kinds, page = _kinds_in(request), page_asked(request)
    chosen: dict[str, str] = {"pages": ",".join(kinds)} if kinds else {}
    source = reverse("board:wall_part", args=[event.pk])
    context = {
        "event": event,
        "ticket": ticket_for(event),
        "source": f"{source}?{urlencode(chosen)}",
        "part": _pages(request, event.pk, lambda: event, kinds, page).html,
        "before": urlencode({**chosen, "page": str(max(0, page - 1))}),
        "after": urlencode({**chosen, "page": str(page + 1)}),
        "suits": SUITS,
        "now": timezone.now(),
    }
    return render(request, "board/screen.html", context)


@require_safe
def wall_part(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """The pages alone."""
    read_event = EventReader(request, event_id)
    pages = _pages(request, event_id, read_event, _kinds_in(request), 0)
    return pages.answer_to_all(request, read_event)


def _kinds_in(request: HttpRequest) -> tuple[str, ...]:
    """The requested kinds of pages; empty for all."""
    asked = request.GET.get("pages", "")[:80].split(",")
    return tuple(kind for kind in KINDS if kind in asked)


def _pages(
    request: HttpRequest,
    event_id: UUID,
    read_event: Callable[[], Event],
    kinds: Sequence[str],
    shown: int,
) -> Joined:
    address = request.build_absolute_uri(reverse("board:event", args=[event_id]))

    def read() -> Mapping[str, Any]:
        event = read_event()
        hall = hall_of(event, most_in_round=MATCHES_A_PAGE * MOST_ROUND_PAGES)
        pages = wall_pages(hall, kinds)
        return {
            "event": event,
            "hall": hall,
            "pages": pages,
            "shown": shown % len(pages),
            "address": address.partition("://")[2],
            "qr": draw_qr(address),
            "winner": hall.standings.winner if hall.standings else None,
        }

    # The pages are kept for everybody, and what they show names the host that was asked.
    host = sha256(address.encode()).hexdigest()[:8]
    more = "-".join(kinds), f"p{shown}", host
    versions = hall_versions(event_id)
    part = HallPart(f"wall:{event_id}", versions, more, "board/_wall.html", read, read_event)
    return Joined("wall", (part,))


def wall_pages(hall: Hall, kinds: Sequence[str] = ()) -> tuple[WallPage, ...]:
    """The pages of these kinds (empty: all); every page if none is of these kinds."""
    pages = tuple(_all_pages(hall))[:MOST_PAGES]
    return tuple(page for page in pages if page.kind in kinds) or pages


def _all_pages(hall: Hall) -> Iterator[WallPage]:
    """Before the draw who has entered; while it is played tables and round; then the places."""
    if hall.standings is not None:
        rows = tuple(_rows_of(bands_of(slice_standings(hall.standings, 0, MOST_PLACED))))
        yield from _cut("winner", rows[:1], 1)
        yield from _cut("places", rows, ROWS_A_PAGE)
    elif hall.rounds:
        on = tuple(box for box in hall.boxes if box.is_called or box.waits_for_signatures)
        has_many = len(on) > TABLES_A_PAGE * MOST_LARGE_PAGES
        if has_many:
            yield from _with_phone(_cut("tables", on, TABLES_A_DENSE_PAGE))
        else:
            yield from _cut("tables", on, TABLES_A_PAGE)
        played = tuple(box for box in hall.in_round if not box.is_bye)
        yield from _cut("round", played, MATCHES_A_PAGE) if played else ()
    else:
        names = sorted(names_of(hall.event).values(), key=lambda name: name.short.casefold())
        yield from _cut("entries", tuple(names), NAMES_A_PAGE)


def _with_phone(pages: Iterable[WallPage]) -> Iterator[WallPage]:
    for at, page in enumerate(pages):
        if at % PAGES_BETWEEN_PHONE == 0:
            yield WallPage("phone", (), 1, 0, 1)
        yield page


def _rows_of(bands: Sequence[SharedPlaces]) -> Iterator[PlaceRow]:
    for band in bands:
        names = tuple(row.name.short for row in band.rows)
        for start in range(0, len(names), NAMES_A_ROW):
            yield PlaceRow(band.label, names[start : start + NAMES_A_ROW])


def _cut(kind: str, items: tuple[Any, ...], size: int) -> Iterator[WallPage]:
    """Pages of items; there is always one."""
    for start in range(0, max(len(items), 1), size):
        yield WallPage(kind, items[start : start + size], start + 1, len(items), size)
