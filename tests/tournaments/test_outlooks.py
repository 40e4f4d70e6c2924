"""What must still happen in a stage, read from the tables, and counted by a worker."""

from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries

from competition.cuts.cut import OfEach, Places
from competition.documents.rankings import rank
from competition.plan import EntryId
from competition.scenarios.outlook import Fate
from competition.scenarios.what_if import Supposition
from jobs.models import Job
from jobs.services import run
from scoring.core.format import best_of
from tests.factories import NOW, make_club, make_event, owner_of
from tests.tournaments.sittings import make_sittings
from tests.tournaments.steps import QUICK, act, win, write
from tests.tournaments.test_borders import draw_lots, make_event_of
from tests.tournaments.test_chains import draw
from tests.tournaments.test_play_offs import play_round_robin
from tests.tournaments.test_weekend import A_FIGURE, play, stage_of, start, weekend
from tournaments.models import Event, Pairing, Stage, StageOutlook
from tournaments.selectors.standings import outlooks
from tournaments.selectors.standings.cuts import select_through_to
from tournaments.selectors.standings.outlooks import (
    find_cut_after,
    load_outlook,
    load_stage_state,
    what_if,
)
from tournaments.selectors.standings.rankings import load_ranking
from tournaments.selectors.trust.exports import rank_document
from tournaments.services.events.stages import StagePlan, add_stage
from tournaments.services.pairings.play_offs import call_play_offs
from tournaments.services.registration.withdrawals import withdraw
from tournaments.services.results.sheets import record_line
from tournaments.services.standings.outlooks import KIND, ask_outlook, look
from tournaments.services.standings.penalties import disqualify

pytestmark = pytest.mark.django_db


def fates(stage: Stage) -> list[str]:
    found = load_outlook(stage).rows
    assert found is not None
    return [row.fate.value for row in found]


def fresh(stage: Stage) -> Stage:
    return Stage.objects.select_related("event").get(pk=stage.pk)


def decide(stage: Stage, *, but: int = 0) -> list[Pairing]:
    """Side 0 wins the open QUICK matches of a stage, all but the last ``but``."""
    ready = (Pairing.State.READY, Pairing.State.CALLED)
    rows = Pairing.objects.filter(round__group__stage=stage, state__in=ready)
    pairings = list(rows.select_related("event__club").order_by("round__order", "number", "pk"))
    for each in pairings[: len(pairings) - but]:
        win(each)
    return pairings[len(pairings) - but :]


def groups_of_four(last: dict[str, Any] | None = None) -> Event:
    event = make_event(
        pairs=4, drawn=False, tables=2, match_format=QUICK, format="round_robin", options={}
    )
    if last:
        plan = StagePlan("single_elimination", last)
        add_stage(event=event, plan=plan, actor=owner_of(event.club), now=NOW)
    start(event)
    return event


def test_the_cut_of_the_next_stage_is_what_is_played_for() -> None:
    event = weekend()
    assert find_cut_after(stage_of(event, 1)) == Places(stage=1, last=8)
    assert find_cut_after(stage_of(event, 2)) == Places(stage=2, last=1)
    groups = groups_of_four({"take": "of_each", "stage": 1, "of_each": 2})
    assert find_cut_after(stage_of(groups, 1)) == OfEach(stage=1, of_each=2)


def test_before_the_draw_nobody_stands_anywhere() -> None:
    assert load_outlook(fresh(stage_of(weekend(), 1))).rows == ()


def test_a_weekend_from_everything_open_to_everything_decided() -> None:
    event = weekend()
    start(event)
    first = stage_of(event, 1)
    assert set(fates(fresh(first))) == {Fate.POSSIBLE}
    play(event)
    found = load_outlook(fresh(first)).rows
    assert found is not None
    assert all(row.is_exact for row in found)
    through = [row for row in found if row.fate == Fate.CLINCHED]
    assert len(through) <= 8 <= len([row for row in found if row.fate != Fate.ELIMINATED])


def test_in_the_last_match_everybody_knows_what_it_takes() -> None:
    event = groups_of_four({"take": "places", "stage": 1, "last": 2})
    stage = stage_of(event, 1)
    decide(stage, but=1)
    found = load_outlook(fresh(stage)).rows
    assert found is not None
    assert {row.why.code for row in found} & {
        "must_win",
        "win_enough",
        "unless_rival_wins",
        "others_decide",
        "through_anyway",
        "out_anyway",
    }
    assert all(row.is_exact for row in found)


def test_what_was_counted_is_kept_for_its_version_and_counted_again_for_the_next() -> None:
    event = groups_of_four()
    stage = stage_of(event, 1)
    before = load_outlook(fresh(stage))
    decide(stage, but=1)
    after = load_outlook(fresh(stage))
    assert after.version == before.version + 5
    assert before.rows != after.rows


def test_it_costs_the_same_number_of_queries_at_any_size(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    for pairs in (4, 16):
        event = make_event(pairs=pairs, drawn=False, match_format=A_FIGURE, format="qualifying")
        start(event)
        stage = fresh(stage_of(event, 1))
        with django_assert_num_queries(7):
            load_outlook(stage)


def large(monkeypatch: pytest.MonkeyPatch) -> Stage:
    """A stage that is too much to count while a reader waits."""
    monkeypatch.setattr(outlooks, "SMALL", 1)
    event = groups_of_four()
    decide(stage_of(event, 1), but=2)
    return fresh(stage_of(event, 1))


def test_a_large_stage_is_counted_by_a_worker_once(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = large(monkeypatch)
    assert look(stage=stage, now=NOW).rows is None
    assert look(stage=stage, now=NOW).rows is None
    job = Job.objects.get(kind=KIND, subject=f"stage:{stage.pk}")
    run(job_id=job.pk, attempt=job.attempt)
    job.refresh_from_db()
    assert (job.state, job.message) == (Job.State.DONE, "")
    kept = look(stage=stage, now=NOW).rows
    assert kept == outlooks.compute_outlooks(stage)
    assert Job.objects.filter(kind=KIND).count() == 1


def test_a_result_that_comes_meanwhile_has_it_counted_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stage = large(monkeypatch)
    job = ask_outlook(stage=stage, now=NOW)
    run(job_id=job.pk, attempt=job.attempt)
    decide(stage, but=1)
    assert look(stage=fresh(stage), now=NOW).rows is None
    assert StageOutlook.objects.get().version == stage.version


def test_what_is_sampled_says_so_and_is_the_same_for_every_reader() -> None:
    event = make_event(
        pairs=8, drawn=False, match_format=QUICK, format="swiss", options={"rounds": 3}
    )
    start(event)
    stage = stage_of(event, 1)
    decide(stage)
    stage = fresh(stage)
    state = load_stage_state(stage)
    assert state.unpaired_rounds == 2
    rows = outlooks.compute_outlooks(stage)
    assert rows == outlooks.compute_outlooks(stage)
    can = [row for row in rows if row.fate == Fate.POSSIBLE]
    assert {row.why.code for row in can} == {"rounds_to_come"}
    assert all(row.share is not None for row in can)


def test_who_has_lost_in_a_knock_out_is_out() -> None:
    event = make_event(pairs=4, match_format=QUICK)
    stage = stage_of(event, 1)
    decide(stage, but=1)
    assert sorted(fates(fresh(stage))) == ["can", "can", "can", "out"]
    decide(stage)
    decide(stage)
    assert sorted(fates(fresh(stage))) == ["out", "out", "out", "through"]


def test_what_if_ranks_what_is_supposed_and_writes_nothing() -> None:
    event = groups_of_four()
    stage = stage_of(event, 1)
    (left,) = decide(stage, but=1)
    version = fresh(stage).version
    seated = list(left.slots.order_by("position").values_list("entry_id", flat=True))
    won, lost = (
        {row.placing.entry: row.placing.values["match_points"] for row in rows}
        for rows in (
            what_if(fresh(stage), {left.code: Supposition(winner=winner)}) for winner in (0, 1)
        )
    )
    gained = [won[entry] - lost[entry] for entry in seated]  # type: ignore[operator]
    assert gained == [2, -2]
    assert fresh(stage).version == version


def test_a_forfeit_that_was_written_counts_as_it_is() -> None:
    event = groups_of_four()
    stage = stage_of(event, 1)
    first = Pairing.objects.filter(round__group__stage=stage).order_by("pk")[0]
    write(first, "forfeit", {"side": 0, "of": "match", "reason": "non viene", "article": ""})
    found = load_outlook(fresh(stage)).rows
    assert found is not None
    assert len(found) == 4


def test_every_format_of_a_match_has_ways_to_end() -> None:
    event = make_event(
        pairs=4, drawn=False, match_format=best_of(3, "mariglia"), format="round_robin"
    )
    start(event)
    assert set(fates(fresh(stage_of(event, 1)))) == {Fate.POSSIBLE}


def fates_by_entry(event: Event) -> dict[EntryId, Fate]:
    found = load_outlook(fresh(stage_of(event, 1))).rows
    assert found is not None
    return {row.entry: row.fate for row in found}


def test_lots_that_are_drawn_at_the_cut_decide_the_outlook_and_what_if() -> None:
    event, _entries = play_round_robin(level="lots")
    assert Fate.POSSIBLE in fates_by_entry(event).values()
    draw_lots(event)
    through = select_through_to(stage_of(event, 2))
    expected = dict.fromkeys(through.entries, Fate.CLINCHED)
    found = fates_by_entry(event)
    assert {entry: fate for entry, fate in found.items() if fate != Fate.ELIMINATED} == expected
    rows = what_if(fresh(stage_of(event, 1)), {})
    assert {row.placing.entry: row.fate for row in rows} == found
    assert [row.placing for row in rows] == list(load_ranking(stage_of(event, 1)).placings)


def test_a_play_off_at_the_cut_decides_the_outlook() -> None:
    event, _entries = play_round_robin()
    (play_off,) = call_play_offs(stage=stage_of(event, 1), actor=owner_of(event.club), now=NOW)
    win(play_off, 1)
    through = select_through_to(stage_of(event, 2))
    found = fates_by_entry(event)
    advancing = [entry for entry, fate in found.items() if fate != Fate.ELIMINATED]
    assert sorted(advancing, key=int) == sorted(through.entries, key=int)
    assert Fate.POSSIBLE not in found.values()


def play_bracket(pairs: int, last: int, groups: int = 1) -> Event:
    """A knock-out that is played out, and a stage that takes the first places."""
    cut = {"take": "places", "stage": 1, "last": last, "seeded": 0}
    event = make_event_of(pairs, "single_elimination", cut=cut, groups=groups)
    for _ in range(3):
        decide(stage_of(event, 1))
    return event


def test_beaten_finalists_of_two_brackets_who_draw_lots_are_not_out() -> None:
    event = play_bracket(8, 3, groups=2)
    through = select_through_to(stage_of(event, 2))
    found = fates_by_entry(event)
    assert len(through.tied) == 2
    possible = {entry for entry, fate in found.items() if fate == Fate.POSSIBLE}
    assert possible == set(through.tied)


def test_who_draws_lots_for_the_place_of_a_semifinalist_who_has_left_is_not_out() -> None:
    event = play_bracket(6, 4)
    semifinalist = next(row for row in load_ranking(stage_of(event, 1)).placings if row.first == 3)
    withdraw(
        entry=event.entries.get(pk=semifinalist.entry),
        reason="",
        actor=owner_of(event.club),
        now=NOW,
    )
    through = select_through_to(stage_of(event, 2))
    found = fates_by_entry(event)
    assert len(through.tied) == 2
    assert {found[entry] for entry in through.tied} == {Fate.POSSIBLE}
    assert {found[entry] for entry in through.entries} == {Fate.CLINCHED}


def test_who_leaves_after_the_next_stage_has_begun_keeps_its_place_in_the_outlook() -> None:
    event = play_bracket(4, 2)
    draw(event, 2)
    (final,) = Pairing.objects.filter(round__group__stage=stage_of(event, 2))
    write(final, "hand", {"thirds": [20, 15], "marafona": None})
    entry = final.slots.order_by("position")[0].entry
    assert entry is not None
    withdraw(entry=entry, reason="", actor=owner_of(event.club), now=NOW)
    through = select_through_to(stage_of(event, 2))
    found = fates_by_entry(event)
    assert entry.pk in through.entries
    assert {each for each, fate in found.items() if fate == Fate.CLINCHED} == set(through.entries)


@pytest.mark.parametrize(
    ("hands", "metrics"), [(1, ["points_for", "mini_table", "lots"]), (4, []), (10, [])]
)
def test_a_table_of_five_counts_without_one_whose_results_are_voided(
    hands: int, metrics: list[str]
) -> None:
    event = make_sittings(make_club(), players=10, tables=2, hands=hands)
    event.stages.update(metrics=metrics)
    won = {"declarer": 0, "bid": "chiamo", "partner": 1, "own_card": False, "success": True}
    for _ in range(2):
        for pairing in event.pairings.filter(state__in=("READY", "CALLED")).order_by("pk"):
            for _hand in range(hands):
                write(pairing, "hand", won)
    voided = event.entries.order_by("pk")[0]
    actor = owner_of(event.club)
    disqualify(entry=voided, voids=True, article="7", reason="lite", actor=actor, now=NOW)
    table = event.pairings.filter(slots__entry=voided).order_by("-pk")[0]
    match = table.match_id or 0
    act_on = act(match, "strike", {"line": hands, "reason": "sbagliata"})
    record_line(match_id=match, act=act_on, actor=actor, now=NOW, agreed=True)
    found = fates_by_entry(event)
    assert len(found) == 10
    assert found[voided.pk] == Fate.ELIMINATED


def test_lots_that_a_stage_of_before_names_first_rank_last_everywhere() -> None:
    cut = {"take": "places", "stage": 1, "last": 1}
    event, _entries = play_round_robin(level="lots", **cut)
    draw_lots(event)
    stage = stage_of(event, 1)
    expected = [row.entry for row in load_ranking(stage).placings]
    metrics = [name for name in load_ranking(stage).metrics if name != "lots"]
    event.stages.filter(number=1).update(metrics=["lots", *metrics])
    document = rank_document(stage_of(event, 1))
    del document["id"]
    assert document["metrics"][-1] == "lots"
    assert [row.entry for row in load_ranking(stage_of(event, 1)).placings] == expected
    assert [row["entry"] for row in rank(document)["ranking"]] == expected
