"""Hands that a phone could not send: their keys, what is read of them, and that none is written
twice, whichever way it comes first."""

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from competition.hall.rescue import (
    MOST_BYTES,
    RescuedLine,
    RescueUnreadable,
    TypedLine,
    compute_line_check,
    derive_line_key,
    list_candidate_records,
    place_typed_lines,
    read_phone,
    read_rescue_text,
    write_rescue_text,
)
from kernel.canonical import canonical
from scoring.acts import Act
from scoring.models import Line, Match
from tests.api.client import Phone, Program, refused
from tests.factories import NOW, actor_of, make_club, make_event, make_member, owner_of
from tests.tournaments.steps import QUICK, pairing, write
from tournaments.models import Event, Role
from tournaments.refusals import ReasonMissing
from tournaments.services.corrections.rescue import (
    RescueStatus,
    accept_rescued_lines,
    preview_rescued_lines,
)
from tournaments.services.hall.table_codes import make_codes
from tournaments.services.results.sheets import record_line

EXAMPLES: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[1] / "data" / "rescue_keys.json").read_text(encoding="utf-8")
)
HAND = {"points": [7, 4]}
OTHER = {"points": [5, 6], "marafona": 1}
REDEAL = {"games": [{"game": "marafon", "options": {"redeal": True}}], "wins": 1}


def rescued(match: int | None, version: int, data: Any, *, phone: str = "K4D9") -> RescuedLine:
    assert match is not None
    return RescuedLine(phone, match, version, "hand", data, NOW)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda each: str(each["key"]))
def test_keys_are_those_that_the_phone_makes(example: dict[str, Any]) -> None:
    line = {name: example[name] for name in ("phone", "match", "version", "kind", "data")}
    assert canonical(line["data"]).decode() == example["canonical"]
    assert derive_line_key(**line) == example["key"]


def test_a_phones_key_is_read_as_it_is_typed() -> None:
    assert read_phone(" k4 d9 ") == "K4D9"
    for typed in ("", "K4D", "K4D90", "K0D9", "K1D9", "KOD9", "KUD9"):
        with pytest.raises(RescueUnreadable, match="rescue_phone_unreadable"):
            read_phone(typed)


def test_what_is_written_is_read_again_in_the_order_of_the_matches() -> None:
    lines = [rescued(9, 1, HAND), rescued(9, 0, OTHER), rescued(7, 3, {}, phone="2222")]
    text = write_rescue_text(lines)
    assert text.count("LB1") == 2
    assert read_rescue_text(f"{text}\n\n{text}", NOW) == (lines[2], lines[1], lines[0])


def test_a_clock_that_cannot_be_right_is_not_believed() -> None:
    for wrong in (datetime(1999, 1, 1, tzinfo=UTC), NOW + timedelta(days=2)):
        text = write_rescue_text([replace(rescued(7, 0, HAND), made_at=wrong)])
        assert read_rescue_text(text, NOW)[0].made_at == NOW


GOOD = write_rescue_text([rescued(7, 4, HAND)])


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "rescue_empty"),
        (" \n ", "rescue_empty"),
        ('LB1{"m":[],"p":"K4D9"}', "rescue_empty"),
        ("https://example.com/", "rescue_unreadable"),
        ("LB1", "rescue_unreadable"),
        ("LB1[]", "rescue_unreadable"),
        ("LB1{}", "rescue_unreadable"),
        ("LB2" + GOOD[3:], "rescue_unreadable"),
        (GOOD[:-1], "rescue_unreadable"),
        (GOOD.replace("K4D9", "K0D9"), "rescue_unreadable"),
        (GOOD.replace("[7,4]", "[7.0,4]"), "rescue_unreadable"),
        (GOOD.replace("[7,4]", "[7,NaN]"), "rescue_unreadable"),
        (GOOD.replace("[7,4]", '"\\u0000"'), "rescue_unreadable"),
        (GOOD.replace("[7,4]", '"\\ud800"'), "rescue_unreadable"),
        (GOOD.replace('{"points":[7,4]}', "[]"), "rescue_unreadable"),
        (GOOD.replace("[[7,", "[[true,"), "rescue_unreadable"),
        (GOOD.replace("[[4,", "[[-4,"), "rescue_unreadable"),
        (GOOD.replace('"hand"', '"song"'), "rescue_unreadable"),
        (GOOD.replace('"hand"', "[]"), "rescue_unreadable"),
        (GOOD.replace("[7,4]", "[8,3]"), "rescue_altered"),
        (GOOD.replace('"hand"', '"redeal"'), "rescue_altered"),
        ("LB1" + "[" * (MOST_BYTES - 3), "rescue_unreadable"),
        ("x" * (MOST_BYTES + 1), "rescue_too_long"),
        ("è" * (MOST_BYTES // 2 + 1), "rescue_too_long"),
    ],
)
def test_what_no_phone_shows_is_refused(text: str, code: str) -> None:
    with pytest.raises(RescueUnreadable, match=code):
        read_rescue_text(text, NOW)


def test_too_many_lines_are_refused() -> None:
    checks = [compute_line_check("2222", 1, n, "redeal", {}) for n in range(201)]
    rows = ",".join(f'[{n},{check},"redeal",{{}},0]' for n, check in enumerate(checks))
    with pytest.raises(RescueUnreadable, match="rescue_too_many"):
        read_rescue_text(f'LB1{{"m":[[1,[{rows}]]],"p":"2222"}}', NOW)


@given(st.text(max_size=300).map("LB1{}".format))
def test_no_text_breaks_the_reader(text: str) -> None:
    with pytest.raises(RescueUnreadable):
        read_rescue_text(text, NOW)


def typed(version: int, data: dict[str, Any], *candidates: dict[str, Any]) -> TypedLine:
    check = compute_line_check("K4D9", 7, version, "hand", data)
    return TypedLine("hand", check, candidates or (data,))


def test_typed_lines_find_the_version_they_build_on() -> None:
    lines = [typed(5, HAND), typed(6, OTHER)]
    for version in (4, 5, 9):
        placed = place_typed_lines("K4D9", 7, version, lines, NOW)
        assert [line and line.version for line in placed] == [5, 6]


def test_a_mistyped_line_is_told_by_its_digits() -> None:
    lines = [typed(5, HAND), typed(6, OTHER, {"points": [6, 5]}), typed(7, HAND)]
    placed = place_typed_lines("K4D9", 7, 5, lines, NOW)
    assert [line and line.version for line in placed] == [5, None, 7]


def test_a_phone_may_have_written_whose_turn_it_was_or_not() -> None:
    records = list_candidate_records(
        {"points": [7, None], "success": False},
        sums={"points": 11},
        optional=("points", "marafona"),
        turn_field="caller",
        turns=(2, None),
    )
    assert records[0] == {"points": [7, 4], "success": False, "caller": 2}
    assert {"points": [7, 4]} in records
    assert {"points": [7, 4], "success": False, "marafona": None} in records


@pytest.fixture
def event() -> Event:
    return make_event(club=make_club(), pairs=4, tables=2, match_format=REDEAL)


@pytest.fixture
def match(event: Event) -> int:
    """The match on table 1."""
    found = pairing(event, "main-1-1").match_id
    assert found is not None
    return found


def accept(event: Event, *lines: RescuedLine, actor: Any = None) -> list[str]:
    outcomes = accept_rescued_lines(
        event_id=event.pk, lines=lines, actor=actor or owner_of(event.club), now=NOW
    )
    return [outcome.status for outcome in outcomes]


def send(phone: Program, line: RescuedLine) -> Any:
    return phone.line(line.match, line.version, dict(line.data), kind=line.kind, key=line.key)


@pytest.mark.django_db
def test_the_desk_writes_and_the_phone_that_comes_back_finds_it_written(
    event: Event, match: int
) -> None:
    [code, _] = make_codes(event=event, actor=owner_of(event.club), now=NOW)
    lines = [rescued(match, 0, HAND), rescued(match, 1, OTHER)]
    assert accept(event, *lines) == ["WRITTEN", "WRITTEN"]
    phone = Phone(code.code)
    assert [send(phone, line).status_code for line in lines] == [201, 201]
    rows = Line.objects.filter(match=match).order_by("n")
    told = rows.values_list("key", "device", "author_kind")
    assert [*told] == [(line.key, "rescue:K4D9", "USER") for line in lines]
    assert phone.line(match, 2, HAND).status_code == 201


@pytest.mark.django_db
def test_what_the_phone_has_sent_is_not_written_again_at_the_desk(event: Event, match: int) -> None:
    [code, _] = make_codes(event=event, actor=owner_of(event.club), now=NOW)
    lines = [rescued(match, 0, HAND), rescued(match, 1, OTHER)]
    assert send(Phone(code.code), lines[0]).status_code == 201
    assert accept(event, *lines) == ["ALREADY", "WRITTEN"]
    assert accept(event, *lines) == ["ALREADY", "ALREADY"]
    assert Line.objects.filter(match=match).count() == 2


def test_the_former_keys_of_a_line_are_read_from_its_qr_code() -> None:
    line = replace(rescued(7, 4, HAND), former=((2, 17), (3, 999)))
    assert line.former_keys == ["K4D9-2-017", "K4D9-3-999"]
    assert read_rescue_text(write_rescue_text([line]), NOW) == (line,)


@pytest.mark.parametrize("former", ["17", "[[2]]", "[[2,1000]]", "[[-1,17]]", '[["2",17]]'])
def test_former_keys_of_another_form_are_refused(former: str) -> None:
    altered = GOOD.replace("]]]]", f",{former}]]]]")
    assert altered != GOOD
    with pytest.raises(RescueUnreadable, match="rescue_unreadable"):
        read_rescue_text(altered, NOW)


@pytest.mark.django_db
def test_a_line_is_not_written_again_under_the_key_of_its_next_place(
    event: Event, match: int
) -> None:
    first = rescued(match, 0, HAND)
    assert accept(event, first) == ["WRITTEN"]
    check = int(first.key[-3:])
    moved = replace(first, version=1, former=((0, check),))
    assert accept(event, moved) == ["ALREADY"]
    # An equal hand that never had this key is another one, and so is one that says something else.
    assert accept(event, replace(moved, data=OTHER)) == ["WRITTEN"]
    assert accept(event, rescued(match, 2, HAND)) == ["WRITTEN"]


@pytest.mark.django_db
def test_a_hand_that_says_the_same_as_one_entered_before_is_pointed_out(
    event: Event, match: int
) -> None:
    def preview(*lines: RescuedLine) -> list[int | None]:
        outcomes = preview_rescued_lines(
            event_id=event.pk, lines=lines, actor=owner_of(event.club), now=NOW
        )
        return [outcome.equal_line for outcome in outcomes]

    # Two equal hands that are typed together were read aloud one after the other.
    assert preview(rescued(match, 0, HAND), rescued(match, 1, HAND)) == [None, None]
    assert accept(event, rescued(match, 0, HAND)) == ["WRITTEN"]
    assert preview(rescued(match, 1, HAND), rescued(match, 2, OTHER)) == [1, None]
    assert preview(rescued(match, 1, HAND, phone="2222")) == [None]


@pytest.mark.django_db
def test_a_preview_says_what_would_happen_and_writes_nothing(event: Event, match: int) -> None:
    lines = (rescued(match, 0, HAND), rescued(match, 1, OTHER))
    for _ in range(2):
        outcomes = preview_rescued_lines(
            event_id=event.pk, lines=lines, actor=owner_of(event.club), now=NOW
        )
        assert [outcome.status for outcome in outcomes] == ["WRITTEN", "WRITTEN"]
    assert not Line.objects.exists()
    assert Match.objects.get(pk=match).version == 0


@pytest.mark.django_db
def test_a_sheet_that_has_gone_on_is_left_alone_and_so_is_all_behind(
    event: Event, match: int
) -> None:
    elsewhere = pairing(event, "main-1-2").match_id
    write(pairing(event, "main-1-1"), "hand", {"points": [4, 7]})
    lines = (rescued(match, 0, HAND), rescued(match, 1, OTHER), rescued(elsewhere, 0, HAND))
    outcomes = accept_rescued_lines(
        event_id=event.pk, lines=lines, actor=owner_of(event.club), now=NOW
    )
    assert [each.status for each in outcomes] == ["REFUSED", "HELD_BACK", "WRITTEN"]
    assert outcomes[0].refusal is not None
    assert outcomes[0].refusal.code == "rescue_overtaken"
    assert Line.objects.filter(match=match).count() == 1


@pytest.mark.django_db
def test_a_line_before_which_one_is_missing_waits(event: Event, match: int) -> None:
    [outcome] = accept_rescued_lines(
        event_id=event.pk, lines=[rescued(match, 1, HAND)], actor=owner_of(event.club), now=NOW
    )
    assert outcome.refusal is not None
    assert outcome.refusal.code == "rescue_line_missing"


@pytest.mark.django_db
def test_a_hand_that_cannot_be_is_refused_alone(event: Event, match: int) -> None:
    good, bad = rescued(match, 0, HAND), rescued(match, 1, {"points": [7, 7]})
    unreadable = rescued(pairing(event, "main-1-2").match_id, 0, {"punti": 7})
    assert accept(event, good, bad, unreadable) == ["WRITTEN", "REFUSED", "REFUSED"]


@pytest.mark.django_db
def test_a_match_of_another_event_is_not_this_desks(event: Event) -> None:
    other = make_event(club=event.club, pairs=4, name="Altra", match_format=QUICK)
    line = rescued(pairing(other, "main-1-1").match_id, 0, HAND)
    nowhere = rescued(2**62, 0, HAND)
    assert accept(event, line, nowhere) == ["REFUSED", "REFUSED"]
    assert not Line.objects.exists()


@pytest.mark.django_db
def test_only_who_writes_at_the_event_may_take_lines_over(event: Event, match: int) -> None:
    stranger = actor_of(make_member(make_club("Altrove"), Role.Kind.ORGANIZER))
    assert accept(event, rescued(match, 0, HAND), actor=stranger) == ["REFUSED"]
    referee = actor_of(make_member(event.club, Role.Kind.REFEREE))
    assert accept(event, rescued(match, 0, HAND), actor=referee) == ["WRITTEN"]


@pytest.mark.django_db
def test_a_decided_match_moves_its_winner_on_once(event: Event, match: int) -> None:
    lines = [rescued(match, version, {"points": [11, 0]}) for version in range(4)]
    assert accept(event, *lines) == ["WRITTEN", "WRITTEN", "WRITTEN", "WRITTEN"]
    assert Match.objects.get(pk=match).winner == 0
    assert accept(event, *lines) == ["ALREADY"] * 4
    final = pairing(event, "main-2-1")
    assert final.slots.get(position=0).entry_id is not None


def decided(event: Event, phone: Phone, match: int) -> None:
    """Both games go to side 0, at the table."""
    for version in range(4):
        assert phone.line(match, version, {"points": [11, 0]}).status_code == 201


@pytest.mark.django_db
def test_the_desk_enters_without_a_reason_what_the_phone_may_write_without_one(
    event: Event, match: int
) -> None:
    [code, _] = make_codes(event=event, actor=owner_of(event.club), now=NOW)
    amend = RescuedLine("K4D9", match, 1, "amend", {"line": 1, "data": OTHER, "reason": ""}, NOW)
    assert accept(event, rescued(match, 0, HAND), amend) == ["WRITTEN", "WRITTEN"]
    phone = Phone(code.code)
    assert send(phone, amend).status_code == 201
    assert Line.objects.filter(match=match).count() == 2
    of_the_desk = Act("amend", amend.data, "desk-1", 2, device="desk", made_at=NOW)
    with pytest.raises(ReasonMissing):
        record_line(match_id=match, act=of_the_desk, actor=owner_of(event.club), now=NOW)


@pytest.mark.django_db
def test_what_was_entered_for_a_phone_is_no_word_of_the_referee(event: Event, match: int) -> None:
    [code, _] = make_codes(event=event, actor=owner_of(event.club), now=NOW)
    phone = Phone(code.code)
    decided(event, phone, match)
    sign = RescuedLine("K4D9", match, 4, "sign", {"side": 0}, NOW)
    assert accept(event, sign) == ["WRITTEN"]
    assert phone.line(match, 5, {"line": 5}, kind="strike").status_code == 201
    amend = RescuedLine("K4D9", match, 6, "amend", {"line": 4, "data": OTHER}, NOW)
    assert accept(event, amend) == ["WRITTEN"]
    again = {"line": 4, "data": {"points": [11, 0]}}
    assert phone.line(match, 7, again, kind="amend").status_code == 201


@pytest.mark.parametrize("kind", ["penalty", "award", "forfeit", "reopen"])
def test_what_no_phone_writes_is_not_taken_from_one(kind: str) -> None:
    line = RescuedLine("K4D9", 7, 0, kind, {"side": 0, "points": 1, "reason": "segni"}, NOW)
    with pytest.raises(RescueUnreadable, match="rescue_unreadable"):
        read_rescue_text(write_rescue_text([line]), NOW)


@pytest.mark.django_db
def test_a_key_with_other_content_is_refused_like_from_the_phone(event: Event, match: int) -> None:
    [code, _] = make_codes(event=event, actor=owner_of(event.club), now=NOW)
    line = rescued(match, 0, HAND)
    accept(event, line)
    answer = Phone(code.code).line(match, 0, OTHER, key=line.key)
    refused(answer, 422, "key_reused")


def test_every_status_is_one_that_the_page_words() -> None:
    template = Path(__file__).parents[2] / "templates" / "desk" / "rescue_lines.html"
    source = template.read_text(encoding="utf-8")
    worded = {RescueStatus.ALREADY, RescueStatus.HELD_BACK}
    assert {status for status in RescueStatus if f'"{status}"' in source} == worded
