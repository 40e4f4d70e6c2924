"""The standings of a stage, from its pairings and results."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from competition.plan import (
    EntryId,
    Placing,
    PlannedPairing,
    Result,
    Results,
    Why,
)
from competition.standings.options import StandingsOptions
from competition.standings.ranking import rank
from competition.standings.results import RoundResult
from competition.standings.ruling import Ruling
from kernel.reading import read

RoundKey: TypeAlias = tuple[int, str, int]
"""The group, the section and the number of a round."""


def rank_by_standings(
    pairings: Sequence[PlannedPairing],
    results: Results,
    ruling: Ruling,
    metrics: Sequence[str],
    options: Mapping[str, Any],
) -> tuple[Placing, ...]:
    """The placings of all entries in these pairings, over all their groups.

    ``metrics`` and ``options`` are those of the format; those of the ruling override them. Raises
    Unreadable or Refused for an invalid ruling.
    """
    ranking_options = read(StandingsOptions, {**options, **ruling.options})
    groups: dict[EntryId, int] = {}
    still_in: set[EntryId] = set()
    for pairing in pairings:
        entries = pairing.entries
        groups |= dict.fromkeys(entries, pairing.group)
        if pairing.id not in results and pairing.is_played:
            still_in.update(entries)
    own_ruling = ruling.limit_to(groups)
    ranked = rank(
        ruling.metrics or tuple(metrics),
        ranking_options,
        list(groups),
        list(list_round_results(pairings, results, ranking_options)),
        penalties=own_ruling.penalties,
        carried=own_ruling.carried,
    )
    placings: list[Placing] = []
    for row in ranked:
        last_place = row.place + row.tied_count - 1
        why = row.why
        # Tied entries, and the last one, are above no other: there is no metric to name.
        if why is None:
            why = Why("level", {})
            if last_place == len(groups) and row.tied_count == 1:
                why = Why("last", {})
        placings.append(
            Placing(
                row.entry,
                row.place,
                last_place,
                still_in=row.entry in still_in,
                why=why,
                group=groups[row.entry],
                values=row.values,
            )
        )
    return tuple(placings)


def list_round_results(
    pairings: Sequence[PlannedPairing],
    results: Results,
    options: StandingsOptions,
) -> Iterator[RoundResult]:
    """The results of the decided pairings, and the rests of the rounds that have begun: rests that
    were planned in advance do not count before their round."""
    rounds_with_matches: set[RoundKey] = set()
    begun_rounds: set[RoundKey] = set()
    for pairing in pairings:
        round_key = _get_round(pairing)
        if pairing.is_played:
            rounds_with_matches.add(round_key)
        if pairing.id in results:
            begun_rounds.add(round_key)
    for pairing in pairings:
        result = results.get(pairing.id)
        if result is not None:
            if not result.is_void:
                yield _make_round_result(pairing.round, pairing.entries, result, options)
        elif not pairing.is_played:
            round_key = _get_round(pairing)
            # A round of rests alone never has a result to begin it.
            if round_key in begun_rounds or round_key not in rounds_with_matches:
                score = (options.alone(pairing.absence),)
                yield RoundResult(pairing.round, pairing.entries, score, kind=pairing.absence)


def _make_round_result(
    number: int, slots: tuple[EntryId, ...], result: Result, options: StandingsOptions
) -> RoundResult:
    """Totals count as points and as thirds: the event's unit says which of the two they are."""
    if not result.is_forfeit:
        return RoundResult(
            number,
            slots,
            _compute_score(len(slots), result.winner, options.win, options.loss, options.draw),
            games=result.games,
            points=result.totals,
            thirds=result.totals,
            shutouts=result.shutouts,
            marafonas=result.marafonas,
            hands=result.hands,
        )
    # A forfeit that nobody wins is a loss of all.
    score = _compute_score(len(slots), result.winner, options.win, options.loss, options.loss)
    if not result.has_score:
        return RoundResult(number, slots, score, kind="forfeit")
    # The games and totals that the event counts for a forfeit. If the ranking has points of its own
    # for a walkover (a fixed number, an average, victory points), the totals are left out.
    totals = result.totals
    if options.walkover != "none" or options.victory_table is not None:
        totals = ()
    return RoundResult(
        number, slots, score, kind="forfeit", games=result.games, points=totals, thirds=totals
    )


def _compute_score(
    slots: int, winner: int | None, win: int, loss: int, nobody: int
) -> tuple[int, ...]:
    if winner is None:
        return (nobody,) * slots
    return tuple(win if slot == winner else loss for slot in range(slots))


def _get_round(pairing: PlannedPairing) -> RoundKey:
    return pairing.group, pairing.section, pairing.round
