"""The titles of groups on the screens: their letters, names and venues."""

from collections.abc import Iterable, Mapping

from tournaments.models import Group
from wording.places import group_in_full
from wording.stages import name_stage


def group_title(group: Group) -> str:
    """A group within its event: Group A · Bar Sport. Later stages are named before it."""
    title = group_in_full(group.number, group.name, group.venue_name)
    stage = group.stage
    if stage.number == 1:
        return title
    return f"{name_stage(stage.name, stage.format)} · {title}"


def group_titles(groups: Iterable[Group]) -> dict[int, str]:
    """The groups of one stage by their numbers."""
    return {group.number: group_title(group) for group in groups}


def title_among(titles: Mapping[int, str], number: int | None) -> str:
    """The title of a group, also of one that no longer exists; empty for None."""
    if number is None:
        return ""
    return titles.get(number) or group_in_full(number)
