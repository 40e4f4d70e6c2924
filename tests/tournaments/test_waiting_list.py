"""The waiting list: who waits, who moves up and when; payments and presence."""

from pathlib import Path
from typing import Any

import pytest

from competition.entry_lists.entering import EntryDetails
from competition.entry_lists.names import Name
from tests.factories import NOW, draw_now, make_event, owner_of, pair
from tournaments.models import Entry, EntryPlayer, Event, PairingConstraint
from tournaments.refusals import EntryRefused, EventStateRefused, UndoRefused
from tournaments.selectors.registration.entries import count_entries_of_event, list_entrants
from tournaments.selectors.trust.verification import find_faults
from tournaments.services.decisions.protests import file_protest
from tournaments.services.draws.draws import prepare_draw
from tournaments.services.events.changes import change_event
from tournaments.services.registration.arrivals import set_paid, set_present
from tournaments.services.registration.entries import enter, import_entries, set_seed
from tournaments.services.registration.withdrawals import replace_entry, withdraw
from tournaments.services.rounds.next_round import add_pairing_constraint
from tournaments.services.standings.penalties import give_penalty
from tournaments.services.trust.anchors import load_signing_key, make_anchor
from tournaments.services.undo.replacements import replace_by_waiting
from tournaments.services.undo.undo import undo
from tournaments.services.undo.withdrawals import withdraw_pair

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    """Full, and two pairs wait."""
    event = make_event(pairs=2, drawn=False, capacity=2)
    forms = [pair(8, seed=1), pair(9)]
    import_entries(event=event, forms=forms, actor=owner_of(event.club), now=NOW)
    return event


def call(service: Any, entry: Entry, **more: Any) -> Any:
    return service(entry=entry, actor=owner_of(entry.event.club), now=NOW, **more)


def states(event: Event) -> list[str]:
    return list(event.entries.order_by("pk").values_list("state", flat=True))


def test_who_comes_after_the_last_place_waits(event: Event) -> None:
    assert states(event) == ["ENTERED", "ENTERED", "WAITLISTED", "WAITLISTED"]
    assert len(list_entrants(event)) == 2
    counts = count_entries_of_event(event)
    assert (counts.entered, counts.waiting) == (2, 2)


def test_who_waits_cannot_enter_once_more(event: Event) -> None:
    form = EntryDetails((Name("Loris", "Zoffoli8"), Name("Dino", "Turci")))
    with pytest.raises(EntryRefused):
        enter(event=event, form=form, actor=owner_of(event.club), now=NOW)


def test_the_first_that_waits_moves_up(event: Event) -> None:
    call(withdraw, event.entries.earliest("pk"), reason="febbre")
    assert states(event) == ["WITHDRAWN", "ENTERED", "ENTERED", "WAITLISTED"]
    assert event.entries.order_by("pk")[2].moved_up_at == NOW


def test_who_moves_up_loses_a_seed_that_another_has_by_now(event: Event) -> None:
    first, second = event.entries.order_by("pk")[:2]
    call(set_seed, second, seed=1)
    call(withdraw, first, reason="febbre")
    moved = event.entries.order_by("pk")[2]
    assert (moved.state, moved.seed) == ("ENTERED", None)


def test_more_places_are_filled_at_once(event: Event) -> None:
    change_event(event=event, changes={"capacity": 3}, actor=owner_of(event.club), now=NOW)
    assert states(event) == ["ENTERED", "ENTERED", "ENTERED", "WAITLISTED"]
    change_event(event=event, changes={"capacity": None}, actor=owner_of(event.club), now=NOW)
    assert set(states(event)) == {"ENTERED"}


def test_who_waits_may_leave_and_frees_no_place(event: Event) -> None:
    waiting = event.entries.order_by("pk")[2]
    call(withdraw, waiting, reason="")
    assert states(event) == ["ENTERED", "ENTERED", "WITHDRAWN", "WAITLISTED"]
    assert not EntryPlayer.objects.filter(entry=waiting, counts=True).exists()


def test_who_waits_and_leaves_may_wait_again_in_a_full_event(event: Event) -> None:
    waiting = event.entries.order_by("pk")[2]
    # Its seed is that of an entry with a place.
    call(set_seed, event.entries.earliest("pk"), seed=1)
    steps = call(withdraw_pair, waiting, reason="")
    undo(steps=steps, actor=owner_of(event.club), now=NOW)
    waiting.refresh_from_db()
    assert (waiting.state, waiting.seed) == ("WAITLISTED", 1)
    assert EntryPlayer.objects.filter(entry=waiting, counts=True).count() == 2


def test_nobody_moves_up_while_a_draw_is_committed(event: Event) -> None:
    stage = event.stages.get()
    prepare_draw(stage=stage, reason="", actor=owner_of(event.club), now=NOW)
    with pytest.raises(EventStateRefused):
        call(withdraw, event.entries.earliest("pk"), reason="febbre")
    assert states(event)[2:] == ["WAITLISTED", "WAITLISTED"]


def test_after_the_draw_nobody_moves_up_by_himself(event: Event) -> None:
    event = draw_now(event)
    call(withdraw, event.entries.earliest("pk"), reason="febbre")
    assert states(event)[2:] == ["WAITLISTED", "WAITLISTED"]
    call(withdraw, event.entries.order_by("pk")[2], reason="")
    assert states(event)[2:] == ["WITHDRAWN", "WAITLISTED"]


def test_after_the_draw_who_waits_can_play_in_the_place_of_another(event: Event) -> None:
    waiting = event.entries.order_by("pk")[2]
    Entry.objects.filter(pk=waiting.pk).update(phone="0547 1", paid=True)
    event = draw_now(event)
    new = call(replace_entry, event.entries.earliest("pk"), form=pair(8), reason="non viene")
    assert (new.state, new.phone, new.paid) == ("ENTERED", "0547 1", True)
    assert new == waiting
    assert states(event) == ["REPLACED", "ENTERED", "ENTERED", "WAITLISTED"]


def test_what_is_on_record_of_a_pair_that_waits_goes_with_it_and_comes_back() -> None:
    event = make_event(pairs=4, drawn=False, capacity=4, format="swiss", options={"rounds": 3})
    actor = owner_of(event.club)
    import_entries(event=event, forms=[pair(8)], actor=actor, now=NOW)
    event = draw_now(event)
    stage, (old, other) = event.stages.get(), event.entries.order_by("pk")[:2]
    waiting = event.entries.latest("pk")
    protest = call(file_protest, waiting, pairing=None, article="", text="Posto negato")
    penalty = call(give_penalty, waiting, stage=stage, points=1, article="", reason="Urla")
    for entries in ((waiting, other), (other, waiting)):
        add_pairing_constraint(
            stage=stage, kind=PairingConstraint.Kind.FORBIDDEN, entries=entries,
            reason="famiglia", actor=actor, now=NOW,
        )  # fmt: skip

    def list_owners() -> list[int]:
        constraints = stage.wishes.order_by("pk").values_list("first", "second")
        kept_apart = {pk for pks in constraints for pk in pks} - {other.pk}
        return [
            event.protests.get(pk=protest.pk).entry_id,
            event.penalties.get(pk=penalty.pk).entry_id,
            *kept_apart,
        ]

    steps = call(replace_by_waiting, old, reason="febbre")
    new = Entry.objects.get(replaces=old)
    assert list_owners() == [new.pk] * 3
    undo(steps=steps, actor=actor, now=NOW)
    assert list_owners() == [waiting.pk] * 3
    assert stage.wishes.count() == 2


def test_what_was_anchored_of_a_pair_that_waited_is_the_same_in_its_place(
    event: Event, tmp_path: Path
) -> None:
    event = draw_now(event)
    old, waiting = event.entries.order_by("pk")[1:3]
    call(file_protest, waiting, pairing=None, article="", text="Posto negato")
    make_anchor(event=event, key=load_signing_key(tmp_path / "anchor-key"), now=NOW)
    call(replace_by_waiting, old, reason="febbre")
    old.refresh_from_db()
    assert old.replaced_by == waiting
    codes = {fault.code for fault in find_faults(event)}
    assert not any("anchored" in code for code in codes), codes


def test_a_pair_that_waited_plays_as_it_was_typed() -> None:
    event = make_event(pairs=2, drawn=False, capacity=2)
    actor = owner_of(event.club)
    said = pair(8, club_name="Bar Fiume", phone="333 1234567")
    import_entries(event=event, forms=[said], actor=actor, now=NOW)
    event = draw_now(event)
    old, _other, waiting = event.entries.order_by("pk")
    typed = EntryDetails(players=said.players[::-1], notes="Arriva tardi", paid=True)
    assert call(replace_entry, old, form=typed, reason="febbre") == waiting
    waiting.refresh_from_db()
    assert (waiting.state, waiting.moved_up_at, waiting.paid) == ("ENTERED", NOW, True)
    said_of_it = (waiting.club_name, waiting.phone, waiting.notes)
    assert said_of_it == ("Bar Fiume", "333 1234567", "Arriva tardi")
    members = waiting.members.order_by("position").select_related("player")
    names = [(row.player.first_name, row.counts) for row in members]
    assert names == [(name.first, True) for name in typed.players]


def test_who_got_a_place_keeps_it_once_it_has_protested(event: Event) -> None:
    event = draw_now(event)
    old, waiting = event.entries.order_by("pk")[1:3]
    call(file_protest, waiting, pairing=None, article="", text="Posto negato")
    steps = call(replace_by_waiting, old, reason="febbre")
    new = Entry.objects.get(replaces=old)
    call(file_protest, new, pairing=None, article="", text="Carte segnate")
    with pytest.raises(UndoRefused):
        undo(steps=steps, actor=owner_of(event.club), now=NOW)
    assert new.protests.count() == 2


def test_a_payment_that_is_noted_twice_stays_with_who_took_it_first(event: Event) -> None:
    entry = event.entries.earliest("pk")
    first = call(set_paid, entry, paid=True, cents=2000)
    version = Event.objects.get(pk=event.pk).version
    again = call(set_paid, entry, paid=True)
    assert (again.paid_cents, again.paid_to) == (2000, first.paid_to)
    assert Event.objects.get(pk=event.pk).version == version
    assert count_entries_of_event(event).cash_cents == 2000


def test_what_was_paid_stays_in_the_cash_when_a_pair_withdraws(event: Event) -> None:
    entry = event.entries.earliest("pk")
    call(set_paid, entry, paid=True, cents=2000)
    call(withdraw, entry, reason="febbre")
    counts = count_entries_of_event(event)
    assert (counts.paid, counts.cash_cents) == (0, 2000)


def test_only_who_plays_or_waits_is_marked_as_present(event: Event) -> None:
    entry = event.entries.earliest("pk")
    call(withdraw, entry, reason="febbre")
    with pytest.raises(EntryRefused):
        call(set_present, entry, present=True)


def test_who_was_marked_first_as_present_stays_so(event: Event) -> None:
    entry = event.entries.earliest("pk")
    call(set_present, entry, present=True)
    later = NOW.replace(hour=20)
    actor = owner_of(event.club)
    assert set_present(entry=entry, present=True, actor=actor, now=later).present_at == NOW
