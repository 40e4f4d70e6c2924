"""Table codes and the phones that come in by them: what they may, and what they may not."""

from typing import Any

import pytest

from api.limits import CODES_BY_ADDRESS
from scoring.models import Line
from tests.api.client import Phone, Program, refused
from tests.factories import NOW, make_event, make_member, owner_of
from tests.tournaments.steps import QUICK, pairing
from tournaments.models import Club, Device, Event, Role, TableCode
from tournaments.services.events import finish_event
from tournaments.services.table_codes import make_codes, revoke_codes

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
