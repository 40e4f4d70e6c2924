"""Rounds of a Swiss that are changed past the services, and what the verification says of them."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from pytest_django import Settings

from competition.trust.anchors import START, AnchorStatement, compute_anchor_digest, sign_statement
from scoring.models import Line
from scoring.services import open_matches
from scoring.sheets import instant
from tests.factories import NOW, owner_of, pair
from tests.tournaments.steps import win
from tests.tournaments.tampering_checks import delete, update
from tests.tournaments.test_rounds import pair_next, play, swiss, version_of
from tournaments.models import (
    BY_HAND,
    Absence,
    Draw,
    DrawChange,
    Entry,
    Event,
    Pairing,
    Slot,
)
from tournaments.refusals import RoundRefused
from tournaments.selectors.trust.verification import find_faults
from tournaments.selectors.trust.verification.reseating import SWAPS_RECORDED_SINCE
from tournaments.services.registration.withdrawals import replace_entry, withdraw
from tournaments.services.rounds.next_round import enter_late, set_absence, take_back_round
from tournaments.services.rounds.round_changes import swap_in_round
from tournaments.services.trust.anchors import load_signing_key, make_anchor

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    """Eight pairs. In the second round one of them rests, so that another has the bye; all of it is
    played, and so is the third round."""
    found = swiss(8)
    play(found)
    stage = found.stages.get()
    set_absence(
        stage=stage,
        entry=found.entries.earliest("pk"),
        kind="half_bye",
        actor=owner_of(found.club),
        now=NOW,
    )
    for _round in (2, 3):
        pair_next(found)
        play(found)
    return found


def round_pairings(event: Event, number: int) -> list[Pairing]:
    return list(event.pairings.filter(round__number=number).order_by("number"))


def resting(event: Event, absence: str, number: int = 2) -> Pairing:
    return event.pairings.get(round__number=number, state="BYE", absence=absence)


def entry_of(pairing: Pairing) -> int:
    pk = pairing.slots.get(entry__isnull=False).entry_id
    assert pk is not None
    return pk


def seats_of(pairing: Pairing) -> list[int | None]:
    return list(pairing.slots.order_by("position").values_list("entry_id", flat=True))


def codes(event: Event) -> set[str]:
    return {fault.code for fault in find_faults(event)}


def swap(event: Event, first: int, second: int) -> None:
    stage = event.stages.get()
    swap_in_round(
        stage=stage,
        entries=(Entry.objects.get(pk=first), Entry.objects.get(pk=second)),
        version=version_of(stage),
        reason="chiesto da tutti",
        agreed=True,
        actor=owner_of(event.club),
        now=NOW,
    )


# What is changed ------------------------------------------------------------------------------


def delete_pairing(pairing: Pairing) -> None:
    """With its match and the lines of it."""
    match = pairing.match_id
    for slot in Slot.objects.filter(pairing=pairing):
        delete("tournaments_slot", slot.pk)
    delete("tournaments_pairing", pairing.pk)
    if match is not None:
        for line in Line.objects.filter(match=match):
            delete("scoring_line", line.pk)
        delete("scoring_match", match)


def delete_bye(event: Event) -> None:
    delete_pairing(resting(event, "bye"))


def delete_half_bye(event: Event) -> None:
    delete_pairing(resting(event, "half_bye"))


def change_bye_to_half_bye(event: Event) -> None:
    update("tournaments_pairing", resting(event, "bye").pk, absence="half_bye")


def change_half_bye_to_bye(event: Event) -> None:
    update("tournaments_pairing", resting(event, "half_bye").pk, absence="bye")


def change_half_bye_to_absent(event: Event) -> None:
    update("tournaments_pairing", resting(event, "half_bye").pk, absence="absent")


def give_bye_to_another(event: Event) -> None:
    """Who rests by wish and who has the bye change places."""
    one = resting(event, "bye").slots.get(entry__isnull=False)
    other = resting(event, "half_bye").slots.get(entry__isnull=False)
    update("tournaments_slot", one.pk, entry_id=other.entry_id)
    update("tournaments_slot", other.pk, entry_id=one.entry_id)


def delete_announcement(event: Event) -> None:
    """Who rests by wish has half a point for it: without the wish it would have none."""
    delete("tournaments_absence", Absence.objects.get().pk)


def delete_played_pairing(event: Event) -> None:
    delete_pairing(round_pairings(event, 2)[0])


def delete_last_played_pairing(event: Event) -> None:
    delete_pairing(round_pairings(event, 3)[0])


def double_pairing(event: Event) -> None:
    """The same two meet once more in the round."""
    pairing = round_pairings(event, 2)[0]
    seats = seats_of(pairing)
    assert pairing.match is not None
    (match,) = open_matches([pairing.match.format])
    twice = Pairing.objects.create(
        round=pairing.round, event=event, code="r2t99", number=99, match=match, state="READY"
    )
    for position, entry in enumerate(seats):
        Slot.objects.create(
            pairing=twice, position=position, side=position, source="ENTRY", entry_id=entry
        )


def swap_behind_by_hand(event: Event) -> None:
    """Two entries change places, and both pairings say that the organizer has put them together."""
    swap_seats(*round_pairings(event, 2)[:2])


def swap_behind_by_hand_in_the_first_round(event: Event) -> None:
    swap_seats(*round_pairings(event, 1)[:2])


def swap_seats(*pairings: Pairing) -> None:
    one, other = (pairing.slots.get(position=1) for pairing in pairings)
    update("tournaments_slot", one.pk, entry_id=other.entry_id)
    update("tournaments_slot", other.pk, entry_id=one.entry_id)
    for pairing in pairings:
        update("tournaments_pairing", pairing.pk, why=BY_HAND)


TAMPERING: dict[Callable[[Event], None], set[str]] = {
    delete_bye: {"absence_differs"},
    delete_half_bye: {"absence_differs"},
    change_bye_to_half_bye: {"absence_differs"},
    change_half_bye_to_bye: {"absence_differs"},
    change_half_bye_to_absent: {"absence_differs"},
    give_bye_to_another: {"absence_differs"},
    delete_announcement: {"absence_differs"},
    delete_played_pairing: {"pairing_missing"},
    delete_last_played_pairing: {"pairing_missing"},
    double_pairing: {"pairing_doubled"},
    swap_behind_by_hand: {"pairing_not_as_paired", "pairing_missing"},
    swap_behind_by_hand_in_the_first_round: {"slot_not_as_drawn"},
}


def test_a_swiss_as_it_was_played_has_no_fault(event: Event) -> None:
    assert list(find_faults(event)) == []


@pytest.mark.parametrize("tamper", TAMPERING, ids=lambda tamper: tamper.__name__)
def test_a_round_that_was_changed_by_sql_is_found(
    tamper: Callable[[Event], None], event: Event
) -> None:
    tamper(event)
    assert codes(event) == TAMPERING[tamper]


def test_a_fault_of_an_absence_names_the_entry_and_what_it_was(event: Event) -> None:
    bye = resting(event, "bye")
    change_bye_to_half_bye(event)
    (fault,) = find_faults(event)
    assert (fault.stage, fault.pairing) == (1, bye.code)
    assert fault.detail == {
        "round": 2,
        "entry": entry_of(bye),
        "stored": "half_bye",
        "expected": "bye",
    }


@pytest.mark.parametrize("number", [1, 2])
def test_a_bye_of_the_first_round_is_found_as_well(number: int) -> None:
    event = swiss(7)
    play(event)
    pair_next(event)
    assert list(find_faults(event)) == []
    update("tournaments_pairing", resting(event, "bye", number).pk, absence="half_bye")
    assert codes(event) == {"absence_differs"}


# What is as it should be ----------------------------------------------------------------------


@pytest.mark.parametrize("number", [1, 2])
def test_recorded_swaps_explain_a_round(number: int) -> None:
    event = swiss(7)
    if number == 2:
        play(event)
        pair_next(event)
    first, second, third, bye = round_pairings(event, number)
    one, other = seats_of(first)[1], seats_of(second)[1]
    assert one is not None
    assert other is not None
    swap(event, one, other)
    swap(event, entry_of(bye), other)
    swap(event, seats_of(third)[0] or 0, entry_of(bye))
    assert list(find_faults(event)) == []
    play(event)
    assert list(find_faults(event)) == []
    delete("tournaments_drawchange", DrawChange.objects.earliest("number").pk)
    assert codes(event)


def test_swaps_of_a_round_that_was_taken_back_count_no_more() -> None:
    event = swiss(7)
    play(event)
    for _time in range(2):
        pair_next(event)
        first, second, *_others = round_pairings(event, 2)
        swap(event, seats_of(first)[1] or 0, seats_of(second)[1] or 0)
        assert list(find_faults(event)) == []
        take_back_round(
            stage=event.stages.get(), reason="errore", actor=owner_of(event.club), now=NOW
        )
    pair_next(event)
    assert list(find_faults(event)) == []


def test_who_was_replaced_withdrew_or_came_late_is_no_fault() -> None:
    event = swiss(9)
    stage, owner = event.stages.get(), owner_of(event.club)
    for number, late in enumerate((100, 101, 102), start=1):
        play(event)
        enter_late(stage=stage, form=pair(late), group=1, actor=owner, now=NOW)
        gone = event.entries.filter(state="ENTERED").order_by("pk")[number]
        set_absence(stage=stage, entry=gone, kind="half_bye", actor=owner, now=NOW)
        withdraw(entry=gone, reason="malato", actor=owner, now=NOW)
        pair_next(event)
        assert list(find_faults(event)) == []
    came_last = event.entries.latest("pk")
    replace_entry(entry=came_last, form=pair(103), reason="malato", actor=owner, now=NOW)
    assert list(find_faults(event)) == []
    late_row = event.pairings.filter(code__startswith="late-").earliest("pk")
    update("tournaments_pairing", late_row.pk, absence="bye")
    assert codes(event) == {"absence_differs"}
    delete_pairing(late_row)
    assert codes(event) == {"absence_differs"}


@pytest.mark.parametrize("tamper", [swap_behind_by_hand, swap_behind_by_hand_in_the_first_round])
def test_pairings_by_hand_are_taken_as_they_are_where_swaps_were_not_recorded(
    event: Event, tamper: Callable[[Event], None]
) -> None:
    tamper(event)
    assert codes(event)
    Draw.objects.update(held_at=SWAPS_RECORDED_SINCE - timedelta(days=1))
    assert list(find_faults(event)) == []


# Anchors --------------------------------------------------------------------------------------


@pytest.fixture
def key(settings: Settings, tmp_path: Path) -> Ed25519PrivateKey:
    settings.ANCHOR_KEY_FILE = tmp_path / "anchor-key"
    return load_signing_key(settings.ANCHOR_KEY_FILE)


def anchor_faults(event: Event) -> list[tuple[str, dict[str, object]]]:
    return [
        (fault.code, dict(fault.detail))
        for fault in find_faults(event)
        if fault.code.startswith("anchor")
    ]


def test_anchors_cover_byes_and_absences(event: Event, key: Ed25519PrivateKey) -> None:
    bye, rest = resting(event, "bye"), resting(event, "half_bye")
    make_anchor(event=event, key=key, now=NOW)
    assert anchor_faults(event) == []
    update("tournaments_pairing", rest.pk, absence="bye")
    delete_pairing(bye)
    assert anchor_faults(event) == [
        ("anchored_item_missing", {"item": f"bye:{bye.pk}"}),
        ("anchored_item_differs", {"item": f"bye:{rest.pk}", "parts": ["absence"]}),
    ]


def test_a_round_that_is_still_played_has_no_anchored_byes(key: Ed25519PrivateKey) -> None:
    event = swiss(7)
    win(round_pairings(event, 1)[0])
    make_anchor(event=event, key=key, now=NOW)
    assert not [item for item in event.anchors.get().changes if item.startswith("bye:")]
    swap(event, seats_of(round_pairings(event, 1)[1])[0] or 0, entry_of(resting(event, "bye", 1)))
    assert anchor_faults(event) == []


def test_who_was_replaced_keeps_an_anchored_bye(key: Ed25519PrivateKey) -> None:
    event = swiss(7)
    play(event)
    make_anchor(event=event, key=key, now=NOW)
    entry = event.entries.get(pk=entry_of(resting(event, "bye", 1)))
    replace_entry(entry=entry, form=pair(100), reason="malato", actor=owner_of(event.club), now=NOW)
    assert list(find_faults(event)) == []


def test_two_without_opponents_do_not_change_places_in_a_round_that_has_begun(
    event: Event,
) -> None:
    pair_next(event)
    stage, (one, other) = event.stages.get(), event.entries.order_by("pk")[:2]
    take_back_round(stage=stage, reason="errore", actor=owner_of(event.club), now=NOW)
    for entry in (one, other):
        set_absence(stage=stage, entry=entry, kind="half_bye", actor=owner_of(event.club), now=NOW)
    pair_next(event)
    swap(event, one.pk, other.pk)
    win(round_pairings(event, 4)[0])
    with pytest.raises(RoundRefused) as refused:
        swap(event, one.pk, other.pk)
    assert refused.value.code == "round_has_begun"


def test_an_anchor_without_byes_still_holds(event: Event, key: Ed25519PrivateKey) -> None:
    """As anchors were signed before they covered byes."""
    anchor = make_anchor(event=event, key=key, now=NOW)
    changes = {key: item for key, item in anchor.changes.items() if not key.startswith("bye:")}
    assert changes != anchor.changes
    anchor.changes = changes
    anchor.digest = compute_anchor_digest(
        event=str(event.pk), number=1, at=instant(NOW), previous=START, changes=changes
    )
    anchor.signature = sign_statement(
        AnchorStatement(str(event.pk), 1, instant(NOW), anchor.digest), key
    )
    anchor.save()
    assert list(find_faults(event)) == []
    assert make_anchor(event=event, key=key, now=NOW).number == 2
    assert list(find_faults(event)) == []
