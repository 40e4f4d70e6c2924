"""Plays out an event with simulated players who hold real cards, hand by hand, round after round.

For the demo, for training and for load: they write through a ``Writer``, which is either the
service of the screens or the API itself.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from random import Random
from secrets import token_hex
from typing import Any, Protocol

from rules.contract import Situation
from scoring.core.format import MatchFormat, read_format
from scoring.core.lines import HAND


@dataclass(frozen=True, slots=True)
class OpenMatch:
    """A match that can be played now: its format, version, and state as the fold answers it."""

    id: int
    format: Mapping[str, Any]
    version: int
    state: Mapping[str, Any]


class Writer(Protocol):
    """Where simulated players find their matches and write their hands."""

    def playable(self) -> Iterable[OpenMatch]:
        """The open matches whose sides are known."""

    def write(self, match: OpenMatch, kind: str, data: Mapping[str, Any], key: str) -> OpenMatch:
        """Writes one line; the match as it is afterwards."""


@dataclass(frozen=True, slots=True)
class PlayedCount:
    """How much was played."""

    matches: int
    hands: int


def play_out(
    writer: Writer,
    random: Random,
    *,
    most_hands: int | None = None,
    rounds: int | None = None,
    between: Callable[[], None] = lambda: None,
) -> PlayedCount:
    """Plays every match that can be played, and those that follow from them, to their end.

    ``rounds`` bounds how often the field is looked at anew (one knock-out round a look),
    ``most_hands`` the hands written in all; ``between`` is called after each hand and keeps the
    pace. All open matches go on together, a hand each, as in a hall.
    """
    matches = hands = looks = 0
    while rounds is None or looks < rounds:
        open_ = list(writer.playable())
        if not open_:
            break
        looks += 1
        matches += len(open_)
        while open_:
            going = []
            for match in open_:
                if most_hands is not None and hands >= most_hands:
                    return PlayedCount(matches, hands)
                hand = simulate_hand(read_format(match.format), match.state, random)
                # A key of its own for each hand: a retry of the same hand writes no second line.
                after = writer.write(match, HAND, hand, f"play-{token_hex(12)}")
                hands += 1
                between()
                if not after.state["over"]:
                    going.append(after)
            open_ = going
    return PlayedCount(matches, hands)


def simulate_hand(format_: MatchFormat, state: Mapping[str, Any], random: Random) -> dict[str, Any]:
    """The record of one more hand of the game that is being played, dealt and played legally."""
    games = state["games"]
    playing = bool(games) and games[-1]["why"] is None
    # Between two games the next hand opens the next game, with all totals at zero.
    game = format_.games[len(games) - 1 if playing else len(games)]
    totals = tuple(games[-1]["totals"]) if playing else (0,) * format_.sides
    before = Situation(totals, state["turn"], to_target=game.hands is None)
    play = game.rulebook.simulate(random, game.options, before.turn)
    record = game.rulebook.record_of_play(play, game.options, before)
    written: dict[str, Any] = record.model_dump(mode="json", exclude_none=True)
    return written


def after_write(match: OpenMatch, version: int, state: Mapping[str, Any]) -> OpenMatch:
    """The same match, a line later."""
    return replace(match, version=version, state=state)
