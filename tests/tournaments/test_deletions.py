"""Entries that were made by mistake are deleted; what a draw or the cash knows is not."""

import pytest

from tests.factories import NOW, draw_now, make_event, owner_of, pair
from tournaments.models import Entry, Event
from tournaments.refusals import EntryRefused, EventStateRefused
from tournaments.selectors.registration.deletions import hide_left_before_draw
from tournaments.services.draws.draws import prepare_draw
from tournaments.services.draws.late_entries import enter_late_in_bracket
from tournaments.services.registration.arrivals import set_paid
from tournaments.services.registration.deletions import delete_entry
from tournaments.services.registration.entries import enter
from tournaments.services.registration.withdrawals import replace_entry, withdraw

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    """Open, and full."""
    return make_event(pairs=4, drawn=False, capacity=4)


def delete(entry: Entry) -> None:
    delete_entry(entry=entry, actor=owner_of(entry.event.club), now=NOW)


def leave(entry: Entry) -> None:
    withdraw(entry=entry, reason="x", actor=owner_of(entry.event.club), now=NOW)


def first(event: Event) -> Entry:
    return event.entries.earliest("pk")


def test_nothing_of_it_stays_and_who_waits_moves_up(event: Event) -> None:
    waiting = enter(event=event, form=pair(9), actor=owner_of(event.club), now=NOW)
    delete(first(event))
    waiting.refresh_from_db()
    assert waiting.state == Entry.State.ENTERED
    assert event.entries.count() == 4
    assert not event.club.players.filter(last_name="Zoffoli0").exists()


def test_a_player_who_plays_elsewhere_stays(event: Event) -> None:
    make_event(club=event.club, pairs=1, drawn=False)
    delete(first(event))
    assert event.club.players.filter(last_name="Zoffoli0").count() == 1


def test_deleted_twice_it_is_deleted(event: Event) -> None:
    entry = first(event)
    delete(Entry.objects.get(pk=entry.pk))
    delete(entry)
    assert event.entries.count() == 3


def test_a_withdrawn_one_is_deleted_after_the_draw_that_never_took_it(event: Event) -> None:
    ghost = first(event)
    leave(ghost)
    draw_now(event)
    delete(Entry.objects.get(pk=ghost.pk))
    assert event.entries.count() == 3


def test_one_that_a_draw_has_taken_is_not(event: Event) -> None:
    draw_now(event)
    with pytest.raises(EntryRefused) as refused:
        delete(first(event))
    assert refused.value.code == "entry_was_drawn"


def test_one_that_has_replaced_another_is_not() -> None:
    event = make_event(pairs=4, running=False)
    new = replace_entry(
        entry=first(event), form=pair(9), reason="x", actor=owner_of(event.club), now=NOW
    )
    leave(new)
    draw_now(event, reason="assente")
    with pytest.raises(EntryRefused) as refused:
        delete(new)
    assert refused.value.code == "entry_was_drawn"


def test_one_that_came_late_into_a_bracket_is_not() -> None:
    event = make_event(pairs=4, running=False, format="single_elimination")
    late = enter_late_in_bracket(
        stage=event.stages.get(), form=pair(9), against=first(event), preliminary=True,
        version=None, reason="x", agreed=True, actor=owner_of(event.club), now=NOW,
    ).entry  # fmt: skip
    leave(late)
    draw_now(event, reason="assente")
    with pytest.raises(EntryRefused) as refused:
        delete(late)
    assert refused.value.code == "entry_was_drawn"


def test_one_that_has_paid_is_not_even_if_that_was_cancelled(event: Event) -> None:
    actor = owner_of(event.club)
    for paid in (True, False):
        set_paid(entry=first(event), paid=paid, actor=actor, now=NOW, cents=500 if paid else None)
        with pytest.raises(EntryRefused) as refused:
            delete(first(event))
        assert refused.value.code == "entry_has_payments"


def test_none_is_deleted_while_a_draw_is_committed(event: Event) -> None:
    prepare_draw(stage=event.stages.get(), reason="", actor=owner_of(event.club), now=NOW)
    with pytest.raises(EventStateRefused):
        delete(first(event))


def test_who_left_before_the_draw_is_hidden_and_who_left_after_it_is_not(event: Event) -> None:
    before, after = event.entries.order_by("pk")[:2]
    leave(before)
    draw_now(event)
    leave(Entry.objects.get(pk=after.pk))
    shown = set(hide_left_before_draw(event.entries.all()).values_list("pk", flat=True))
    assert shown == set(event.entries.values_list("pk", flat=True)) - {before.pk}
