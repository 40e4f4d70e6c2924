"""The rounds of an event on the screen, for the desk and the board."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date

from django.utils.translation import gettext as _

from tournaments.models import Event
from tournaments.selectors.stages import RoundCount, load_round_counts
from wording.formats import unit_of
from wording.places import LOSERS
from wording.rounds import is_bracket, round_title, short_title


@dataclass(frozen=True, slots=True)
class RoundState:
    """A round with its name and how far it is. ``stage`` is the number of its stage, ``group`` that
    of its group, ``main`` how many rounds the main section of its group has."""

    id: int
    stage: int
    group: int
    section: str
    number: int
    title: str
    """With its group and its stage, where there are several."""
    short: str
    """Without them."""
    unit: str
    match_format: Mapping[str, object]
    pairings: int
    played: int
    """Without byes."""
    open: int
    main: int
    is_bracket: bool
    date: date | None
    """When it is played, where that is not the date of the event."""

    @property
    def done(self) -> int:
        return self.played - self.open


def round_states(rounds: Iterable[RoundCount]) -> tuple[RoundState, ...]:
    """Rounds by their names, in the order of play."""
    return tuple(_make_state(row) for row in rounds)


def _make_state(row: RoundCount) -> RoundState:
    return RoundState(
        id=row.id,
        stage=row.stage.number,
        group=row.stage.group,
        section=row.section,
        number=row.number,
        title=round_title(row),
        short=short_title(row),
        unit=unit_of(row.stage.match_format),
        match_format=row.stage.match_format,
        pairings=row.pairings,
        played=row.pairings - row.byes,
        open=row.open,
        main=row.main,
        is_bracket=is_bracket(row),
        date=row.date,
    )


def round_titles(event: Event) -> dict[int, str]:
    """What each round of the event is called, by id, in the order of play."""
    return {row.id: row.title for row in round_states(load_round_counts(event))}


def merge_parallel_rounds(rounds: Iterable[RoundState]) -> tuple[RoundState, ...]:
    """As the steps of an evening show them: what groups play side by side as one, a stage that is
    over as one if another follows, the losers' bracket as one."""
    rows = list(rounds)
    left = {row.stage for row in rows if row.open}
    last = max((row.stage for row in rows), default=0)
    found: dict[tuple[int, str, int], RoundState] = {}
    for row in rows:
        key = (row.stage, row.section, row.number)
        if row.stage not in left and row.stage != last:
            key = (row.stage, "", 0)
        elif row.section == LOSERS:
            key = (row.stage, LOSERS, 0)
        if key in found:
            before = found[key]
            found[key] = replace(
                before,
                title=_together(key, before, row),
                pairings=before.pairings + row.pairings,
                played=before.played + row.played,
                open=before.open + row.open,
            )
        else:
            found[key] = replace(row, title=row.short) if row.stage == last else row
    return tuple(found.values())


def _together(key: tuple[int, str, int], one: RoundState, other: RoundState) -> str:
    if key[1] == LOSERS:
        return _("The losers’ bracket")
    parts = [part for part in one.title.split(" · ") if part in other.title.split(" · ")]
    return " · ".join(parts) or one.title
