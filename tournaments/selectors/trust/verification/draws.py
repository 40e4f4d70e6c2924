"""Draws against their secrets, words and entries."""

from collections.abc import Iterator
from typing import Any

from competition.documents.draws import verify
from competition.draw.coin import toss
from competition.trust.faults import Fault
from kernel.refusals import Refused
from tournaments.models import Draw, Entry, Event, Slot
from tournaments.selectors.standings.fields import load_drawn_order
from tournaments.selectors.trust.exports import build_draw_record


def find_draw_faults(event: Event) -> Iterator[Fault]:
    """Repeats every draw that was held, orders and lots. A stage with seated entries must have a
    draw: without it, no other check could derive its entries."""
    for stage in event.stages.order_by("number"):
        filled_slots = Slot.objects.filter(pairing__round__group__stage=stage, entry__isnull=False)
        if not load_drawn_order(stage) and filled_slots.exists():
            yield Fault("draw_missing", stage.number)
    draws = Draw.objects.filter(stage__event=event).select_related("stage").order_by("pk")
    entries = Entry.objects.filter(event=event).in_bulk()
    for draw in draws:
        for what in _find_differences(draw):
            yield _make_fault(draw, "draw_differs", detail={"what": what})
        if draw.state == Draw.State.CALLED_OFF:
            continue
        for drawn_entry in draw.entries:
            pk = drawn_entry["id"]
            if pk not in entries:
                yield _make_fault(draw, "entrant_missing", detail={"entry": pk})
                continue
            club, drawn_club = entries[pk].drawn_club, drawn_entry["club"]
            if draw.purpose == Draw.Purpose.ORDER and club != drawn_club:
                detail = {"entry": pk, "stored": club, "expected": drawn_club}
                yield _make_fault(draw, "entrant_club", detail=detail)


def _find_differences(draw: Draw) -> Iterator[str]:
    if draw.said_at is not None and draw.seed != toss(draw.secret, draw.word):
        yield "seed"
    if draw.state != Draw.State.HELD:
        return
    try:
        differences = verify(build_draw_record(draw))["differs"]
    except Refused:
        # This server has held no draw of another version.
        yield "version"
        return
    for what in differences:
        # Draws that were held before there were commitments have none.
        if draw.commitment or what != "commitment":
            yield what


def _make_fault(draw: Draw, code: str, *, detail: dict[str, Any]) -> Fault:
    return Fault(code, draw.stage.number, detail={"draw": draw.number, **detail})
