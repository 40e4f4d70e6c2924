"""The sheet as phones see it: keys for the table's own, names as the event shows them."""

from typing import Any

import pytest

from tests.api.client import Phone, Program, refused
from tests.api.table import HAND, lines_for, seats_of
from tests.factories import NOW, first_match, make_event, owner_of
from tests.tournaments.steps import pairing
from tournaments.models import Club, Event, TableCode
from tournaments.services.hall.table_codes import make_codes


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
