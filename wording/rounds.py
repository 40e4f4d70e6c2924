"""Rounds by their names, with their group and their stage where there are several."""

from competition.formats import format_named
from tournaments.selectors.stages import RoundCount
from wording.places import group_name, round_name
from wording.stages import stage_name


def is_bracket(row: RoundCount) -> bool:
    """Whether the rounds of its stage make a bracket."""
    return not format_named(row.stage.format).metrics


def short_title(row: RoundCount) -> str:
    """A round within its group: Quarterfinals, Third round."""
    pairings = row.pairings if is_bracket(row) else 0
    return round_name(row.section, row.number, row.length, pairings)


def round_title(row: RoundCount) -> str:
    """A round within its event."""
    stage = row.stage
    parts = [] if stage.alone else [stage_name(stage.name, stage.format)]
    parts.append(short_title(row))
    if stage.groups > 1:
        parts.append(group_name(stage.group, stage.group_name))
    return " · ".join(parts)
