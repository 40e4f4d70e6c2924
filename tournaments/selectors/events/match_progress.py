"""How far a match is, how long it has lasted, and what is left of it."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Final

from competition.forecast.lengths import (
    AFTER_LAST_HAND,
    MatchLength,
    Samples,
    ScoreSoFar,
    estimate_remaining,
    estimate_seconds,
)
from competition.forecast.pace import (
    SPREAD_OF_GAMES,
    OpenDuration,
    Pace,
    Played,
    compute_hands_spread,
    compute_time_left,
)
from tournaments.models import Pairing
from tournaments.selectors.events.evening_times import count_seconds, find_evening
from tournaments.selectors.events.pairing_rows import PairingRow

LEAST_HANDS: Final = 3
"""Of a match in play, to estimate its pace."""


@dataclass(frozen=True, slots=True)
class InPlay:
    """The score of a match, and the hands of all its games."""

    score: ScoreSoFar
    hands_in_all: int


def read_progress(row: PairingRow) -> InPlay:
    """How far a match is, by its snapshot."""
    if not row.snapshot or not row.snapshot["games"]:
        return InPlay(ScoreSoFar(), 0)
    games = row.snapshot["games"]
    hands_in_all = sum(game["hands"] for game in games)
    over = [game for game in games if game["why"]]
    score = ScoreSoFar(wins=tuple(row.snapshot["wins"]), games=len(over))
    current = games[-1]
    if not current["why"]:
        score = replace(score, totals=tuple(current["totals"]), hands=current["hands"])
    return InPlay(score, hands_in_all)


def find_start(row: PairingRow) -> datetime | None:
    """When a match was called to its table; without tables, its first line."""
    # A round with a clock may be called long before it starts.
    start = row.called_at or row.first_line
    if start and row.starts_at and row.called_at:
        start = max(start, row.starts_at)
    return start


def find_evening_of_result(row: PairingRow) -> date | None:
    """The evening on which a match was decided; None of a bye, and while it is open."""
    if row.state != Pairing.State.DECIDED or row.decided_at is None:
        return None
    return find_evening(row.decided_at)


def observe_match(
    row: PairingRow, length: MatchLength, now: datetime
) -> Iterator[Played | OpenDuration]:
    """What a match says about the pace of the evening."""
    start = find_start(row)
    if start is None:
        return
    if row.state == Pairing.State.DECIDED:
        # A forfeit was not played, so its time says nothing of the pace.
        if row.tally is None or row.decided_at is None or row.tally.get("forfeit"):
            return
        hands, games = row.tally["hands"], sum(row.tally["wins"])
        if hands or games:
            # Without hands only the games are known, and their lengths differ more.
            spread = SPREAD_OF_GAMES
            if hands:
                spread = compute_hands_spread(hands)
            seconds = count_seconds(start, row.decided_at)
            yield Played(seconds, estimate_seconds(length, max(1, games), hands), spread)
    elif row.state == Pairing.State.CALLED:
        score = read_progress(row)
        if score.hands_in_all >= LEAST_HANDS and row.last_line:
            expected_length = estimate_seconds(length, score.score.games, score.hands_in_all)
            # What comes after the last hand has not passed yet.
            expected_length -= AFTER_LAST_HAND
            seconds = count_seconds(start, row.last_line)
            yield Played(seconds, expected_length, compute_hands_spread(score.hands_in_all))
        elif row.snapshot is None:
            yield OpenDuration(max(0, count_seconds(start, now)), length.fresh)


def sample_rest(row: PairingRow, length: MatchLength, pace: Pace, now: datetime) -> Samples:
    """What a match that is on may still take."""
    score = read_progress(row).score
    samples = estimate_remaining(length, score)
    # The samples are of what is left after the last hand; the time since then has passed already.
    since = find_start(row)
    if row.last_line is not None and score != ScoreSoFar():
        since = row.last_line
    if row.starts_at and (since is None or since < row.starts_at):
        since = row.starts_at
    if since is None or since >= now:
        return samples
    return compute_time_left(samples, count_seconds(since, now), pace)
