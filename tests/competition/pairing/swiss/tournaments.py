"""Whole tournaments, played by chance: clubs, withdrawals, late entries, byes."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from random import Random

from competition.pairing.swiss.players import Float, PresentEntry
from competition.pairing.swiss.rounds import PairedRound
from competition.plan import EntryId

Pair = Callable[[Sequence[PresentEntry]], PairedRound]


def entrant(number: int, random: Random) -> PresentEntry:
    """A third of all are of one club, the others of forty."""
    club = "big" if random.random() < 1 / 3 else f"club {random.randrange(40)}"
    return PresentEntry(number, seed=number, club=club)


def rounds_of(
    entries: int, rounds: int, random: Random, pair: Pair, *, changes: bool = True
) -> Iterator[tuple[list[PresentEntry], PairedRound]]:
    """The players before every round, and the round. With ``changes`` one in a hundred withdraws
    a round, and half as many come late."""
    players = [entrant(number, random) for number in range(1, entries + 1)]
    late = entries
    for _ in range(rounds):
        if changes:
            players = [player for player in players if random.random() > 0.01]
            for _ in range(random.randrange(max(2, entries // 100))):
                late += 1
                players.append(entrant(late, random))
        found = pair(players)
        yield players, found
        players = played(players, found, random)


def played(
    players: Sequence[PresentEntry], found: PairedRound, random: Random
) -> list[PresentEntry]:
    """After a round: the better seed wins more often than not, one match in twenty is drawn."""
    points = {player.id: player.points for player in players}
    after = {player.id: replace(player, floated=None) for player in players}
    if found.bye is not None:
        _adds(after, found.bye, 2)
        after[found.bye] = replace(after[found.bye], had_bye=True)
    for one, other in found.pairings:
        for mine, theirs in ((one, other), (other, one)):
            float_: Float | None = None
            if points[mine] != points[theirs]:
                float_ = "down" if points[mine] > points[theirs] else "up"
            met = frozenset({*after[mine].met, theirs})
            after[mine] = replace(after[mine], met=met, floated=float_)
        if random.random() < 0.05:
            _adds(after, one, 1)
            _adds(after, other, 1)
        else:
            stronger = min(one, other, key=lambda entry: after[entry].seed or 0)
            weaker = other if stronger == one else one
            _adds(after, stronger if random.random() < 0.65 else weaker, 2)
    return list(after.values())


def _adds(after: dict[EntryId, PresentEntry], entry: EntryId, points: int) -> None:
    after[entry] = replace(after[entry], points=after[entry].points + points)
