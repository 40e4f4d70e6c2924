"""The players of a club on the desk: found, corrected, put together, made anonymous."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.factories import NOW, make_club, make_event, make_member, owner_of
from tests.web.pages import html_of, signed_in, text_of
from tournaments.models import Club, EntryImport, EntryPlayer, Event, Player, Role
from tournaments.services.registration.imports import upload


@pytest.fixture
def event(club: Club) -> Event:
    return make_event(club=club, pairs=2, name="Sabato scorso")


def player_called(last: str) -> Player:
    return Player.objects.get(last_name=last)


def test_a_player_is_found_by_a_part_of_his_name(desk: Client, club: Club, event: Event) -> None:
    page = text_of(desk.get(f"/desk/clubs/{club.slug}/players/"))
    assert "4 players" in page
    page = text_of(desk.get(f"/desk/clubs/{club.slug}/players/?q=lor+zoff"))
    assert "Zoffoli0 Loris 1" in page
    assert "Casadei0" not in page
    assert "Nobody here is called" in text_of(desk.get(f"/desk/clubs/{club.slug}/players/?q=xyz"))


def test_the_first_page_of_the_desk_leads_there(desk: Client, club: Club) -> None:
    assert f"/desk/clubs/{club.slug}/players/" in html_of(desk.get("/desk/"))
    referee = signed_in(make_member(club, Role.Kind.REFEREE))
    assert f"/desk/clubs/{club.slug}/players/" not in html_of(referee.get("/desk/"))


def test_a_name_is_corrected_in_all_events(desk: Client, club: Club, event: Event) -> None:
    other = make_event(club=club, pairs=1, drawn=False)
    player = player_called("Zoffoli0")
    name = {"first_name": "Loris", "last_name": "Zoffoli", "birth_year": ""}
    answer = desk.post(f"/desk/players/{player.pk}/", name, follow=True)
    assert "The name is corrected in all events." in text_of(answer)
    assert "Zoffoli – Casadei0" in text_of(desk.get(f"/desk/events/{event.pk}/bracket/"))
    assert "Loris Zoffoli – " in text_of(desk.get(f"/desk/events/{other.pk}/entries/"))


def test_the_name_of_another_player_is_refused(desk: Client, event: Event) -> None:
    player = player_called("Zoffoli0")
    name = {"first_name": "LORIS", "last_name": "zoffoli1", "birth_year": ""}
    answer = desk.post(f"/desk/players/{player.pk}/", name)
    assert answer.status_code == 422
    assert "put the two together" in text_of(answer)
    with_year = {**name, "birth_year": "1951"}
    assert desk.post(f"/desk/players/{player.pk}/", with_year).status_code == 302


@pytest.mark.parametrize(
    ("field", "value"),
    [("last_name", ""), ("last_name", "x" * 81), ("birth_year", "12"), ("first_name", "a\0b")],
)
def test_what_is_no_name_is_refused(desk: Client, event: Event, field: str, value: str) -> None:
    player = player_called("Zoffoli0")
    name = {"first_name": "Loris", "last_name": "Zoffoli", "birth_year": "", field: value}
    assert desk.post(f"/desk/players/{player.pk}/", name).status_code == 422
    assert Player.objects.filter(last_name="Zoffoli0").exists()


def test_two_who_are_one_person_are_put_together(desk: Client, club: Club, event: Event) -> None:
    next_event = make_event(club=club, pairs=4, drawn=False, name="Sabato")
    twice, kept = player_called("Zoffoli3"), player_called("Zoffoli0")
    path = f"/desk/players/{twice.pk}/merge/"
    next_event.entries.earliest("pk").delete()
    page = text_of(desk.get(f"{path}?into={kept.pk}"))
    assert "Are Loris Zoffoli3 and Loris Zoffoli0 one person?" in page
    assert "Sabato scorso" in page
    assert Player.objects.filter(pk=twice.pk).exists()
    answer = desk.post(path, {"into": kept.pk}, follow=True)
    assert "They are one player now." in text_of(answer)
    assert not Player.objects.filter(pk=twice.pk).exists()
    assert EntryPlayer.objects.filter(player=kept).count() == 2
    assert desk.post(path, {"into": kept.pk}).status_code == 404


def test_two_who_play_at_one_event_are_two_people(desk: Client, event: Event) -> None:
    one, other = player_called("Zoffoli1"), player_called("Zoffoli0")
    page = desk.get(f"/desk/players/{one.pk}/merge/?into={other.pk}")
    assert "Both play in “Sabato scorso”: so they are two people." in text_of(page)
    assert "One person:" not in text_of(page)
    answer = desk.post(f"/desk/players/{one.pk}/merge/", {"into": other.pk})
    assert answer.status_code == 422
    assert "plays in “Sabato scorso” in another place: so they are two people" in text_of(answer)
    partner = player_called("Casadei0")
    assert desk.post(f"/desk/players/{partner.pk}/merge/", {"into": other.pk}).status_code == 422
    assert Player.objects.count() == 4


@pytest.mark.parametrize("into", ["", "x", "0", "9" * 30])
def test_nobody_is_put_together_with_nobody(desk: Client, event: Event, into: str) -> None:
    player = player_called("Zoffoli0")
    assert desk.post(f"/desk/players/{player.pk}/merge/", {"into": into}).status_code == 302
    itself = desk.post(f"/desk/players/{player.pk}/merge/", {"into": player.pk})
    assert itself.status_code == 422


def test_nobody_is_put_together_with_a_player_of_another_club(desk: Client, event: Event) -> None:
    elsewhere = make_event(club=make_club("Circolo del Rubicone"), pairs=1, drawn=False)
    stranger = elsewhere.entries.get().members.get(position=0).player
    player = event.entries.earliest("pk").members.get(position=0).player
    assert desk.post(f"/desk/players/{player.pk}/merge/", {"into": stranger.pk}).status_code == 404
    assert desk.get(f"/desk/players/{stranger.pk}/").status_code == 404


def test_a_name_is_taken_away_everywhere_and_for_good(
    desk: Client, anybody: Client, club: Club, event: Event
) -> None:
    event.entries.update(phone="0547 1", notes="arriva tardi")
    upload(
        event=make_event(club=club, pairs=0, drawn=False),
        name="a.csv",
        content=b"a",
        actor=owner_of(club),
        now=NOW,
    )
    player = player_called("Zoffoli0")
    path = f"/desk/players/{player.pk}/anonymise/"
    page = text_of(desk.get(path))
    assert "What cannot be changed: paper and files" in page
    assert "Loris Zoffoli0" in page
    desk.post(path)
    for address in (
        f"/events/{event.pk}/",
        f"/events/{event.pk}/bracket/",
        f"/api/v1/events/{event.pk}/entries/",
        f"/api/v1/events/{event.pk}/players/",
    ):
        page = html_of(anybody.get(address))
        assert "Zoffoli0" not in page
        assert f"N. {player.pk}" in page or address == f"/events/{event.pk}/"
    entry = event.entries.get(members__player=player)
    assert (entry.phone, entry.notes) == ("", "")
    assert not EntryImport.objects.exists()
    name = {"first_name": "Loris", "last_name": "Zoffoli0", "birth_year": ""}
    assert desk.post(f"/desk/players/{player.pk}/", name).status_code == 422


def test_only_an_owner_takes_names_away(club: Club, event: Event) -> None:
    player = player_called("Zoffoli0")
    organizer = signed_in(make_member(club))
    assert "anonymise" not in html_of(organizer.get(f"/desk/players/{player.pk}/"))
    assert organizer.post(f"/desk/players/{player.pk}/anonymise/").status_code == 403
    player.refresh_from_db()
    assert player.anonymised_at is None


def test_the_page_costs_the_same_for_many_players(
    desk: Client, club: Club, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    make_event(club=club, pairs=64, drawn=False)
    with django_assert_max_num_queries(9):
        desk.get(f"/desk/clubs/{club.slug}/players/")
