"""The rounds of an event on the screen, for the desk and the board."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tournaments.models import Event
from tournaments.selectors.stages import RoundCount, counted_rounds
from wording.places import MAIN, round_name


@dataclass(frozen=True, slots=True)
class RoundState:
    """A round with its name and how far it is."""

    id: int
    section: str
    title: str
    pairings: int
    played: int
    """Without byes."""
    open: int

    @property
    def done(self) -> int:
        return self.played - self.open


def round_states(rounds: Iterable[RoundCount]) -> tuple[RoundState, ...]:
    """Rounds by their names, in the order of play."""
    rows = list(rounds)
    lengths: Mapping[object, int] = Counter((row.group, row.section) for row in rows)
    return tuple(_state(row, lengths[row.group, row.section]) for row in rows)


def length_of(rounds: Iterable[RoundState]) -> int:
    """How many rounds the main section has: what those are called who are still to come."""
    return sum(round_.section == MAIN for round_ in rounds)


def _state(row: RoundCount, length: int) -> RoundState:
    return RoundState(
        id=row.id,
        section=row.section,
        title=round_name(row.section, row.number, length, row.pairings),
        pairings=row.pairings,
        played=row.pairings - row.byes,
        open=row.open,
    )


def round_titles(event: Event) -> dict[int, str]:
    """What each round of the event is called, by id, in the order of play. One query."""
    return {row.id: row.title for row in round_states(counted_rounds(event))}
