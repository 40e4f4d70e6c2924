"""Draws: stored whole, drawn again with a reason, never over play."""

from typing import Any

import pytest

from jobs.models import Job
from jobs.services import run
from scoring.models import Match
from tests.factories import NOW, draw_now, make_event, owner_of
from tests.tournaments.steps import QUICK, win
from tournaments.core.coin import Coin
from tournaments.core.formats import format_named
from tournaments.core.plan import Entrant
from tournaments.models import Draw, Pairing, Slot
from tournaments.refusals import DrawRefused, EventStateRefused
from tournaments.services.draws import arguments_of, ask_draw, store_draw
from tournaments.services.entries import set_seed
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
    format_ = format_named(draw.format)
    order = format_.draw(
        [Entrant(**entry) for entry in draw.entries],
        format_.options(draw.options),
        compute_constraints(draw),
        Coin(draw.seed),
    )
    assert list(order) == draw.order
    assert event.stages.get().version == 1


def compute_constraints(draw: Any) -> Any:
    from tournaments.core.constraints import Constraints

    return Constraints(**draw.constraints)


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
        arguments_of(event=event, reason="?", actor=owner_of(event.club))


def test_entries_that_changed_since_are_not_drawn() -> None:
    event = make_event(pairs=4, drawn=False)
    actor = owner_of(event.club)
    arguments = arguments_of(event=event, reason="", actor=actor)
    set_seed(entry=event.entries.earliest("pk"), seed=1, actor=actor, now=NOW)
    order, plan = compute_draw(arguments, lambda done, total: None)
    with pytest.raises(DrawRefused) as refused:
        store_draw(arguments=arguments, order=order, plan=plan, now=NOW)
    assert refused.value.code == "entries_changed"
    assert not Pairing.objects.exists()


def test_a_single_pair_is_not_drawn() -> None:
    event = make_event(pairs=1, drawn=False)
    with pytest.raises(DrawRefused) as refused:
        arguments_of(event=event, reason="", actor=owner_of(event.club))
    assert refused.value.violations


def test_a_draw_asked_for_twice_is_one_job() -> None:
    event = make_event(pairs=4, drawn=False)
    actor = owner_of(event.club)
    first = ask_draw(event=event, reason="", actor=actor, now=NOW)
    second = ask_draw(event=event, reason="", actor=actor, now=NOW)
    assert first == second
    assert Job.objects.count() == 1


def test_a_job_draws_and_stores_the_bracket() -> None:
    event = make_event(pairs=4, drawn=False)
    job = ask_draw(event=event, reason="", actor=owner_of(event.club), now=NOW)
    run(job_id=job.pk, attempt=1)
    job.refresh_from_db()
    assert (job.state, job.message, job.params) == ("DONE", "drawn", {"entries": 4})
    event.refresh_from_db()
    assert event.state == "DRAWN"


def test_a_second_attempt_after_the_first_changes_nothing() -> None:
    event = make_event(pairs=4, drawn=False)
    job = ask_draw(event=event, reason="", actor=owner_of(event.club), now=NOW)
    run(job_id=job.pk, attempt=1)
    before = list(Slot.objects.values_list("pk", "entry_id"))
    run(job_id=job.pk, attempt=1)
    assert list(Slot.objects.values_list("pk", "entry_id")) == before


def test_storing_costs_few_queries_at_any_size(django_assert_max_num_queries: Any) -> None:
    """A handful, and one more for each batch of rows: never one a pairing."""
    for pairs in (8, 64):
        event = make_event(pairs=pairs, drawn=False)
        arguments = arguments_of(event=event, reason="", actor=owner_of(event.club))
        order, plan = compute_draw(arguments, lambda done, total: None)
        with django_assert_max_num_queries(40):
            store_draw(arguments=arguments, order=order, plan=plan, now=NOW)
