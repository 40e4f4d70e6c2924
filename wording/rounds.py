"""Titles of rounds, with their group and their stage if there are several."""

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from competition.formats import format_named
from tournaments.selectors.stages.stages import RoundCount
from wording.numbers import ordinal
from wording.places import FINAL, LOSERS, PRELIMINARY, THIRD, group_name, name_round
from wording.stages import name_stage


def is_bracket(row: RoundCount) -> bool:
    """Whether the rounds of its stage form a bracket: its format ranks by no criteria."""
    return not format_named(row.stage.format).metrics


def name_round_in_group(row: RoundCount) -> str:
    """A round within its group: Quarterfinals, Third round."""
    pairings = row.pairings if is_bracket(row) else 0
    return name_round(row.section, row.number, row.length, pairings)


def name_round_in_event(row: RoundCount, *, with_group: bool = True) -> str:
    """A round within its event: stage, round and group. ``with_group`` False: of all groups that
    play it side by side."""
    stage = row.stage
    parts: list[str] = []
    if not stage.alone:
        parts.append(name_stage(stage))
    parts.append(name_round_in_group(row))
    if with_group and stage.groups > 1:
        parts.append(group_name(stage.group, stage.group_name))
    return " · ".join(parts)


def name_rounds_in_event(rows: Iterable[RoundCount], *, with_group: bool = True) -> dict[int, str]:
    """As ``name_round_in_event``, by the ids of the rounds."""
    return {row.id: name_round_in_event(row, with_group=with_group) for row in rows}


def find_common_title(titles: Sequence[str]) -> str:
    """What the titles of parallel rounds have in common: "Group A · Round 2" and "Group B · Round
    2" are "Round 2". Empty for nothing."""
    first_parts, *other_titles = [title.split(" · ") for title in titles]
    common = [part for part in first_parts if all(part in parts for parts in other_titles)]
    return " · ".join(common)


def mark_round(section: str, number: int) -> str:
    """A round in two or three characters, where a whole hall is on one screen: 2nd, L2, F."""
    if section == LOSERS:
        return pgettext("round of the losers’ bracket, short", "L%(number)s") % {"number": number}
    if section == PRELIMINARY:
        return pgettext("preliminary match, short", "P")
    if section == FINAL:
        return pgettext("final, short", "F")
    if section == THIRD:
        return ordinal(3)
    return ordinal(number)


def word_byes_note(names: str) -> str:
    """Who does not play in a round."""
    return _("No match in this round: %(names)s.") % {"names": names}
