"""Makes the rows of pairings: groups, rounds, matches, slots."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any, TypeAlias

from django.db.models import Max

from competition.calendar import list_dates_after, number_rounds_by_group
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
from tournaments.selectors.events.calendars import find_calendar

PairingsByCode: TypeAlias = Mapping[str, Pairing]
RoundKey: TypeAlias = tuple[int, str, int]
"""Group, section, number."""
EntryBySource: TypeAlias = dict[PlannedSlot, int]
"""The entry that a source gives to the slot it feeds: the winner or the loser of a pairing."""


def make_groups(stage: Stage, count: int) -> list[Group]:
    """The groups of a stage by number; those that do not exist yet are created."""
    groups = {group.number: group for group in stage.groups.all()}
    missing = [number for number in range(1, count + 1) if number not in groups]
    created = Group.objects.bulk_create(Group(stage=stage, number=number) for number in missing)
    return [*groups.values(), *created]


def make_pairings(*, stage: Stage, plan: Sequence[PlannedPairing]) -> None:
    """Creates all pairings of a plan with their matches; those whose sides are known are ready.

    They are added to rounds that exist already. The number of queries does not depend on the size.
    """
    rounds = _load_or_create_rounds(stage, plan)
    played_count = sum(planned_pairing.is_played for planned_pairing in plan)
    matches = iter(open_matches([build_match_format_document(stage)] * played_count))
    # The highest number of a pairing by round; rounds without pairings are left out.
    numbered_rows = Pairing.objects.filter(round__in=rounds.values()).values_list("round")
    next_numbers = dict(numbered_rows.annotate(Max("number")).order_by())
    earlier_rows, entries = _load_earlier_pairings(stage, plan)
    # A bye decides nothing at a table, so nothing would ever fill the slot that it feeds.
    entries |= _list_entries_of_byes(plan, entries)
    rows = []
    for planned_pairing in plan:
        round_ = rounds[make_round_key(planned_pairing)]
        next_numbers[round_.pk] = next_numbers.get(round_.pk, 0) + 1
        reason = planned_pairing.why
        row = Pairing(
            round=round_,
            event_id=stage.event_id,
            code=planned_pairing.id,
            number=next_numbers[round_.pk],
            state=Pairing.State.BYE,
            absence=planned_pairing.absence,
            why=reason and {"code": reason.code, "params": dict(reason.params)},
        )
        if planned_pairing.is_played:
            row.match, row.state = next(matches), Pairing.State.WAITING
            # ``entries`` has what comes from another pairing; a seated slot names its entry itself.
            slots = planned_pairing.slots
            if all(isinstance(slot, Seated) or slot in entries for slot in slots):
                row.state = Pairing.State.READY
        rows.append(row)
    created_rows = {row.code: row for row in Pairing.objects.bulk_create(rows)}
    _store_conditions(created_rows, plan)

    sources = {**earlier_rows, **created_rows}
    slot_rows: list[Slot] = []
    for planned_pairing in plan:
        row = created_rows[planned_pairing.id]
        for position, slot in enumerate(planned_pairing.slots):
            slot_rows.append(_make_slot(row, position, slot, sources, entries))
    Slot.objects.bulk_create(slot_rows)


def make_round_key(planned: PlannedPairing) -> RoundKey:
    """The round of a planned pairing."""
    return planned.group, planned.section, planned.round


def list_round_keys(plan: Sequence[PlannedPairing]) -> list[RoundKey]:
    """The rounds of a plan, in its order, which is the order of play."""
    return list(dict.fromkeys(make_round_key(planned) for planned in plan))


def build_match_format_document(stage: Stage) -> Mapping[str, Any]:
    """How the matches of a stage are played, with every rule written down. An event that began
    before there were rules for matches that are not played out goes on without them."""
    earlier_matches = Match.objects.filter(pairing__event=stage.event_id).order_by("pk")
    first_document = earlier_matches.values_list("format", flat=True).first()
    if first_document is not None and "unfinished" not in first_document:
        return stage.match_document
    is_knockout = format_named(stage.format).needs_a_winner
    return settle_format(stage.match_document, is_knockout=is_knockout)


def _store_conditions(created: PairingsByCode, plan: Sequence[PlannedPairing]) -> None:
    """Stores on which pairing a conditional one depends: that has an id only now."""
    for planned_pairing in plan:
        if planned_pairing.only_if is not None:
            row = created[planned_pairing.id]
            row.only_if = created[planned_pairing.only_if.pairing]
            row.only_if_slot = planned_pairing.only_if.slot
            row.save(update_fields=["only_if", "only_if_slot"])


def _load_or_create_rounds(stage: Stage, plan: Sequence[PlannedPairing]) -> dict[RoundKey, Round]:
    """The rounds of a plan; those that are missing are created."""
    rounds: dict[RoundKey, Round] = {}
    for round_ in Round.objects.filter(group__stage=stage).select_related("group"):
        rounds[round_.group.number, round_.section, round_.number] = round_
    missing_keys = [key for key in list_round_keys(plan) if key not in rounds]
    if not missing_keys:
        return rounds

    most_groups = max(group for group, _section, _number in missing_keys)
    groups = {group.number: group for group in make_groups(stage, most_groups)}
    dates = _plan_dates(stage, rounds.values(), missing_keys)
    rows = []
    for order, (group, section, number) in enumerate(missing_keys, start=len(rounds)):
        day = dates[group, section, number]
        rows.append(
            Round(group=groups[group], section=section, number=number, order=order, date=day)
        )
    return rounds | dict(zip(missing_keys, Round.objects.bulk_create(rows), strict=True))


def _plan_dates(
    stage: Stage, existing: Iterable[Round], missing: Sequence[RoundKey]
) -> Mapping[RoundKey, date | None]:
    """The dates of new rounds, if the stage has a calendar: round n of a group is on the date of
    round n of the others. Rounds beyond the dates of the calendar have none."""
    stage.refresh_from_db(fields=["calendar"])
    calendar = find_calendar(stage)
    if calendar is None:
        return dict.fromkeys(missing)

    in_order = sorted(existing, key=lambda round_: round_.order)
    groups = [round_.group.number for round_ in in_order]
    groups += [group for group, _section, _number in missing]
    # A turn counts the rounds of one group: those with the same turn are played on the same day.
    turns = number_rounds_by_group(groups)
    new_turns = turns[len(in_order) :]
    dates: dict[int, date] = {}
    # The turns go on behind the existing rounds, with those of the new ones.
    for turn, round_ in zip(turns, in_order, strict=False):
        if round_.date is not None:
            dates[turn] = round_.date
    undated_turns = sorted(set(new_turns) - dates.keys())
    dates |= zip(undated_turns, list_dates_after(list(dates.values()), calendar), strict=False)
    return {key: dates.get(turn) for key, turn in zip(missing, new_turns, strict=True)}


def _load_earlier_pairings(
    stage: Stage, plan: Sequence[PlannedPairing]
) -> tuple[dict[str, Pairing], EntryBySource]:
    """The pairings of earlier rounds that feed slots of a plan, and the entries that they give.
    Two queries, and none for a plan that feeds itself."""
    planned_codes = {planned_pairing.id for planned_pairing in plan}
    codes = set()
    for planned_pairing in plan:
        for slot in planned_pairing.slots:
            if isinstance(slot, WinnerOf | LoserOf) and slot.pairing not in planned_codes:
                codes.add(slot.pairing)
    if not codes:
        return {}, {}

    rows = Pairing.objects.filter(round__group__stage=stage, code__in=codes)
    earlier_rows = {row.code: row for row in rows.select_related("match").prefetch_related("slots")}
    entries: EntryBySource = {}
    for code, row in earlier_rows.items():
        # A match without a winner gives nobody yet: its slots stay open.
        if row.match is None or row.match.winner is None:
            continue
        for seat in row.slots.all():
            if seat.entry_id is None:
                continue
            if seat.side == row.match.winner:
                entries[WinnerOf(code)] = seat.entry_id
            else:
                entries[LoserOf(code)] = seat.entry_id
    return earlier_rows, entries


def _list_entries_of_byes(plan: Sequence[PlannedPairing], known: EntryBySource) -> EntryBySource:
    """The entries that advance without a match, by the source that they are for the next slot. A
    plan is in the order of play, so the source of a bye is known before the bye itself."""
    entries: EntryBySource = {}
    for planned_pairing in plan:
        if planned_pairing.is_played:
            continue
        for slot in planned_pairing.slots:
            if isinstance(slot, Seated):
                entries[WinnerOf(planned_pairing.id)] = int(slot.entry)
            elif slot in entries or slot in known:
                entries[WinnerOf(planned_pairing.id)] = entries.get(slot) or known[slot]
    return entries


def _make_slot(
    pairing: Pairing,
    position: int,
    slot: PlannedSlot,
    pairings: PairingsByCode,
    entries: EntryBySource,
) -> Slot:
    row = Slot(pairing=pairing, position=position, side=position, entry_id=entries.get(slot))
    match slot:
        case Seated(entry):
            row.source, row.entry_id = Slot.Source.ENTRY, int(entry)
        case WinnerOf(code):
            row.source, row.source_pairing = Slot.Source.WINNER_OF, pairings[code]
        case LoserOf(code):
            row.source, row.source_pairing = Slot.Source.LOSER_OF, pairings[code]
        case Bye():
            row.source = Slot.Source.BYE
    return row
