"""Reads a pairing with its match, and the entries of its sides."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import OuterRef, Q, QuerySet, Subquery

from accounts.actors import Actor
from database.compiled import CompiledQuery
from scoring.models import Line
from tournaments.models import Event, Pairing, Slot, VoidedMatch
from tournaments.permissions import check_visible
from tournaments.refusals import NotFound
from tournaments.selectors.registration.names import EntryName, load_entry_names


@dataclass(frozen=True, slots=True)
class Seat:
    """A slot of a pairing: where it is filled from, and who fills it, once that is known."""

    side: int
    source: str
    source_code: str | None
    name: EntryName | None

    @property
    def short_name(self) -> str:
        """The label of its entry; dots while nobody is known."""
        if self.name is None:
            return "…"
        return self.name.short


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A match with the pairing that it was played for, and why it no longer counts, if it was set
    aside."""

    pairing: Pairing
    set_aside: VoidedMatch | None = None
    replaced_by: int | None = None
    """The id of the match that is played in place of one that was set aside."""


def get_played_match(match_id: int) -> PlayedMatch:
    """A match with its pairing, round, stage and event. ``pairing.match`` is that match, although
    its pairing may have another by now. One query, three for a match that was set aside. Raises
    NotFound."""
    pairing = select_pairing_of_match.fetch_one(match_id)
    if pairing is not None:
        return PlayedMatch(pairing)
    voided_match = VoidedMatch.objects.select_related("match").filter(match=match_id).first()
    if voided_match is None:
        raise NotFound
    pairing = _PAIRINGS.get(pk=voided_match.pairing_id)
    new_match_id = pairing.match_id
    pairing.match, pairing.table = voided_match.match, None
    return PlayedMatch(pairing, voided_match, new_match_id)


_PAIRINGS = Pairing.objects.select_related("match", "event", "round__group__stage", "table")


@CompiledQuery
def select_pairing_of_match(match_id: int) -> QuerySet[Pairing]:
    return _PAIRINGS.filter(match=match_id)


def annotate_match_rows(pairings: QuerySet[Pairing]) -> QuerySet[Pairing]:
    """The pairings that have a match, with all that a list of matches shows of them but the names:
    match, table, round, group, and ``last_line_at``, when the last line of its sheet arrived."""
    lines = Line.objects.filter(match=OuterRef("match"), n=OuterRef("match__version"))
    rows = pairings.exclude(match=None).select_related("event", "match", "table", "round__group")
    return rows.annotate(last_line_at=Subquery(lines.values("arrived_at")))


def get_pairing_of_match(match_id: int) -> Pairing:
    """The pairing of a match, or the one that it was played for. Raises NotFound."""
    return get_played_match(match_id).pairing


def get_pairing(actor: Actor, pairing_id: int) -> Pairing:
    """The pairing of that id. Raises NotFound, also for who may not see its event."""
    rows = Pairing.objects.select_related("match", "event", "table", "round__group")
    pairing = rows.filter(pk=pairing_id).first()
    if pairing is None:
        raise NotFound
    check_visible(actor, pairing.event)
    return pairing


def load_seats(pairings: Iterable[Pairing]) -> dict[int, list[Seat]]:
    """The slots of pairings of one event in their order, by pairing. Two queries."""
    rows = {pairing.pk: pairing for pairing in pairings}
    if not rows:
        return {}
    # All are of one event, so one query names the entries of all of them.
    event = next(iter(rows.values())).event
    slots = Slot.objects.filter(pairing__in=rows).order_by("pairing_id", "position")
    columns = ("pairing_id", "side", "source", "source_pairing__code", "entry_id")
    seat_rows = list(slots.values_list(*columns))
    names = load_entry_names(event, {entry for *_, entry in seat_rows if entry is not None})
    seats: dict[int, list[Seat]] = defaultdict(list)
    for pairing, side, source, code, entry in seat_rows:
        name = None if entry is None else names[entry]
        seats[pairing].append(Seat(side, source, code, name))
    return seats


def load_seats_at(played: PlayedMatch) -> list[Seat]:
    """The entries of a match, or those it had before it was set aside. Two queries."""
    pairing, voided_match = played.pairing, played.set_aside
    if voided_match is None:
        return load_seats([pairing])[pairing.pk]
    # The slots have other entries by now; who sat there then is kept with the voided match.
    slots = pairing.slots.order_by("position").values_list("side", "source")
    names = load_entry_names(pairing.event, set(voided_match.seats) - {None})
    seats: list[Seat] = []
    for (side, source), entry in zip(slots, voided_match.seats, strict=True):
        name = names.get(entry)
        seats.append(Seat(side, source, None, name))
    return seats


@dataclass(frozen=True, slots=True)
class CalledMatch:
    """A match that is on, and its table."""

    match: int
    table: int


def find_next_called(pairing: Pairing) -> CalledMatch | None:
    """The match at the next table after that of a pairing, or at the first one; None where no other
    table plays. One query."""
    # The tables after this one come first, by number, then those before it.
    called_pairings = Pairing.objects.filter(event=pairing.event_id, state=Pairing.State.CALLED)
    first_row = (
        called_pairings.exclude(pk=pairing.pk)
        .filter(table__isnull=False, match__isnull=False)
        .annotate(comes_later=Q(table__number__gt=pairing.table_number or 0))
        .order_by("-comes_later", "table__number")
        .values_list("match_id", "table__number")
        .first()
    )
    if first_row is None:
        return None
    return CalledMatch(*first_row)


def find_first_called_match(event: Event) -> int | None:
    """The id of the match at the first table of an event; None if no table is called."""
    called_pairings = Pairing.objects.filter(event=event, state=Pairing.State.CALLED)
    match_ids = called_pairings.order_by("table__number", "pk").values_list("match_id", flat=True)
    return match_ids.first()
