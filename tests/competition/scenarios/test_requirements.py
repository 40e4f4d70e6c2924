"""What it takes: the sentences are true, whatever else happens."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from competition.cuts.cut import OfEach, Places
from competition.plan import EntryId, PlannedPairing, Result, Results
from competition.scenarios.assessment import assess_stage
from competition.scenarios.open_ranking import StageState
from competition.scenarios.outlook import Fate, Outlook, SearchLimits
from tests.competition.scenarios.brute import (
    BEST_OF_3,
    GAMES_ALONE,
    HANDS,
    ODD,
    endings,
    stage,
    verdicts,
)

SEEDS = st.integers(0, 10_000)
Ending = Results


class SentenceCheck:
    """The endings of a stage, asked one by one whether a sentence holds in them."""

    def __init__(self, state: StageState, cut: Places | OfEach) -> None:
        self.state = state
        self.all = [(ended, verdicts(state, cut, ended)) for ended in endings(state)]

    def check(self, told: Outlook) -> None:
        """``through`` and ``out`` say what the sentence promises of an ending."""
        for ended, fates in self.all:
            through, out = self.promised(told, ended)
            assert not (through and fates[told.entry] != Fate.CLINCHED), (told, ended)
            assert not (out and fates[told.entry] != Fate.ELIMINATED), (told, ended)

    def promised(self, told: Outlook, ended: Ending) -> tuple[bool, bool]:
        entry, params = told.entry, told.why.params
        won = [self.won(result, slot) for result, slot in self.own(entry, ended)]
        points = sum(result.totals[slot] for result, slot in self.own(entry, ended))
        games = sum(result.games[slot] for result, slot in self.own(entry, ended))
        promises: dict[str, tuple[bool, bool]] = {
            "must_win": (won == [True], won != [True]),
            "win_enough": (won == [True], False),
            "draw_enough": (won != [False], False),
            "must_win_and_others": (False, won != [True]),
            "games_enough": (games >= params.get("games", 99), False),
            "wins_enough": (won.count(True) >= params.get("wins", 99), False),
            "points_enough": (points >= params.get("enough", 999), False),
            "points_needed": (False, points < params.get("least", 0)),
            "points_between": (
                points >= params.get("enough", 999),
                points < params.get("least", 0),
            ),
        }
        if "rival" in params:
            return self.against(told, ended, won == [True], points)
        return promises.get(told.why.code, (False, False))

    def against(self, told: Outlook, ended: Ending, won: bool, points: int) -> tuple[bool, bool]:
        rival, code = told.why.params["rival"], told.why.code
        ((result, slot),) = self.own(rival, ended)
        beaten = self.won(result, slot) is not True
        if code == "points_more":
            return points >= result.totals[slot] + told.why.params["points"], False
        if code == "points_level":
            return points >= result.totals[slot], False
        if code == "points_fewer":
            return points >= result.totals[slot] - told.why.params["points"], False
        through = {
            "unless_rival_wins": beaten,
            "win_or_rival_does_not": won or beaten,
            "must_win_unless_rival_wins": won and beaten,
        }[code]
        return through, not through

    def own(self, entry: EntryId, ended: Ending) -> Iterator[tuple[Result, int]]:
        """The entry's matches that were open, as they ended, with its slot."""
        for pairing in self.open_pairings():
            if entry in pairing.entries:
                yield ended[pairing.id], pairing.entries.index(entry)

    def open_pairings(self) -> Iterator[PlannedPairing]:
        left = (each for each in self.state.pairings if each.is_played)
        return (each for each in left if each.id not in self.state.results)

    @staticmethod
    def won(result: Result, slot: int) -> bool | None:
        return None if result.winner is None else result.winner == slot


def checked(state: StageState, cut: Places | OfEach) -> None:
    """Checks what is said of everybody."""
    again = SentenceCheck(state, cut)
    for told in assess_stage(state, cut, Random(1)):
        again.check(told)


@settings(max_examples=30, deadline=None)
@given(seed=SEEDS, last=st.integers(1, 5), possible=st.sampled_from([HANDS, ODD]))
def test_points_that_are_enough_are_enough(seed: int, last: int, possible: Any) -> None:
    state = stage("qualifying", {"rounds": 3}, 6, possible, played=2, seed=seed)
    checked(state, Places(stage=1, last=last))


@settings(max_examples=30, deadline=None)
@given(seed=SEEDS, of_each=st.integers(1, 3), possible=st.sampled_from([GAMES_ALONE, BEST_OF_3]))
def test_wins_and_games_that_are_enough_are_enough(seed: int, of_each: int, possible: Any) -> None:
    state = stage("groups", {"group_size": 4}, 4, possible, played=2, seed=seed)
    checked(state, OfEach(stage=1, of_each=of_each))


@settings(max_examples=6, deadline=None)
@given(seed=SEEDS, of_each=st.integers(1, 2))
def test_wins_that_are_enough_over_two_rounds_are_enough(seed: int, of_each: int) -> None:
    state = stage("groups", {"group_size": 4}, 4, GAMES_ALONE, played=1, seed=seed)
    checked(state, OfEach(stage=1, of_each=of_each))


@settings(max_examples=20, deadline=None)
@given(seed=SEEDS, last=st.integers(1, 3))
def test_with_one_at_rest_sentences_about_others_are_true(seed: int, last: int) -> None:
    state = stage("round_robin", {}, 5, GAMES_ALONE, played=4, seed=seed)
    checked(state, Places(stage=1, last=last))


def test_every_sentence_is_said_of_somebody_and_true() -> None:
    """So that none of those above is checked in vain."""
    said: Counter[str] = Counter()
    for state, cut in stages_of_all_kinds():
        again: SentenceCheck | None = None
        for told in assess_stage(state, cut, Random(1), SearchLimits(endings=0)):
            said[told.why.code] += 1
            if said[told.why.code] <= 2:
                again = again or SentenceCheck(state, cut)
                again.check(told)
    assert {*said} == {
        "through_anyway",
        "out_anyway",
        "must_win",
        "win_enough",
        "draw_enough",
        "games_enough",
        "must_win_and_others",
        "wins_enough",
        "matches_left",
        "points_enough",
        "points_needed",
        "points_between",
        "points_more",
        "points_level",
        "points_fewer",
        "others_decide",
        "unless_rival_wins",
        "win_or_rival_does_not",
        "must_win_unless_rival_wins",
        "last_match_and_others",
    }


def stages_of_all_kinds() -> Iterator[tuple[StageState, Places]]:
    for seed in range(150):
        state = stage("qualifying", {"rounds": 3}, 6, HANDS, played=2, seed=seed)
        yield from ((state, Places(stage=1, last=last)) for last in (1, 2, 4))
    for seed in range(30):
        for entries, possible in ((4, BEST_OF_3), (4, GAMES_ALONE), (5, GAMES_ALONE), (4, HANDS)):
            rounds = 4 if entries == 5 else 2
            state = stage("round_robin", {}, entries, possible, played=rounds, seed=seed)
            yield from ((state, Places(stage=1, last=last)) for last in (1, 2, 3))
    state = stage("round_robin", {}, 4, GAMES_ALONE, played=1, seed=3)
    yield state, Places(stage=1, last=2)
