"""The keyboard screen where groups play side by side without tables: the letter of the group and
the number in its round name one match, on the printed sheet as in the field."""

import re
from typing import Any

import pytest
from django.test import Client

from printing.catalog import LAYOUTS
from printing.documents import SheetsDocument
from scoring.models import Line
from tests.factories import make_event
from tests.printing.halls import make_order
from tests.tournaments.steps import QUICK
from tests.web.pages import html_of, text_of
from tests.web.paper_screen import address, fields_of, list_side_names, read, write
from tournaments.models import Club, Event, Group, Pairing


@pytest.fixture
def event(club: Club) -> Event:
    """Two groups of four, with two matches each in the first round."""
    return make_event(
        club=club, pairs=8, format="groups", options={"group_size": 4}, match_format=QUICK
    )


def match_of(event: Event, group: int, number: int) -> Pairing:
    return Pairing.objects.get(
        event=event, round__group__number=group, round__number=1, number=number
    )


def list_missing(response: Any) -> list[tuple[str, str]]:
    """The text and the address of each match of the round that is listed as missing."""
    html = html_of(response)
    listed = html[html.index('<ol class="plain missing">') :]
    listed = listed[: listed.index("</ol>")]
    return re.findall(r'<a href="\?([^"]*)".*?</span>(\w+)</a>', listed)


def test_every_match_of_the_round_has_its_own_label_and_link(desk: Client, event: Event) -> None:
    links = list_missing(desk.get(address(event)))
    assert [label for _address, label in links] == ["A1", "A2", "B1", "B2"]
    for (query, _label), (group, number) in zip(
        links, [(1, 1), (1, 2), (2, 1), (2, 2)], strict=True
    ):
        page = desk.get(address(event) + "?" + query.replace("&amp;", "&"))
        assert fields_of(page)["match"] == str(match_of(event, group, number).match_id)


def test_the_label_on_the_printed_sheet_names_its_match(desk: Client, event: Event) -> None:
    Group.objects.filter(stage__event=event, number=2).update(name="Bar Sport")
    document = LAYOUTS["sheets"].build(make_order(event))
    assert isinstance(document, SheetsDocument)
    labels = [sheet.about.rpartition(" ")[2] for sheet in document.sheets]
    assert sorted(labels) == ["A1", "A2", "B1", "B2"]
    for sheet, label in zip(document.sheets, labels, strict=True):
        page = desk.get(address(event), {"table": label})
        match = Pairing.objects.get(match=int(fields_of(page)["match"]))
        assert [side.name for side in sheet.sides] == list_side_names(match)


def test_a_result_is_written_for_the_group_that_was_typed(desk: Client, event: Event) -> None:
    response = write(desk, event, "b1", "11 0")
    assert response.status_code == 302
    line = Line.objects.get()
    assert line.match_id == match_of(event, 2, 1).match_id
    page = desk.get(response["Location"])
    assert "Written: B1, 1 – 0 for" in text_of(page)
    assert fields_of(page)["table"] == "B2"
    assert [label for _address, label in list_missing(page)] == ["A1", "A2", "B2"]


def test_a_number_without_its_group_names_no_match(desk: Client, event: Event) -> None:
    response = read(desk, event, "1", "11 0")
    assert response.status_code == 422
    assert "In this round groups play side by side: write the letter too, A1." in text_of(response)
    assert not Line.objects.exists()
    # Nor where only one group has it left: what was typed must not depend on what is written.
    write(desk, event, "A1", "11 0")
    assert read(desk, event, "1", "11 0").status_code == 422


def test_a_group_that_there_is_not_names_no_match(desk: Client, event: Event) -> None:
    response = read(desk, event, "C1", "11 0")
    assert response.status_code == 422
    assert "There is no match with number C1 in this round." in text_of(response)


def test_a_written_match_is_named_with_its_group(desk: Client, event: Event) -> None:
    write(desk, event, "B1", "11 0")
    response = read(desk, event, "B1", "0 11")
    assert "Number B1 (First round) is written already, 1 to 0." in text_of(response)


def test_a_result_of_a_group_is_taken_back(desk: Client, event: Event) -> None:
    write(desk, event, "B1", "11 0")
    pairing = match_of(event, 2, 1)
    key = Line.objects.get().key.rpartition("-")[0]
    form = {"match": str(pairing.match_id), "key": key}
    page = desk.post(f"{address(event)}take-back/", form, follow=True)
    fields = fields_of(page)
    assert (fields["table"], fields["match"]) == ("B1", str(pairing.match_id))


def test_the_sheet_of_a_match_opens_the_screen_for_its_group(desk: Client, event: Event) -> None:
    pairing = match_of(event, 2, 1)
    page = html_of(desk.get(f"/desk/matches/{pairing.match_id}/"))
    link = re.search(rf'href="({address(event)}\?[^"]+)"', page)
    assert link is not None
    fields = fields_of(desk.get(link[1].replace("&amp;", "&")))
    assert (fields["match"], fields["table"]) == (str(pairing.match_id), "B1")


def test_groups_at_tables_are_named_by_their_tables(desk: Client, club: Club) -> None:
    event = make_event(
        club=club, pairs=8, tables=4, format="groups", options={"group_size": 4}, match_format=QUICK
    )
    assert [label for _address, label in list_missing(desk.get(address(event)))] == list("1234")
    assert "There is no match to write at table B1." in text_of(read(desk, event, "B1", "11 0"))
