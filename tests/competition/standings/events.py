"""Made-up events for the tests of standings."""

from typing import Any

from hypothesis import strategies as st

from competition.plan import EntryId, Value
from competition.standings.options import StandingsOptions
from competition.standings.ranking import PlacedEntry, rank
from competition.standings.results import Kind, RoundResult

DEFAULTS = StandingsOptions()
RESTS: tuple[tuple[Kind, int], ...] = (("bye", 2), ("half_bye", 1), ("absent", 0))
SCORES = ((2, 0), (1, 1), (0, 2))


def played(number: int, *slots: EntryId, score: tuple[int, ...], **known: Any) -> RoundResult:
    return RoundResult(number, slots, score, **known)


def alone(number: int, entry: EntryId, kind: Kind, score: int) -> RoundResult:
    return RoundResult(number, (entry,), (score,), kind=kind)


def column(rows: tuple[PlacedEntry, ...], metric: str) -> dict[EntryId, Value]:
    return {row.entry: row.values[metric] for row in rows}


def values(
    metric: str,
    entries: list[Any],
    results: list[RoundResult],
    options: StandingsOptions = DEFAULTS,
) -> dict[EntryId, Value]:
    """One metric of everybody."""
    return column(rank([metric], options, entries, results), metric)


def places(rows: tuple[PlacedEntry, ...]) -> dict[EntryId, int]:
    return {row.entry: row.place for row in rows}


@st.composite
def meetings(draw: st.DrawFn, number: int, pair: tuple[int, int]) -> RoundResult:
    if draw(st.integers(0, 9)) == 0:
        score = draw(st.sampled_from(((2, 0), (0, 2), (0, 0))))
        return RoundResult(number, pair, score, kind="forfeit")
    score = draw(st.sampled_from(SCORES))
    two = st.tuples(st.integers(0, 9), st.integers(0, 9))
    return RoundResult(
        number,
        pair,
        score,
        games=score,
        points=draw(two),
        thirds=draw(two),
        shutouts=draw(two),
        marafonas=draw(two),
        hands=draw(st.integers(0, 9)),
    )


@st.composite
def rounds(draw: st.DrawFn, number: int, entries: int) -> list[RoundResult]:
    """A round: pairs at random, and some who play nobody; somebody may be missing altogether."""
    order = draw(st.permutations(range(entries)))
    pairs = draw(st.integers(0, entries // 2))
    met = [(order[2 * pair], order[2 * pair + 1]) for pair in range(pairs)]
    results = [draw(meetings(number, pair)) for pair in met]
    rests = [alone(number, entry, *draw(st.sampled_from(RESTS))) for entry in order[2 * pairs :]]
    return [*results, *(rest for rest in rests if draw(st.booleans()))]


@st.composite
def events(draw: st.DrawFn) -> tuple[list[EntryId], list[RoundResult]]:
    """Entries from 0, and the results of some rounds."""
    entries = draw(st.integers(1, 9))
    found = [draw(rounds(number, entries)) for number in range(1, draw(st.integers(0, 5)) + 1)]
    return list(range(entries)), [result for results in found for result in results]
