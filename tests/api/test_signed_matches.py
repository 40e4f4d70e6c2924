"""A decided match at a table: it keeps the table until both sides have signed."""

from scoring.models import Line
from tests.api.client import Phone, Program, refused
from tests.api.table import HAND, WINS
from tests.tournaments.steps import pairing
from tournaments.models import Event, TableCode


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


def test_a_retry_of_the_last_signature_gets_the_same_answer(
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
    answer = two.line(match, 5, {"side": 1}, kind="sign").json()["match"]
    assert answer["state"]["winner"] == 1
    assert sorted(answer["state"]["signed"]) == [0, 1]
    assert not pairing(event, "main-1-1").holds_table
    for signature in (5, 6):
        refused(one.line(match, 6, {"line": signature}, kind="strike"), 422, "line_refused")
    assert Line.objects.filter(match=match).count() == 6
