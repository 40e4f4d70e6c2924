"""The phones at a table: what they may read and write, and whose they are."""

from typing import Any

import pytest

from scoring.models import Line
from tests.api.client import Phone, Program, refused
from tests.api.table import HAND, WINS, lines_for, seats_of
from tests.factories import NOW, make_event, owner_of
from tests.tournaments.steps import pairing
from tournaments.models import Club, Event, TableCode
from tournaments.services.hall.table_codes import make_codes


def test_a_phone_writes_hands_at_its_table(codes: list[TableCode], match: int) -> None:
    phone = Phone(codes[0].code)
    answer = phone.line(match, 0, HAND)
    assert answer.status_code == 201
    line = Line.objects.get(match=match)
    assert (line.author_kind, line.author_id) == ("TABLE", phone.place["id"])


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        ("penalty", {"side": 0, "points": 1, "reason": "segni"}),
        ("award", {"side": 0, "points": 1, "reason": "segni"}),
        ("forfeit", {"side": 0, "of": "match", "reason": "assenti"}),
        ("reopen", {"reason": "sbaglio"}),
    ],
)
def test_a_phone_never_writes_what_is_the_referees(
    codes: list[TableCode], match: int, kind: str, data: dict[str, Any]
) -> None:
    refused(Phone(codes[0].code).line(match, 0, data, kind=kind), 403, "only_the_referee")
    assert not Line.objects.exists()


def test_a_phone_of_another_table_writes_nothing(codes: list[TableCode], match: int) -> None:
    problem = refused(Phone(codes[1].code).line(match, 0, HAND), 403, "another_table")
    assert problem["params"] == {"table": 2}


def test_a_phone_of_another_event_writes_nothing(club: Club, match: int) -> None:
    other = make_event(club=club, pairs=2, tables=1)
    code = make_codes(event=other, actor=owner_of(club), now=NOW)[0]
    refused(Phone(code.code).line(match, 0, HAND), 403, "another_table")


def test_the_referee_has_the_last_word(
    codes: list[TableCode], organizer: Program, match: int
) -> None:
    phone = Phone(codes[0].code)
    phone.line(match, 0, HAND)
    correction = {"line": 1, "data": {"points": [6, None]}, "reason": "contato insieme"}
    organizer.line(match, 1, correction, kind="amend")
    again = phone.line(match, 2, {"line": 1, "data": HAND}, kind="amend")
    refused(again, 403, "word_of_the_referee")
    refused(phone.line(match, 2, {"line": 2}, kind="strike"), 403, "word_of_the_referee")
    assert Line.objects.filter(match=match).count() == 2


def test_a_table_may_strike_a_hand_that_the_desk_wrote(
    codes: list[TableCode], organizer: Program, match: int
) -> None:
    organizer.line(match, 0, HAND)
    answer = Phone(codes[0].code).line(match, 1, {"line": 1}, kind="strike")
    assert answer.status_code == 201


def test_a_phone_belongs_to_a_player_of_its_match_or_to_nobody(
    codes: list[TableCode], match: int
) -> None:
    phone = Phone(codes[0].code)
    players = [seat["player"] for seat in phone.read(f"matches/{match}/")["seats"]]
    answer = phone.patch("device/", {"player": players[2]})
    assert answer.json()["player"]["id"] == players[2]
    other = Phone(codes[1].code).place["match"]
    elsewhere = phone.read(f"matches/{other}/")["seats"][0]["player"]
    refused(phone.patch("device/", {"player": elsewhere}), 404, "not_found")
    assert phone.patch("device/", {"player": None}).json()["player"] is None


@pytest.mark.parametrize("decided_by", ["phone", "desk"])
def test_a_phone_says_whose_it_is_until_the_match_is_signed(
    codes: list[TableCode], organizer: Program, match: int, decided_by: str
) -> None:
    phone = Phone(codes[0].code)
    players = [seat["player"] for seat in seats_of(phone, match)]

    def says(player: int | None) -> int:
        status: int = phone.patch("device/", {"player": player}).status_code
        return status

    assert [says(player) for player in (*players, None)] == [200] * 5
    (phone if decided_by == "phone" else organizer).line(match, 0, WINS)
    assert [says(player) for player in (*players, None)] == [200] * 5
    phone.line(match, 1, {"side": 0}, kind="sign")
    assert [says(player) for player in (*players, None)] == [200] * 5
    phone.line(match, 2, {"side": 1}, kind="sign")
    assert [says(player) for player in (*players, None)] == [404] * 4 + [200]


def test_players_of_an_unsigned_match_say_who_they_are_while_the_next_one_is_called_there(
    event: Event, codes: list[TableCode], organizer: Program, match: int
) -> None:
    phone = Phone(codes[0].code)
    old = [seat["player"] for seat in seats_of(phone, match)]
    organizer.line(match, 0, WINS)
    organizer.line(pairing(event, "main-1-2").match_id, 0, WINS)
    final = phone.read("device/")["match"]
    assert final == pairing(event, "main-2-1").match_id
    new = [seat["player"] for seat in seats_of(phone, final)]
    for player in {*old, *new}:
        assert phone.patch("device/", {"player": player}).status_code == 200
    organizer.line(final, 0, HAND)
    (gone, *_) = set(old) - set(new)
    refused(phone.patch("device/", {"player": gone}), 404, "not_found")


def test_the_device_of_a_line_is_the_phone_that_wrote_it_whatever_the_body_claims(
    codes: list[TableCode], organizer: Program, match: int
) -> None:
    phone = Phone(codes[0].code)
    phone.line(match, 0, WINS, device="desk")
    answer = phone.line(match, 1, {"side": 1}, kind="sign", device="the referee's phone")
    assert answer.json()["line"]["author"]["device"] == phone.place["id"]
    assert [line["author"]["device"] for line in lines_for(organizer, match)] == [
        phone.place["id"]
    ] * 2


def test_a_phone_that_leaves_is_out(codes: list[TableCode]) -> None:
    phone = Phone(codes[0].code)
    assert phone.delete("device/").status_code == 204
    refused(phone.get("device/"), 401, "code_gone")


def test_a_table_calls_the_referee_once_and_takes_it_back(codes: list[TableCode]) -> None:
    phone = Phone(codes[0].code)
    first = phone.put("device/referee/").json()["call"]
    assert phone.put("device/referee/").json()["call"] == first
    assert phone.delete("device/referee/").json()["call"] is None


def test_a_phone_sees_the_hidden_event_of_its_own_table_alone(club: Club) -> None:
    mine = make_event(club=club, pairs=2, tables=1, visibility=Event.Visibility.CLUB)
    other = make_event(club=club, pairs=2, tables=1, visibility=Event.Visibility.CLUB)
    code = make_codes(event=mine, actor=owner_of(club), now=NOW)[0]
    phone = Phone(code.code)
    assert phone.get(f"matches/{pairing(mine, 'main-1-1').match_id}/").status_code == 200
    answer = phone.get(f"matches/{pairing(other, 'main-1-1').match_id}/")
    refused(answer, 404, "not_found")
