"""A signature belongs to a side: who may sign and withdraw on which phone."""

from typing import Any

import pytest

from scoring.models import Line
from tests.api.client import Phone, Program, refused
from tests.factories import make_member
from tests.tournaments.steps import pairing
from tournaments.models import Club, Event, Role, TableCode

WINS = {"points": [11, None]}
OTHERS_WIN = {"points": [0, None]}
CODE = "signature_of_other_side"


class PhoneTable:
    """A decided match and the phones of its sides; ``players`` has one player of each side."""

    def __init__(self, code: TableCode, match: int) -> None:
        self.code, self.match = code.code, match
        self.phone = Phone(self.code)
        seats = self.phone.read(f"matches/{match}/")["seats"]
        self.players = [seats[0]["player"], seats[1]["player"]]
        assert [seats[0]["side"], seats[1]["side"]] == [0, 1]
        assert self.phone.line(match, 0, WINS).status_code == 201

    def phone_of(self, side: int) -> Phone:
        phone = Phone(self.code)
        assert phone.patch("device/", {"player": self.players[side]}).status_code == 200
        return phone

    def sign(self, phone: Phone, version: int, side: int | None, **more: Any) -> Any:
        return phone.line(self.match, version, {"side": side}, kind="sign", **more)

    def strike(self, phone: Phone, version: int, line: int, **more: Any) -> Any:
        return phone.line(self.match, version, {"line": line}, kind="strike", **more)

    def signed(self) -> list[int]:
        found: list[int] = self.phone.read(f"matches/{self.match}/")["state"]["signed"]
        return found


@pytest.fixture
def table(codes: list[TableCode], match: int) -> PhoneTable:
    return PhoneTable(codes[0], match)


@pytest.mark.parametrize("side", [0, 1])
def test_a_phone_signs_for_the_side_of_its_owner_alone(table: PhoneTable, side: int) -> None:
    phone = table.phone_of(side)
    problem = refused(table.sign(phone, 1, 1 - side), 403, CODE)
    assert problem["params"] == {"side": 1 - side}
    assert table.signed() == []
    assert table.sign(phone, 1, side).status_code == 201
    assert table.signed() == [side]


def test_a_phone_that_was_handed_over_signs_for_the_side_of_who_holds_it(table: PhoneTable) -> None:
    phone = table.phone_of(0)
    own, other = table.players
    assert table.sign(phone, 1, 0, holder=own).status_code == 201
    refused(table.sign(phone, 2, 1, holder=own), 403, CODE)
    assert table.sign(phone, 2, 1, holder=other).status_code == 201
    assert table.signed() == [0, 1]


def test_a_signature_that_waited_counts_though_the_phone_has_another_owner_by_now(
    table: PhoneTable,
) -> None:
    phone = table.phone_of(1)
    assert table.sign(phone, 1, 0, holder=table.players[0], key="waited").status_code == 201
    phone.patch("device/", {"player": None})
    phone.patch("device/", {"player": table.players[0]})
    again = table.sign(phone, 1, 0, holder=table.players[0], key="waited")
    assert again.status_code == 201
    assert table.signed() == [0]


def test_a_retry_gets_its_first_answer_whoever_owns_the_phone_by_now(table: PhoneTable) -> None:
    phone = table.phone_of(0)
    first = table.sign(phone, 1, 0)
    phone.patch("device/", {"player": table.players[1]})
    again = table.sign(phone, 1, 0)
    assert (again.status_code, again.content) == (201, first.content)


def test_who_does_not_play_the_match_does_not_hold_its_phone(
    event: Event, codes: list[TableCode], table: PhoneTable
) -> None:
    elsewhere = pairing(event, "main-1-2").match_id
    stranger = table.phone.read(f"matches/{elsewhere}/")["seats"][0]["player"]
    refused(table.sign(table.phone, 1, 0, holder=stranger), 403, "holder_not_in_match")
    refused(table.sign(table.phone, 1, 0, holder=10**12), 403, "holder_not_in_match")
    assert table.signed() == []


def test_the_phone_of_the_table_signs_for_either_side(table: PhoneTable) -> None:
    assert table.sign(table.phone, 1, 1).status_code == 201
    assert table.sign(table.phone, 2, 0).status_code == 201


def test_no_phone_signs_as_the_referee(table: PhoneTable) -> None:
    for phone in (table.phone, table.phone_of(0)):
        refused(table.sign(phone, 1, None), 403, "only_the_referee")
    assert table.signed() == []


def test_an_owner_of_another_match_leaves_the_phone_to_the_table(
    event: Event, table: PhoneTable, organizer: Program
) -> None:
    """The phone stays at its table, and its owner has gone."""
    phone = table.phone_of(1)
    for version, side in enumerate((0, 1), start=1):
        table.sign(table.phone, version, side)
    organizer.line(pairing(event, "main-1-2").match_id, 0, WINS)
    final = phone.read("device/")["match"]
    assert final == pairing(event, "main-2-1").match_id
    assert phone.line(final, 0, WINS).status_code == 201
    assert phone.line(final, 1, {"side": 0}, kind="sign").status_code == 201


def test_a_side_withdraws_its_own_signature_alone(table: PhoneTable) -> None:
    one, two = table.phone_of(0), table.phone_of(1)
    table.sign(one, 1, 0)
    refused(table.strike(two, 2, 2), 403, CODE)
    assert table.signed() == [0]
    assert table.strike(one, 2, 2).status_code == 201
    assert table.signed() == []


def test_the_phone_of_the_table_the_referee_and_the_organizer_withdraw_any(
    table: PhoneTable, organizer: Program, club: Club
) -> None:
    referee = Program(make_member(club, Role.Kind.REFEREE))
    one = table.phone_of(0)
    for at, anybody in enumerate((table.phone, referee, organizer)):
        table.sign(one, 1 + 2 * at, 0)
        data = {"line": 2 + 2 * at, "reason": ""}
        assert anybody.line(table.match, 2 + 2 * at, data, kind="strike").status_code == 201
        assert table.signed() == []


def test_a_withdrawn_signature_comes_back_by_its_own_side_alone(table: PhoneTable) -> None:
    one, two = table.phone_of(0), table.phone_of(1)
    table.sign(one, 1, 0)
    table.strike(one, 2, 2)
    refused(table.strike(two, 3, 3), 403, CODE)
    refused(table.strike(two, 3, 3, corrects=1), 403, CODE)
    assert table.signed() == []
    assert table.strike(one, 3, 3).status_code == 201
    assert table.signed() == [0]


def test_a_side_withdraws_the_others_signature_in_order_to_correct_what_it_was_for(
    table: PhoneTable,
) -> None:
    one, two = table.phone_of(0), table.phone_of(1)
    table.sign(one, 1, 0)
    refused(table.strike(two, 2, 2, corrects=2), 403, CODE)
    refused(table.strike(two, 2, 2, corrects=9), 403, CODE)
    assert table.strike(two, 2, 2, corrects=1).status_code == 201
    correction = {"line": 1, "data": OTHERS_WIN}
    assert two.line(table.match, 3, correction, kind="amend").status_code == 201
    assert table.signed() == []


@pytest.mark.parametrize(
    ("kind", "data"),
    [("amend", {"line": 1, "data": OTHERS_WIN}), ("amend", {"line": 1, "data": WINS})],
)
def test_what_one_side_has_signed_the_other_does_not_change_under_its_signature(
    table: PhoneTable, kind: str, data: dict[str, Any]
) -> None:
    one, two = table.phone_of(0), table.phone_of(1)
    table.sign(one, 1, 0)
    problem = refused(two.line(table.match, 2, data, kind=kind), 403, "signed_by_other_side")
    assert problem["params"] == {"side": 0}
    assert Line.objects.filter(match=table.match).count() == 2


def test_a_signature_tells_the_name_of_its_own_side_alone(table: PhoneTable) -> None:
    phone = table.phone_of(0)
    own, other = table.players
    table.sign(phone, 1, 0, holder=own)
    table.sign(phone, 2, 1, holder=other)
    lines = phone.read(f"matches/{table.match}/lines/")["lines"]
    assert ["name" in line["author"] for line in lines] == [False, True, False]


def test_programs_sign_and_strike_as_before_and_hold_no_phone(
    table: PhoneTable, organizer: Program
) -> None:
    data = {"side": 1}
    assert (
        organizer.line(table.match, 1, data, kind="sign", holder=7, corrects=1).status_code == 201
    )
    assert table.signed() == [1]


@pytest.mark.parametrize("field", ["holder", "corrects"])
@pytest.mark.parametrize("value", [0, -1, 2**63, "1", 1.5, True, [1]])
def test_who_holds_the_phone_and_what_is_corrected_are_numbers(
    table: PhoneTable, field: str, value: Any
) -> None:
    answer = table.sign(table.phone, 1, 0, **{field: value})
    assert answer.status_code in (400, 422)
    assert table.signed() == []
