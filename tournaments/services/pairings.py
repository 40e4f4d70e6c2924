"""Makes the rows of pairings: groups, rounds, matches, slots."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any, TypeAlias

from django.db.models import Max

from competition.calendar import dates_after, turns_of
from competition.formats import format_named
from competition.plan import (
    Bye,
    LoserOf,
    PlannedPairing,
    PlannedSlot,
    Seated,
    WinnerOf,
)
from scoring.core.format import settle_format
from scoring.models import Match
from scoring.services import open_matches
from tournaments.models import Group, Pairing, Round, Slot, Stage
from tournaments.selectors.calendars import calendar_of

Made = Mapping[str, Pairing]
RoundKey: TypeAlias = tuple[int, str, int]
"""Group, section, number."""
Filled: TypeAlias = dict[PlannedSlot, int]
"""Who fills a slot that is named by where it is filled from."""


def make_groups(stage: Stage, count: int) -> list[Group]:
    """The groups of a stage, those that are there already among them, by number."""
    there = {group.number: group for group in stage.groups.all()}
    missing = [number for number in range(1, count + 1) if number not in there]
    made = Group.objects.bulk_create(Group(stage=stage, number=number) for number in missing)
    return [*there.values(), *made]


def make_pairings(*, stage: Stage, plan: Sequence[PlannedPairing]) -> None:
    """Creates all pairings of a plan with their matches; those whose sides are known are ready.

    They are added to rounds that exist already. The number of queries does not depend on the size.
    """
    rounds = _rounds_of(stage, plan)
    document = _document_of(stage)
    matches = iter(open_matches([document] * sum(pairing.is_played for pairing in plan)))
    numbers = _last_numbers(rounds.values())
    rows = []
    for pairing in plan:
        round_ = rounds[pairing.group, pairing.section, pairing.round]
        numbers[round_.pk] = numbers.get(round_.pk, 0) + 1
        rows.append(
            Pairing(
                round=round_,
                event_id=stage.event_id,
                code=pairing.id,
                number=numbers[round_.pk],
                match=next(matches) if pairing.is_played else None,
                state=_first_state(pairing),
                absence=pairing.absence,
                why=pairing.why and {"code": pairing.why.code, "params": dict(pairing.why.params)},
            )
        )
    made = {row.code: row for row in Pairing.objects.bulk_create(rows)}
    _store_condition(made, plan)
    before, filled = _load_earlier_pairings(stage, plan)
    filled |= _fill_byes(plan, filled)
    Slot.objects.bulk_create(
        _make_slot(made[pairing.id], position, slot, {**before, **made}, filled)
        for pairing in plan
        for position, slot in enumerate(pairing.slots)
    )
    _make_ready(made, plan, filled)


def _document_of(stage: Stage) -> Mapping[str, Any]:
    """How the matches of a stage are played, with every rule written down. An event that began
    before there were rules for matches that are not played out goes on without them."""
    earlier = Match.objects.filter(pairing__event=stage.event_id).order_by("pk")
    before = earlier.values_list("format", flat=True).first()
    if before is not None and "unfinished" not in before:
        return stage.match_document
    is_knockout = format_named(stage.format).needs_a_winner
    return settle_format(stage.match_document, is_knockout=is_knockout)


def _store_condition(made: Made, plan: Sequence[PlannedPairing]) -> None:
    """What decides whether a pairing is played has an id only now."""
    for pairing in plan:
        if pairing.only_if is not None:
            row = made[pairing.id]
            row.only_if, row.only_if_slot = made[pairing.only_if.pairing], pairing.only_if.slot
            row.save(update_fields=["only_if", "only_if_slot"])


def _rounds_of(stage: Stage, plan: Sequence[PlannedPairing]) -> dict[RoundKey, Round]:
    """The rounds of a plan; those that are missing are made."""
    rounds = {
        (round_.group.number, round_.section, round_.number): round_
        for round_ in Round.objects.filter(group__stage=stage).select_related("group")
    }
    keys = dict.fromkeys((each.group, each.section, each.round) for each in plan)
    missing = [key for key in keys if key not in rounds]
    if missing:
        groups = {
            group.number: group for group in make_groups(stage, max(key[0] for key in missing))
        }
        dates = _dates_of(stage, rounds.values(), missing)
        made = Round.objects.bulk_create(
            Round(group=groups[key[0]], section=key[1], number=key[2], order=order, date=dates[key])
            for order, key in enumerate(missing, start=len(rounds))
        )
        rounds |= dict(zip(missing, made, strict=True))
    return rounds


def _dates_of(
    stage: Stage, there: Iterable[Round], missing: Sequence[RoundKey]
) -> Mapping[RoundKey, date | None]:
    """The dates of new rounds, if the stage has a calendar: round n of a group is on the date of
    round n of the others. Rounds beyond the dates of the calendar have none."""
    stage.refresh_from_db(fields=["calendar"])
    calendar = calendar_of(stage)
    if calendar is None:
        return dict.fromkeys(missing)
    before = sorted(there, key=lambda round_: round_.order)
    groups = [round_.group.number for round_ in before]
    turns = turns_of([*groups, *(group for group, _section, _number in missing)])
    dates = {
        turn: round_.date
        for turn, round_ in zip(turns, before, strict=False)
        if round_.date is not None
    }
    new = turns[len(before) :]
    undated = sorted(set(new) - dates.keys())
    dates |= zip(undated, dates_after(list(dates.values()), calendar), strict=False)
    return {key: dates.get(turn) for key, turn in zip(missing, new, strict=True)}


def _last_numbers(rounds: Iterable[Round]) -> dict[int, int]:
    """The highest number of a pairing in each round, those without one aside."""
    rows = Pairing.objects.filter(round__in=[round_.pk for round_ in rounds])
    return dict(rows.values_list("round").annotate(Max("number")).order_by())


def _first_state(pairing: PlannedPairing) -> str:
    if not pairing.is_played:
        return Pairing.State.BYE
    if all(isinstance(slot, Seated) for slot in pairing.slots):
        return Pairing.State.READY
    return Pairing.State.WAITING


def _load_earlier_pairings(
    stage: Stage, plan: Sequence[PlannedPairing]
) -> tuple[dict[str, Pairing], Filled]:
    """The pairings of earlier rounds that fill slots of a plan, and the entries that they give."""
    new = {pairing.id for pairing in plan}
    sources = (slot for pairing in plan for slot in pairing.slots)
    codes = {
        slot.pairing
        for slot in sources
        if isinstance(slot, WinnerOf | LoserOf) and slot.pairing not in new
    }
    if not codes:
        return {}, {}
    rows = Pairing.objects.filter(round__group__stage=stage, code__in=codes)
    found = {row.code: row for row in rows.select_related("match").prefetch_related("slots")}
    filled: Filled = {}
    for code, row in found.items():
        for slot in row.slots.all():
            if slot.entry_id is not None and row.match is not None and row.match.winner is not None:
                won = slot.side == row.match.winner
                filled[WinnerOf(code) if won else LoserOf(code)] = slot.entry_id
    return found, filled


def _fill_byes(plan: Sequence[PlannedPairing], known: Filled) -> Filled:
    """Who goes through without a match, by the slots that it fills."""
    filled: Filled = {}
    for pairing in plan:
        if pairing.is_played:
            continue
        for slot in pairing.slots:
            if isinstance(slot, Seated):
                filled[WinnerOf(pairing.id)] = int(slot.entry)
            elif slot in filled or slot in known:
                filled[WinnerOf(pairing.id)] = filled.get(slot) or known[slot]
    return filled


def _make_slot(
    pairing: Pairing, position: int, slot: PlannedSlot, made: Made, filled: Filled
) -> Slot:
    row = Slot(pairing=pairing, position=position, side=position, entry_id=filled.get(slot))
    match slot:
        case Seated(entry):
            row.source, row.entry_id = Slot.Source.ENTRY, int(entry)
        case WinnerOf(code):
            row.source, row.source_pairing = Slot.Source.WINNER_OF, made[code]
        case LoserOf(code):
            row.source, row.source_pairing = Slot.Source.LOSER_OF, made[code]
        case Bye():
            row.source = Slot.Source.BYE
    return row


def _make_ready(made: Made, plan: Sequence[PlannedPairing], filled: Filled) -> None:
    """Makes pairings ready whose slots are all filled already."""
    ready = [
        made[pairing.id].pk
        for pairing in plan
        if made[pairing.id].state == Pairing.State.WAITING
        and all(isinstance(slot, Seated) or slot in filled for slot in pairing.slots)
    ]
    Pairing.objects.filter(pk__in=ready).update(state=Pairing.State.READY)
