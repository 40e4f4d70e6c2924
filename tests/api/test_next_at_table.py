"""What follows for the sides of a match and at their table, in the document of a phone."""

from datetime import datetime
from typing import Any

from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.api.client import Phone, Program
from tests.api.table import HAND, WINS
from tests.factories import NOW, make_event, owner_of
from tests.tournaments.steps import QUICK, pairing
from tournaments.models import Club, Event, TableCode
from tournaments.services.events.events import start_play
from tournaments.services.events.stages import StagePlan, add_stage
from tournaments.services.hall.table_codes import make_codes
from tournaments.services.registration.withdrawals import withdraw


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
    assert (phone.place["last"], phone.place["last_match"]) == (None, None)
    assert phone.place["table_next"]["match"] == match
    assert [row["state"] for row in phone.place["next"]] == ["WAITING", "WAITING"]
    phone.line(match, 0, WINS)
    assert phone.read("device/")["match"] == match
    sign_both(phone, match)
    device = phone.read("device/")
    assert (device["match"], device["last_match"], device["table_next"]) == (None, match, None)
    final = pairing(event, "main-2-1")
    round_ = {"id": final.round_id, "title": "Finale"}
    winner, loser = device["next"]
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
        "called_at": None,
        "expected_at": winner["expected_at"],
        "place": None,
    }
    # The other semi-final is still being played: the final begins after it.
    assert datetime.fromisoformat(winner["expected_at"]) > timezone.now()
    assert (loser["state"], loser["place"]) == ("OUT", "3º–4º posto")
    assert (loser["match"], loser["round"], loser["opponent"]) == (None, None, None)
    assert (loser["called_at"], loser["expected_at"]) == (None, None)

    organizer.line(pairing(event, "main-1-2").match_id, 0, WINS)
    device = phone.read("device/")
    assert (device["match"], device["last_match"]) == (final.match_id, match)
    winner, loser = device["next"]
    assert (winner["state"], winner["table"]) == ("CALLED", 1)
    assert winner["expected_at"] is None
    assert datetime.fromisoformat(winner["called_at"]) == pairing(event, "main-2-1").called_at
    assert winner["opponent"]["short"] not in short_names([winner["entry"], loser["entry"]])
    assert device["table_next"]["match"] == final.match_id
    assert device["table_next"]["state"] == "CALLED"
    assert device["table_next"]["round"] == round_
    assert winner["entry"] in device["table_next"]["sides"]
    assert winner["opponent"] in device["table_next"]["sides"]

    phone.line(final.match_id, 0, WINS)
    device = phone.read("device/")
    assert (device["match"], device["last"], device["table_next"]) == (final.match_id, None, None)
    sign_both(phone, final.match_id)
    device = phone.read("device/")
    assert (device["match"], device["last"]) == (None, final.match_id)
    assert [(row["state"], row["place"]) for row in device["next"]] == [
        ("DONE", "1º posto"),
        ("OUT", "2º posto"),
    ]


def test_a_phone_shows_the_match_that_waits_for_its_table(club: Club) -> None:
    event = make_event(club=club, pairs=8, tables=1, match_format=QUICK)
    phone = Phone(make_codes(event=event, actor=owner_of(club), now=NOW)[0].code)
    first, second = (pairing(event, f"main-1-{number}").match_id for number in (1, 2))
    phone.line(first, 0, HAND)
    device = phone.read("device/")
    assert device["match"] == first
    assert device["table_next"]["match"] == second
    assert device["table_next"]["state"] == "READY"
    assert device["table_next"]["round"]["title"] == "Quarti"
    assert len(device["table_next"]["sides"]) == 2


def test_a_match_whose_players_are_at_another_table_is_not_next_here(club: Club) -> None:
    event = make_event(club=club, pairs=3, tables=2, match_format=QUICK, format="round_robin")
    codes = make_codes(event=event, actor=owner_of(club), now=NOW)
    assert Phone(codes[1].code).place["table_next"] is None


def test_in_a_round_robin_a_side_that_has_played_all_is_done_and_others_are_ready(
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
            sides = [(row["state"], row["place"]) for row in sides_of(phone)]
            assert sides == [("DONE", None)] * 2, "the last match may still move them"
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


def test_a_side_that_goes_on_to_a_stage_not_drawn_yet_waits_and_others_are_done(
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
    by_entry = {
        row["entry"]["id"]: row for phone in phones for row in phone.read("device/")["next"]
    }
    assert [(by_entry[entry]["state"], by_entry[entry]["place"]) for entry in sorted(by_entry)] == [
        ("WAITING", None),
        ("WAITING", None),
        ("DONE", "3º posto"),
        ("DONE", "4º posto"),
    ]


def test_a_withdrawn_side_is_out(event: Event, codes: list[TableCode], match: int) -> None:
    phone = Phone(codes[0].code)
    phone.line(match, 0, WINS)
    sign_both(phone, match)
    entry = pairing(event, "main-1-1").slots.get(position=0).entry
    assert entry is not None
    withdraw(entry=entry, reason="malato", actor=owner_of(event.club), now=NOW)
    gone, loser = sides_of(phone)
    assert (gone["state"], gone["match"], gone["place"]) == ("OUT", None, None)
    assert (loser["state"], loser["place"]) == ("OUT", "3º–4º posto")


def test_the_device_document_costs_as_many_queries_in_a_large_field_as_in_a_small_one(
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


def test_once_the_next_match_has_begun_at_a_table_what_follows_is_about_its_sides(
    club: Club,
) -> None:
    event = make_event(club=club, pairs=8, tables=1, match_format=QUICK)
    code = make_codes(event=event, actor=owner_of(club), now=NOW)[0].code
    one, two = Phone(code), Phone(code)
    first = one.read("device/")["match"]
    one.line(first, 0, WINS)
    sign_both(one, first)
    device = one.read("device/")
    second = device["match"]
    assert (device["last_match"], list_entries(device["next"])) == (first, sides_at(one, first))

    two.line(second, 0, HAND)
    device = one.read("device/")
    assert (device["match"], device["last_match"]) == (second, None)
    assert list_entries(device["next"]) == sides_at(one, second)


def list_entries(rows: list[Any]) -> list[Any]:
    return [row["entry"] for row in rows]


def sides_at(phone: Phone, match: int) -> list[Any]:
    """The entries of a match of pairs, by side."""
    return [row["entries"][0] for row in phone.read(f"matches/{match}/")["sides"]]
