"""Hands from a phone at the desk: scanned, pasted and typed; looked at first, written once."""

from random import Random
from typing import Any

import pytest
from django.test import Client

from competition.hall.rescue import MOST_ROWS, RescuedLine, compute_line_check, write_rescue_text
from scoring.core.format import best_of
from scoring.models import Line
from tests.factories import (
    NOW,
    draw_now,
    first_match,
    make_club,
    make_event,
    make_member,
    owner_of,
)
from tests.tournaments.steps import pairing, write
from tests.web.pages import html_of, signed_in, text_of
from tournaments.demo import demo_entries
from tournaments.models import Club, Event, Pairing, Role
from tournaments.services.events.events import start_play
from tournaments.services.registration.entries import import_entries

SHORT = {"games": [{"game": "marafon"}], "wins": 1}
HAND, OTHER = {"points": [7, 4]}, {"points": [5, 6], "marafona": 1}


@pytest.fixture
def event(club: Club) -> Event:
    redeal = best_of(3, "marafon", {"redeal": True})
    return make_event(club=club, pairs=4, tables=2, match_format=redeal)


@pytest.fixture
def match(event: Event) -> int:
    """The match on table 1."""
    found = pairing(event, "main-1-1").match_id
    assert found is not None
    return found


def text(match: int, *hands: dict[str, Any], version: int = 0) -> str:
    """The QR code of phone K4D9 with these hands."""
    numbered = enumerate(hands, version)
    lines = [RescuedLine("K4D9", match, at, "hand", data, NOW) for at, data in numbered]
    return write_rescue_text(lines)


def post(desk: Client, event: Event, step: str, **data: Any) -> Any:
    return desk.post(f"/desk/events/{event.pk}/rescue/", {"step": step, **data})


def row(at: int, match: int, data: dict[str, Any], *, version: int, **more: Any) -> dict[str, Any]:
    """A typed row: the points of the first side, and the digits that the phone shows."""
    check = compute_line_check("K4D9", match, version, "hand", data)
    points = {f"row{at}-points_0": data["points"][0]} if "points" in data else {}
    return {f"row{at}-line_kind": "hand", f"row{at}-line_check": f"{check:03}", **points, **more}


def type_rows(desk: Client, event: Event, *rows: dict[str, Any], **more: Any) -> Any:
    fields = {key: value for each in rows for key, value in each.items()}
    head = {"table": "1", "phone": "k4d9", "rows": "3"}
    return post(desk, event, "typed", **{**head, **fields, **more})


def written(match: int) -> list[dict[str, Any]]:
    return list(Line.objects.filter(match=match).order_by("n").values_list("data", flat=True))


def test_a_scan_is_shown_first_and_then_written_once(
    desk: Client, event: Event, match: int
) -> None:
    scanned = text(match, HAND, OTHER)
    look = post(desk, event, "look", text=scanned)
    page = text_of(look)
    assert "nothing has been written yet" in page
    assert "7 to 4" in page
    assert "Write 2 lines" in page
    assert written(match) == []
    for said in ("2 lines have been written", "0 lines have been written"):
        page = text_of(post(desk, event, "write", text=look.context["text"]))
        assert said in page
        assert written(match) == [HAND, OTHER]
    assert page.count("already on the sheet") == 2


def test_the_sheet_says_for_which_phone_a_line_was_entered(
    desk: Client, event: Event, match: int
) -> None:
    post(desk, event, "write", text=text(match, HAND))
    assert "for phone K4D9" in text_of(desk.get(f"/desk/matches/{match}/"))


def test_two_squares_are_pasted_one_under_the_other(desk: Client, event: Event, match: int) -> None:
    pasted = f"{text(match, HAND)}\r\n{text(match, OTHER, version=1)}"
    post(desk, event, "write", text=pasted)
    assert written(match) == [HAND, OTHER]


def test_what_is_no_scan_is_said_on_the_field(desk: Client, event: Event) -> None:
    for pasted, said in (
        ("buonasera", "This is not what a phone shows"),
        ("", "This field is required"),
        ("x" * 9000, "8000"),
    ):
        answer = post(desk, event, "look", text=pasted)
        assert answer.status_code == 422
        assert said in text_of(answer)


def test_a_sheet_that_has_gone_on_is_not_written_to(desk: Client, event: Event, match: int) -> None:
    write(pairing(event, "main-1-1"), "hand", {"points": [1, None]})
    page = text_of(post(desk, event, "write", text=text(match, HAND, OTHER)))
    assert "The sheet has moved on" in page
    assert "the line before it is missing" in page
    assert len(written(match)) == 1


def test_hands_are_typed_with_the_digits_that_are_read_aloud(
    desk: Client, event: Event, match: int
) -> None:
    form = desk.get(f"/desk/events/{event.pk}/rescue/?table=1&phone=k4d9")
    assert form.status_code == 200
    assert "Table 1, K4D9" in text_of(form)
    look = type_rows(
        desk,
        event,
        row(0, match, HAND, version=0),
        row(1, match, OTHER, version=1, **{"row1-marafona": "1"}),
    )
    assert "Write 2 lines" in text_of(look)
    post(desk, event, "write", text=look.context["text"])
    assert written(match) == [HAND, OTHER]


def test_a_typed_hand_is_the_phones_to_the_byte_also_with_whose_turn_it_was(
    desk: Client, event: Event, match: int
) -> None:
    write(pairing(event, "main-1-1"), "hand", {"points": [6, 5], "caller": 3})
    data = {"points": [7, 4], "caller": 0}
    look = type_rows(desk, event, row(0, match, data, version=1))
    post(desk, event, "write", text=look.context["text"])
    line = Line.objects.get(match=match, n=2)
    assert (line.data, line.device) == (data, "rescue:K4D9")


def test_a_redeal_is_typed(desk: Client, event: Event, match: int) -> None:
    check = f"{compute_line_check('K4D9', match, 0, 'redeal', {}):03}"
    look = type_rows(desk, event, {"row0-line_kind": "redeal", "row0-line_check": check})
    post(desk, event, "write", text=look.context["text"])
    assert [line.kind for line in Line.objects.filter(match=match)] == ["redeal"]


def typed_line(
    at: int, match: int, version: int, kind: str, data: dict[str, Any]
) -> dict[str, Any]:
    check = compute_line_check("K4D9", match, version, kind, data)
    return {f"row{at}-line_kind": kind, f"row{at}-line_check": f"{check:03}"}


def test_a_correction_a_strike_and_a_signature_are_typed(
    desk: Client, event: Event, match: int
) -> None:
    for _ in range(8):
        write(pairing(event, "main-1-1"), "hand", {"points": [11, 0]})
    lines: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
        ("sign", {"side": 1}, {"line_side": "1"}),
        ("strike", {"line": 9, "reason": ""}, {"line_subject": "9"}),
        (
            "amend",
            {"line": 8, "data": {"points": [10, 1], "caller": 2}, "reason": ""},
            {"line_subject": "8", "points_0": "10"},
        ),
    ]
    rows = [
        typed_line(at, match, 8 + at, kind, data)
        | {f"row{at}-{name}": value for name, value in more.items()}
        for at, (kind, data, more) in enumerate(lines)
    ]
    look = type_rows(desk, event, *rows)
    assert "Write 3 lines" in text_of(look)
    post(desk, event, "write", text=look.context["text"])
    wrote = Line.objects.filter(match=match, n__gt=8).order_by("n").values_list("kind", "data")
    assert [*wrote] == [(kind, data) for kind, data, _ in lines]


@pytest.mark.parametrize(
    ("kind", "field"),
    [("strike", "line_subject"), ("amend", "line_subject"), ("sign", "line_side")],
)
def test_a_row_that_does_not_say_which_line_or_who_signs_is_told(
    desk: Client, event: Event, kind: str, field: str
) -> None:
    typed = {"row0-line_kind": kind, "row0-line_check": "417", "row0-points_0": "7"}
    answer = type_rows(desk, event, typed)
    assert answer.status_code == 422
    assert list(answer.context["rows"][0].errors) == [field]


def test_a_signature_of_nobody_is_not_taken(desk: Client, event: Event) -> None:
    typed = {"row0-line_kind": "sign", "row0-line_check": "417", "row0-line_side": "7"}
    answer = type_rows(desk, event, typed)
    assert "line_side" in answer.context["rows"][0].errors


def test_digits_that_do_not_fit_are_said_on_their_row_and_nothing_is_written(
    desk: Client, event: Event, match: int
) -> None:
    wrong = row(1, match, OTHER, version=1, **{"row1-points_0": "6", "row1-marafona": "1"})
    answer = type_rows(desk, event, row(0, match, HAND, version=0), wrong)
    assert answer.status_code == 422
    assert text_of(answer).count("These digits do not match this hand") == 1
    assert "line_check" in answer.context["rows"][1].errors
    assert written(match) == []


def test_a_row_without_digits_or_no_row_at_all_is_told(desk: Client, event: Event) -> None:
    answer = type_rows(desk, event, {"row0-line_kind": "hand", "row0-points_0": "7"})
    assert answer.status_code == 422
    assert "line_check" in answer.context["rows"][0].errors
    assert "There is no hand here yet" in text_of(type_rows(desk, event))


def test_more_rows_keep_what_was_typed(desk: Client, event: Event, match: int) -> None:
    typed = row(0, match, HAND, version=0)
    answer = type_rows(desk, event, typed, more="1")
    assert len(answer.context["rows"]) == 6
    assert typed["row0-line_check"] in html_of(answer)
    for count in ("9", "99", "999", "-1", "x"):
        assert len(type_rows(desk, event, more="1", rows=count).context["rows"]) <= MOST_ROWS


def test_a_table_where_nothing_is_on_and_a_key_that_is_none_are_told(
    desk: Client, event: Event
) -> None:
    for query, said in (
        ("table=2222&phone=K4D9", "Nothing is played at table 2222"),
        ("table=1&phone=K0D9", "A phone’s key has four characters"),
        ("table=x&phone=", "Enter a whole number"),
    ):
        answer = desk.get(f"/desk/events/{event.pk}/rescue/?{query}")
        assert answer.status_code == 422
        assert said in text_of(answer)


def test_a_match_of_another_event_is_not_shown(desk: Client, event: Event) -> None:
    other = make_event(club=make_club("Altrove"), pairs=2, name="Segreta", visibility="CLUB")
    page = text_of(post(desk, event, "look", text=text(first_match(other), HAND)))
    assert "for a match that is not played at this event" in page
    assert "Zoffoli" not in page


@pytest.mark.parametrize("game", ["mariglia", "marianna", "cinquecento"])
def test_rows_are_made_for_every_game(desk: Client, club: Club, game: str) -> None:
    options = {"games": [{"game": game}], "wins": 1}
    event = make_event(club=club, pairs=4, tables=2, match_format=options)
    assert desk.get(f"/desk/events/{event.pk}/rescue/?table=1&phone=K4D9").status_code == 200


def test_a_hand_between_five_is_typed(desk: Client, club: Club) -> None:
    trionfo = {"games": [{"game": "trionfo", "hands": 5}], "wins": None}
    event = make_event(
        club=club,
        pairs=0,
        drawn=False,
        tables=2,
        match_format=trionfo,
        format="sittings",
        options={"rounds": 2},
    )
    import_entries(event=event, forms=demo_entries(5, 1, Random(5)), actor=owner_of(club), now=NOW)
    event = start_play(event=draw_now(event), actor=owner_of(club), now=NOW)
    match = first_match(event)
    data = {"declarer": 1, "bid": "chiamo", "partner": 3, "success": True}
    typed = {f"row0-{name}": str(value).lower() for name, value in data.items()}
    look = type_rows(desk, event, row(0, match, data, version=0), typed)
    post(desk, event, "write", text=look.context["text"])
    assert written(match) == [data]


def test_the_page_is_for_who_writes_at_the_event(event: Event, club: Club, anybody: Client) -> None:
    address = f"/desk/events/{event.pk}/rescue/"
    assert signed_in(make_member(club, Role.Kind.REFEREE)).get(address).status_code == 200
    stranger = signed_in(make_member(make_club("Altrove"), Role.Kind.ORGANIZER))
    assert stranger.get(address).status_code == 403
    assert anybody.get(address).status_code == 302


def test_the_tables_lead_to_it(desk: Client, event: Event) -> None:
    for page in ("", "tables/"):
        shown = html_of(desk.get(f"/desk/events/{event.pk}/{page}"))
        assert f'href="/desk/events/{event.pk}/rescue/"' in shown


def test_the_lines_of_the_match_before_are_typed_after_the_next_one_was_called(
    desk: Client, club: Club
) -> None:
    event = make_event(club=club, pairs=4, tables=1, match_format=SHORT)
    before = pairing(event, "main-1-1")
    assert before.match_id is not None
    for _ in range(4):
        write(before, "hand", {"points": [11, 0]})
    after = Pairing.objects.get(event=event, state=Pairing.State.CALLED)
    assert after.match_id is not None
    address = f"/desk/events/{event.pk}/rescue/?table=1&phone=k4d9"
    page = desk.get(address)
    assert page.context["view"].pairing == after
    assert f"match={before.match_id}" in html_of(page)
    chosen = desk.get(f"{address}&match={before.match_id}")
    assert chosen.context["view"].pairing == before
    assert [other.pairing for other in chosen.context["others"]] == [after]
    data = {"side": 0}
    typed = typed_line(0, before.match_id, 4, "sign", data) | {"row0-line_side": "0"}
    look = type_rows(desk, event, typed, match=str(before.match_id))
    post(desk, event, "write", text=look.context["text"])
    assert Line.objects.filter(match=before.match_id, kind="sign").count() == 1
    wrong = type_rows(desk, event, typed)
    assert "line_check" in wrong.context["rows"][0].errors


def test_a_match_of_another_table_cannot_be_chosen(desk: Client, event: Event, match: int) -> None:
    other = pairing(event, "main-1-2").match_id
    page = desk.get(f"/desk/events/{event.pk}/rescue/?table=1&phone=k4d9&match={other}")
    assert page.context["view"].pairing.match_id == match
    assert page.context["others"] == []
