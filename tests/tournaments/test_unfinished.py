"""Matches that are not played out, in an event: standings, the losers' bracket, who goes home."""

from typing import Any

import pytest

from scoring.core.format import best_of
from scoring.models import Match
from scoring.verification import find_sheet_faults
from tests.factories import NOW, make_event, owner_of
from tests.tournaments.evenings import evening
from tests.tournaments.steps import QUICK, act, win, write
from tests.tournaments.test_sittings import evening as sitting
from tournaments.models import Entry, Event, Pairing, Stage
from tournaments.refusals import MatchNeedsWinner
from tournaments.selectors.standings.rankings import load_ranking
from tournaments.selectors.trust.exports import rank_document
from tournaments.services.corrections.previews import preview_consequences
from tournaments.services.pairings.creation import make_pairings
from tournaments.services.registration.withdrawals import withdraw
from tournaments.services.results.sheets import record_line
from tournaments.services.standings.penalties import disqualify

pytestmark = pytest.mark.django_db

THREE = best_of(3, "marafon", {"target": 11})
"""Games to 11: one shutout each."""
SUMS = ("match_points", "games_difference", "points_difference")


def forfeit(pairing: Pairing, side: int | None = 0, **more: Any) -> Any:
    return write(pairing, "forfeit", {"side": side, "of": "match", "reason": "assenti", **more})


def first(event: Event) -> Pairing:
    return event.pairings.filter(match__isnull=False).earliest("pk")


def values(stage: Stage) -> dict[int, tuple[Any, ...]]:
    placings = load_ranking(stage).placings
    return {int(row.entry): tuple(row.values[name] for name in SUMS) for row in placings}


def all_against_all(match_format: Any = THREE, **more: Any) -> Event:
    event = make_event(pairs=4, format="round_robin", match_format=match_format, **more)
    Stage.objects.filter(event=event).update(metrics=list(SUMS))
    return event


def seated(pairing: Pairing, side: int) -> Entry:
    entry = pairing.slots.get(side=side).entry
    assert entry is not None
    return entry


def test_a_walkover_counts_as_much_as_winning_every_game_to_nothing() -> None:
    event = all_against_all()
    pairings = list(event.pairings.filter(round__order=0).order_by("pk"))
    forfeit(pairings[0], 1)
    for _game in range(2):
        write(pairings[1], "hand", {"points": [11, None]})
    found = values(event.stages.get())
    given, won = (found[seated(pairing, 0).pk] for pairing in pairings)
    assert given == won == (2, 2, 22)
    assert found[seated(pairings[0], 1).pk] == (0, -2, -22)


def test_a_retirement_keeps_the_score_and_completes_it() -> None:
    event = all_against_all(best_of(3, "marafon", {"target": 21}))
    pairing = first(event)
    write(pairing, "hand", {"points": [10, None], "marafona": None})
    forfeit(pairing, 0)
    found = values(event.stages.get())
    assert found[seated(pairing, 0).pk] == (0, -2, 10 - 42)
    assert found[seated(pairing, 1).pk] == (2, 2, 42 - 10)


def test_a_void_match_counts_for_nobody() -> None:
    event = all_against_all()
    pairing = first(event)
    write(pairing, "hand", {"points": [11, None]})
    forfeit(pairing, None, case="void")
    assert values(event.stages.get())[seated(pairing, 0).pk] == (0, 0, 0)
    pairing.refresh_from_db()
    assert pairing.state == Pairing.State.DECIDED


def test_both_lose_a_double_forfeit() -> None:
    event = all_against_all()
    pairing = first(event)
    forfeit(pairing, None, case="double_forfeit")
    found = values(event.stages.get())
    assert {found[seated(pairing, side).pk] for side in (0, 1)} == {(0, 0, 0)}


def test_what_the_ranking_says_of_walkovers_comes_before_the_points_of_the_match() -> None:
    event = all_against_all()
    Stage.objects.filter(event=event).update(
        ranking={"walkover": "fixed", "walkover_points": 7, "walkover_points_against": 3}
    )
    pairing = first(event)
    forfeit(pairing, 1)
    assert values(event.stages.get())[seated(pairing, 0).pk] == (2, 2, 4)


def test_the_exported_ranking_tells_what_a_walkover_counts() -> None:
    event = all_against_all()
    forfeit(first(event), 1)
    (told,) = rank_document(event.stages.get())["results"]
    assert (told["kind"], told["games"], told["points"]) == ("forfeit", [2, 0], [22, 0])


def double(**more: Any) -> Event:
    return make_event(pairs=4, match_format=QUICK, format="double_elimination", tables=4, **more)


def test_an_absent_pair_goes_home_from_a_double_elimination_and_is_not_called_again() -> None:
    event = double()
    absent = seated(first(event), 0)
    forfeit(first(event), 0)
    win(event.pairings.get(code="main-1-2"))
    absent.refresh_from_db()
    losers = event.pairings.get(code="losers-1-1")
    assert absent.state == Entry.State.WITHDRAWN
    assert (losers.state, losers.table) == (Pairing.State.DECIDED, None)


def test_the_line_lets_an_absent_pair_play_on_in_the_losers_bracket() -> None:
    event = double()
    absent = seated(first(event), 0)
    forfeit(first(event), 0, plays_on=True)
    win(event.pairings.get(code="main-1-2"))
    absent.refresh_from_db()
    losers = event.pairings.get(code="losers-1-1")
    assert absent.state == Entry.State.ENTERED
    assert losers.state == Pairing.State.CALLED


def test_the_regulation_lets_an_absent_pair_play_on() -> None:
    event = make_event(
        pairs=4,
        match_format={**QUICK, "unfinished": {"walkover": {"plays_on": True}}},
        format="double_elimination",
    )
    absent = seated(first(event), 0)
    forfeit(first(event), 0)
    absent.refresh_from_db()
    assert absent.state == Entry.State.ENTERED


def test_a_pair_that_came_after_all_is_in_again_when_its_walkover_is_struck() -> None:
    event = double()
    pairing = first(event)
    absent = seated(pairing, 0)
    forfeit(pairing, 0)
    write(pairing, "strike", {"line": 1, "reason": "è arrivata"})
    absent.refresh_from_db()
    pairing.refresh_from_db()
    assert absent.state == Entry.State.ENTERED
    assert pairing.match is not None
    assert not pairing.match.decided


def test_a_pair_that_leaves_a_group_loses_its_other_matches_to_their_other_sides() -> None:
    event = all_against_all()
    pairing = first(event)
    gone = seated(pairing, 0)
    forfeit(pairing, 0, plays_on=False)
    left = Pairing.objects.filter(slots__entry=gone)
    assert set(left.values_list("state", flat=True)) == {Pairing.State.DECIDED}


def test_a_knock_out_needs_somebody_who_goes_on() -> None:
    event = make_event(pairs=4, match_format=QUICK)
    for case in ("double_forfeit", "void"):
        with pytest.raises(MatchNeedsWinner):
            forfeit(first(event), None, case=case)
    assert Match.objects.filter(pairing__event=event, version__gt=0).count() == 0


def test_of_a_double_forfeit_one_side_takes_the_place_and_loses_it_in_turn() -> None:
    event = make_event(pairs=4, match_format=QUICK)
    pairing = first(event)
    win(event.pairings.filter(round__order=0).latest("pk"))
    forfeit(pairing, None, case="double_forfeit", advances=1)
    final = event.pairings.get(round__order=1)
    assert final.state == Pairing.State.DECIDED
    assert final.match is not None
    assert final.match.winner == 1
    states = {seated(pairing, side).state for side in (0, 1)}
    assert states == {Entry.State.WITHDRAWN}


def test_an_event_that_began_without_these_rules_goes_on_without_them() -> None:
    event = evening("swiss", 8, options={"rounds": 3})
    stage = event.stages.get()
    for match in Match.objects.all():
        match.format.pop("unfinished")
        match.save()
    forfeit(first(event), 0)
    assert first(event).match.tally["wins"] == [0, 1]  # type: ignore[index]
    plan = load_ranking(stage).pairings
    Pairing.objects.filter(event=event).exclude(pk=first(event).pk).delete()
    make_pairings(stage=stage, plan=[each for each in plan if each.id != first(event).code])
    formats = Match.objects.filter(pairing__event=event).values_list("format", flat=True)
    assert all("unfinished" not in document for document in formats)


def test_a_match_that_was_not_played_out_is_derived_again_from_its_lines() -> None:
    event = all_against_all()
    pairing = first(event)
    forfeit(pairing, 0)
    match = pairing.match
    assert match is not None
    match.refresh_from_db()
    assert find_sheet_faults(match, list(match.lines.order_by("n"))) == []


def test_a_retry_of_a_walkover_is_one_line() -> None:
    event = double()
    pairing = first(event)
    line = act(pairing.match_id or 0, "forfeit", {"side": 0, "of": "match", "reason": "assenti"})
    for _try in range(2):
        record_line(match_id=pairing.match_id or 0, act=line, actor=owner_of(event.club), now=NOW)
    pairing.refresh_from_db()
    assert pairing.match is not None
    assert pairing.match.version == 1


def test_who_is_disqualified_from_the_event_loses_its_match_as_disqualified() -> None:
    event = all_against_all()
    pairing = first(event)
    disqualify(
        entry=seated(pairing, 0),
        voids=False,
        article="9",
        reason="segni",
        actor=owner_of(event.club),
        now=NOW,
    )
    pairing.refresh_from_db()
    assert pairing.match is not None
    assert pairing.match.snapshot["unfinished"]["case"] == "disqualification"


def test_a_disqualification_on_the_sheet_takes_the_pair_out_of_the_event() -> None:
    event = all_against_all()
    pairing = first(event)
    entry = seated(pairing, 0)
    forfeit(pairing, 0, case="disqualification")
    entry.refresh_from_db()
    assert entry.state == Entry.State.DISQUALIFIED
    write(pairing, "strike", {"line": 1, "reason": "era un altro tavolo"})
    entry.refresh_from_db()
    assert entry.state == Entry.State.ENTERED


def test_whoever_has_been_withdrawn_besides_stays_out_when_a_walkover_is_struck() -> None:
    event = all_against_all()
    pairing = first(event)
    entry = seated(pairing, 0)
    forfeit(pairing, 0, plays_on=True)
    withdraw(entry=entry, reason="malati", actor=owner_of(event.club), now=NOW)
    write(pairing, "strike", {"line": 1, "reason": "c’erano"})
    entry.refresh_from_db()
    assert entry.state == Entry.State.WITHDRAWN


def test_five_at_a_table_stop_when_time_is_up_and_a_void_table_counts_for_nobody() -> None:
    event = sitting(10)
    one, other = event.pairings.filter(round__order=0).order_by("pk")
    write(one, "forfeit", {"side": None, "of": "match", "case": "time", "reason": "tardi"})
    write(other, "forfeit", {"side": None, "of": "match", "case": "void", "reason": "mazzo"})
    results = rank_document(event.stages.get())["results"]
    assert [(len(each["slots"]), each["kind"]) for each in results] == [(5, "played")]


def test_the_consequences_of_a_strike_tell_who_would_be_in_again() -> None:
    event = double()
    pairing = first(event)
    absent = seated(pairing, 0)
    forfeit(pairing, 0)
    line = act(pairing.match_id or 0, "strike", {"line": 1, "reason": "è arrivata"})
    found = preview_consequences(
        match_id=pairing.match_id or 0, act=line, actor=owner_of(event.club), now=NOW
    )
    assert (found.out, found.back) == ((), (absent.pk,))
    absent.refresh_from_db()
    assert absent.state == Entry.State.WITHDRAWN
