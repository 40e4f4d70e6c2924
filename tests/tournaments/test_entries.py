"""Entries: by hand and from a list."""

from functools import partial
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from competition.entry_lists.entering import EntryDetails
from competition.entry_lists.names import Name
from tests.factories import NOW, draw_now, make_club, make_event, owner_of, pair
from tournaments.models import Entry, EntryPlayer, Player
from tournaments.refusals import EntryListRefused, EntryRefused, EventStateRefused, NotFound
from tournaments.services.registration.arrivals import set_paid, set_present
from tournaments.services.registration.entries import (
    assign_group,
    enter,
    import_entries,
    set_seed,
)
from tournaments.services.registration.entry_corrections import EntryCorrection, correct_entry
from tournaments.services.registration.no_shows import give_place_to_waiting
from tournaments.services.registration.payments import give_refund, take_payment
from tournaments.services.registration.withdrawals import replace_entry, withdraw
from tournaments.services.standings.penalties import disqualify, give_penalty
from tournaments.services.undo.arrivals import mark_paid, mark_present
from tournaments.services.undo.replacements import replace_pair
from tournaments.services.undo.withdrawals import withdraw_pair

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Any:
    return make_event(pairs=2, drawn=False)


def add(event: Any, form: Any) -> Any:
    return enter(event=event, form=form, actor=owner_of(event.club), now=NOW)


def load(event: Any, *forms: Any) -> Any:
    return import_entries(event=event, forms=forms, actor=owner_of(event.club), now=NOW)


def codes(refused: Any) -> Any:
    return [(fault.at, fault.code) for fault in refused.value.violations]


def test_a_pair_enters_with_its_players_in_order(event: Any) -> None:
    entry = add(event, pair(7, club_name="Bar Fiume", seed=3, paid=True))
    assert [member.player.last_name for member in entry.members.order_by("position")] == [
        "Zoffoli7",
        "Casadei7",
    ]
    assert (entry.club_name, entry.seed, entry.paid) == ("Bar Fiume", 3, True)


def test_a_player_enters_once(event: Any) -> None:
    form = EntryDetails(players=(Name("LORIS", "zoffoli0"), Name("Dino", "Turci")))
    with pytest.raises(EntryRefused) as refused:
        add(event, form)
    assert codes(refused) == [(None, "player_entered_already")]


def test_two_of_the_same_name_are_told_apart_by_their_birth_year(event: Any) -> None:
    form = EntryDetails(players=(Name("Loris", "Zoffoli0", 1951), Name("Dino", "Turci")))
    assert add(event, form).members.count() == 2


def test_a_player_does_not_play_with_himself(event: Any) -> None:
    form = EntryDetails(players=(Name("Dino", "Turci"), Name("dino", " turci ".strip())))
    with pytest.raises(EntryRefused) as refused:
        add(event, form)
    assert codes(refused) == [(None, "player_twice_in_entry")]


def test_the_database_enters_a_player_once(event: Any) -> None:
    member = EntryPlayer.objects.filter(event=event).first()
    other = event.entries.exclude(pk=member.entry_id).get()
    with pytest.raises(IntegrityError), transaction.atomic():
        EntryPlayer.objects.create(event=event, entry=other, player=member.player, position=9)


def test_a_seed_is_had_once(event: Any) -> None:
    first, second = event.entries.order_by("pk")
    actor = owner_of(event.club)
    set_seed(entry=first, seed=1, actor=actor, now=NOW)
    with pytest.raises(EntryRefused):
        set_seed(entry=second, seed=1, actor=actor, now=NOW)


def test_a_list_enters_whole_or_not_at_all(event: Any) -> None:
    twice = EntryDetails(players=(Name("Loris", "Zoffoli5"), Name("Dino", "Turci")))
    with pytest.raises(EntryListRefused) as refused:
        load(event, pair(5), twice, EntryDetails(players=()), pair(6, seed=1), pair(7, seed=1))
    assert codes(refused) == [
        (1, "player_entered_already"),
        (2, "players_missing"),
        (4, "seed_taken"),
    ]
    assert event.entries.count() == 2


def test_the_same_list_twice_adds_nobody(event: Any) -> None:
    forms = [pair(number) for number in range(6)]
    assert (len(load(event, *forms).entries), event.entries.count()) == (4, 6)
    again = load(event, *forms)
    assert (len(again.entries), again.known, event.entries.count()) == (0, 6, 6)


def test_players_are_known_again_at_the_next_event() -> None:
    club = make_club()
    make_event(club=club, pairs=4, drawn=False)
    make_event(club=club, pairs=4, drawn=False)
    assert Player.objects.filter(club=club).count() == 8


def test_a_drawn_event_takes_nobody() -> None:
    event = make_event(pairs=4, running=False)
    with pytest.raises(EventStateRefused):
        add(event, pair(9))


@pytest.mark.parametrize("name", ["😀", "Robert'); DROP TABLE students;--", "<script>x</script>"])
def test_any_name_is_just_a_name(event: Any, name: Any) -> None:
    entry = add(event, EntryDetails(players=(Name("", name), Name("Dino", "Turci"))))
    assert entry.members.get(position=0).player.full_name == name


def test_a_player_without_a_surname_is_refused() -> None:
    event = make_event(pairs=0, drawn=False)
    form = EntryDetails((Name("Gino", "\u200b"), Name("", "Casadei")))
    with pytest.raises(EntryRefused) as refused:
        enter(event=event, form=form, actor=owner_of(event.club), now=NOW)
    assert codes(refused) == [(None, "surname_missing")]


@pytest.mark.parametrize(
    "change",
    [
        partial(assign_group, group=None),
        partial(correct_entry, correction=EntryCorrection(seen={}, wanted={"phone": "0547 1"})),
        partial(give_place_to_waiting, reason="non viene"),
        partial(give_refund, cents=500, reason="non viene"),
        partial(mark_paid, paid=True),
        partial(mark_present, present=True),
        partial(replace_entry, form=pair(9), reason="non viene"),
        partial(replace_pair, form=pair(9), reason="non viene"),
        partial(set_paid, paid=True),
        partial(set_present, present=True),
        partial(set_seed, seed=None),
        partial(take_payment, cents=None),
        partial(withdraw, reason="febbre"),
        partial(withdraw_pair, reason="febbre"),
    ],
    ids=lambda change: change.func.__name__,
)
def test_an_entry_that_was_deleted_meanwhile_is_not_found(event: Any, change: Any) -> None:
    entry = event.entries.earliest("pk")
    Entry.objects.filter(pk=entry.pk).delete()
    with pytest.raises(NotFound):
        change(entry=entry, actor=owner_of(event.club), now=NOW)


def test_an_entry_that_was_deleted_meanwhile_gets_no_penalty() -> None:
    event = make_event(pairs=2, drawn=False, capacity=2)
    waiting = add(event, pair(9))
    event = draw_now(event)
    Entry.objects.filter(pk=waiting.pk).delete()
    ruling: dict[str, Any] = {
        "article": "",
        "reason": "ritardo",
        "actor": owner_of(event.club),
        "now": NOW,
    }
    with pytest.raises(NotFound):
        disqualify(entry=waiting, voids=False, **ruling)
    with pytest.raises(NotFound):
        give_penalty(stage=event.stages.get(), entry=waiting, points=1, **ruling)
