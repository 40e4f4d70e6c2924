"""Acts on the tables, the clocks and the sheets are taken back, unless anything has followed."""

from django.test import Client

from api.authentication import device_actor
from tests.factories import NOW, make_event, owner_of
from tests.tournaments.steps import QUICK, pairing, write
from tests.web.pages import act_of, text_of
from tests.web.undoing import take_back, token_on
from tournaments.models import Club, Event, ExtraTime, Pairing, RefereeCall, RoundClock
from tournaments.services.hall.devices import admit
from tournaments.services.hall.referee_calls import call_referee
from tournaments.services.hall.table_codes import make_codes

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
    phone = device_actor(admit(code=codes[0].code, now=NOW).device)
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
