"""Acts on the tables, the clocks and the sheets are taken back, unless anything has followed."""

from django.test import Client

from api.authentication import make_device_actor
from tests.factories import NOW, make_event, owner_of
from tests.tournaments.steps import QUICK, act, pairing, write
from tests.web.pages import act_of, text_of
from tests.web.undoing import offers, take_back, token_on
from tournaments.models import (
    Club,
    Event,
    ExtraTime,
    Pairing,
    RefereeCall,
    RoundClock,
    SheetConflict,
)
from tournaments.services.hall.devices import admit
from tournaments.services.hall.referee_calls import call_referee
from tournaments.services.hall.table_codes import make_codes
from tournaments.services.hall.table_moves import free_table
from tournaments.services.results.sheets import record_line

# The hall ------------------------------------------------------------------------------------


def tables_of(event: Event) -> list[int | None]:
    return list(event.pairings.order_by("pk").values_list("table__number", flat=True))


def test_two_matches_that_changed_places_change_back(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=4, tables=2, match_format=QUICK)
    before = tables_of(event)
    path = f"/desk/pairings/{pairing(event, 'main-1-1').pk}/move/"
    token = token_on(desk.post(path, {"table": "2"}, follow=True))
    assert tables_of(event) != before
    for _ in range(2):
        take_back(desk, event, token)
        assert tables_of(event) == before


def test_a_match_that_waited_goes_back_to_wait(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=4, tables=1, match_format=QUICK)
    before = tables_of(event)
    waiting = event.pairings.get(state=Pairing.State.READY)
    page = desk.post(f"/desk/pairings/{waiting.pk}/move/", {"table": "1"}, follow=True)
    assert tables_of(event) != before
    take_back(desk, event, token_on(page))
    assert tables_of(event) == before


def test_a_match_in_which_a_hand_is_written_is_not_moved_back(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=4, tables=2, match_format=QUICK)
    first = pairing(event, "main-1-1")
    path = f"/desk/pairings/{first.pk}/move/"
    token = token_on(desk.post(path, {"table": "2"}, follow=True))
    moved = tables_of(event)
    write(first, "hand", {"points": [7, None]})
    assert "Something else has happened since" in text_of(take_back(desk, event, token))
    assert tables_of(event) == moved


def call_at_first_table(event: Event) -> RefereeCall:
    codes = make_codes(event=event, actor=owner_of(event.club), now=NOW)
    phone = make_device_actor(admit(code=codes[0].code, now=NOW).device)
    return call_referee(actor=phone, now=NOW)


def test_a_call_answered_by_mistake_is_open_again(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=4, tables=2)
    call = call_at_first_table(event)
    token = token_on(desk.post(f"/desk/calls/{call.pk}/attend/", follow=True))
    for _ in range(2):
        take_back(desk, event, token)
    call.refresh_from_db()
    assert (call.answered_at, call.answered_by) == (None, None)


def test_a_table_that_has_called_again_has_one_call(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=4, tables=2)
    call = call_at_first_table(event)
    token = token_on(desk.post(f"/desk/calls/{call.pk}/attend/", follow=True))
    call_at_first_table(event)
    assert "Something else has happened since" in text_of(take_back(desk, event, token))
    assert event.referee_calls.filter(answered_at=None).count() == 1


def decide_at_first_table(event: Event) -> Pairing:
    """The match at the first table is decided by its phone, and waits for its signatures there."""
    first = pairing(event, "main-1-1")
    codes = make_codes(event=event, actor=owner_of(event.club), now=NOW)
    phone = make_device_actor(admit(code=codes[0].code, now=NOW).device)
    assert first.match_id is not None
    hand = act(first.match_id, "hand", {"points": [11, None]})
    record_line(match_id=first.match_id, act=hand, actor=phone, now=NOW)
    first.refresh_from_db()
    assert first.holds_table
    return first


def list_seats(event: Event) -> list[tuple[str, str, bool, int | None]]:
    rows = event.pairings.order_by("pk")
    return list(rows.values_list("code", "state", "holds_table", "table__number"))


def test_a_table_that_was_freed_is_held_again_and_its_next_match_waits(
    desk: Client, club: Club
) -> None:
    event = make_event(club=club, pairs=4, tables=1, match_format=QUICK)
    first = decide_at_first_table(event)
    before = list_seats(event)
    page = desk.post(f"/desk/pairings/{first.pk}/free/", follow=True)
    assert list_seats(event) != before
    token = token_on(page)
    for _ in range(2):
        take_back(desk, event, token)
        assert list_seats(event) == before


def test_a_freed_table_at_which_the_next_hand_is_written_stays_free(
    desk: Client, club: Club
) -> None:
    event = make_event(club=club, pairs=4, tables=1, match_format=QUICK)
    first = decide_at_first_table(event)
    token = token_on(desk.post(f"/desk/pairings/{first.pk}/free/", follow=True))
    write(pairing(event, "main-1-2"), "hand", {"points": [7, None]})
    after = list_seats(event)
    assert "Something else has happened since" in text_of(take_back(desk, event, token))
    assert list_seats(event) == after


def test_a_match_that_was_signed_since_does_not_take_its_table_back(
    desk: Client, club: Club
) -> None:
    event = make_event(club=club, pairs=4, tables=1, match_format=QUICK)
    first = decide_at_first_table(event)
    token = token_on(desk.post(f"/desk/pairings/{first.pk}/free/", follow=True))
    write(first, "sign", {"side": None})
    after = list_seats(event)
    assert "Something else has happened since" in text_of(take_back(desk, event, token))
    assert list_seats(event) == after


def test_a_table_that_was_free_already_offers_nothing(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=4, tables=1, match_format=QUICK)
    first = decide_at_first_table(event)
    free_table(pairing=first, actor=owner_of(club), now=NOW)
    assert not offers(desk.post(f"/desk/pairings/{first.pk}/free/", follow=True))


def test_a_conflict_settled_by_mistake_waits_again(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=4, tables=2)
    match = pairing(event, "main-1-1").match
    assert match is not None
    conflict = SheetConflict.objects.create(match=match, device="phone", version=1, met_at=NOW)
    path = f"/desk/conflicts/{conflict.pk}/settle/"
    token = token_on(desk.post(path, follow=True))
    for _ in range(2):
        take_back(desk, event, token)
        conflict.refresh_from_db()
        assert (conflict.settled_at, conflict.settled_by) == (None, None)
    again = token_on(desk.post(path, follow=True))
    assert again != token
    assert "Something else has happened since" in text_of(take_back(desk, event, token))
    conflict.refresh_from_db()
    assert conflict.settled_at is not None


def test_the_clock_of_a_round_is_as_before(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=4, tables=2)
    path = f"/desk/events/{event.pk}/clocks/"
    desk.post(path, {"round": "1-main-1", "starts": "21:00", "target": "21:40"})
    before = list(RoundClock.objects.values_list("round", "starts_at", "target_at"))
    assert before
    page = desk.post(path, {"round": "1-main-1", "starts": "21:05", "target": ""}, follow=True)
    token = token_on(page)
    for _ in range(2):
        take_back(desk, event, token)
        assert list(RoundClock.objects.values_list("round", "starts_at", "target_at")) == before


def test_a_clock_that_was_set_once_more_stays(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=4, tables=2)
    path = f"/desk/events/{event.pk}/clocks/"
    form = {"round": "1-main-1", "starts": "21:00", "target": "21:40"}
    token = token_on(desk.post(path, form, follow=True))
    desk.post(path, {**form, "target": "21:45"})
    assert "Something else has happened since" in text_of(take_back(desk, event, token))


def test_more_time_for_a_table_is_taken_back(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=4, tables=2)
    path = f"/desk/events/{event.pk}/clocks/extra/"
    token = token_on(desk.post(path, {"table": "1", "minutes": "5"}, follow=True))
    assert ExtraTime.objects.count() == 1
    take_back(desk, event, token)
    assert ExtraTime.objects.count() == 0


# Results -------------------------------------------------------------------------------------


def test_a_result_of_the_desk_is_struck_and_the_next_match_is_empty_again(
    desk: Client, club: Club
) -> None:
    event = make_event(club=club, pairs=4, tables=2, match_format=QUICK)
    first = pairing(event, "main-1-1")
    path = f"/desk/matches/{first.match_id}/"
    form = {**act_of(desk.get(path), "hand"), "points_0": "11"}
    token = token_on(desk.post(path, form, follow=True))
    for _ in range(2):
        assert "Taken back." in text_of(take_back(desk, event, token))
    first.refresh_from_db()
    assert first.state != Pairing.State.DECIDED
    assert not pairing(event, "main-2-1").slots.filter(entry__isnull=False).exists()


def test_a_hand_that_another_followed_is_not_struck(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=4, tables=2)
    first = pairing(event, "main-1-1")
    path = f"/desk/matches/{first.match_id}/"
    form = {**act_of(desk.get(path), "hand"), "points_0": "7", "marafona": "0"}
    token = token_on(desk.post(path, form, follow=True))
    write(first, "hand", {"points": [7, None]})
    assert "Something else has happened since" in text_of(take_back(desk, event, token))
    assert first.match is not None
    assert not first.match.lines.filter(kind="strike").exists()
