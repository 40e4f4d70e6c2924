"""How long matches last at the usual pace, before anything is known of an evening.

A hand takes three to five minutes and a game to 41 twenty to forty; a knock-out of 32 pairs in
Sarsina takes about five hours, so the usual pace is near the lower end (reports of 2016 to 2025).
How many hands a game takes comes from simulated players.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from json import loads
from math import exp, sqrt
from random import Random
from typing import Any, Final, TypeAlias

from competition.forecast.distributions import USUAL, list_likely_factors, list_likely_waits
from kernel.canonical import canonical
from rules.contract import Situation, Totals
from scoring.core.format import GameFormat, read_format

Samples: TypeAlias = tuple[int, ...]
"""SAMPLES equally likely durations in seconds."""

SAMPLES: Final = 256
SAMPLES_IN_PLAY: Final = 32
"""Drawn for a match that is being played: each stands for eight. A full hall has many of them."""
HAND_SECONDS: Final = {
    "marafon": 185,
    "mariglia": 210,
    "marianna": 210,
    "cinquecento": 210,
    "briscola_151": 180,
    "mariaccia": 180,
    "trionfo": 200,
}
OTHER_HAND_SECONDS: Final = 200
GAME_SECONDS: Final = 60
"""Between two games of a match: the sheet is added up."""
AROUND_LEAST, AROUND_MORE = 150, 240
"""Seconds at least, and what they wait beyond that on average."""
SIMULATED_HANDS: Final = 64
MOST_HANDS: Final = 60
"""No game is simulated beyond this number of hands."""
PLAYER_SPREAD: Final = 0.14
"""The standard deviation of the logarithm of a match's pace: slow and quick players."""
HAND_SPREAD: Final = 0.35
"""That of a single hand around the pace of its match: of 4 hands together it is half as much."""
STEPS: Final = 40
"""The values of each of the two distributions below."""

_times_around = list(list_likely_waits(AROUND_LEAST, AROUND_MORE, STEPS))
_paces = list(list_likely_factors(PLAYER_SPREAD, STEPS))
# A round is as long as its slowest table: one table in twenty waits ten minutes more, and one takes
# 1.6 times as long.
for _slow_table in range(10, STEPS, 20):
    _times_around[_slow_table] += 600
    _paces[_slow_table] = _paces[_slow_table] * 16 // 10

AROUND_MATCH: Final = tuple(_times_around)
"""Equally likely times from the call of a match to its first hand and from its last hand to the
written result: the wait for a person has no memory. The longest of them matter most."""
MATCH_PACES: Final = tuple(_paces)
"""Equally likely paces of a match among those of an evening, in 1024ths."""
MATCH_SECONDS: Final = sum(AROUND_MATCH) // STEPS
AFTER_LAST_HAND: Final = MATCH_SECONDS // 3


@dataclass(frozen=True, slots=True)
class GameLength:
    """What the length of a game depends on. ``hands``: how many it has, if that is fixed."""

    hands: int | None
    target: int
    outcomes: tuple[Totals, ...]
    """The points of simulated hands, equally likely."""
    hand_seconds: int

    @classmethod
    def simulate(cls, game: GameFormat, sides: int) -> "GameLength":
        """The length of games of this format, with hands of simulated players."""
        seconds = HAND_SECONDS.get(game.rulebook.name, OTHER_HAND_SECONDS)
        target = game.rulebook.target(game.options)
        if game.hands is not None or target is None:
            return cls(game.hands or 1, 0, (), seconds)
        random = Random(1)  # noqa: S311  (a simulation, no secret)
        situation = Situation((0,) * sides, 0)
        outcomes = []
        for _ in range(SIMULATED_HANDS):
            play = game.rulebook.simulate(random, game.options, 0)
            record = game.rulebook.record_of_play(play, game.options, situation)
            totals: Totals = (0,) * sides
            for step in game.rulebook.score(record, game.options):
                totals = step.add_to(totals)
            outcomes.append(totals)
        return cls(None, target, tuple(outcomes), seconds)

    def play(self, totals: Totals, hands: int, sides: int, random: Random) -> tuple[int, int]:
        """How many more hands it takes, and who wins it."""
        if self.hands is not None:
            return max(0, self.hands - hands), _pick_item(range(sides), random)
        running = list(totals) or [0] * sides
        for further_hand in range(1, MOST_HANDS + 1):
            outcome = _pick_item(self.outcomes, random)
            # Sides are equally good here: simulated players have no names.
            shift = _pick_item(range(sides), random)
            for side in range(sides):
                running[side] += outcome[(side + shift) % sides]
            best_total = max(running)
            if best_total >= self.target and running.count(best_total) == 1:
                return further_hand, running.index(best_total)
        return MOST_HANDS, 0


@dataclass(frozen=True, slots=True)
class MatchLength:
    """What the length of a match depends on, and its durations at the usual pace."""

    games: tuple[GameLength, ...]
    wins: int | None
    sides: int
    fresh: Samples
    game_seconds: int
    """The mean duration of one game, for matches of which only the games are known."""

    @property
    def mean(self) -> int:
        return sum(self.fresh) // len(self.fresh)


@dataclass(frozen=True, slots=True)
class ScoreSoFar:
    """How far a match is: games won by side, the totals and the hands of its current game."""

    wins: Totals = ()
    totals: Totals = ()
    games: int = 0
    hands: int = 0


def estimate_length(document: Mapping[str, Any]) -> MatchLength:
    """The length of matches of this format. Raises Unreadable, Refused."""
    return _compute_length(canonical({**document, "unfinished": None}))


@lru_cache(maxsize=128)
def _compute_length(document: bytes) -> MatchLength:
    format_ = read_format(loads(document))
    games = tuple(GameLength.simulate(game, format_.sides) for game in format_.games)
    draft = MatchLength(games, format_.wins, format_.sides, (), 0)
    random = Random(1)  # noqa: S311  (a simulation, no secret)
    simulated_rests = [_play_on(draft, ScoreSoFar(), random) for _ in range(SAMPLES)]
    times_around = _spread_evenly(AROUND_MATCH, SAMPLES, random)
    paces = _spread_evenly(MATCH_PACES, SAMPLES, random)
    fresh: list[int] = []
    all_games = all_seconds = 0
    for rest, around, pace in zip(simulated_rests, times_around, paces, strict=True):
        fresh.append(around + rest.draw_seconds(pace, random))
        all_games += rest.games
        all_seconds += rest.seconds
    game_seconds = all_seconds // max(1, all_games)
    return MatchLength(games, format_.wins, format_.sides, tuple(fresh), game_seconds)


def estimate_remaining(length: MatchLength, score: ScoreSoFar) -> Samples:
    """The durations that a match may still take from its last line on, at the usual pace."""
    if score == ScoreSoFar():
        return length.fresh
    return _sample_remaining(length, score)


@lru_cache(maxsize=4096)
def _sample_remaining(length: MatchLength, score: ScoreSoFar) -> Samples:
    seed = f"{score.wins} {score.totals} {score.games} {score.hands}"
    random = Random(seed)  # noqa: S311  (a simulation, no secret)
    times_around = _spread_evenly(AROUND_MATCH, SAMPLES_IN_PLAY, random)
    paces = _spread_evenly(MATCH_PACES, SAMPLES_IN_PLAY, random)
    samples: list[int] = []
    for around, pace in zip(times_around, paces, strict=True):
        rest = _play_on(length, score, random)
        # A part of the time of a match passes after its last hand: signatures, and the way to the
        # desk.
        samples.append(around // 3 + rest.draw_seconds(pace, random))
    return tuple(samples) * (SAMPLES // SAMPLES_IN_PLAY)


@dataclass(frozen=True, slots=True)
class _Rest:
    """What one simulated rest of a match has: its games, its hands, and their ``seconds`` at the
    usual pace."""

    games: int
    hands: int
    seconds: int

    def draw_seconds(self, pace: int, random: Random) -> int:
        """How long it takes at this pace, with these hands."""
        spread = HAND_SPREAD / sqrt(max(1, self.hands))
        # The mean of the factor is 1, whatever the spread is.
        factor = exp(random.gauss(-spread * spread / 2, spread))
        return round(self.seconds * pace * factor) // USUAL


def _play_on(length: MatchLength, score: ScoreSoFar, random: Random) -> _Rest:
    """One simulated rest of a match."""
    wins = list(score.wins) or [0] * length.sides
    totals, hands = score.totals, score.hands
    seconds = played_games = all_hands = 0
    for game in length.games[score.games :]:
        further_hands, winner = game.play(totals, hands, length.sides, random)
        seconds += further_hands * game.hand_seconds + GAME_SECONDS
        all_hands += further_hands
        played_games += 1
        wins[winner] += 1
        # Only the first of these games was begun: all others start from nothing.
        totals, hands = (), 0
        if length.wins is not None and wins[winner] >= length.wins:
            break
    return _Rest(played_games, all_hands, seconds)


def _spread_evenly(items: Sequence[int], count: int, random: Random) -> list[int]:
    """That many of the items in random order, all of them as often: so few draws are enough for
    the ends of the distribution, which decide when a round ends."""
    spread_items = take_evenly(items, count)
    random.shuffle(spread_items)
    return spread_items


def take_evenly(items: Sequence[int], count: int) -> list[int]:
    """That many of the items, at even steps; an item as often as needed where there are fewer."""
    return [items[index * len(items) // count] for index in range(count)]


def _pick_item(items: Sequence[Any], random: Random) -> Any:
    return items[int(random.random() * len(items))]


def estimate_seconds(length: MatchLength, games: int, hands: int) -> int:
    """How long a finished match of these ``games`` and ``hands`` takes at the usual pace; without
    hands, because only results are written, the games count."""
    if not hands:
        return MATCH_SECONDS + games * length.game_seconds
    return MATCH_SECONDS + games * GAME_SECONDS + hands * length.games[0].hand_seconds
