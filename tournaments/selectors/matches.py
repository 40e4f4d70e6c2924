"""Reads a pairing with its match, and who sits on its sides."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from accounts.actors import Actor
from tournaments.models import Pairing, Slot
from tournaments.permissions import check_visible
from tournaments.refusals import NotFound
from tournaments.selectors.entries import EntryName, names_of


@dataclass(frozen=True, slots=True)
class Seat:
    """A slot of a pairing: where it is filled from, and who fills it, once that is known."""

    side: int
    source: str
    source_code: str | None
    name: EntryName | None


def pairing_of(match_id: int) -> Pairing:
    """The pairing of a match with all that stands above it. One query. Raises NotFound."""
    rows = Pairing.objects.select_related("match", "event", "round__group__stage", "table")
    pairing = rows.filter(match_id=match_id).first()
    if pairing is None:
        raise NotFound
    return pairing


def pairing_for(actor: Actor, pairing_id: int) -> Pairing:
    """The pairing of that id. Raises NotFound, also for who may not see its event."""
    rows = Pairing.objects.select_related("match", "event", "table")
    pairing = rows.filter(pk=pairing_id).first()
    if pairing is None:
        raise NotFound
    check_visible(actor, pairing.event)
    return pairing


def seats_of(pairings: Iterable[Pairing]) -> dict[int, list[Seat]]:
    """The slots of pairings of one event in their order, by pairing. Two queries."""
    rows = {pairing.pk: pairing for pairing in pairings}
    if not rows:
        return {}
    event = next(iter(rows.values())).event
    slots = Slot.objects.filter(pairing__in=rows).order_by("pairing_id", "position")
    found = list(
        slots.values_list("pairing_id", "side", "source", "source_pairing__code", "entry_id")
    )
    names = names_of(event, {entry for *_, entry in found if entry is not None})
    seats: dict[int, list[Seat]] = defaultdict(list)
    for pairing, side, source, code, entry in found:
        seats[pairing].append(Seat(side, source, code, None if entry is None else names[entry]))
    return seats
