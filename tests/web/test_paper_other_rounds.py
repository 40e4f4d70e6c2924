"""The keyboard screen beyond its round: a table that plays on is written from where one is, and
never another match than the one that was shown."""

import re
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from scoring.models import Line
from tests.factories import make_event
from tests.tournaments.steps import write as add_line
from tests.web.pages import html_of, text_of
from tests.web.paper_screen import address, fields_of, read, write
from tournaments.models import Club, Event, Pairing


@pytest.fixture
def event(club: Club) -> Event:
    """Tables 1 and 2 are written: their winners are called to table 1 for the semifinal."""
    return make_event(club=club, pairs=8, tables=4)


@pytest.fixture
def semifinal(desk: Client, event: Event) -> Pairing:
    """Called to table 1, while tables 3 and 4 still play the quarterfinals."""
    write(desk, event, 1, "2 0")
    write(desk, event, 2, "2 0")
    return Pairing.objects.get(event=event, state="CALLED", table__number=1)


def quarterfinal(event: Event, table: int) -> Pairing:
    return Pairing.objects.get(event=event, table__number=table, round__number=1)


def lines_of(pairing: Pairing) -> list[tuple[str, Any]]:
    rows = Line.objects.filter(match=pairing.match_id).order_by("n")
    return list(rows.values_list("kind", "data"))


def call_semifinal(desk: Client, event: Event) -> Pairing:
    """Another desk writes table 1; its winner and that of table 2 are called there at once."""
    write(desk, event, 1, "0 2")
    return Pairing.objects.get(event=event, state="CALLED", table__number=1)


def test_a_table_of_the_next_round_is_read_with_its_round(
    desk: Client, event: Event, semifinal: Pairing
) -> None:
    response = read(desk, event, 1, "2 1")
    assert response.status_code == 200
    html = html_of(response)
    assert re.search(r"data-other-round><span[^>]*>Semifinals<", html)
    assert "Write 2 to 1 for" in text_of(response)
    assert fields_of(response)["match"] == str(semifinal.match_id)
    assert not lines_of(semifinal)


def test_a_table_of_the_next_round_is_written_and_the_page_stays_at_its_round(
    desk: Client, event: Event, semifinal: Pairing
) -> None:
    form = fields_of(read(desk, event, 1, "2 1"))
    response = desk.post(address(event), form, follow=True)
    assert lines_of(semifinal) == [("games", {"wins": [2, 1], "from_paper": True})]
    assert len(lines_of(quarterfinal(event, 1))) == 1
    assert fields_of(response)["round"] == str(quarterfinal(event, 3).round_id)
    assert fields_of(response)["table"] == "3"
    assert "2 tables are missing" in text_of(response)
    assert re.search(r"Written: 1, 2 – 1 for .*\. Semifinals\.", text_of(response))


def test_only_typing_its_number_names_the_next_match_of_a_table(
    desk: Client, event: Event, semifinal: Pairing
) -> None:
    round_id = quarterfinal(event, 1).round_id
    response = desk.get(address(event), {"round": round_id, "table": 1})
    html = html_of(response)
    assert fields_of(response)["match"] == str(semifinal.match_id)
    assert "Semifinals" in html[html.index("data-other-round") :]
    # The sheet of the table's match in this round is one click away, to correct it.
    assert "Quarterfinals: written already, 2 to 0." in text_of(response)
    assert f"/desk/matches/{quarterfinal(event, 1).match_id}/" in html


def test_a_missing_table_of_the_round_comes_before_that_of_another_round(
    desk: Client, event: Event, semifinal: Pairing
) -> None:
    round_id = semifinal.round_id
    response = desk.get(address(event), {"round": round_id, "table": 1})
    assert fields_of(response)["match"] == str(semifinal.match_id)
    assert "data-other-round" not in html_of(response)


def test_a_table_of_the_losers_bracket_is_written_from_the_main_bracket(
    desk: Client, club: Club
) -> None:
    event = make_event(club=club, pairs=8, tables=4, format="double_elimination")
    write(desk, event, 1, "2 0")
    write(desk, event, 2, "2 0")
    first_round = Pairing.objects.get(event=event, code="main-1-3").round_id
    lost = Pairing.objects.get(event=event, state="CALLED", round__section="losers")
    assert lost.table is not None
    response = read(desk, event, lost.table.number, "1 2")
    assert "Losers, round 1" in text_of(response)
    written = desk.post(address(event), fields_of(response), follow=True)
    assert lines_of(lost) == [("games", {"wins": [1, 2], "from_paper": True})]
    assert fields_of(written)["round"] == str(first_round)


def test_a_table_without_a_match_to_write_is_refused(
    desk: Client, event: Event, semifinal: Pairing
) -> None:
    response = read(desk, event, 2, "2 0")
    assert response.status_code == 422
    assert "Number 2 (Quarterfinals) is written already, 2 to 0." in text_of(response)
    assert f'href="/desk/matches/{quarterfinal(event, 2).match_id}/"' in html_of(response)


def test_a_match_that_another_desk_wrote_is_not_replaced_by_the_next_at_its_table(
    desk: Client, event: Event
) -> None:
    write(desk, event, 2, "2 0")
    form = fields_of(read(desk, event, 1, "2 0"))
    semifinal = call_semifinal(desk, event)
    # However often Enter is pressed: the sheet in hand is that of the quarterfinal.
    for _ in range(3):
        response = desk.post(address(event), form)
        assert response.status_code == 422
        assert "Number 1 (Quarterfinals) is written already, 0 to 2." in text_of(response)
        form = fields_of(response)
        assert form["score"] == "2 0"
    assert not lines_of(semifinal)
    assert "Now at table 1: Semifinals" in text_of(response)


def test_after_that_the_link_to_the_table_reads_its_next_match(desk: Client, event: Event) -> None:
    write(desk, event, 2, "2 0")
    form = fields_of(read(desk, event, 1, "2 0"))
    semifinal = call_semifinal(desk, event)
    html = html_of(desk.post(address(event), form))
    link = re.search(r'href="(\?round=\d+&amp;table=1)">Now at', html)
    assert link is not None
    response = desk.get(address(event) + link[1].replace("&amp;", "&"))
    assert fields_of(response)["match"] == str(semifinal.match_id)


def test_another_number_is_another_match(desk: Client, event: Event, semifinal: Pairing) -> None:
    form = {**fields_of(read(desk, event, 1, "2 1")), "table": "3"}
    # What was shown was table 1, so table 3 is shown before it is written.
    response = desk.post(address(event), form)
    assert response.status_code == 200
    desk.post(address(event), fields_of(response))
    assert not lines_of(semifinal)
    assert len(lines_of(quarterfinal(event, 3))) == 1


def test_enter_pressed_twice_does_not_reach_the_next_match_of_the_table(
    desk: Client, event: Event
) -> None:
    write(desk, event, 2, "2 0")
    form = fields_of(read(desk, event, 1, "2 0"))
    answers = [desk.post(address(event), form).status_code for _ in range(3)]
    assert answers == [302, 302, 302]
    semifinal = Pairing.objects.get(event=event, state="CALLED", table__number=1)
    assert semifinal.round_id != quarterfinal(event, 1).round_id
    assert not lines_of(semifinal)
    assert Line.objects.count() == 2


def test_two_desks_write_a_table_of_the_next_round_once(
    desk: Client, event: Event, semifinal: Pairing
) -> None:
    first = fields_of(read(desk, event, 1, "2 0"))
    second = fields_of(read(desk, event, 1, "0 2"))
    assert desk.post(address(event), first).status_code == 302
    response = desk.post(address(event), second)
    assert response.status_code == 422
    assert "Number 1 (Semifinals) is written already, 2 to 0." in text_of(response)
    assert lines_of(semifinal) == [("games", {"wins": [2, 0], "from_paper": True})]


def test_a_match_whose_players_were_corrected_is_shown_again(
    desk: Client, event: Event, semifinal: Pairing
) -> None:
    form = fields_of(read(desk, event, 1, "2 0"))
    correct(quarterfinal(event, 1))
    response = desk.post(address(event), form)
    assert response.status_code == 200
    assert not lines_of(semifinal)
    assert desk.post(address(event), fields_of(response)).status_code == 302


def test_a_match_that_waits_again_is_not_written(
    desk: Client, event: Event, semifinal: Pairing
) -> None:
    form = fields_of(read(desk, event, 1, "2 0"))
    take_back(desk, event, quarterfinal(event, 1))
    for _ in range(2):
        response = desk.post(address(event), form)
        assert response.status_code == 422
        assert "cannot be written any more" in text_of(response)
        form = fields_of(response)
    assert not lines_of(semifinal)


def test_a_result_of_another_round_is_taken_back_where_one_is(
    desk: Client, event: Event, semifinal: Pairing
) -> None:
    page = html_of(desk.post(address(event), fields_of(read(desk, event, 1, "2 1")), follow=True))
    shown_round = quarterfinal(event, 3).round_id
    copied = page[page.index("data-take-back") :]
    assert f'name="match" value="{semifinal.match_id}"' in copied
    assert f'name="round" value="{shown_round}"' in copied
    response = take_back(desk, event, semifinal, round=str(shown_round))
    assert [kind for kind, _ in lines_of(semifinal)] == ["games", "strike"]
    fields = fields_of(response)
    assert (fields["round"], fields["table"]) == (str(shown_round), "1")
    assert fields["match"] == str(semifinal.match_id)


def test_what_was_taken_back_stays_in_the_form_though_its_table_plays_on(
    desk: Client, event: Event
) -> None:
    """Table 1 has the semifinal by the time the result of its quarterfinal is taken back."""
    write(desk, event, 2, "2 0")
    write(desk, event, 3, "2 0")
    write(desk, event, 1, "2 0")
    first = quarterfinal(event, 1)
    fields = fields_of(take_back(desk, event, first, round=str(first.round_id)))
    assert (fields["table"], fields["match"]) == ("1", str(first.match_id))
    form = fields_of(desk.post(address(event), {**fields, "score": "0 2"}))
    assert desk.post(address(event), form).status_code == 302
    assert [kind for kind, _ in lines_of(first)] == ["games", "strike", "games"]


def test_open_matches_of_other_rounds_are_linked(
    desk: Client, event: Event, semifinal: Pairing
) -> None:
    response = desk.get(address(event))
    assert "Also open: Semifinals (1)" in text_of(response).replace("\xa0", " ")
    assert f'<a href="?round={semifinal.round_id}">Semifinals</a>' in html_of(response)
    there = desk.get(address(event), {"round": semifinal.round_id})
    assert "Also open: Quarterfinals (2)" in text_of(there).replace("\xa0", " ")


def test_a_round_alone_has_no_other_open_rounds(desk: Client, event: Event) -> None:
    assert "Also open" not in text_of(desk.get(address(event)))


def test_a_complete_round_still_takes_the_tables_of_the_next(
    desk: Client, event: Event, semifinal: Pairing
) -> None:
    round_id = str(semifinal.round_id)
    first_round = str(quarterfinal(event, 3).round_id)
    for table in (3, 4):
        write(desk, event, table, "2 0")
    form = {**fields_of(desk.get(address(event), {"round": first_round})), "score": "2 0"}
    assert form["table"] == ""
    answer = desk.post(address(event), {**form, "table": "1"})
    written = desk.post(address(event), fields_of(answer), follow=True)
    assert len(lines_of(semifinal)) == 1
    assert fields_of(written)["round"] == first_round
    assert f'<a href="?round={round_id}">Semifinals</a>' in html_of(written)
    assert "data-next-round" in html_of(written)


def test_without_tables_a_number_names_a_match_of_the_round_alone(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=8)
    write(desk, event, 1, "2 0")
    write(desk, event, 2, "2 0")
    semifinal = Pairing.objects.get(event=event, state="READY", round__number=2)
    assert semifinal.number == 1
    response = read(desk, event, 1, "2 1")
    assert response.status_code == 422
    assert "Number 1 (Quarterfinals) is written already, 2 to 0." in text_of(response)
    assert "no match with number 9 in this round" in text_of(read(desk, event, 9, "2 1"))
    there = {**fields_of(desk.get(address(event), {"round": semifinal.round_id})), "score": "2 1"}
    desk.post(address(event), fields_of(desk.post(address(event), there)))
    assert len(lines_of(semifinal)) == 1


def test_the_sheet_of_a_match_opens_the_screen_for_this_match(
    desk: Client, event: Event, semifinal: Pairing
) -> None:
    page = html_of(desk.get(f"/desk/matches/{semifinal.match_id}/"))
    link = re.search(rf'href="({address(event)}\?[^"]+)"', page)
    assert link is not None
    fields = fields_of(desk.get(link[1].replace("&amp;", "&")))
    assert (fields["match"], fields["table"]) == (str(semifinal.match_id), "1")


@pytest.mark.parametrize("match", ["0", "-1", "x", "9" * 17, "9" * 400, "²"])
def test_a_match_that_there_is_not_is_not_written(desk: Client, event: Event, match: str) -> None:
    form = {**fields_of(read(desk, event, 1, "2 0")), "match": match}
    assert desk.post(address(event), form).status_code == 422
    assert desk.get(address(event), {"table": "1", "match": match}).status_code == 200
    assert not Line.objects.exists()


def test_a_match_of_another_event_is_not_written(desk: Client, club: Club, event: Event) -> None:
    other = make_event(club=club, pairs=4, tables=2, name="Altrove")
    match = Pairing.objects.filter(event=other, state="CALLED").first()
    assert match is not None
    form = {**fields_of(read(desk, event, 1, "2 0")), "match": str(match.match_id)}
    assert desk.post(address(event), form).status_code == 422
    assert not Line.objects.exists()


def test_reading_a_table_of_another_round_costs_a_few_queries(
    desk: Client,
    event: Event,
    semifinal: Pairing,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    form = {**fields_of(desk.get(address(event))), "table": "1", "score": "2 0", "peek": "1"}
    with django_assert_max_num_queries(28):
        assert desk.post(address(event), form).status_code == 200


def take_back(desk: Client, event: Event, pairing: Pairing, **fields: str) -> Any:
    """The newest result of this match is taken back."""
    line = Line.objects.filter(match=pairing.match_id).latest("n")
    form = {"match": str(pairing.match_id), "key": line.key.rpartition("-")[0], **fields}
    return desk.post(f"{address(event)}take-back/", form, follow=True)


def correct(pairing: Pairing) -> None:
    """The other side has won the match."""
    data = {"wins": [0, 2], "from_paper": True}
    add_line(pairing, "amend", {"line": 1, "data": data, "reason": "letto al contrario"})
