"""The keyboard screen: a result is read back, then written; retries, two desks, wrong input."""

import re
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from scoring.core.format import best_of
from scoring.models import Line, Match
from tests.factories import make_event, make_member
from tests.tournaments.steps import QUICK
from tests.web.pages import html_of, signed_in, text_of
from tests.web.paper_screen import address, fields_of, list_side_names, read, write
from tournaments.models import Club, Event, Pairing, Role, Stage


@pytest.fixture
def event(club: Club) -> Event:
    return make_event(club=club, pairs=8, tables=4)


def match_at(event: Event, table: int) -> Match:
    pairing = Pairing.objects.get(event=event, table__number=table, round__number=1)
    assert pairing.match is not None
    return pairing.match


def lines_at(event: Event, table: int) -> list[tuple[str, Any]]:
    rows = Line.objects.filter(match=match_at(event, table)).order_by("n")
    return list(rows.values_list("kind", "data"))


def test_a_result_is_read_back_and_nothing_is_written_yet(desk: Client, event: Event) -> None:
    response = read(desk, event, 2, "41 35 / 38-41, 41–30")
    page = text_of(response)
    assert response.status_code == 200
    assert "How I read it" in page
    assert "Write 2 to 1 for Zoffoli" in page
    assert not Line.objects.exists()


def test_points_are_written_with_the_second_enter(desk: Client, event: Event) -> None:
    response = write(desk, event, 2, "41 35 / 38 41 / 41 30")
    assert response.status_code == 302
    assert lines_at(event, 2) == [
        ("total", {"totals": [41, 35], "from_paper": True}),
        ("total", {"totals": [38, 41], "from_paper": True}),
        ("total", {"totals": [41, 30], "from_paper": True}),
    ]
    assert match_at(event, 2).winner == 0


def test_games_alone_are_written(desk: Client, event: Event) -> None:
    write(desk, event, 1, "1-2")
    assert lines_at(event, 1) == [("games", {"wins": [1, 2], "from_paper": True})]
    assert match_at(event, 1).winner == 1


def test_a_match_of_one_game_says_so_where_its_games_are_too_many(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=2, match_format=QUICK, tables=1)
    assert "1 to 1 is not the end of this match: it has only one game." in text_of(
        read(desk, event, 1, "1 1")
    )
    assert "write the games, 1 0 or 2 1" in text_of(read(desk, event, 1, "banana"))


def test_the_page_says_what_can_be_written_of_this_match(desk: Client, club: Club) -> None:
    best_of_three = make_event(club=club, pairs=4, tables=2, match_format=best_of(3, "marafon"))
    page = text_of(desk.get(address(best_of_three), {"table": "1"}))
    assert "The games are enough, 2 1 , or the points of each: 41 35 / 38 41 / 41 30" in page
    single_game = make_event(club=club, pairs=4, tables=2, match_format=best_of(1, "marafon"))
    page = text_of(desk.get(address(single_game), {"table": "1"}))
    assert "Who has won is enough, 1 0 , or the points: 41 35" in page
    write(desk, single_game, 1, "1 0")
    assert match_at(single_game, 1).winner == 0


def test_the_example_is_a_result_of_the_stage(desk: Client, club: Club) -> None:
    document = best_of(5, "marafon", {"target": 31})
    event = make_event(club=club, pairs=4, tables=2, match_format=document)
    page = text_of(desk.get(address(event), {"table": "1"}))
    points = "31 26 / 28 31 / 31 22 / 31 22"
    assert f"The games are enough, 3 1 , or the points of each: {points} ." in page
    for score in ("3 1", points):
        assert "data-ready" in html_of(read(desk, event, 1, score))
    by_hands = {"games": [{"game": "mariglia", "hands": 4}], "wins": None}
    event = make_event(club=club, pairs=4, tables=2, format="round_robin", match_format=by_hands)
    page = text_of(desk.get(address(event), {"table": "1"}))
    assert "44 36 ." in page
    assert "41 35" not in page


def test_once_all_is_written_the_page_gives_no_example(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=2, tables=1, match_format=best_of(1, "marafon"))
    assert "41 35" in text_of(desk.get(address(event)))
    write(desk, event, 1, "1 0")
    assert "41 35" not in text_of(desk.get(address(event)))


def test_the_next_missing_table_comes_next(desk: Client, event: Event) -> None:
    write(desk, event, 2, "2 0")
    response = desk.post(address(event), fields_of(read(desk, event, 3, "2 1")), follow=True)
    assert fields_of(response)["table"] == "4"
    assert "2 tables are missing" in text_of(response)


def test_a_result_that_was_sent_twice_is_written_once(desk: Client, event: Event) -> None:
    form = fields_of(read(desk, event, 2, "2 0"))
    answers = [desk.post(address(event), form).status_code for _ in range(2)]
    assert answers == [302, 302]
    assert Line.objects.count() == 1


def test_a_changed_score_is_read_again_before_it_is_written(desk: Client, event: Event) -> None:
    form = fields_of(read(desk, event, 2, "2 0"))
    response = desk.post(address(event), {**form, "score": "0 2"})
    assert response.status_code == 200
    assert not Line.objects.exists()


def test_second_desk_learns_that_the_table_is_written(desk: Client, event: Event) -> None:
    first = fields_of(read(desk, event, 2, "2 0"))
    second = fields_of(read(desk, event, 2, "2 1"))
    desk.post(address(event), first)
    response = desk.post(address(event), second)
    assert response.status_code == 422
    assert "is written already, 2 to 0" in text_of(response)
    assert fields_of(response)["score"] == "2 1"
    assert Line.objects.count() == 1


def test_a_hand_written_meanwhile_shows_the_reading_again(desk: Client, event: Event) -> None:
    form = fields_of(read(desk, event, 2, "2 0"))
    desk.post(
        f"/desk/matches/{match_at(event, 2).pk}/",
        {"kind": "hand", "key": "desk-123456", "version": "0", "points_0": "9"},
    )
    assert desk.post(address(event), form).status_code == 200
    assert [kind for kind, _ in lines_at(event, 2)] == ["hand"]


@pytest.mark.parametrize(
    ("score", "sentence"),
    [
        ("41 35 / 38 41 / 41 41", "Third game cannot end 41 to 41. One side must have more."),
        ("41 35 / 38 40", "Second game cannot end 38 to 40. One side must have 41 at least"),
        ("90 35 / 41 40", "First game cannot end 90 to 35. Nobody can have more than 54."),
        ("2 2", "2 to 2 is not the end of this match"),
        ("41 35 / 41", "Second game: a number is missing."),
        ("41 35", "With 1 to 0 nobody has won the match yet"),
        ("41 35 / 41 30 / 41 20", "The match is over before this (Third game)"),
        ("ciao", "cannot be read as a result"),
        ("", "Write the result"),
        ("9" * 500, ""),
    ],
)
def test_wrong_input_keeps_its_place(desk: Client, event: Event, score: str, sentence: str) -> None:
    response = read(desk, event, 2, score)
    assert response.status_code == 422
    assert sentence in text_of(response)
    assert fields_of(response)["score"] == score
    assert not Line.objects.exists()


@pytest.mark.parametrize(
    ("table", "sentence"),
    [
        ("77", "no match to write at table 77"),
        ("", "Write the number of a table"),
        ("9" * 5000, ""),
    ],
)
def test_unknown_table_is_refused(desk: Client, event: Event, table: str, sentence: str) -> None:
    form = {**fields_of(desk.get(address(event))), "table": table, "score": "2 0"}
    response = desk.post(address(event), form)
    assert response.status_code == 422
    assert sentence in text_of(response)


def test_a_result_is_taken_back_for_ten_seconds(desk: Client, event: Event) -> None:
    response = desk.post(
        address(event), fields_of(read(desk, event, 2, "41 35 / 41 30")), follow=True
    )
    html = html_of(response)
    assert "Take back" in html
    key = re.search(r'name="key" value="(desk-\w+)"', html[html.index("data-take-back") :])
    assert key is not None
    form = {"match": match_at(event, 2).pk, "key": key[1]}
    for _ in range(2):
        assert desk.post(f"{address(event)}take-back/", form).status_code == 302
    assert [kind for kind, _ in lines_at(event, 2)] == ["total", "total", "strike", "strike"]
    assert match_at(event, 2).winner is None


def test_a_match_that_is_taken_back_keeps_its_table(desk: Client, event: Event) -> None:
    write(desk, event, 2, "2 0")
    match = match_at(event, 3)
    write(desk, event, 3, "2 0")
    key = Line.objects.get(match=match).key.rpartition("-")[0]
    desk.post(f"{address(event)}take-back/", {"match": match.pk, "key": key})
    assert match_at(event, 3).pk == match.pk
    pairing = Pairing.objects.get(match=match)
    assert pairing.state == Pairing.State.CALLED


def test_more_lines_on_the_sheet_are_not_taken_back(desk: Client, event: Event) -> None:
    write(desk, event, 2, "2 0")
    match = match_at(event, 2)
    key = Line.objects.get(match=match).key.rpartition("-")[0]
    desk.post(
        f"/desk/matches/{match.pk}/",
        {"kind": "sign", "key": "desk-123456", "version": "1", "side": "0"},
    )
    form = {"match": match.pk, "key": key}
    response = desk.post(f"{address(event)}take-back/", form, follow=True)
    assert "correct the result on the sheet itself" in text_of(response)
    assert "strike" not in [kind for kind, _ in lines_at(event, 2)]


def test_a_result_is_not_taken_back_once_the_next_match_has_begun(
    desk: Client, event: Event
) -> None:
    first_match = match_at(event, 1)
    for table in range(1, 5):
        write(desk, event, table, "2 0")
    next_match = Pairing.objects.get(slots__source_pairing__match=first_match).match
    assert next_match is not None
    desk.post(
        f"/desk/matches/{next_match.pk}/",
        {"kind": "hand", "key": "desk-123456", "version": "0", "points_0": "9"},
    )
    key = Line.objects.get(match=first_match).key.rpartition("-")[0]
    form = {"match": first_match.pk, "key": key}
    response = desk.post(f"{address(event)}take-back/", form, follow=True)
    assert response.request["PATH_INFO"] == address(event)
    assert "The next match has begun" in text_of(response)
    assert Line.objects.filter(match=first_match).count() == 1


def test_a_match_begun_by_hands_ends_with_totals(desk: Client, event: Event) -> None:
    match = match_at(event, 2)
    desk.post(
        f"/desk/matches/{match.pk}/",
        {"kind": "hand", "key": "desk-123456", "version": "0", "points_0": "9"},
    )
    write(desk, event, 2, "41 35 / 41 30")
    page = text_of(desk.get(f"/desk/matches/{match.pk}/"))
    assert "replaced by the result in line 2" in page
    assert "The game ended 41 to 35 (copied from paper)" in page


def test_sheet_shows_a_result_of_games_only(desk: Client, event: Event) -> None:
    write(desk, event, 2, "2 1")
    page = text_of(desk.get(f"/desk/matches/{match_at(event, 2).pk}/"))
    assert "Games won: 2 to 1 (copied from paper)" in page


def test_a_ranking_by_points_refuses_games_only(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=4, tables=2, format="round_robin")
    page = text_of(desk.get(address(event), {"table": "1"}))
    assert "games are enough" not in page
    assert "The ranking counts the points: write those of each game, 41 35 / 38 41 / 41 30" in page
    response = read(desk, event, 1, "2 1")
    assert response.status_code == 422
    assert "is counted from the points" in text_of(response)
    # Nothing is offered that would be refused.
    assert "data-ready" not in html_of(response)
    assert desk.post(address(event), fields_of(response)).status_code == 422
    assert not Line.objects.exists()
    write(desk, event, 1, "41 2 / 41 3")
    assert Line.objects.count() == 2


def test_a_ranking_by_points_says_so_of_a_single_game(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=4, tables=2, format="round_robin", match_format=QUICK)
    page = text_of(desk.get(address(event), {"table": "1"}))
    assert "is enough" not in page
    assert "The ranking counts the points: write them, 11 9" in page


def test_a_ranking_by_hands_takes_no_result_from_paper(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=4, tables=2, format="round_robin")
    Stage.objects.filter(event=event).update(metrics=["match_points", "shutouts"])
    page = text_of(desk.get(address(event), {"table": "1"}))
    assert "The ranking is counted hand by hand: write the hands on the sheet." in page
    response = read(desk, event, 1, "41 2 / 41 3")
    assert response.status_code == 422
    assert "is counted hand by hand" in text_of(response)
    assert "data-ready" not in html_of(response)


def test_one_s_own_result_is_announced_though_another_desk_wrote_after_it(
    desk: Client, club: Club, event: Event
) -> None:
    other = signed_in(make_member(club, Role.Kind.ORGANIZER))
    answer = desk.post(address(event), fields_of(read(desk, event, 1, "2 0")))
    write(other, event, 3, "0 2")
    page = desk.get(answer["Location"])
    pairing = Pairing.objects.get(match=match_at(event, 1))
    assert f"Written: 1, 2 – 0 for {list_side_names(pairing)[0]}." in text_of(page)


def test_a_form_whose_result_was_taken_back_is_read_again(desk: Client, event: Event) -> None:
    """The answer to the form was lost, and another desk took its result back meanwhile."""
    form = fields_of(read(desk, event, 2, "2 0"))
    desk.post(address(event), form)
    taken_back = {"match": str(match_at(event, 2).pk), "key": form["key"]}
    desk.post(f"{address(event)}take-back/", taken_back)
    response = desk.post(address(event), form)
    assert response.status_code == 200
    assert [kind for kind, _ in lines_at(event, 2)] == ["games", "strike"]
    # Shown once more, it is written as a new form.
    assert desk.post(address(event), fields_of(response)).status_code == 302
    assert [kind for kind, _ in lines_at(event, 2)] == ["games", "strike", "games"]
    assert match_at(event, 2).winner == 0


def test_nothing_is_taken_back_of_a_match_of_another_event(desk: Client, event: Event) -> None:
    form = {"match": "1" * 30, "key": "desk-123456"}
    response = desk.post(f"{address(event)}take-back/", form, follow=True)
    assert "there is nothing to take back" in text_of(response)


def test_page_before_the_draw_says_that_nothing_can_be_written(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=4, drawn=False)
    assert "No match can be written yet" in text_of(desk.get(address(event)))


def test_strangers_are_not_let_in(anybody: Client, event: Event) -> None:
    assert anybody.get(address(event)).status_code == 302


def test_page_does_not_ask_a_query_a_match(
    desk: Client, club: Club, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    event = make_event(club=club, pairs=32, tables=16)
    for table in (1, 2, 3):
        write(desk, event, table, "2 0")
    with django_assert_max_num_queries(20):
        desk.get(address(event))


def numbers_listed(response: Any) -> list[int]:
    """The numbers in the list of the tables of the round."""
    html = html_of(response)
    listed = html[html.index('<ol class="plain missing">') :]
    items = re.findall(r"<li>.*?</li>", listed[: listed.index("</ol>")])
    return [int(re.findall(r">(\d+)<", item)[0]) for item in items]


@pytest.fixture
def long_round(club: Club) -> Event:
    """A round of 260 matches, played without numbered tables."""
    return make_event(club=club, pairs=520, format="swiss", options={"rounds": 3})


def test_a_long_round_has_its_tables_on_pages(desk: Client, long_round: Event) -> None:
    first = desk.get(address(long_round))
    assert numbers_listed(first) == list(range(1, 257))
    assert "260 tables are missing" in text_of(first)
    round_id = fields_of(first)["round"]
    assert f'href="?page=1&amp;round={round_id}"' in html_of(first)
    second = desk.get(address(long_round), {"page": "1", "round": round_id})
    assert numbers_listed(second) == [257, 258, 259, 260]


@pytest.mark.parametrize("page", ["2", "99999", "-1", "x", "²"])
def test_a_page_of_tables_that_there_is_not_is_another_page(
    desk: Client, long_round: Event, page: str
) -> None:
    response = desk.get(address(long_round), {"page": page})
    assert response.status_code == 200
    assert len(numbers_listed(response)) == (4 if page.isascii() and page.isdecimal() else 256)


def test_the_page_of_tables_follows_the_table_that_is_written(
    desk: Client, long_round: Event
) -> None:
    chosen = desk.get(address(long_round), {"table": "258"})
    assert numbers_listed(chosen) == [257, 258, 259, 260]
    assert 'class="here" aria-current="true"' in html_of(chosen)
    assert fields_of(chosen)["table"] == "258"
    # What was typed there stays, with its page, whether it was understood or not.
    for score in ("2 1", "9 9"):
        answer = read(desk, long_round, 258, score)
        assert fields_of(answer)["table"] == "258"
        assert fields_of(answer)["score"] == score
        assert numbers_listed(answer) == [257, 258, 259, 260]
    form = fields_of(read(desk, long_round, 258, "41 35 / 38 41 / 41 30"))
    written = desk.post(address(long_round), form, follow=True)
    assert fields_of(written)["table"] == "259"
    assert numbers_listed(written) == [257, 258, 259, 260]


def test_a_table_on_no_page_is_refused_and_keeps_what_was_typed(
    desk: Client, long_round: Event
) -> None:
    answer = read(desk, long_round, 261, "2 1")
    assert answer.status_code == 422
    assert fields_of(answer)["score"] == "2 1"
    assert numbers_listed(answer) == list(range(1, 257))
