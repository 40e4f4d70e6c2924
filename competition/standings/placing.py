"""From the pairings and results of a stage to its standings."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from competition.plan import (
    EntryId,
    PairingId,
    Placing,
    PlannedPairing,
    Result,
    Seated,
    Why,
)
from competition.standings.options import StandingsOptions
from competition.standings.ranking import PlacedEntry, rank
from competition.standings.results import RoundResult
from competition.standings.ruling import Ruling
from kernel.reading import read


def standings_placings(
    pairings: Sequence[PlannedPairing],
    results: Mapping[PairingId, Result],
    ruling: Ruling,
    metrics: Sequence[str],
    options: Mapping[str, Any],
) -> tuple[Placing, ...]:
    """Where everybody who sits in these pairings stands, over all their groups.

    ``metrics`` and ``options`` are those of the format: the ruling's come before them. Raises
    Unreadable or Refused for a ruling that cannot be.
    """
    order = ruling.metrics or tuple(metrics)
    counted = read(StandingsOptions, {**options, **ruling.options})
    groups = {entry: pairing.group for pairing in pairings for entry in _list_seats(pairing)}
    still_in = {
        entry
        for pairing in pairings
        if pairing.is_played and pairing.id not in results
        for entry in _list_seats(pairing)
    }
    made = list(round_results(pairings, results, counted))
    lots = {entry: lot for entry, lot in ruling.lots.items() if entry in groups}
    penalties = [penalty for penalty in ruling.penalties if penalty.entry in groups]
    carried = {entry: points for entry, points in ruling.carried.items() if entry in groups}
    return tuple(
        Placing(
            row.entry,
            row.place,
            row.place + row.level - 1,
            still_in=row.entry in still_in,
            why=_explain_place(row, len(groups)),
            group=groups[row.entry],
            values=row.values,
        )
        for row in rank(
            order, counted, list(groups), made, lots=lots, penalties=penalties, carried=carried
        )
    )


def round_results(
    pairings: Sequence[PlannedPairing],
    results: Mapping[PairingId, Result],
    options: StandingsOptions,
) -> Iterator[RoundResult]:
    """What the decided pairings came to, and the rests of the rounds that have begun: those of a
    plan made beforehand do not count before their round."""
    to_play = Counter(_get_round(pairing) for pairing in pairings if pairing.is_played)
    begun = {_get_round(pairing) for pairing in pairings if pairing.id in results}
    for pairing in pairings:
        seated = _list_seats(pairing)
        if pairing.id in results:
            if results[pairing.id].is_void:
                continue
            yield _make_round_result(pairing.round, seated, results[pairing.id], options)
        elif not pairing.is_played and (
            _get_round(pairing) in begun or not to_play[_get_round(pairing)]
        ):
            score = (options.alone(pairing.absence),)
            yield RoundResult(pairing.round, seated, score, kind=pairing.absence)


def _make_round_result(
    number: int, slots: tuple[EntryId, ...], result: Result, options: StandingsOptions
) -> RoundResult:
    """Totals count as points and as thirds: the event's unit says which of the two they are."""
    if result.is_forfeit:
        return _make_forfeit_result(number, slots, result, options)
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


def _make_forfeit_result(
    number: int, slots: tuple[EntryId, ...], result: Result, options: StandingsOptions
) -> RoundResult:
    """Who has won, and the games and totals that the event counts. Where the ranking has something
    of its own for the points of a walkover (a fixed number, an average, victory points), they are
    left to it."""
    score = _compute_score(len(slots), result.winner, options.win, options.loss, options.loss)
    if not result.has_score:
        return RoundResult(number, slots, score, kind="forfeit")
    is_filled = options.walkover != "none" or options.victory_table is not None
    totals = () if is_filled else result.totals
    return RoundResult(
        number, slots, score, kind="forfeit", games=result.games, points=totals, thirds=totals
    )


def _compute_score(
    slots: int, winner: int | None, win: int, loss: int, nobody: int
) -> tuple[int, ...]:
    if winner is None:
        return (nobody,) * slots
    return tuple(win if slot == winner else loss for slot in range(slots))


def _list_seats(pairing: PlannedPairing) -> tuple[EntryId, ...]:
    return tuple(slot.entry for slot in pairing.slots if isinstance(slot, Seated))


def _get_round(pairing: PlannedPairing) -> tuple[int, str, int]:
    return pairing.group, pairing.section, pairing.round


def _explain_place(row: PlacedEntry, entries: int) -> Why:
    if row.why is not None:
        return row.why
    is_last = row.place + row.level > entries
    return Why("last", {}) if is_last and row.level == 1 else Why("level", {})
