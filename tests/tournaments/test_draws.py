"""Draws: stored whole, drawn again with a reason, never over play."""

from typing import Any

import pytest

from competition.documents.draws import verify
from competition.draw.coin import toss
from jobs.models import Job
from jobs.services import run
from scoring.models import Match
from tests.factories import NOW, WORD, draw_now, make_event, owner_of, pair
from tests.tournaments.steps import QUICK, win
from tournaments.models import Draw, Event, Pairing, Slot
from tournaments.refusals import DrawRefused, EventStateRefused, ReasonMissing
from tournaments.services.draws.draws import (
    ask_draw,
    call_off_draw,
    hold_draw,
    make_draw_arguments,
    prepare_draw,
    say_word,
    store_draw,
)
from tournaments.services.events.changes import change_event
from tournaments.services.registration.entries import enter, set_seed
from tournaments.services.registration.withdrawals import withdraw
from tournaments.tasks import compute_draw

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("pairs", [2, 3, 5, 8, 13, 33])
def test_a_drawn_bracket_has_one_match_less_than_entries(pairs: Any) -> None:
    event = make_event(pairs=pairs, running=False)
    assert event.state == "DRAWN"
    assert Match.objects.filter(pairing__event=event).count() == pairs - 1
    first = Slot.objects.filter(pairing__event=event, source="ENTRY")
    assert sorted(first.values_list("entry_id", flat=True)) == sorted(
        event.entries.values_list("pk", flat=True)
    )


def test_anyone_can_hold_the_kept_draw_again() -> None:
    event = make_event(pairs=13, running=False)
    draw = Draw.objects.get()
    answer = verify(
        {
            "secret": draw.secret,
            "word": draw.word,
            "entries": draw.entries,
            "constraints": draw.constraints,
            "format": draw.format,
            "options": draw.options,
            "version": draw.version,
            "commitment": draw.commitment,
            "order": draw.order,
        }
    )
    assert answer == {"legal": True, "valid": True, "differs": []}
    assert event.stages.get().version == 1


def test_a_draw_made_again_needs_a_reason_and_keeps_the_first() -> None:
    event = make_event(pairs=8, running=False)
    with pytest.raises(DrawRefused) as refused:
        draw_now(event)
    assert refused.value.code == "draw_again_needs_a_reason"
    draw_now(event, reason="una coppia era stata dimenticata")
    assert list(Draw.objects.order_by("number").values_list("number", flat=True)) == [1, 2]
    assert Match.objects.count() == Pairing.objects.count() == 7


def test_nothing_is_drawn_over_play() -> None:
    event = make_event(pairs=4, match_format=QUICK)
    win(event.pairings.filter(round__order=0).earliest("pk"))
    with pytest.raises(EventStateRefused):
        prepare(event, reason="?")


def test_between_commitment_and_draw_nobody_changes_the_entries() -> None:
    event = make_event(pairs=4, drawn=False)
    actor, entry = owner_of(event.club), event.entries.earliest("pk")
    draw = prepare(event)
    for change in (
        lambda: set_seed(entry=entry, seed=1, actor=actor, now=NOW),
        lambda: enter(event=event, form=pair(9), actor=actor, now=NOW),
        lambda: withdraw(entry=entry, reason="?", actor=actor, now=NOW),
        lambda: change_event(event=event, changes={"capacity": 4}, actor=actor, now=NOW),
    ):
        with pytest.raises(EventStateRefused) as refused:
            change()
        assert refused.value.code == "draw_is_promised"
    call_off_draw(draw=draw, reason="manca una coppia", actor=actor, now=NOW)
    enter(event=event, form=pair(9), actor=actor, now=NOW)
    again = prepare(event)
    assert (again.number, again.reason, len(again.entries)) == (2, "manca una coppia", 5)


def test_a_draw_after_one_that_was_called_off_has_a_job_of_its_own() -> None:
    event = make_event(pairs=4, drawn=False)
    actor, first_draw = owner_of(event.club), prepare(event)
    first_job = hold_draw(draw=first_draw, word=WORD, actor=actor, now=NOW)
    call_off_draw(draw=first_draw, reason="manca una coppia", actor=actor, now=NOW)
    second_draw = prepare(event)
    second_job = hold_draw(draw=second_draw, word=WORD, actor=actor, now=NOW)
    for job in (first_job, second_job):
        run(job_id=job.pk, attempt=1)
        job.refresh_from_db()
    assert (first_job.state, first_job.message) == ("FAILED", "job_stopped")
    assert (second_job.state, second_job.message) == ("DONE", "drawn")
    second_draw.refresh_from_db()
    assert second_draw.state == "HELD"


def test_entries_that_changed_all_the_same_are_not_drawn() -> None:
    event = make_event(pairs=4, drawn=False)
    draw = say_word(draw=prepare(event), word=WORD, actor=owner_of(event.club), now=NOW)
    event.entries.filter(pk=draw.entries[0]["id"]).update(seed=1)
    drawn = compute_draw(make_draw_arguments(draw), lambda done, total: None)
    with pytest.raises(DrawRefused) as refused:
        store_draw(arguments=make_draw_arguments(draw), drawn=drawn, now=NOW)
    assert refused.value.code == "entries_changed"
    assert not Pairing.objects.exists()


def test_the_word_that_was_said_stands() -> None:
    event = make_event(pairs=4, drawn=False)
    actor = owner_of(event.club)
    draw = prepare(event)
    with pytest.raises(DrawRefused) as refused:
        say_word(draw=draw, word="  ", actor=actor, now=NOW)
    assert refused.value.code == "word_missing"
    said = say_word(draw=draw, word=" il  27 ", actor=actor, now=NOW)
    assert (said.word, said.seed) == ("il 27", toss(draw.secret, "il 27"))
    with pytest.raises(DrawRefused) as refused:
        say_word(draw=draw, word="il 28", actor=actor, now=NOW)
    assert refused.value.code == "word_said_already"
    assert say_word(draw=draw, word="il 27", actor=actor, now=NOW).seed == said.seed


def test_a_draw_called_off_stays_and_is_never_held() -> None:
    event = make_event(pairs=4, drawn=False)
    actor, draw = owner_of(event.club), prepare(event)
    with pytest.raises(ReasonMissing):
        call_off_draw(draw=draw, reason=" ", actor=actor, now=NOW)
    call_off_draw(draw=draw, reason="si è versato il vino", actor=actor, now=NOW)
    with pytest.raises(DrawRefused) as refused:
        say_word(draw=draw, word=WORD, actor=actor, now=NOW)
    assert refused.value.code == "draw_called_off"
    draw_now(event)
    assert list(Draw.objects.order_by("number").values_list("state", flat=True)) == [
        "CALLED_OFF",
        "HELD",
    ]


def test_a_single_pair_is_not_drawn() -> None:
    event = make_event(pairs=1, drawn=False)
    with pytest.raises(DrawRefused) as refused:
        prepare(event)
    assert refused.value.violations


def test_a_draw_asked_for_twice_is_one_job() -> None:
    event = make_event(pairs=4, drawn=False)
    actor = owner_of(event.club)
    first = ask_draw(event=event, reason="", word="Romagna", actor=actor, now=NOW)
    second = ask_draw(event=event, reason="", word="Romagna", actor=actor, now=NOW)
    assert first == second
    assert Job.objects.count() == 1


def test_a_job_draws_and_stores_the_bracket() -> None:
    event = make_event(pairs=4, drawn=False)
    job = ask_draw(event=event, reason="", word="Romagna", actor=owner_of(event.club), now=NOW)
    run(job_id=job.pk, attempt=1)
    job.refresh_from_db()
    assert (job.state, job.message, job.params) == ("DONE", "drawn", {"entries": 4})
    event.refresh_from_db()
    assert event.state == "DRAWN"


def test_a_second_attempt_after_the_first_changes_nothing() -> None:
    event = make_event(pairs=4, drawn=False)
    job = ask_draw(event=event, reason="", word="Romagna", actor=owner_of(event.club), now=NOW)
    run(job_id=job.pk, attempt=1)
    before = list(Slot.objects.values_list("pk", "entry_id"))
    run(job_id=job.pk, attempt=1)
    assert list(Slot.objects.values_list("pk", "entry_id")) == before


def test_storing_costs_few_queries_at_any_size(django_assert_max_num_queries: Any) -> None:
    """A handful, and one more for each batch of rows: never one a pairing."""
    for pairs in (8, 64):
        event = make_event(pairs=pairs, drawn=False)
        draw = say_word(draw=prepare(event), word=WORD, actor=owner_of(event.club), now=NOW)
        drawn = compute_draw(make_draw_arguments(draw), lambda done, total: None)
        with django_assert_max_num_queries(40):
            store_draw(arguments=make_draw_arguments(draw), drawn=drawn, now=NOW)


def prepare(event: Event, reason: str = "") -> Draw:
    stage = event.stages.get(number=1)
    return prepare_draw(stage=stage, reason=reason, actor=owner_of(event.club), now=NOW)
