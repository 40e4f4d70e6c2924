"""An act of the desk is taken back for ten seconds, unless anything else has happened."""

from datetime import timedelta
from typing import Any

import pytest
from django.core import signing
from django.test import Client
from django.utils import timezone

from competition.regulation import HouseRules
from tests.factories import NOW, actor_of, make_event, make_member, owner_of, pair
from tests.tournaments.steps import QUICK, pairing, write
from tests.web.import_screen import write_list
from tests.web.pages import html_of, signed_in, text_of
from tests.web.undoing import offers, take_back, token_on
from tournaments.models import Club, Entry, Event, Pairing, Payment
from tournaments.services.registration.arrivals import set_paid, set_present
from tournaments.services.registration.entries import enter, import_entries
from tournaments.services.undo.offers import SALT
from tournaments.services.undo.steps import ON_THE_WAY, UNDO_FOR


def made_earlier(token: str, by: timedelta) -> str:
    """The same offer, as if it had been made so much earlier."""
    steps = signing.loads(token, salt=SALT)
    for step in steps:
        step["made_at"] = (timezone.now() - by).isoformat()
    return signing.dumps(steps, salt=SALT)


@pytest.fixture
def event(club: Club) -> Event:
    event = make_event(club=club, pairs=3, drawn=False)
    rules = HouseRules(fee_cents=2000).model_dump(mode="json", exclude_defaults=True)
    Event.objects.filter(pk=event.pk).update(rules=rules)
    return Event.objects.get(pk=event.pk)


@pytest.fixture
def entry(event: Event) -> Entry:
    return event.entries.earliest("pk")


def tick(desk: Client, entry: Entry, what: str, value: str = "1") -> Any:
    return desk.post(f"/desk/entries/{entry.pk}/{what}/", {what: value}, follow=True)


# The offer -----------------------------------------------------------------------------------


def test_the_next_page_says_what_was_done_and_offers_to_undo_it(desk: Client, entry: Entry) -> None:
    page = tick(desk, entry, "present")
    assert "Present: Zoffoli0 – Casadei0" in text_of(page)
    assert 'aria-keyshortcuts="z"' in html_of(page)
    assert offers(desk.get(f"/desk/events/{entry.event_id}/")), "it follows to the next pages"


def test_the_offer_is_only_for_who_did_it(desk: Client, club: Club, entry: Entry) -> None:
    token = token_on(tick(desk, entry, "present"))
    colleague = signed_in(make_member(club))
    assert not offers(colleague.get(f"/desk/events/{entry.event_id}/entries/"))
    page = take_back(colleague, entry.event, token)
    assert "Only the person who did it can undo it" in text_of(page)
    entry.refresh_from_db()
    assert entry.present_at is not None


def test_after_ten_seconds_nothing_is_taken_back(desk: Client, entry: Entry) -> None:
    token = token_on(tick(desk, entry, "present"))
    late = made_earlier(token, UNDO_FOR + ON_THE_WAY + timedelta(seconds=1))
    assert "Ten seconds are over" in text_of(take_back(desk, entry.event, late))
    entry.refresh_from_db()
    assert entry.present_at is not None


def test_an_offer_that_is_over_is_no_longer_shown(desk: Client, entry: Entry) -> None:
    tick(desk, entry, "present")
    session = desk.session
    session["undo"] = {**session["undo"], "until": timezone.now().isoformat()}
    session.save()
    assert not offers(desk.get(f"/desk/events/{entry.event_id}/entries/"))


def test_a_double_tap_takes_back_once(desk: Client, entry: Entry) -> None:
    token = token_on(tick(desk, entry, "present"))
    for _ in range(2):
        assert "Taken back." in text_of(take_back(desk, entry.event, token))
    entry.refresh_from_db()
    assert entry.present_at is None


def test_a_second_tap_on_the_act_offers_nothing_new(desk: Client, club: Club, entry: Entry) -> None:
    tick(desk, entry, "present")
    colleague = signed_in(make_member(club))
    assert not offers(tick(colleague, entry, "present"))


def test_an_offer_of_ones_own_making_is_refused(desk: Client, entry: Entry) -> None:
    for token in ("", "x" * 40, signing.dumps([], salt="other")):
        response = desk.post(f"/desk/events/{entry.event_id}/undo/", {"token": token})
        assert response.status_code == 409


def test_it_returns_to_the_page_it_was_asked_from_and_to_no_other_site(
    desk: Client, entry: Entry
) -> None:
    own = f"/desk/events/{entry.event_id}/entries/"
    token = token_on(tick(desk, entry, "present"))
    assert take_back(desk, entry.event, token, own).redirect_chain[-1][0] == own
    elsewhere = take_back(desk, entry.event, token, "https://example.com/")
    assert elsewhere.redirect_chain[-1][0] == f"/desk/events/{entry.event_id}/"


@pytest.mark.parametrize("address", ["foo", "desk:entries", "//example.com/", "/\\example.com"])
def test_what_is_no_address_of_ours_leads_to_the_event(
    desk: Client, entry: Entry, address: str
) -> None:
    token = token_on(tick(desk, entry, "present"))
    page = take_back(desk, entry.event, token, address)
    assert page.redirect_chain[-1][0] == f"/desk/events/{entry.event_id}/"


# Presence and payments -----------------------------------------------------------------------


def test_who_was_ticked_off_as_absent_is_present_as_before(desk: Client, entry: Entry) -> None:
    first = set_present(entry=entry, present=True, actor=owner_of(entry.event.club), now=NOW)
    take_back(desk, entry.event, token_on(tick(desk, entry, "present", "0")))
    entry.refresh_from_db()
    assert (entry.present_at, entry.present_by) == (first.present_at, first.present_by)


def test_a_presence_that_somebody_else_has_noted_since_stays(
    desk: Client, club: Club, entry: Entry
) -> None:
    token = token_on(tick(desk, entry, "present"))
    other = actor_of(make_member(club))
    for present in (False, True):
        set_present(entry=entry, present=present, actor=other, now=timezone.now())
    page = take_back(desk, entry.event, token)
    assert "Something else has happened since" in text_of(page)
    entry.refresh_from_db()
    assert entry.present_by is not None
    assert entry.present_by.id == other.id


def test_a_payment_is_taken_back_and_stays_on_record(desk: Client, entry: Entry) -> None:
    take_back(desk, entry.event, token_on(tick(desk, entry, "paid")))
    entry.refresh_from_db()
    assert (entry.paid, entry.paid_cents) == (False, None)
    assert entry.payments.get().cancelled_at is not None


def test_what_was_unticked_has_paid_as_before(desk: Client, entry: Entry) -> None:
    set_paid(entry=entry, paid=True, cents=1500, actor=owner_of(entry.event.club), now=NOW)
    take_back(desk, entry.event, token_on(tick(desk, entry, "paid", "0")))
    entry.refresh_from_db()
    assert (entry.paid, entry.paid_cents) == (True, 1500)
    assert entry.payments.get().cancelled_at is None


def test_a_payment_is_not_taken_back_from_under_a_refund(desk: Client, entry: Entry) -> None:
    token = token_on(tick(desk, entry, "paid"))
    path = f"/desk/entries/{entry.pk}/payments/"
    desk.post(path, {"act": "back", "cents": "5", "key": "0" * 16})
    assert "Something else has happened since" in text_of(take_back(desk, entry.event, token))
    entry.refresh_from_db()
    assert entry.paid_cents == 1500


def test_presence_and_fee_are_taken_back_together(desk: Client, entry: Entry) -> None:
    page = desk.post(f"/desk/entries/{entry.pk}/check-in/", {"act": "both"}, follow=True)
    take_back(desk, entry.event, token_on(page))
    entry.refresh_from_db()
    assert (entry.present_at, entry.paid) == (None, False)


def test_of_two_steps_none_is_taken_back_if_one_cannot_be(desk: Client, entry: Entry) -> None:
    page = desk.post(f"/desk/entries/{entry.pk}/check-in/", {"act": "both"}, follow=True)
    now = timezone.now()
    for present in (False, True):
        set_present(entry=entry, present=present, actor=owner_of(entry.event.club), now=now)
    take_back(desk, entry.event, token_on(page))
    entry.refresh_from_db()
    assert (entry.present_at, entry.paid) == (now, True)


# Withdrawals ---------------------------------------------------------------------------------


def withdraw_at_desk(desk: Client, entry: Entry) -> str:
    path = f"/desk/entries/{entry.pk}/withdraw/"
    return token_on(desk.post(path, {"reason": "febbre"}, follow=True))


def states(event: Event) -> list[str]:
    return list(event.entries.order_by("pk").values_list("state", flat=True))


def test_a_pair_withdrawn_before_the_draw_is_entered_again(desk: Client, entry: Entry) -> None:
    take_back(desk, entry.event, withdraw_at_desk(desk, entry))
    assert states(entry.event) == ["ENTERED"] * 3
    assert entry.members.filter(counts=True).count() == 2


def test_who_moved_up_waits_again_with_its_seed(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=2, drawn=False, capacity=2)
    import_entries(event=event, forms=[pair(8, seed=3)], actor=owner_of(club), now=NOW)
    token = withdraw_at_desk(desk, event.entries.earliest("pk"))
    assert states(event) == ["WITHDRAWN", "ENTERED", "ENTERED"]
    take_back(desk, event, token)
    assert states(event) == ["ENTERED", "ENTERED", "WAITLISTED"]
    waiting = event.entries.latest("pk")
    assert (waiting.seed, waiting.moved_up_at) == (3, None)


def test_a_player_who_plays_elsewhere_by_now_is_not_taken_from_there(
    desk: Client, entry: Entry
) -> None:
    token = withdraw_at_desk(desk, entry)
    actor = owner_of(entry.event.club)
    enter(event=entry.event, form=pair(0), actor=actor, now=timezone.now())
    assert "Something else has happened since" in text_of(take_back(desk, entry.event, token))
    assert states(entry.event) == ["WITHDRAWN", "ENTERED", "ENTERED", "ENTERED"]


def test_a_pair_withdrawn_during_play_plays_on(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=4, tables=2, match_format=QUICK)
    first = pairing(event, "main-1-1")
    slot = first.slots.get(position=1)
    assert slot.entry is not None
    token = withdraw_at_desk(desk, slot.entry)
    first.refresh_from_db()
    assert first.state == Pairing.State.DECIDED
    assert pairing(event, "main-2-1").slots.filter(entry__isnull=False).count() == 1
    assert "Taken back." in text_of(take_back(desk, event, token))
    first.refresh_from_db()
    slot.entry.refresh_from_db()
    assert (slot.entry.state, first.state) == ("ENTERED", Pairing.State.CALLED)
    assert not pairing(event, "main-2-1").slots.filter(entry__isnull=False).exists()
    kinds = list(first.match.lines.order_by("n").values_list("kind", flat=True))
    assert kinds == ["forfeit", "strike"]


def test_a_forfeit_that_something_was_written_after_stays(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=4, tables=2, match_format=QUICK)
    first = pairing(event, "main-1-1")
    slot = first.slots.get(position=1)
    assert slot.entry is not None
    token = withdraw_at_desk(desk, slot.entry)
    write(first, "strike", {"line": 1, "reason": ""})
    assert "Something else has happened since" in text_of(take_back(desk, event, token))
    slot.entry.refresh_from_db()
    assert slot.entry.state == "WITHDRAWN"


# Entries ---------------------------------------------------------------------------------------


def enter_by_hand(desk: Client, event: Event, number: int = 7, **more: str) -> Any:
    names = {"player1": f"Loris Zoffoli{number}", "player2": f"Ivano Casadei{number}"}
    return desk.post(f"/desk/events/{event.pk}/entries/", {**names, **more}, follow=True)


def test_a_new_entry_goes_away_with_its_players(desk: Client, event: Event) -> None:
    page = enter_by_hand(desk, event)
    assert "Entered: Zoffoli7 – Casadei7" in text_of(page)
    assert event.entries.count() == 4
    take_back(desk, event, token_on(page))
    assert event.entries.count() == 3
    assert not event.club.players.filter(last_name="Zoffoli7").exists()


def test_a_new_entry_stays_once_it_has_been_ticked_off(desk: Client, event: Event) -> None:
    token = token_on(enter_by_hand(desk, event))
    tick(desk, event.entries.latest("pk"), "present")
    take_back(desk, event, token)
    assert event.entries.count() == 4


def test_a_list_that_was_entered_goes_away(desk: Client, event: Event) -> None:
    pasted = desk.post(
        f"/desk/events/{event.pk}/entries/paste/",
        {"text": "Rossi Mario - Verdi Ugo\nNeri Aldo - Bianchi Gino"},
    )
    address = pasted["Location"].split("?")[0]
    page = write_list(desk, address, follow=True)
    assert event.entries.count() == 5
    take_back(desk, event, token_on(page))
    assert event.entries.count() == 3


def test_the_amounts_of_a_list_go_away_with_it(desk: Client, event: Event) -> None:
    pasted = desk.post(
        f"/desk/events/{event.pk}/entries/paste/",
        {"text": "Coppia;Pagato\nRossi Mario - Verdi Ugo;10\nNeri Aldo - Bianchi Gino;sì"},
    )
    page = write_list(desk, pasted["Location"], follow=True)
    assert Payment.objects.filter(entry__event=event).count() == 2
    take_back(desk, event, token_on(page))
    assert event.entries.count() == 3
    assert not Payment.objects.filter(entry__event=event).exists()


# The start of play ------------------------------------------------------------------------------


def start(desk: Client, event: Event, **more: str) -> Any:
    return desk.post(f"/desk/events/{event.pk}/start/", more, follow=True)


def test_play_that_has_begun_too_early_begins_later(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=4, tables=2, match_format=QUICK, running=False)
    page = start(desk, event)
    assert "Play has begun." in text_of(page)
    token = token_on(page)
    for _ in range(2):
        assert "Taken back." in text_of(take_back(desk, event, token))
    event.refresh_from_db()
    assert event.state == Event.State.DRAWN
    assert not event.pairings.filter(table__isnull=False).exists()
    page = start(desk, event, sheet="1")
    assert offers(page), "on the sheet of the first table too"
    assert not offers(start(signed_in(make_member(club)), event)), "it has begun already"


def test_play_goes_on_once_a_hand_is_written(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=4, tables=2, match_format=QUICK, running=False)
    token = token_on(start(desk, event))
    write(pairing(event, "main-1-1"), "hand", {"points": [7, None]})
    assert "Something else has happened since" in text_of(take_back(desk, event, token))
    event.refresh_from_db()
    assert event.state == Event.State.RUNNING
