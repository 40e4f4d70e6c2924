"""Table codes and the phones that come in by them: what they may, and what they may not."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from api.limits import CODES_BY_ADDRESS
from scoring.models import Line
from tests.api.client import Phone, Program, refused
from tests.factories import NOW, first_match, make_event, make_member, owner_of
from tests.tournaments.steps import QUICK, pairing
from tournaments.models import Club, Device, Event, Role, TableCode
from tournaments.services.events import finish_event, start_play
from tournaments.services.stages import StagePlan, add_stage
from tournaments.services.table_codes import make_codes, revoke_codes
from tournaments.services.withdrawals import withdraw

HAND = {"points": [7, None]}
WINS = {"points": [11, None]}


@pytest.fixture
def event(club: Club) -> Event:
    return make_event(club=club, pairs=4, tables=2, match_format=QUICK)


@pytest.fixture
def codes(event: Event) -> list[TableCode]:
    return make_codes(event=event, actor=owner_of(event.club), now=NOW)


@pytest.fixture
def match(event: Event) -> int | None:
    """The match on table 1."""
    return pairing(event, "main-1-1").match_id


def test_a_phone_comes_in_by_the_typed_code_and_sees_its_match(
    event: Event, codes: list[TableCode], match: int
) -> None:
    phone = Phone(codes[0].code.lower())
    assert phone.place["table"] == 1
    assert phone.place["match"] == match
    assert phone.place["event"]["name"] == event.name
    assert phone.read("device/") | {"ticket": ""} == phone.place | {"ticket": ""}


def test_a_phone_comes_in_by_the_qr(codes: list[TableCode]) -> None:
    assert Phone(secret=codes[1].secret).place["table"] == 2


def test_the_token_is_told_once_and_stored_hashed(codes: list[TableCode]) -> None:
    answer = Program().post("devices/", {"code": codes[0].code})
    token = answer.json()["token"]
    assert token not in Device.objects.get().digest
    assert len(Device.objects.get().digest) == 64


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


def test_a_code_for_a_round_is_for_that_round(event: Event, match: int) -> None:
    final = pairing(event, "main-2-1").round
    code = make_codes(event=event, round=final, actor=owner_of(event.club), now=NOW)[0]
    phone = Phone(code.code)
    assert phone.place["match"] is None
    refused(phone.line(match, 0, HAND), 403, "another_round")


def test_a_code_of_a_past_round_says_so(event: Event, organizer: Program, club: Club) -> None:
    first = pairing(event, "main-1-1").round
    code = make_codes(event=event, round=first, actor=owner_of(club), now=NOW)[0]
    for number in (1, 2):
        organizer.line(pairing(event, f"main-1-{number}").match_id, 0, WINS)
    answer = Program().post("devices/", {"code": code.code})
    refused(answer, 422, "code_of_past_round")


def test_a_revoked_code_opens_nothing_and_puts_its_phones_out(
    event: Event, codes: list[TableCode], match: int
) -> None:
    phone = Phone(codes[0].code)
    revoke_codes(codes=codes[:1], event=event, actor=owner_of(event.club), now=NOW)
    refused(Program().post("devices/", {"code": codes[0].code}), 422, "code_revoked")
    refused(Program().post("devices/", {"secret": codes[0].secret}), 422, "code_revoked")
    refused(phone.line(match, 0, HAND), 401, "code_gone")
    refused(phone.get("device/"), 401, "code_gone")
    assert not Line.objects.exists()


def test_a_new_code_revokes_the_one_before(event: Event, codes: list[TableCode]) -> None:
    phone = Phone(codes[0].code)
    new = make_codes(event=event, tables=[1], actor=owner_of(event.club), now=NOW)
    refused(phone.get("device/"), 401, "code_gone")
    assert Phone(new[0].code).place["table"] == 1
    assert Phone(codes[1].code).place["table"] == 2


def test_a_code_of_a_finished_event_opens_nothing(
    event: Event, codes: list[TableCode], organizer: Program
) -> None:
    for code in ("main-1-1", "main-1-2", "main-2-1"):
        organizer.line(pairing(event, code).match_id, 0, WINS)
    finish_event(event=event, actor=owner_of(event.club), now=NOW)
    refused(Program().post("devices/", {"code": codes[0].code}), 422, "code_of_past_event")


def test_guessing_is_slowed_down_by_address_and_the_hall_plays_on(
    codes: list[TableCode], match: int
) -> None:
    phone = Phone(codes[0].code)
    guess = Program()
    for _ in range(CODES_BY_ADDRESS.most):
        refused(guess.post("devices/", {"code": "AAAAAA"}), 422, "code_unknown")
    answer = guess.post("devices/", {"code": codes[1].code})
    refused(answer, 429, "too_many_tries")
    assert 0 < int(answer["Retry-After"]) <= 600
    assert phone.line(match, 0, HAND).status_code == 201
    assert Phone(secret=codes[1].secret).place["table"] == 2


def test_a_slip_of_the_thumb_is_no_guess(codes: list[TableCode]) -> None:
    for _ in range(CODES_BY_ADDRESS.most + 1):
        refused(Program().post("devices/", {"code": "K7M4P"}), 422, "code_short")
    assert Phone(codes[0].code).place["table"] == 1


def test_a_code_is_only_good_for_the_event_of_the_page(club: Club, codes: list[TableCode]) -> None:
    other = make_event(club=club, pairs=2, tables=1)
    body = {"code": codes[0].code, "event": str(other.pk)}
    refused(Program().post("devices/", body), 422, "code_unknown")


def test_a_match_decided_at_the_table_keeps_it_until_both_have_signed(
    event: Event, codes: list[TableCode], match: int
) -> None:
    one, two = Phone(codes[0].code), Phone(codes[0].code)
    one.line(match, 0, WINS)
    assert pairing(event, "main-1-1").holds_table
    assert one.read("device/")["match"] == match
    assert one.line(match, 1, {"side": 0}, kind="sign").status_code == 201
    assert two.line(match, 2, {"side": 1}, kind="sign").status_code == 201
    assert not pairing(event, "main-1-1").holds_table
    assert one.read("device/")["match"] is None


def test_who_signs_last_and_asks_again_gets_the_same_answer(
    codes: list[TableCode], match: int
) -> None:
    phone = Phone(codes[0].code)
    phone.line(match, 0, WINS)
    phone.line(match, 1, {"side": 0}, kind="sign")
    last = phone.line(match, 2, {"side": 1}, kind="sign")
    again = phone.line(match, 2, {"side": 1}, kind="sign")
    assert (again.status_code, again.content) == (201, last.content)


def test_once_signed_the_sheet_is_closed_to_the_table(codes: list[TableCode], match: int) -> None:
    phone = Phone(codes[0].code)
    phone.line(match, 0, WINS)
    phone.line(match, 1, {"side": 0}, kind="sign")
    phone.line(match, 2, {"side": 1}, kind="sign")
    answer = phone.line(match, 3, {"line": 1, "data": HAND}, kind="amend")
    assert answer.status_code in (403, 422)
    assert Line.objects.filter(match=match).count() == 3


def test_before_that_the_table_may_still_correct_the_hand_that_decided(
    event: Event, codes: list[TableCode], match: int
) -> None:
    phone = Phone(codes[0].code)
    phone.line(match, 0, WINS)
    answer = phone.line(match, 1, {"line": 1, "data": HAND}, kind="amend")
    assert answer.status_code == 201
    undecided = pairing(event, "main-1-1")
    assert (undecided.state, undecided.holds_table) == ("CALLED", False)
    assert undecided.table is not None
    assert undecided.table.number == 1


def test_a_match_decided_at_the_desk_frees_its_table_at_once_and_may_still_be_signed_there(
    event: Event, codes: list[TableCode], organizer: Program, match: int
) -> None:
    organizer.line(match, 0, WINS)
    assert not pairing(event, "main-1-1").holds_table
    phone = Phone(codes[0].code)
    assert phone.place["match"] == match
    assert phone.line(match, 1, {"side": 0}, kind="sign").status_code == 201


def test_once_the_next_match_has_begun_there_the_last_one_is_the_referees(
    event: Event, codes: list[TableCode], organizer: Program, match: int
) -> None:
    organizer.line(match, 0, WINS)
    organizer.line(pairing(event, "main-1-2").match_id, 0, WINS)
    final = pairing(event, "main-2-1")
    phone = Phone(codes[0].code)
    assert phone.place["match"] == final.match_id
    assert phone.line(match, 1, {"side": 0}, kind="sign").status_code == 201
    organizer.line(final.match_id, 0, HAND)
    refused(phone.line(match, 2, {"side": 1}, kind="sign"), 403, "match_not_on")


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


def test_who_plays_there_may_say_whose_phone_it_is(codes: list[TableCode], match: int) -> None:
    phone = Phone(codes[0].code)
    players = [seat["player"] for seat in phone.read(f"matches/{match}/")["seats"]]
    answer = phone.patch("device/", {"player": players[2]})
    assert answer.json()["player"]["id"] == players[2]
    other = Phone(codes[1].code).place["match"]
    elsewhere = phone.read(f"matches/{other}/")["seats"][0]["player"]
    refused(phone.patch("device/", {"player": elsewhere}), 404, "not_found")
    assert phone.patch("device/", {"player": None}).json()["player"] is None


def test_a_phone_that_leaves_is_out(codes: list[TableCode]) -> None:
    phone = Phone(codes[0].code)
    assert phone.delete("device/").status_code == 204
    refused(phone.get("device/"), 401, "code_gone")


def test_a_table_calls_the_referee_once_and_takes_it_back(codes: list[TableCode]) -> None:
    phone = Phone(codes[0].code)
    first = phone.put("device/referee/").json()["call"]
    assert phone.put("device/referee/").json()["call"] == first
    assert phone.delete("device/referee/").json()["call"] is None


def test_codes_are_listed_made_and_revoked_by_the_organizer(
    event: Event, organizer: Program
) -> None:
    path = f"events/{event.pk}/table-codes/"
    made = organizer.write(path, {"tables": [2]})["results"]
    assert [code["table"] for code in made] == [2]
    assert organizer.read(path)["results"] == made
    assert organizer.delete(f"table-codes/{made[0]['id']}/").status_code == 204
    assert organizer.read(path)["results"] == []


def test_codes_are_nobody_elses(
    event: Event, codes: list[TableCode], stranger: Program, anybody: Program, club: Club
) -> None:
    referee = Program(make_member(club, Role.Kind.REFEREE))
    phone = Phone(codes[0].code)
    for asking in (stranger, anybody, referee, phone):
        for answer in (
            asking.get(f"events/{event.pk}/table-codes/"),
            asking.post(f"events/{event.pk}/table-codes/", {}),
            asking.get(f"table-codes/{codes[0].pk}/"),
            asking.delete(f"table-codes/{codes[0].pk}/"),
        ):
            refused(answer, 403, "not_allowed")
    assert TableCode.objects.filter(revoked_at__isnull=True).count() == 2


def test_a_phone_sees_the_hidden_event_of_its_own_table_alone(club: Club) -> None:
    mine = make_event(club=club, pairs=2, tables=1, visibility=Event.Visibility.CLUB)
    other = make_event(club=club, pairs=2, tables=1, visibility=Event.Visibility.CLUB)
    code = make_codes(event=mine, actor=owner_of(club), now=NOW)[0]
    phone = Phone(code.code)
    assert phone.get(f"matches/{pairing(mine, 'main-1-1').match_id}/").status_code == 200
    answer = phone.get(f"matches/{pairing(other, 'main-1-1').match_id}/")
    refused(answer, 404, "not_found")


# Keys and names, for the phones of the table


def seats_of(phone: Phone, match: int | None) -> list[Any]:
    seats: list[Any] = phone.read(f"matches/{match}/")["seats"]
    return seats


def lines_for(who: Program, match: int | None) -> list[Any]:
    lines: list[Any] = who.read(f"matches/{match}/lines/")["lines"]
    return lines


def test_a_phone_whose_answer_was_lost_finds_its_key_on_the_sheet(
    codes: list[TableCode], match: int
) -> None:
    writer, other = Phone(codes[0].code), Phone(codes[0].code)
    writer.line(match, 0, HAND, key="mine")
    for phone in (writer, other):
        (line,) = lines_for(phone, match)
        assert line["key"] == "mine"
        assert line["author"] == {"kind": "TABLE"}
        assert phone.read(f"matches/{match}/lines/1/") == line
    stale = refused(other.line(match, 0, HAND, key="theirs"), 409, "stale_version")
    assert stale["match"]["lines"] == lines_for(other, match)


def test_keys_are_for_the_phones_of_that_table_alone(
    event: Event,
    codes: list[TableCode],
    organizer: Program,
    anybody: Program,
    match: int,
    club: Club,
) -> None:
    final = pairing(event, "main-2-1").round
    at_the_table = Phone(codes[0].code)
    of_a_later_round = Phone(
        make_codes(event=event, round=final, actor=owner_of(club), now=NOW)[0].code
    )
    elsewhere = make_event(club=club, pairs=2, tables=1, name="Un'altra")
    other_code = make_codes(event=elsewhere, actor=owner_of(club), now=NOW)[0]
    at_the_table.line(match, 0, HAND)
    outside = (anybody, Phone(codes[1].code), Phone(other_code.code), of_a_later_round)
    path = f"matches/{match}/lines/"
    for phone in outside:
        (line,) = lines_for(phone, match)
        assert line["author"] == {"kind": "TABLE"}
        assert "key" not in line
    tags = [who.get(path)["ETag"] for who in (anybody, at_the_table, organizer)]
    assert len(set(tags)) == 3
    assert {phone.get(path)["ETag"] for phone in outside} == {tags[0]}
    assert at_the_table.get(path, if_none_match=tags[1]).status_code == 304
    assert at_the_table.get(path, if_none_match=tags[0]).status_code == 200


@pytest.fixture
def long_event(club: Club) -> Event:
    """Its matches take more than two hands."""
    return make_event(club=club, pairs=2, tables=1, name="Più lunga")


def test_who_wrote_a_line_is_told_to_the_table_and_the_club_as_the_event_shows_names(
    long_event: Event, organizer: Program, anybody: Program, club: Club
) -> None:
    event, match = long_event, first_match(long_event)
    codes = make_codes(event=event, actor=owner_of(club), now=NOW)
    one, two = Phone(codes[0].code), Phone(codes[0].code)
    first, second = seats_of(one, match)[:2]
    one.patch("device/", {"player": first["player"]})
    one.line(match, 0, HAND)
    two.line(match, 1, HAND)
    organizer.line(match, 2, HAND)
    name = f"{first['first_name']} {first['last_name']}"
    assert [line["author"] for line in lines_for(two, match)] == [
        {"kind": "TABLE", "name": name},
        {"kind": "TABLE"},
        {"kind": "PROGRAM"},
    ]
    inside = [line["author"].get("name") for line in lines_for(organizer, match)]
    assert inside == [name, None, None]
    assert all("name" not in line["author"] for line in lines_for(anybody, match))
    two.patch("device/", {"player": second["player"]})
    told = [line["author"].get("name") for line in lines_for(one, match)]
    assert told == [name, f"{second['first_name']} {second['last_name']}", None]
    Event.objects.filter(pk=event.pk).update(names=Event.Names.INITIAL, version=event.version + 1)
    (line, *_) = lines_for(two, match)
    assert line["author"]["name"] == f"{first['first_name']} {first['last_name'][:1]}."


def test_names_cost_as_many_queries_with_one_phone_as_with_four(
    long_event: Event, club: Club, django_assert_num_queries: Any
) -> None:
    match = first_match(long_event)
    codes = make_codes(event=long_event, actor=owner_of(club), now=NOW)
    phones = [Phone(codes[0].code) for _ in range(4)]
    for version, (phone, seat) in enumerate(zip(phones, seats_of(phones[0], match), strict=True)):
        phone.patch("device/", {"player": seat["player"]})
        assert phone.line(match, version, HAND).status_code == 201
        with django_assert_num_queries(8):
            tag = phone.get(f"matches/{match}/lines/")["ETag"]
        with django_assert_num_queries(6):
            phone.get(f"matches/{match}/lines/", if_none_match=tag)


# Signatures


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


def test_the_device_of_a_line_is_the_phone_that_wrote_it_whatever_it_says(
    codes: list[TableCode], organizer: Program, match: int
) -> None:
    phone = Phone(codes[0].code)
    phone.line(match, 0, WINS, device="desk")
    answer = phone.line(match, 1, {"side": 1}, kind="sign", device="the referee's phone")
    assert answer.json()["line"]["author"]["device"] == phone.place["id"]
    assert [line["author"]["device"] for line in lines_for(organizer, match)] == [
        phone.place["id"]
    ] * 2


def test_a_side_strikes_its_signature_corrects_the_last_hand_and_both_sign_again(
    event: Event, codes: list[TableCode], match: int
) -> None:
    one, two = Phone(codes[0].code), Phone(codes[0].code)
    one.line(match, 0, WINS)
    one.line(match, 1, {"side": 0}, kind="sign")
    two.line(match, 2, {"line": 2}, kind="strike", key="unsign")
    assert two.read(f"matches/{match}/")["state"]["signed"] == []
    corrected = {"line": 1, "data": {"points": [0, None]}}
    assert two.line(match, 3, corrected, kind="amend").status_code == 201
    assert pairing(event, "main-1-1").holds_table
    one.line(match, 4, {"side": 0}, kind="sign")
    told = two.line(match, 5, {"side": 1}, kind="sign").json()["match"]
    assert told["state"]["winner"] == 1
    assert sorted(told["state"]["signed"]) == [0, 1]
    assert not pairing(event, "main-1-1").holds_table
    for signature in (5, 6):
        refused(one.line(match, 6, {"line": signature}, kind="strike"), 422, "line_refused")
    assert Line.objects.filter(match=match).count() == 6


# A code that is replaced


def test_a_line_that_waited_is_sent_with_the_token_of_the_new_code_and_the_same_key(
    event: Event, codes: list[TableCode], match: int
) -> None:
    old = Phone(codes[0].code)
    new_code = make_codes(event=event, tables=[1], actor=owner_of(event.club), now=NOW)[0]
    refused(old.line(match, 0, HAND, key="waited"), 401, "code_gone")
    new = Phone(new_code.code)
    first = new.line(match, 0, HAND, key="waited")
    again = new.line(match, 0, HAND, key="waited")
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.content == again.content
    assert Line.objects.get(match=match).author_id == new.place["id"]


def test_a_line_whose_answer_was_lost_is_not_written_again_by_the_new_phone(
    event: Event, codes: list[TableCode], match: int
) -> None:
    old = Phone(codes[0].code)
    lost = old.line(match, 0, HAND, key="lost")
    new_code = make_codes(event=event, tables=[1], actor=owner_of(event.club), now=NOW)[0]
    for path in ("device/", f"matches/{match}/lines/"):
        refused(old.get(path), 401, "code_gone")
    refused(old.line(match, 0, HAND, key="lost"), 401, "code_gone")
    refused(old.patch("device/", {"player": None}), 401, "code_gone")
    refused(old.delete("device/"), 401, "code_gone")
    new = Phone(new_code.code)
    again = new.line(match, 0, HAND, key="lost")
    assert (again.status_code, again.content) == (201, lost.content)
    assert [line["key"] for line in lines_for(new, match)] == ["lost"]
    assert Line.objects.get(match=match).author_id == old.place["id"]


# What is next


def sides_of(phone: Phone) -> list[Any]:
    """What follows for the sides, without their names."""
    return [
        {name: value for name, value in row.items() if name not in ("entry", "opponent")}
        for row in phone.read("device/")["next"]
    ]


def sign_both(phone: Phone, match: int | None, version: int = 1) -> None:
    for side in (0, 1):
        answer = phone.line(match, version + side, {"side": side}, kind="sign")
        assert answer.status_code == 201


def short_names(rows: list[Any]) -> list[str]:
    return [row["short"] for row in rows]


def test_after_the_last_signature_the_winner_waits_for_the_final_and_the_loser_is_out(
    event: Event, codes: list[TableCode], match: int, organizer: Program
) -> None:
    phone = Phone(codes[0].code)
    assert phone.place["last"] is None
    assert phone.place["table_next"]["match"] == match
    assert [row["state"] for row in phone.place["next"]] == ["WAITING", "WAITING"]
    phone.line(match, 0, WINS)
    assert phone.read("device/")["match"] == match
    sign_both(phone, match)
    told = phone.read("device/")
    assert (told["match"], told["last"], told["table_next"]) == (None, match, None)
    final = pairing(event, "main-2-1")
    round_ = {"id": final.round_id, "title": "Finale"}
    winner, loser = told["next"]
    sides = phone.read(f"matches/{match}/")["sides"]
    assert [winner["entry"], loser["entry"]] == [row["entries"][0] for row in sides]
    assert winner | {"entry": None} == {
        "side": 0,
        "entry": None,
        "match": final.match_id,
        "table": None,
        "round": round_,
        "date": None,
        "opponent": None,
        "state": "WAITING",
        "place": None,
    }
    assert (loser["state"], loser["place"]) == ("OUT", "dal 3º al 4º posto")
    assert (loser["match"], loser["round"], loser["opponent"]) == (None, None, None)

    organizer.line(pairing(event, "main-1-2").match_id, 0, WINS)
    told = phone.read("device/")
    assert (told["match"], told["last"]) == (final.match_id, match)
    winner, loser = told["next"]
    assert (winner["state"], winner["table"]) == ("CALLED", 1)
    assert winner["opponent"]["short"] not in short_names([winner["entry"], loser["entry"]])
    assert told["table_next"]["match"] == final.match_id
    assert told["table_next"]["state"] == "CALLED"
    assert told["table_next"]["round"] == round_
    assert winner["entry"] in told["table_next"]["sides"]
    assert winner["opponent"] in told["table_next"]["sides"]

    phone.line(final.match_id, 0, WINS)
    told = phone.read("device/")
    assert (told["match"], told["last"], told["table_next"]) == (final.match_id, None, None)
    sign_both(phone, final.match_id)
    told = phone.read("device/")
    assert (told["match"], told["last"]) == (None, final.match_id)
    assert [(row["state"], row["place"]) for row in told["next"]] == [
        ("DONE", "1º posto"),
        ("OUT", "2º posto"),
    ]


def test_a_phone_shows_the_match_that_waits_for_its_table(club: Club) -> None:
    event = make_event(club=club, pairs=8, tables=1, match_format=QUICK)
    phone = Phone(make_codes(event=event, actor=owner_of(club), now=NOW)[0].code)
    first, second = (pairing(event, f"main-1-{number}").match_id for number in (1, 2))
    phone.line(first, 0, HAND)
    told = phone.read("device/")
    assert told["match"] == first
    assert told["table_next"]["match"] == second
    assert told["table_next"]["state"] == "READY"
    assert told["table_next"]["round"]["title"] == "Quarti"
    assert len(told["table_next"]["sides"]) == 2


def test_a_match_whose_players_are_at_another_table_is_not_next_here(club: Club) -> None:
    event = make_event(club=club, pairs=3, tables=2, match_format=QUICK, format="round_robin")
    codes = make_codes(event=event, actor=owner_of(club), now=NOW)
    assert Phone(codes[1].code).place["table_next"] is None


def test_in_a_round_robin_who_has_played_all_is_done_and_the_others_are_ready(
    club: Club, organizer: Program
) -> None:
    event = make_event(club=club, pairs=4, tables=1, match_format=QUICK, format="round_robin")
    phone = Phone(make_codes(event=event, actor=owner_of(club), now=NOW)[0].code)
    played = 0
    while (match := phone.read("device/")["match"]) is not None:
        phone.line(match, 0, WINS)
        if played == 0:
            assert [row["state"] for row in sides_of(phone)] == ["READY", "READY"]
            assert all(row["match"] for row in sides_of(phone))
        if played == 4:
            told = [(row["state"], row["place"]) for row in sides_of(phone)]
            assert told == [("DONE", None)] * 2, "the last match may still move them"
        sign_both(phone, match)
        played += 1
    assert played == 6
    assert [row["state"] for row in sides_of(phone)] == ["DONE", "DONE"]
    assert all(row["place"] for row in sides_of(phone))


def test_between_two_swiss_rounds_everybody_waits_until_the_next_one_is_paired(
    club: Club, organizer: Program
) -> None:
    event = make_event(
        club=club,
        pairs=4,
        tables=2,
        match_format=QUICK,
        format="swiss",
        options={"rounds": 2},
    )
    phone = Phone(make_codes(event=event, actor=owner_of(club), now=NOW)[0].code)
    match = phone.place["match"]
    phone.line(match, 0, WINS)
    sign_both(phone, match)
    assert [(row["state"], row["match"]) for row in sides_of(phone)] == [("WAITING", None)] * 2
    for other in event.pairings.exclude(match=match):
        organizer.line(other.match_id, 0, WINS)
    assert [(row["state"], row["match"]) for row in sides_of(phone)] == [("WAITING", None)] * 2


def test_who_goes_on_to_a_stage_that_is_not_drawn_waits_and_who_does_not_is_done(
    club: Club, organizer: Program
) -> None:
    event = make_event(
        club=club, pairs=4, tables=2, match_format=QUICK, format="round_robin", running=False
    )
    add_stage(
        event=event,
        plan=StagePlan("single_elimination", {"take": "places", "stage": 1, "first": 1, "last": 2}),
        actor=owner_of(club),
        now=NOW,
    )
    start_play(event=event, actor=owner_of(club), now=NOW)
    codes = make_codes(event=event, actor=owner_of(club), now=NOW)
    phones = [Phone(code.code) for code in codes]
    for _round in range(3):
        for phone in phones:
            match = phone.read("device/")["match"]
            first, second = (
                side["entries"][0]["id"] for side in phone.read(f"matches/{match}/")["sides"]
            )
            phone.line(match, 0, WINS if first < second else {"points": [0, None]})
            sign_both(phone, match)
    told = {row["entry"]["id"]: row for phone in phones for row in phone.read("device/")["next"]}
    assert [(told[entry]["state"], told[entry]["place"]) for entry in sorted(told)] == [
        ("WAITING", None),
        ("WAITING", None),
        ("DONE", "3º posto"),
        ("DONE", "4º posto"),
    ]


def test_who_is_withdrawn_is_out(event: Event, codes: list[TableCode], match: int) -> None:
    phone = Phone(codes[0].code)
    phone.line(match, 0, WINS)
    sign_both(phone, match)
    entry = pairing(event, "main-1-1").slots.get(position=0).entry
    assert entry is not None
    withdraw(entry=entry, reason="malato", actor=owner_of(event.club), now=NOW)
    gone, loser = sides_of(phone)
    assert (gone["state"], gone["match"], gone["place"]) == ("OUT", None, None)
    assert (loser["state"], loser["place"]) == ("OUT", "dal 3º al 4º posto")


def test_where_a_phone_is_costs_as_many_queries_in_a_large_field_as_in_a_small_one(
    club: Club, organizer: Program
) -> None:
    counts = []
    for pairs in (8, 64):
        event = make_event(club=club, pairs=pairs, tables=2, match_format=QUICK, name=f"Di {pairs}")
        phone = Phone(make_codes(event=event, actor=owner_of(club), now=NOW)[0].code)
        match = phone.place["match"]
        counts.append([*(queries_of(phone) for _ in range(2))])
        phone.line(match, 0, WINS)
        counts[-1] += [queries_of(phone) for _ in range(2)]
        sign_both(phone, match)
        counts[-1] += [queries_of(phone) for _ in range(2)]
    assert counts[0] == counts[1]
    assert max(counts[0]) <= 32
    assert counts[0][1] == counts[0][3] == counts[0][5] == 8, "nothing has changed since"


def queries_of(phone: Phone) -> int:
    with CaptureQueriesContext(connection) as queries:
        phone.read("device/")
    return len(queries)
