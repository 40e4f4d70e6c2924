"""Events at the first, a middle and the last moment, for paper."""

from collections.abc import Mapping
from random import Random
from typing import Any

from printing.orders import PaperAddresses, PrintChoices, PrintOrder
from tests.factories import NOW, draw_now, make_club, make_event, owner_of
from tests.tournaments.steps import QUICK, win
from tournaments.demo import demo_pairs
from tournaments.models import Event, Pairing
from tournaments.services.events.events import start_play
from tournaments.services.registration.entries import import_entries

ADDRESSES = PaperAddresses(
    board="http://192.168.1.20:8080/events/1/",
    pad="http://192.168.1.20:8080/pad/",
    match="http://192.168.1.20:8080/matches/{match}/",
    check_in="http://192.168.1.20:8080/c/{code}/",
)


NO_CHOICES = PrintChoices()


def make_order(
    event: Event, choices: PrintChoices = NO_CHOICES, addresses: PaperAddresses = ADDRESSES
) -> PrintOrder:
    row = Event.objects.select_related("club", "venue").get(pk=event.pk)
    return PrintOrder(row, addresses, NOW, choices)


def make_hall(pairs: int = 8, *, moment: str = "middle", **plan: Any) -> Event:
    """An event whose pairs have names of the demo: ``empty``, ``entered``, ``first`` (drawn, no
    result), ``middle`` (about half of the results) or ``last`` (all results)."""
    plan = {"match_format": QUICK, "tables": max(pairs // 2, 1), **plan}
    if moment in ("empty", "entered"):
        event = make_event(club=make_club(), pairs=0, drawn=False, **plan)
        if moment == "entered":
            enter_pairs(event, pairs)
        return event
    event = make_event(club=make_club(), pairs=0, drawn=False, **plan)
    enter_pairs(event, pairs)

    event = start_play(event=draw_now(event), actor=owner_of(event.club), now=NOW)
    if moment == "middle":
        play(event, most=pairs // 2 + pairs // 8)
    if moment == "last":
        play(event)
    event.refresh_from_db()
    return event


def enter_pairs(event: Event, pairs: int) -> None:
    forms = demo_pairs(pairs, Random(3))
    import_entries(event=event, forms=forms, actor=owner_of(event.club), now=NOW)


def play(event: Event, most: int | None = None) -> None:
    """Plays matches in the order of play, until ``most`` are decided or none is left."""
    played = 0
    random = Random(4)
    while most is None or played < most:
        states = (Pairing.State.READY, Pairing.State.CALLED)
        rows = Pairing.objects.select_related("event__club").order_by("pk")
        pairing = rows.filter(event=event, state__in=states).first()
        if pairing is None:
            return
        win(pairing, random.randrange(2))
        played += 1


def texts_in(value: object) -> list[str]:
    """All texts of a document, wherever they stand in it."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, Mapping):
        return [text for each in value.values() for text in texts_in(each)]
    if isinstance(value, list | tuple):
        return [text for each in value for text in texts_in(each)]
    return []
