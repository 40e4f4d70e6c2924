"""Previews what a correction would change, before the writer agrees to it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Self

from django.db import transaction

from accounts.actors import Actor
from competition.plan import EntryId
from database.transactions import atomic_with_retry
from scoring.acts import Act
from scoring.core.correction import SheetEffect
from scoring.models import Match
from tournaments.models import Entry, Event, Pairing, PendingDecision, Slot
from tournaments.selectors.decisions.pending import find_round_paired_after, has_begun_in
from tournaments.selectors.standings.standings import load_event_places
from tournaments.services.results.sheets import record_line


@dataclass(frozen=True, slots=True)
class Moved:
    """An entry whose places in the event would change; ``before`` None: it had no place."""

    entry: int
    before: tuple[int, int] | None
    after: tuple[int, int]


@dataclass(frozen=True, slots=True)
class ForeseenDecision:
    """A question that the correction would leave to the organizer; not stored."""

    kind: str
    pairing: str | None
    stage: int | None
    comes: tuple[int, ...]
    goes: tuple[int, ...]
    entries: frozenset[int]
    """All entries that it names."""
    pairing_id: int | None = None
    stage_id: int | None = None
    round: int | None = None
    """The round that was paired before the correction (ROUND_PAIRED)."""
    changed: tuple[Mapping[str, Any], ...] = ()
    """In the format of ``PendingDecision.changed``."""

    @classmethod
    def from_row(cls, decision: PendingDecision) -> Self:
        """The same question, by the row that a rolled back transaction has stored."""
        code: str | None = None
        stage_number: int | None = None
        if decision.pairing is not None:
            code = decision.pairing.code
        if decision.stage is not None:
            stage_number = decision.stage.number
        return cls(
            decision.kind,
            code,
            stage_number,
            tuple(decision.comes),
            tuple(decision.goes),
            frozenset(decision.entries),
            decision.pairing_id,
            decision.stage_id,
            decision.round,
            tuple(decision.changed),
        )


@dataclass(frozen=True, slots=True)
class Reseated:
    """A slot that would get another entry."""

    pairing_id: int
    pairing: str
    before: int | None
    after: int | None


@dataclass(frozen=True, slots=True)
class Standing:
    """A match before or after a line: its state, its winner, and the totals of its games."""

    state: str
    winner: int | None
    games: tuple[tuple[int, ...], ...]
    unfinished: str = ""
    """How it ended, where it was not played out (scoring.core.unfinished)."""


@dataclass(frozen=True, slots=True)
class Consequences:
    """All that a line would change: the result of its match, places (``moved``), slots
    (``reseated``), and the conflicts left to the organizer (``asked``). ``out`` and ``back``: the
    entries that would leave the event, and those that would be in it again.
    """

    before: Standing
    after: Standing
    moved: tuple[Moved, ...]
    reseated: tuple[Reseated, ...]
    asked: tuple[ForeseenDecision, ...]
    out: tuple[int, ...] = ()
    back: tuple[int, ...] = ()
    effect: SheetEffect | None = None
    """What changes on the sheet itself; None if the line is not a correction."""
    kept_round: int | None = None
    """The round that was paired from the result before and is being played already, so that its
    pairings stay; None if there is none."""


@atomic_with_retry
def preview_consequences(*, match_id: int, act: Act, actor: Actor, now: datetime) -> Consequences:
    """What a line would change. Raises every exception that ``record_line`` raises.

    The line is really written, and the transaction rolled back: a separate simulation could differ
    from what then happens. The price is that the preview takes the same locks as the line.
    """
    pairing = Pairing.objects.select_related("event", "match").get(match=match_id)
    event = pairing.event
    # All state is read before the line is written and again afterwards, and compared. This is two
    # rankings of the whole event, which only corrections need.
    places_before, seats_before = _load_places(event), _load_seats(event)
    assert pairing.match is not None, "it was found by its match"
    match_before, entered_before = _describe_match(pairing.match), _list_remaining_entries(pairing)
    # Questions are compared by id: those that are asked again after the line are new rows.
    asked_before = set(PendingDecision.objects.filter(event=event).values_list("pk", flat=True))
    recorded = record_line(match_id=match_id, act=act, actor=actor, now=now, agreed=True)
    places_after, seats_after = _load_places(event), _load_seats(event)
    entered_after = _list_remaining_entries(pairing)
    new_decisions = PendingDecision.objects.filter(event=event).exclude(pk__in=asked_before)
    new_decisions = new_decisions.select_related("pairing", "stage").order_by("pk")
    reseated: list[Reseated] = []
    for seat, entry in seats_after.items():
        if seats_before.get(seat) != entry:
            pairing_id, code, _position = seat
            reseated.append(Reseated(pairing_id, code, seats_before.get(seat), entry))
    moved: list[Moved] = []
    for moved_entry, places in places_after.items():
        former_places = places_before.get(moved_entry)
        if former_places != places:
            moved.append(Moved(int(moved_entry), former_places, places))
    # Of a round that was paired after the match and has begun, nobody is asked.
    kept_round = find_round_paired_after(pairing)
    if kept_round is not None and not has_begun_in(pairing.round.group.stage, kept_round):
        kept_round = None
    consequences = Consequences(
        before=match_before,
        after=_describe_match(recorded.written.match),
        moved=tuple(moved),
        reseated=tuple(reseated),
        asked=tuple(map(ForeseenDecision.from_row, new_decisions)),
        out=tuple(sorted(entered_before - entered_after)),
        back=tuple(sorted(entered_after - entered_before)),
        effect=recorded.written.effect,
        kept_round=kept_round,
    )
    # Only now, when everything has been read: after it the transaction takes no statement.
    transaction.set_rollback(True)
    return consequences


def _list_remaining_entries(pairing: Pairing) -> set[int]:
    """The entries of a pairing that have not left the event."""
    entries = Entry.objects.filter(slots__pairing=pairing, state=Entry.State.ENTERED)
    return set(entries.values_list("pk", flat=True))


def _load_places(event: Event) -> Mapping[EntryId, tuple[int, int]]:
    """The first and the last of the places that each entry shares or can still reach."""
    return {row.entry: (row.first, row.last) for row in load_event_places(event).placings}


def _load_seats(event: Event) -> Mapping[tuple[int, str, int], int | None]:
    """The entry of each slot of the event: by the id and the code of its pairing, and its position
    there."""
    slots = Slot.objects.filter(pairing__event=event).order_by("pairing_id", "position")
    seats: dict[tuple[int, str, int], int | None] = {}
    for pairing_id, code, position, entry in slots.values_list(
        "pairing_id", "pairing__code", "position", "entry_id"
    ):
        seats[pairing_id, code, position] = entry
    return seats


def _describe_match(match: Match) -> Standing:
    games = match.snapshot.get("games", ())
    totals = tuple(tuple(game["totals"]) for game in games)
    unfinished = match.snapshot.get("unfinished", {}).get("case", "")
    return Standing(match.state, match.winner, totals, unfinished)
