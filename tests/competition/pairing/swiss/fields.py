"""Fields to be paired: given, counted out, and played."""

from collections.abc import Iterator, Sequence

from hypothesis import strategies as st

from competition.pairing.swiss.costs import PairingCost, rank_cost, sum_costs
from competition.pairing.swiss.players import PresentEntry
from competition.pairing.swiss.preferences import PairingPreferences
from competition.pairing.swiss.rounds import EntryPair, PairedRound
from competition.pairing.swiss.score_groups import ScoreGroups
from competition.plan import EntryId


@st.composite
def fields(draw: st.DrawFn, least: int = 1, most: int = 8) -> list[PresentEntry]:
    """Players with anything for a history, seeds missing and seeds that two have."""
    count = draw(st.integers(least, most))
    ids = range(count)
    return [
        PresentEntry(
            id=number,
            seed=draw(st.none() | st.integers(1, count)),
            club=draw(st.sampled_from([None, "a", "b"])),
            points=draw(st.integers(0, 4)),
            met=frozenset(draw(st.sets(st.sampled_from(ids), max_size=count // 2))) - {number},
            had_bye=draw(st.booleans()),
            floated=draw(st.sampled_from([None, None, "up", "down"])),
        )
        for number in ids
    ]


def matchings(entries: Sequence[EntryId]) -> Iterator[list[EntryPair]]:
    """All ways in which all of them meet; of an odd number one is left out."""
    if len(entries) < 2:
        yield []
        return
    first, others = entries[0], entries[1:]
    for number, other in enumerate(others):
        for rest in matchings([*others[:number], *others[number + 1 :]]):
            yield [(first, other), *rest]
    if len(entries) % 2:
        yield from matchings(others)


def cost(score_groups: ScoreGroups, pairs: Sequence[EntryPair]) -> PairingCost:
    """What a round comes to, read off the definition."""
    resting = set(score_groups.number) - {entry for pair in pairs for entry in pair}
    return sum_costs(
        [
            *(score_groups.compute_pair_cost(*score_groups.order_pair(*pair)) for pair in pairs),
            *(score_groups.compute_bye_cost(score_groups.number[entry]) for entry in resting),
        ]
    )


def counted_out(
    players: Sequence[PresentEntry], preferences: PairingPreferences
) -> tuple[int, ...] | None:
    """The best there is, of all rounds there are."""
    score_groups = ScoreGroups(players)
    forced = {frozenset(pair) for pair in preferences.forced}
    forbidden = {frozenset(pair) for pair in preferences.forbidden}
    return min(
        (
            rank_cost(cost(score_groups, pairs), preferences.order)
            for pairs in matchings([player.id for player in players])
            if forced <= {frozenset(pair) for pair in pairs}
            and not forbidden & {frozenset(pair) for pair in pairs}
        ),
        default=None,
    )


def assert_everybody_once(players: Sequence[PresentEntry], found: PairedRound) -> None:
    there = [entry for pair in found.pairings for entry in pair]
    if found.bye is not None:
        there.append(found.bye)
    assert sorted(map(str, there)) == sorted(str(player.id) for player in players)
    assert (found.bye is None) == (len(players) % 2 == 0)
