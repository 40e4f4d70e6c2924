"""The rounds of a plan: found or created, with their dates and their place in the order of play."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import TypeAlias

from competition.calendar import list_dates_after, number_rounds_by_group
from competition.plan import PlannedPairing
from tournaments.models import Group, Round, Stage
from tournaments.selectors.events.calendars import find_calendar

RoundKey: TypeAlias = tuple[int, str, int]
"""Group, section, number."""


def make_round_key(planned: PlannedPairing) -> RoundKey:
    """The round of a planned pairing."""
    return planned.group, planned.section, planned.round


def list_round_keys(plan: Sequence[PlannedPairing]) -> list[RoundKey]:
    """The rounds of a plan, in its order, which is the order of play."""
    return list(dict.fromkeys(make_round_key(planned) for planned in plan))


def load_or_create_rounds(stage: Stage, plan: Sequence[PlannedPairing]) -> dict[RoundKey, Round]:
    """The rounds of a plan; those that are missing are created, with their groups."""
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


def make_groups(stage: Stage, count: int) -> list[Group]:
    """The groups of a stage by number; those that do not exist yet are created."""
    groups = {group.number: group for group in stage.groups.all()}
    missing = [number for number in range(1, count + 1) if number not in groups]
    created = Group.objects.bulk_create(Group(stage=stage, number=number) for number in missing)
    return [*groups.values(), *created]


def order_rounds(stage: Stage, plan: Sequence[PlannedPairing]) -> None:
    """Gives the rounds of a stage their place in the order of play of a changed plan: new ones may
    come before others."""
    places = {key: place for place, key in enumerate(list_round_keys(plan))}
    rows = list(Round.objects.filter(group__stage=stage).select_related("group"))
    for row in rows:
        key = row.group.number, row.section, row.number
        row.order = places.get(key, row.order)
    Round.objects.bulk_update(rows, ["order"])


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
