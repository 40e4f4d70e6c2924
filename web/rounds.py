"""The rounds of an event on the screen, for the desk and the board."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from tournaments.models import Event
from tournaments.selectors.stages import RoundCount, counted_rounds
from wording.formats import unit_of
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

    @property
    def done(self) -> int:
        return self.played - self.open


def round_states(rounds: Iterable[RoundCount]) -> tuple[RoundState, ...]:
    """Rounds by their names, in the order of play."""
    return tuple(_state(row) for row in rounds)


def _state(row: RoundCount) -> RoundState:
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
    )


def round_titles(event: Event) -> dict[int, str]:
    """What each round of the event is called, by id, in the order of play."""
    return {row.id: row.title for row in round_states(counted_rounds(event))}


def merged(rounds: Iterable[RoundState]) -> tuple[RoundState, ...]:
    """The rounds that groups play side by side as one, as the steps of an evening show them."""
    found: dict[tuple[int, str, int], RoundState] = {}
    for row in rounds:
        key = (row.stage, row.section, row.number)
        if key in found:
            before = found[key]
            found[key] = replace(
                before,
                title=_common(before.title, row.title),
                pairings=before.pairings + row.pairings,
                played=before.played + row.played,
                open=before.open + row.open,
            )
        else:
            found[key] = row
    return tuple(found.values())


def _common(one: str, other: str) -> str:
    parts = [part for part in one.split(" · ") if part in other.split(" · ")]
    return " · ".join(parts)
