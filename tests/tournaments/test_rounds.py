"""Rounds paired one by one: nobody twice, rests, who comes late, who must and must not meet."""

from random import Random
from typing import Any

import pytest

from jobs.services import run
from tests.factories import NOW, draw_stage_now, make_event, owner_of, pair
from tests.tournaments.steps import QUICK, whole, win
from tournaments.models import Entry, Event, Pairing, Slot, Stage
from tournaments.playing import play_out
from tournaments.refusals import EntryRefused, RoundRefused
from tournaments.selectors.standings.fields import load_fields, load_progress
from tournaments.selectors.standings.standings import load_standings_of_event
from tournaments.services.events.events import start_play
from tournaments.services.events.stages import StagePlan, add_stage
from tournaments.services.registration.withdrawals import replace_entry, withdraw
from tournaments.services.results.simulation import ServiceWriter
from tournaments.services.rounds.next_round import (
    add_pairing_constraint,
    ask_round,
    enter_late,
    set_absence,
    store_round,
    take_back_round,
)
from tournaments.services.rounds.round_changes import swap_in_round
from tournaments.tasks import compute_round, pair_here

pytestmark = pytest.mark.django_db


def swiss(pairs: int, rounds: int = 4, **plan: Any) -> Event:
    return make_event(
        pairs=pairs, match_format=QUICK, format="swiss", options={"rounds": rounds}, **plan
    )


def play(event: Event) -> None:
    play_out(ServiceWriter(event.pk, owner_of(event.club)), Random(3))


def pair_next(event: Event) -> None:
    pair_here(stage=event.stages.get(), actor=owner_of(event.club), now=NOW)


def version_of(stage: Stage) -> int:
    return Stage.objects.values_list("version", flat=True).get(pk=stage.pk)


def met(event: Event, number: int) -> list[frozenset[int | None]]:
    rows = Slot.objects.filter(pairing__event=event, pairing__round__number=number)
    by_pairing: dict[int, set[int | None]] = {}
    for pairing, entry in rows.values_list("pairing_id", "entry_id"):
        by_pairing.setdefault(pairing, set()).add(entry)
    return [frozenset(entries) for entries in by_pairing.values()]


def test_who_replaces_a_pair_has_its_number_in_the_rounds_to_come() -> None:
    event = swiss(6)
    stage = event.stages.get()
    first, *others = load_fields(stage, 2)[0].order
    entry = event.entries.get(pk=first)
    actor = owner_of(event.club)
    for number in (100, 101):
        entry = replace_entry(
            entry=entry, form=pair(number), reason="Malato.", actor=actor, now=NOW
        )
    assert load_fields(stage, 2)[0].order == [entry.pk, *others]


def meet_again(event: Event, *, agreed: bool) -> frozenset[int]:
    """Has two of the second round change places, so that two who have met there meet again."""
    stage, second = event.stages.get(), met(event, 2)
    one, rival = next(
        sorted(entry for entry in meeting if entry)
        for meeting in met(event, 1)
        if sum(bool(meeting & other) and None not in other for other in second) == 2
    )
    beside = next(
        entry for meeting in second if one in meeting for entry in meeting if entry and entry != one
    )
    swap_in_round(
        stage=stage,
        entries=(Entry.objects.get(pk=beside), Entry.objects.get(pk=rival)),
        version=stage.version,
        reason="chiesto da tutti",
        agreed=agreed,
        actor=owner_of(event.club),
        now=NOW,
    )
    return frozenset((one, rival))


@pytest.mark.parametrize("pairs", [8, 9, 16])
def test_a_swiss_is_played_to_its_end_and_nobody_meets_twice(pairs: int) -> None:
    event = swiss(pairs)
    for number in range(1, 5):
        play(event)
        if number < 4:
            pair_next(event)
    assert load_progress(event.stages.get()).is_over
    meetings = [entries for number in range(1, 5) for entries in met(event, number)]
    played = [entries for entries in meetings if None not in entries]
    assert len(played) == len(set(played)) == 4 * (pairs // 2)
    rows = load_standings_of_event(event).rows
    assert len(rows) == pairs
    assert not any(row.placing.still_in for row in rows)
    values = [whole(row.placing, "match_points") for row in rows]
    assert values == sorted(values, reverse=True)


def test_a_round_is_paired_by_a_worker_once() -> None:
    event = swiss(6)
    play(event)
    stage, owner = event.stages.get(), owner_of(event.club)
    job = ask_round(stage=stage, actor=owner, now=NOW)
    assert ask_round(stage=stage, actor=owner, now=NOW) == job
    run(job_id=job.pk, attempt=1)
    job.refresh_from_db()
    assert (job.state, job.message, job.params) == ("DONE", "paired", {"round": 2})
    assert len(met(event, 2)) == 3


def test_no_round_is_paired_before_the_one_before_is_played_or_after_the_last() -> None:
    event = swiss(4, rounds=2)
    with pytest.raises(RoundRefused) as refused:
        pair_next(event)
    assert refused.value.code == "round_not_played_out"
    play(event)
    pair_next(event)
    play(event)
    with pytest.raises(RoundRefused) as refused:
        pair_next(event)
    assert refused.value.code == "no_round_left"


def test_a_result_that_changes_meanwhile_makes_the_pairing_void() -> None:
    event = swiss(4)
    play(event)
    stage = event.stages.get()
    arguments = {"stage": stage.pk, "number": 2, "version": stage.version - 1}
    computed = compute_round(arguments, lambda done, total: None)
    with pytest.raises(RoundRefused) as refused:
        store_round(arguments=arguments, computed=computed, now=NOW)
    assert refused.value.code == "results_changed"
    assert load_progress(stage).paired == 1


@pytest.mark.parametrize(
    "change", ["withdrawal", "absence", "kind of absence", "constraint", "replacement"]
)
def test_an_entry_that_changes_meanwhile_makes_the_pairing_void(change: str) -> None:
    event = swiss(7)
    play(event)
    owner, stage = owner_of(event.club), event.stages.get()
    # Only an entry that has not played yet can be replaced.
    first = event.entries.get(slots__pairing__state=Pairing.State.BYE)
    second = event.entries.exclude(pk=first.pk).earliest("pk")
    if change == "kind of absence":
        set_absence(stage=stage, entry=first, kind="half_bye", actor=owner, now=NOW)
    arguments = {"stage": stage.pk, "number": 2, "version": version_of(stage)}
    computed = compute_round(arguments, lambda done, total: None)
    match change:
        case "withdrawal":
            withdraw(entry=first, reason="ammalato", actor=owner, now=NOW)
        case "absence" | "kind of absence":
            set_absence(stage=stage, entry=first, kind="absent", actor=owner, now=NOW)
        case "constraint":
            add_pairing_constraint(
                stage=stage,
                kind="forbidden",
                entries=(first, second),
                reason="fratelli",
                actor=owner,
                now=NOW,
            )
        case "replacement":
            replace_entry(entry=first, form=pair(100), reason="Malato.", actor=owner, now=NOW)
    with pytest.raises(RoundRefused) as refused:
        store_round(arguments=arguments, computed=computed, now=NOW)
    assert refused.value.code == "results_changed"
    assert load_progress(stage).paired == 1
    pair_next(event)
    assert load_progress(stage).paired == 2


def test_who_withdraws_or_is_absent_is_not_paired_and_stays_in_the_standings() -> None:
    event = swiss(8)
    owner, stage = owner_of(event.club), event.stages.get()
    play(event)
    gone, away, resting, *_others = event.entries.order_by("pk")
    withdraw(entry=gone, reason="ammalato", actor=owner, now=NOW)
    set_absence(stage=stage, entry=away, kind="absent", actor=owner, now=NOW)
    set_absence(stage=stage, entry=resting, kind="half_bye", actor=owner, now=NOW)
    pair_next(event)
    alone = Pairing.objects.filter(event=event, round__number=2, state="BYE")
    kinds = {
        next(slot.entry_id for slot in pairing.slots.all() if slot.entry_id): pairing.absence
        for pairing in alone
    }
    assert {gone.pk: "absent", away.pk: "absent", resting.pk: "half_bye"}.items() <= kinds.items()
    play(event)
    assert len(load_standings_of_event(event).rows) == 8
    pair_next(event)
    third = frozenset().union(*met(event, 3))
    assert {away.pk, resting.pk} <= third


def test_who_comes_late_plays_from_the_next_round() -> None:
    event = swiss(5)
    owner, stage = owner_of(event.club), event.stages.get()
    play(event)
    late = enter_late(stage=stage, form=pair(77), group=1, actor=owner, now=NOW)
    assert load_progress(stage).paired == 1
    pair_next(event)
    assert any(late.pk in entries and None not in entries for entries in met(event, 2))
    assert len(load_standings_of_event(event).rows) == 6


def test_forced_pairs_meet_and_forbidden_ones_do_not() -> None:
    event = swiss(8)
    owner, stage = owner_of(event.club), event.stages.get()
    play(event)
    had = {frozenset(entries) for entries in met(event, 1)}
    entries = list(event.entries.order_by("pk"))
    first, second = next(
        (one, other)
        for one in entries
        for other in entries
        if one.pk < other.pk and frozenset((one.pk, other.pk)) not in had
    )
    add_pairing_constraint(
        stage=stage,
        kind="forced",
        entries=(first, second),
        reason="sono venuti insieme",
        actor=owner,
        now=NOW,
    )
    pair_next(event)
    assert frozenset((first.pk, second.pk)) in met(event, 2)


def test_a_round_is_taken_back_only_before_it_is_played() -> None:
    event = swiss(4)
    owner, stage = owner_of(event.club), event.stages.get()
    play(event)
    pair_next(event)
    assert take_back_round(stage=stage, reason="manca uno", actor=owner, now=NOW) == 2
    assert load_progress(stage).paired == 1
    pair_next(event)
    win(Pairing.objects.filter(event=event, round__number=2, match__isnull=False).earliest("pk"))
    with pytest.raises(RoundRefused):
        take_back_round(stage=stage, reason="ci ripenso", actor=owner, now=NOW)


def test_matches_that_wait_for_the_tables_of_a_round_are_called_when_it_is_taken_back() -> None:
    event = make_event(
        pairs=8, tables=2, match_format=QUICK, format="swiss", options={"rounds": 1}, running=False
    )
    owner = owner_of(event.club)
    cuts = [{"take": "places", "stage": 1, "first": first, "last": first + 3} for first in (1, 5)]
    final, consolation = [
        add_stage(
            event=event, plan=StagePlan("swiss", cut, options={"rounds": 2}), actor=owner, now=NOW
        )
        for cut in cuts
    ]
    start_play(event=event, actor=owner, now=NOW)
    play(event)
    draw_stage_now(final)
    play(event)
    pair_here(stage=final, actor=owner, now=NOW)
    draw_stage_now(consolation)
    waiting = event.pairings.filter(round__group__stage=consolation)
    assert not waiting.filter(state=Pairing.State.CALLED).exists()
    take_back_round(stage=final, reason="manca uno", actor=owner, now=NOW)
    assert waiting.filter(state=Pairing.State.CALLED).count() == 2


def test_an_entry_that_was_withdrawn_meanwhile_is_not_absent() -> None:
    event = swiss(4)
    owner, stage = owner_of(event.club), event.stages.get()
    read_before = event.entries.earliest("pk")
    withdrawn = Entry.objects.get(pk=read_before.pk)
    withdraw(entry=withdrawn, reason="via", actor=owner, now=NOW)
    with pytest.raises(EntryRefused):
        set_absence(stage=stage, entry=read_before, kind="absent", actor=owner, now=NOW)
    assert not stage.absences.exists()


def test_two_change_places_once_what_it_breaks_is_agreed_to() -> None:
    event = swiss(8)
    play(event)
    pair_next(event)
    second = met(event, 2)
    with pytest.raises(RoundRefused) as refused:
        meet_again(event, agreed=False)
    assert refused.value.code == "change_breaks_something"
    assert "rematch" in [violation.code for violation in refused.value.violations]
    assert met(event, 2) == second
    meeting = meet_again(event, agreed=True)
    assert meeting in met(event, 2)
    assert len(frozenset().union(*met(event, 2))) == 8
    play(event)
    with pytest.raises(RoundRefused) as refused:
        meet_again(event, agreed=True)
    assert refused.value.code == "round_has_begun"


def test_a_round_that_was_planned_with_the_draw_is_not_taken_back() -> None:
    event = make_event(pairs=4, match_format=QUICK, format="round_robin")
    with pytest.raises(RoundRefused) as refused:
        take_back_round(
            stage=event.stages.get(), reason="ci ripenso", actor=owner_of(event.club), now=NOW
        )
    assert refused.value.code == "not_paired_by_rounds"
    assert Pairing.objects.filter(event=event).count() == 6


def test_nobody_changes_places_with_another_group() -> None:
    event = make_event(
        pairs=16, match_format=QUICK, format="swiss", options={"rounds": 3, "groups": 2}
    )
    stage = event.stages.get()
    first, second = (
        Entry.objects.filter(slots__pairing__round__group__number=group).earliest("pk")
        for group in (1, 2)
    )
    with pytest.raises(RoundRefused) as refused:
        swap_in_round(
            stage=stage,
            entries=(first, second),
            version=version_of(stage),
            reason="ci ripenso",
            agreed=True,
            actor=owner_of(event.club),
            now=NOW,
        )
    assert [fault.code for fault in refused.value.violations] == ["swap_across_groups"]


def test_who_must_meet_and_is_away_is_not_what_a_change_breaks() -> None:
    event = swiss(8)
    owner, stage = owner_of(event.club), event.stages.get()
    play(event)
    entries = list(event.entries.order_by("pk"))
    add_pairing_constraint(
        stage=stage,
        kind="forced",
        entries=(entries[0], entries[1]),
        reason="sono venuti insieme",
        actor=owner,
        now=NOW,
    )
    for entry in entries[:2]:
        set_absence(stage=stage, entry=entry, kind="absent", actor=owner, now=NOW)
    pair_next(event)
    with pytest.raises(RoundRefused) as refused:
        meet_again(event, agreed=False)
    broken = {fault.code for fault in refused.value.violations}
    assert "rematch" in broken
    assert not broken & {"forced_and_not_here", "forced_pair_apart"}
