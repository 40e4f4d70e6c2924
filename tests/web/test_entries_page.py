"""Entries on the desk: by hand, from a list, paid, withdrawn, replaced."""

import re
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.factories import NOW, draw_now, make_event, make_member, owner_of
from tests.tournaments.steps import QUICK, pairing
from tests.web.pages import html_of, signed_in, text_of
from tournaments.models import Club, Entry, Event, Role
from tournaments.services.club.clubs import add_venue
from tournaments.services.draws.draws import prepare_draw
from tournaments.services.events.changes import change_event
from tournaments.services.events.events import cancel_event
from tournaments.services.events.stages import GroupPlan, set_group

PAIR = {"player1": "Loris Zoffoli", "player2": "Ivano Casadei", "club_name": "Bar Fiume"}


@pytest.fixture
def event(club: Club) -> Event:
    return make_event(club=club, pairs=0, drawn=False)


def enter(desk: Client, event: Event, **changed: str) -> Any:
    return desk.post(f"/desk/events/{event.pk}/entries/", {**PAIR, **changed})


def test_a_pair_enters_by_hand(desk: Client, event: Event) -> None:
    response = enter(desk, event, seed="3", paid="on")
    assert response["Location"] == f"/desk/events/{event.pk}/entries/"
    entry = event.entries.get()
    assert (entry.seed, entry.paid, entry.club_name) == (3, True, "Bar Fiume")
    assert "Loris Zoffoli – Ivano Casadei" in text_of(desk.get(response["Location"]))


def test_a_player_who_plays_already_is_named_and_what_was_typed_stays(
    desk: Client, event: Event
) -> None:
    enter(desk, event)
    response = enter(desk, event, player1="Nives Bartolini")
    assert response.status_code == 422
    assert "Ivano Casadei is entered already" in text_of(response)
    assert 'value="Nives Bartolini"' in html_of(response)
    assert event.entries.count() == 1


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("player1", ""),
        ("player2", "x" * 200_000),
        ("seed", "0"),
        ("seed", "-1"),
        ("seed", "99999999999999999999"),
        ("seed", "first"),
        ("club_name", "x" * 121),
        ("player1", "Loris\0Zoffoli"),
    ],
)
def test_what_no_entry_can_say_is_refused(
    desk: Client, event: Event, field: str, value: str
) -> None:
    assert enter(desk, event, **{field: value}).status_code == 422
    assert not event.entries.exists()


@pytest.mark.parametrize(
    "name", ["<script>alert(1)</script> Zoffoli", "Robert'); DROP TABLE entry;-- Rossi", "Ada 🃏"]
)
def test_odd_names_are_names(desk: Client, event: Event, name: str) -> None:
    enter(desk, event, player1=name)
    page = desk.get(f"/desk/events/{event.pk}/entries/")
    assert name in text_of(page)
    assert "<script>alert" not in html_of(page)


def test_no_file_at_all_is_told_too(desk: Client, event: Event) -> None:
    response = desk.post(f"/desk/events/{event.pk}/entries/list/", {})
    assert response.status_code == 422
    assert 'class="error"' in html_of(response) or "required" in text_of(response)


def test_who_enters_a_full_event_waits_with_his_place(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=2, drawn=False, capacity=2)
    page = text_of(desk.get(enter(desk, event)["Location"]))
    assert "The event is full: the entry is on the waiting list" in page
    assert "Loris Zoffoli – Ivano Casadei 1 on the waiting list" in page
    assert event.entries.get(state="WAITLISTED").seed is None
    board = text_of(desk.get(f"/events/{event.pk}/"))
    assert "2 pairs have entered. 1 is on the waiting list." in board


def test_who_moves_up_is_announced(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=2, drawn=False, capacity=2)
    enter(desk, event)
    path = f"/desk/entries/{event.entries.earliest('pk').pk}/withdraw/"
    page = text_of(desk.post(path, {"reason": "una febbre"}, follow=True))
    assert "From the waiting list: Zoffoli – Casadei." in page
    assert "moved up from the waiting list at" in page
    assert "1 on the waiting list" not in page


def test_a_pair_is_ticked_off_at_the_desk_by_name_and_time(desk: Client, event: Event) -> None:
    enter(desk, event)
    entry = event.entries.get()
    page = desk.post(f"/desk/entries/{entry.pk}/present/", {"present": "1"}, follow=True)
    entry.refresh_from_db()
    assert entry.present_at is not None
    assert "here" in text_of(page)
    assert "Iole Amaducci" in text_of(page)
    desk.post(f"/desk/entries/{entry.pk}/present/", {"present": "0"})
    entry.refresh_from_db()
    assert event.entries.filter(present_at=None, present_by_id="").exists()


def test_those_who_are_not_here_are_listed_with_their_phones(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=2, drawn=False)
    first, second = event.entries.order_by("pk")
    event.entries.update(phone="0547 555 0148")
    desk.post(f"/desk/entries/{first.pk}/present/", {"present": "1"})
    page = desk.get(f"/desk/events/{event.pk}/entries/?show=absent")
    assert f'id="entry-{second.pk}"' in html_of(page)
    assert f'id="entry-{first.pk}"' not in html_of(page)
    assert "0547 555 0148" in text_of(page)
    desk.post(f"/desk/entries/{second.pk}/present/", {"present": "1", "show": "absent"})
    page = desk.get(f"/desk/events/{event.pk}/entries/?show=absent")
    assert "Everybody is here." in text_of(page)


def test_the_cash_is_added_up_and_says_who_took_it(desk: Client, event: Event) -> None:
    event.rules = {"fee_cents": 1000, "fee_per": "player"}
    event.save()
    enter(desk, event)
    enter(desk, event, player1="Ivo Neri", player2="Ugo Turci")
    first, second = event.entries.order_by("pk")
    desk.post(f"/desk/entries/{first.pk}/paid/", {"paid": "1"})
    page = text_of(desk.get(f"/desk/events/{event.pk}/entries/"))
    assert "20 € taken in, of 40 €" in page
    assert "20 € Iole Amaducci" in page
    page = html_of(desk.get(f"/desk/events/{event.pk}/entries/?show=unpaid"))
    assert f'id="entry-{second.pk}"' in page
    assert f'id="entry-{first.pk}"' not in page
    desk.post(f"/desk/entries/{first.pk}/paid/", {"paid": "0"})
    first.refresh_from_db()
    assert (first.paid, first.paid_cents, first.paid_to) == (False, None, None)


def test_a_fee_is_noted_and_taken_back(desk: Client, event: Event) -> None:
    enter(desk, event)
    entry = event.entries.get()
    desk.post(f"/desk/entries/{entry.pk}/paid/", {"paid": "1"})
    entry.refresh_from_db()
    assert entry.paid
    desk.post(f"/desk/entries/{entry.pk}/paid/", {"paid": "0"})
    entry.refresh_from_db()
    assert not entry.paid


def test_a_pair_that_withdraws_gives_its_match_away(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=2, match_format=QUICK)
    entry = event.entries.order_by("pk").first()
    assert entry is not None
    page = desk.get(f"/desk/entries/{entry.pk}/withdraw/")
    assert "goes to the other side" in text_of(page)
    desk.post(f"/desk/entries/{entry.pk}/withdraw/", {"reason": "una febbre"})
    entry.refresh_from_db()
    assert entry.state == Entry.State.WITHDRAWN
    assert pairing(event, "main-1-1").state == "DECIDED"


def test_withdrawing_asks_for_a_reason(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=2)
    entry = event.entries.order_by("pk").first()
    assert entry is not None
    assert desk.post(f"/desk/entries/{entry.pk}/withdraw/", {"reason": ""}).status_code == 422
    entry.refresh_from_db()
    assert entry.state == Entry.State.ENTERED


def test_others_play_in_the_place_of_a_pair(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=2)
    entry = event.entries.order_by("pk").first()
    assert entry is not None
    form = {"player1": "Wilma Severi", "player2": "Oriano Magnani", "reason": "la prima non viene"}
    response = desk.post(f"/desk/entries/{entry.pk}/replace/", form, follow=True)
    assert "plays in the place that was drawn" in text_of(response)
    bracket = text_of(desk.get(f"/desk/events/{event.pk}/bracket/"))
    assert "Severi – Magnani" in bracket


def test_of_an_event_that_was_called_off_nothing_is_ticked_off(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=2, drawn=False)
    entry = event.entries.earliest("pk")
    page = f"/desk/entries/{entry.pk}/change/"
    offered = (f"/desk/entries/{entry.pk}/present/", f"/desk/entries/{entry.pk}/withdraw/")
    shown = html_of(desk.get(page)) + html_of(desk.get(f"/desk/events/{event.pk}/entries/"))
    assert [path in shown for path in offered] == [True, True]
    cancel_event(event=event, reason="neve", actor=owner_of(club), now=NOW)
    shown = html_of(desk.get(page)) + html_of(desk.get(f"/desk/events/{event.pk}/entries/"))
    assert [path in shown for path in offered] == [False, False]


def test_a_referee_does_not_touch_the_entries(club: Club) -> None:
    event = make_event(club=club, pairs=2)
    entry = event.entries.first()
    assert entry is not None
    referee = signed_in(make_member(club, Role.Kind.REFEREE))
    assert referee.get(f"/desk/events/{event.pk}/entries/").status_code == 403
    assert referee.post(f"/desk/entries/{entry.pk}/paid/", {"paid": "1"}).status_code == 403
    withdrawal = referee.post(f"/desk/entries/{entry.pk}/withdraw/", {"reason": "x"})
    assert withdrawal.status_code == 403


TWO_BARS: dict[str, Any] = {"format": "qualifying", "options": {"groups": 2, "rounds": 3}}


def at_two_bars(club: Club, **plan: Any) -> Event:
    """An event in two groups; the first plays at the Bar Sport."""
    event = make_event(club=club, pairs=8, drawn=False, **TWO_BARS, **plan)
    actor = owner_of(club)
    bar = add_venue(club=club, name="Bar Sport", address="", actor=actor)
    stage = event.stages.get()
    set_group(stage=stage, number=1, plan=GroupPlan(venue=bar), actor=actor, now=NOW)
    return event


def test_a_pair_enters_into_a_group(desk: Client, club: Club) -> None:
    event = at_two_bars(club)
    page = text_of(desk.get(f"/desk/events/{event.pk}/entries/"))
    assert "drawn with the others Group A · Bar Sport Group B" in page
    enter(desk, event, group="1")
    assert event.entries.latest("pk").group == 1
    page = text_of(desk.get(f"/desk/events/{event.pk}/entries/"))
    assert "Loris Zoffoli – Ivano Casadei plays in Group A · Bar Sport" in page
    assert enter(desk, event, player1="Ivo Neri", player2="Ugo Turci", group="3").status_code == 422


def test_a_pair_is_put_into_a_group_and_out_of_it(desk: Client, club: Club) -> None:
    event = at_two_bars(club)
    entry = event.entries.earliest("pk")
    path = f"/desk/entries/{entry.pk}/group/"
    assert "only come to one place or on one evening" in text_of(desk.get(path))
    for group, found in (("2", 2), ("", None)):
        desk.post(path, {"group": group})
        assert event.entries.get(pk=entry.pk).group == found
    for group in ("3", "0", "-1", "A", "9" * 30):
        assert desk.post(path, {"group": group}).status_code == 422


def test_once_the_draw_is_prepared_the_groups_stay(desk: Client, club: Club) -> None:
    event = at_two_bars(club)
    path = f"/desk/entries/{event.entries.earliest('pk').pk}/group/"
    stage = event.stages.get()
    prepare_draw(stage=stage, reason="", actor=owner_of(club), now=NOW)
    answer = desk.post(path, {"group": "1"})
    assert answer.status_code == 409
    assert "A draw is committed, so the entries stay as they are" in text_of(answer)
    draw_now(event)
    answer = desk.post(path, {"group": "1"})
    assert "entries are closed" in text_of(answer)
    assert path not in html_of(desk.get(f"/desk/events/{event.pk}/entries/"))


def test_a_group_that_is_gone_can_be_taken_back(desk: Client, club: Club) -> None:
    event = at_two_bars(club)
    event.entries.filter(pk=event.entries.earliest("pk").pk).update(group=2)
    change_event(event=event, changes={"options": {}}, actor=owner_of(club), now=NOW)
    event.stages.get().groups.all().delete()
    page = text_of(desk.get(f"/desk/events/{event.pk}/entries/"))
    assert "plays in Group B" in page
    answer = desk.post(f"/desk/events/{event.pk}/draw/", {})
    assert "There is no group B: there is 1, in which all play." in text_of(answer)
    desk.post(f"/desk/entries/{event.entries.earliest('pk').pk}/group/", {"group": ""})
    assert desk.post(f"/desk/events/{event.pk}/draw/", {}).status_code == 302


def test_where_all_play_in_one_group_nothing_is_asked(desk: Client, event: Event) -> None:
    page = html_of(desk.get(f"/desk/events/{event.pk}/entries/"))
    assert 'name="group"' not in page
    assert "/group/" not in page


def test_the_page_costs_the_same_for_8_pairs_and_for_64(
    desk: Client, club: Club, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for pairs in (8, 64):
        event = make_event(club=club, pairs=pairs, drawn=False)
        with django_assert_max_num_queries(12):
            desk.get(f"/desk/events/{event.pk}/entries/")


def test_pairs_of_the_same_surnames_are_shown_with_what_tells_them_apart(
    desk: Client, event: Event
) -> None:
    for first in ("Gino", "Pia"):
        enter(desk, event, player1=f"{first} Montanari", player2=f"Ugo{first} Ricci")
    page = html_of(desk.get(f"/desk/events/{event.pk}/entries/"))
    assert "Montanari <u>G.</u> – Ricci" in page
    assert "Montanari <u>P.</u> – Ricci" in page


def test_a_list_of_many_pages_is_sorted_before_it_is_divided(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=150, drawn=False)
    path = f"/desk/events/{event.pk}/entries/"
    number = re.compile(r"Loris Zoffoli(\d+)")
    pages = [html_of(desk.get(path, {"sort": "surname", "page": page})) for page in (0, 1)]
    found = [each for page in pages for each in number.findall(page)]
    assert list(dict.fromkeys(found)) == sorted(map(str, range(150)))
    assert 'href="?page=1&amp;sort=surname"' in pages[0]
    assert 'href="?sort=surname" aria-current="true"' in pages[0]


def test_an_unknown_order_is_the_usual_one(desk: Client, club: Club) -> None:
    event = make_event(club=club, drawn=False)
    page = html_of(desk.get(f"/desk/events/{event.pk}/entries/", {"sort": "x" * 200}))
    assert 'href="?" aria-current="true"' in page


def test_a_pair_that_was_entered_by_mistake_is_deleted(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=2, drawn=False)
    entry = event.entries.earliest("pk")
    row = html_of(desk.get(f"/desk/entries/{entry.pk}/change/"))
    address = f"/desk/entries/{entry.pk}/delete/"
    assert address in row
    assert "nothing of it stays" in text_of(desk.get(address))
    assert event.entries.filter(pk=entry.pk).exists()
    page = desk.post(address, {"sure": "1"}, follow=True)
    assert "Deleted: Zoffoli0" in text_of(page)
    assert not event.entries.filter(pk=entry.pk).exists()


def test_a_pair_that_has_paid_is_not_offered_to_be_deleted(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=2, drawn=False)
    entry = event.entries.earliest("pk")
    desk.post(f"/desk/entries/{entry.pk}/paid/", {"paid": "1"})
    address = f"/desk/entries/{entry.pk}/delete/"
    assert address not in html_of(desk.get(f"/desk/entries/{entry.pk}/change/"))
    assert "Money was noted" in text_of(desk.post(address, {"sure": "1"}))
    assert event.entries.filter(pk=entry.pk).exists()


def test_where_each_plays_for_himself_players_are_entered_and_not_pairs(
    desk: Client, club: Club
) -> None:
    trionfo = {"games": [{"game": "trionfo", "options": {}, "hands": 10}], "wins": None}
    event = make_event(club=club, pairs=0, drawn=False, match_format=trionfo, format="sittings")
    page = text_of(desk.get(f"/desk/events/{event.pk}/entries/"))
    for words in ("0 players entered", "write the first player", "One player", "Enter the player"):
        assert words in page
    assert "a player on each line: 1. Mario Rossi (Bar Fiume)" in page
    assert "pairs entered" not in page
