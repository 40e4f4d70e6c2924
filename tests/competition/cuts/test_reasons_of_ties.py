"""The reasons of places after lots and play-offs: each is true of the row that has it."""

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from competition.cuts.borders import settle_by_lots, settle_ties
from competition.documents.rankings import rank as rank_document
from competition.formats import FORMATS
from competition.plan import EntryId, Placing, PlannedPairing, Result, Why
from competition.stages.stage import join_side_by_side, rank_groups, rank_stage
from tests.competition.cuts.test_borders import LEVEL

ROUND_ROBIN = FORMATS["round_robin"]


def make_ranking(*tied: tuple[str, ...], start: int = 1, group: int = 1) -> list[Placing]:
    """Entries numbered from ``start``, by the codes of their reasons, one tuple for a place."""
    rows: list[Placing] = []
    for codes in tied:
        first = len(rows) + 1
        for code in codes:
            why = (
                Why(code, {"over": start + first + len(codes) - 1}) if code == "above_by" else None
            )
            entry, last = start + len(rows), first + len(codes) - 1
            rows.append(Placing(entry, first, last, False, why or Why(code, {}), group))
    return rows


def list_reasons(rows: Sequence[Placing]) -> list[tuple[EntryId, str, object]]:
    return [(row.entry, row.why.code, row.why.params.get("over")) for row in rows]


UNSETTLED = make_ranking(("level", "level", "above_by"), ("level", "above_by"), ("last",))


def test_who_ends_last_of_the_tie_has_its_reason() -> None:
    settled = settle_by_lots(UNSETTLED, [[3, 1, 2]])
    assert list_reasons(settled[:3]) == [
        (3, "drawn_first", 1),
        (1, "drawn_first", 2),
        (2, "above_by", 4),
    ]
    settled = settle_ties(UNSETTLED, play_offs=[(5, 4)])
    assert list_reasons(settled[3:]) == [
        (5, "won_play_off", 4),
        (4, "above_by", 6),
        (6, "last", None),
    ]


def test_a_reason_names_the_entry_that_lots_have_put_next() -> None:
    settled = settle_ties(UNSETTLED, drawings=[[3, 1, 2]], play_offs=[(5, 4)])
    assert list_reasons(settled)[2] == (2, "above_by", 5)


def test_who_ends_last_of_the_ranking_is_its_last() -> None:
    tied_at_the_end = make_ranking(("above_by",), ("level", "level"))
    settled = settle_by_lots(tied_at_the_end, [[3, 2]])
    assert list_reasons(settled)[1:] == [(3, "drawn_first", 2), (2, "last", None)]


def test_those_who_have_left_are_the_reason_where_they_follow() -> None:
    settled = settle_by_lots(UNSETTLED, [[3, 1]], out=[2])
    assert list_reasons(settled[:3]) == [
        (3, "drawn_first", 1),
        (1, "above_who_left", 2),
        (2, "above_by", 4),
    ]
    tied = make_ranking(("level", "level", "level", "above_by"), ("last",))
    settled = settle_ties(tied, play_offs=[(4, 1)], out=[2, 3])
    assert list_reasons(settled[1:4]) == [
        (1, "above_who_left", 2),
        (2, "level", None),
        (3, "above_by", 5),
    ]


def test_the_reason_of_an_own_group_or_an_own_match_is_kept() -> None:
    groups = [make_ranking(("above_by",), ("last",), start=start, group=start) for start in (1, 11)]
    settled = settle_by_lots(join_side_by_side(groups), [[11, 1], [2, 12]])
    assert list_reasons(settled) == [
        (11, "drawn_first", 1),
        (1, "above_by", 2),
        (2, "drawn_first", 12),
        (12, "last", None),
    ]


@given(st.data())
def test_reasons_are_true_and_those_of_the_command_line(data: st.DataObject) -> None:
    pairings, results = play_round_robin(data, entries=data.draw(st.integers(3, 5)))
    unsettled = rank_stage(ROUND_ROBIN, pairings, results)
    out = data.draw(st.sets(st.integers(1, 5), max_size=2))
    order = data.draw(st.permutations([row.entry for row in unsettled]))
    play_offs = [order[:2]] if data.draw(st.booleans()) else []
    settled = settle_ties(unsettled, play_offs=play_offs, drawings=[order], out=out)
    place_of = {row.entry: row.first for row in settled}
    for row, next_row in zip(settled, [*settled[1:], None], strict=True):
        is_alone = row.first == row.last
        assert (row.why == LEVEL) <= (not is_alone)
        assert (row.why.code == "last") <= (next_row is None)
        if "over" in row.why.params:
            assert next_row is not None
            assert place_of[row.why.params["over"]] == next_row.first == row.last + 1
    if not out and not play_offs:
        assert list_reasons(settled) == list_reasons_of_command_line(pairings, results, settled)


def play_round_robin(
    data: st.DataObject, entries: int
) -> tuple[tuple[PlannedPairing, ...], dict[str, Result]]:
    pairings = ROUND_ROBIN.plan(list(range(1, entries + 1)), ROUND_ROBIN.options({}))
    results: dict[str, Result] = {}
    for pairing in pairings:
        if pairing.is_played:
            winner = data.draw(st.sampled_from([None, 0, 1]))
            wins = {None: (1, 1), 0: (2, 0), 1: (0, 2)}[winner]
            results[pairing.id] = Result(winner, (wins[0] * 20, wins[1] * 20), wins)
    return pairings, results


def list_reasons_of_command_line(
    pairings: Sequence[PlannedPairing], results: dict[str, Result], settled: Sequence[Placing]
) -> list[tuple[EntryId, str, object]]:
    """The same ranking by ``rank``, with the places as lots, as an export has them."""
    document = {
        "metrics": list(ROUND_ROBIN.metrics),
        "options": {**ROUND_ROBIN.standings},
        "entries": [row.entry for row in settled],
        "results": [
            {
                "round": pairing.round,
                "slots": list(pairing.entries),
                "games": list(results[pairing.id].games),
                "points": list(results[pairing.id].totals),
            }
            for pairing in pairings
            if pairing.is_played
        ],
        "lots": {str(row.entry): row.first for row in settled},
    }
    reasons: list[tuple[EntryId, str, object]] = []
    for row in rank_document(document)["ranking"]:
        why = row["why"] or {"code": "last", "params": {}}
        reasons.append((row["entry"], why["code"], why["params"].get("over")))
    return reasons


def test_losers_of_a_bracket_keep_that_they_have_lost() -> None:
    knock_out = FORMATS["single_elimination"]
    pairings = knock_out.plan([1, 2, 3, 4], knock_out.options({}))
    results: dict[str, Result] = {}
    for pairing in pairings:
        results[pairing.id] = Result(0)
    (rows,) = rank_groups(knock_out, pairings, results)
    beaten = [row.entry for row in rows if row.places == (3, 4)]
    settled = settle_by_lots(rows, [beaten[::-1]])
    assert [row.why.code for row in settled[2:]] == ["drawn_first", "lost_in_round"]
