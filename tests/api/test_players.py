"""Players: a club's for its people, an event's as it shows names. Nothing tells more than that."""

from typing import Any

import pytest

from printing.models import PrintedFile
from tests.api.client import Program, refused
from tests.factories import NOW, make_club, make_event, make_member
from tournaments.models import Club, Event, Player, Role

SECRET = ("zoffoli", "casadei", "1950")


@pytest.fixture
def event(club: Club) -> Event:
    event = make_event(club=club, pairs=2, names="INITIAL")
    Player.objects.update(birth_year=1950)
    return event


def names(who: Program, path: str) -> list[str]:
    return [player["name"] for player in who.read(path)["results"]]


def test_a_club_knows_its_players_in_full(club: Club, event: Event, organizer: Program) -> None:
    path = f"clubs/{club.pk}/players/"
    assert "Loris Zoffoli0" in names(organizer, path)
    assert len(names(organizer, path)) == 4
    assert names(organizer, f"{path}?q=ZOFFOLI1") == ["Loris Zoffoli1"]
    assert names(organizer, f"{path}?q=nessuno") == []
    told = organizer.read(path)["results"][0]
    assert organizer.read(f"players/{told['id']}/") == told
    assert "1950" not in str(told)


def test_the_players_of_a_club_are_for_its_people(
    club: Club, event: Event, stranger: Program, anybody: Program
) -> None:
    player = Player.objects.all()[0]
    referee = Program(make_member(club, Role.Kind.REFEREE))
    assert len(names(referee, f"clubs/{club.pk}/players/")) == 4
    for who in (stranger, anybody):
        refused(who.get(f"clubs/{club.pk}/players/"), 403, "not_allowed")
        refused(who.get(f"players/{player.pk}/"), 404, "not_found")
    refused(stranger.get("clubs/999/players/"), 404, "not_found")


def test_an_event_shows_its_players_as_it_shows_names(event: Event, anybody: Program) -> None:
    path = f"events/{event.pk}/players/"
    players = anybody.read(path)["results"]
    assert [player["name"] for player in players] == ["Loris Z.", "Ivano C."] * 2
    assert {player["entry"] for player in players} == {e.pk for e in event.entries.all()}
    assert anybody.read(f"{path}{players[0]['id']}/") == players[0]
    answer = anybody.get(path).content.decode().casefold()
    assert not any(word in answer for word in SECRET)
    Event.objects.update(names="FULL")
    assert names(anybody, path)[0] == "Loris Zoffoli0"


@pytest.mark.parametrize(("q", "found"), [("loris", 2), ("Zoffoli", 0), ("C.", 0), ("", 4)])
def test_a_search_tells_no_more_than_the_list(
    event: Event, anybody: Program, q: str, found: int
) -> None:
    assert len(names(anybody, f"events/{event.pk}/players/?q={q}")) == found


def test_a_cursor_tells_no_more_than_the_list(event: Event, anybody: Program) -> None:
    from base64 import b64decode

    following = anybody.read(f"events/{event.pk}/players/?page_size=1")["next"]
    cursor = following.partition("cursor=")[2].partition("&")[0].replace("%3D", "=")
    said = b64decode(cursor).decode().casefold()
    assert not any(word in said for word in SECRET)


def test_a_search_is_bounded(event: Event, anybody: Program) -> None:
    path = f"events/{event.pk}/players/"
    refused(anybody.get(f"{path}?q={'x' * 121}"), 400, "query_refused")
    refused(anybody.get(f"{path}?q=%00"), 400, "query_refused")


def test_a_player_of_another_event_is_not_here(event: Event, club: Club, anybody: Program) -> None:
    other = make_event(club=club, pairs=1, drawn=False)
    elsewhere = Player.objects.create(club=club, last_name="Gori")
    refused(anybody.get(f"events/{other.pk}/players/{elsewhere.pk}/"), 404, "not_found")


def test_players_cost_the_same_number_of_queries_at_any_size(
    club: Club, organizer: Program, django_assert_num_queries: Any
) -> None:
    for pairs in (2, 32):
        event = make_event(club=club, pairs=pairs, drawn=False)
        with django_assert_num_queries(4):
            organizer.get(f"clubs/{club.pk}/players/")
        with django_assert_num_queries(3):
            organizer.get(f"events/{event.pk}/players/")


def test_a_name_is_corrected_in_all_events(club: Club, event: Event, organizer: Program) -> None:
    player = Player.objects.order_by("pk")[0]
    answer = organizer.patch(f"players/{player.pk}/", {"last_name": "Zoffoli"})
    assert answer.status_code == 200
    assert answer.json()["name"] == "Loris Zoffoli"
    player.refresh_from_db()
    assert (player.first_name, player.last_name, player.birth_year) == ("Loris", "Zoffoli", 1950)
    refused(organizer.patch(f"players/{player.pk}/", {"last_name": ""}), 422, "body_refused")
    refused(organizer.patch(f"players/{player.pk}/", {"name": "x"}), 422, "body_refused")


def test_two_rows_of_one_person_are_merged(club: Club, event: Event, organizer: Program) -> None:
    player = Player.objects.order_by("pk")[0]
    twin = Player.objects.create(club=club, first_name="Loris", last_name="Zofoli")
    kept = organizer.write(f"players/{twin.pk}/merge/", {"into": player.pk})
    assert kept["id"] == player.pk
    assert not Player.objects.filter(pk=twin.pk).exists()
    refused(organizer.post(f"players/{twin.pk}/merge/", {"into": player.pk}), 404, "not_found")
    mate = event.entries.earliest("pk").members.order_by("position")[1].player
    answer = organizer.post(f"players/{player.pk}/merge/", {"into": mate.pk})
    assert answer.status_code in (409, 422)


def test_only_an_owner_anonymises(club: Club, event: Event, organizer: Program) -> None:
    player = Player.objects.order_by("pk")[0]
    refused(organizer.post(f"players/{player.pk}/anonymise/"), 403, "not_allowed")
    owner = Program(make_member(club, Role.Kind.OWNER))
    assert owner.write(f"players/{player.pk}/anonymise/")["name"] == f"N. N. {player.pk}"


def test_files_that_were_printed_with_the_name_are_deleted(club: Club, event: Event) -> None:
    other = make_event(club=make_club())
    for each in (event, other):
        PrintedFile.objects.create(
            event=each,
            layout="entries",
            language="it",
            content=b"%PDF",
            size=4,
            pages=1,
            results=0,
            made_at=NOW,
        )
    player = Player.objects.filter(entries__event=event).order_by("pk")[0]
    Program(make_member(club, Role.Kind.OWNER)).write(f"players/{player.pk}/anonymise/")
    assert [row.event_id for row in PrintedFile.objects.all()] == [other.pk]


def test_strangers_correct_nobody(event: Event, stranger: Program, anybody: Program) -> None:
    player = Player.objects.order_by("pk")[0]
    for who in (stranger, anybody):
        refused(who.patch(f"players/{player.pk}/", {"last_name": "X"}), 404, "not_found")
        refused(who.post(f"players/{player.pk}/merge/", {"into": 1}), 404, "not_found")
