"""The bracket, of any size, on the desk and on the board."""

import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.factories import NOW, draw_now, make_club, make_event, make_member, owner_of
from tests.tournaments.sittings import make_sittings
from tests.tournaments.steps import QUICK, pairing, win, write
from tests.web.pages import html_of, signed_in, text_of
from tournaments.models import Club
from tournaments.services.events.stages import StagePlan, add_stage


@pytest.mark.parametrize("pairs", [2, 3, 5, 8, 11, 17])
def test_every_size_shows_every_pair_and_every_match(desk: Client, club: Club, pairs: int) -> None:
    event = make_event(club=club, pairs=pairs)
    response = desk.get(f"/desk/events/{event.pk}/bracket/")
    page = html_of(response)
    assert page.count('href="/desk/matches/') == pairs - 1
    assert all(f"Zoffoli{number} – Casadei{number}" in page for number in range(pairs))
    assert "Final" in text_of(response)


def test_who_won_goes_on_and_who_comes_is_told(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=4, match_format=QUICK)
    before = desk.get(f"/desk/events/{event.pk}/bracket/")
    assert "winner 1" in text_of(before)
    # The whole sentence is its title.
    assert 'title="winner of semifinal 1"' in html_of(before)
    win(pairing(event, "main-1-1"))
    page = text_of(desk.get(f"/desk/events/{event.pk}/bracket/"))
    assert "winner 1" not in page
    assert "winner 2" in page
    assert "1 of 2 finished" in page


def test_the_match_for_the_third_place_stands_beside(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=4, options={"third_place": True})
    page = text_of(desk.get(f"/desk/events/{event.pk}/bracket/"))
    assert "loser 2" in page


def test_the_way_of_a_pair_is_marked(desk: Client, anybody: Client, club: Club) -> None:
    event = make_event(club=club, pairs=4, match_format=QUICK)
    win(pairing(event, "main-1-1"))
    entry = pairing(event, "main-2-1").slots.get(position=0).entry
    assert entry is not None
    last = entry.members.select_related("player").first()
    assert last is not None
    for address in (f"/desk/events/{event.pk}/bracket/", f"/events/{event.pk}/bracket/"):
        found = [desk, anybody][address.startswith("/events")]
        page = html_of(found.get(address, {"q": last.player.last_name.upper()}))
        assert page.count("row win chosen") == 1
        ways = re.findall(r'<li class="[^"]*\bway\b[^"]*"', page)
        assert [("path" in way.split('"')[1].split(), "path-in" in way) for way in ways] == [
            (True, False),
            (False, True),
        ]


def test_before_the_draw_the_page_says_so(desk: Client, anybody: Client, club: Club) -> None:
    event = make_event(club=club, drawn=False)
    assert "The bracket is not drawn yet" in text_of(desk.get(f"/desk/events/{event.pk}/bracket/"))
    assert "after the draw" in text_of(anybody.get(f"/events/{event.pk}/bracket/"))


def test_an_event_without_a_bracket_says_so_after_its_draw(
    desk: Client, anybody: Client, club: Club
) -> None:
    event = make_sittings(club, players=5, tables=1)
    for page in (
        text_of(desk.get(f"/desk/events/{event.pk}/bracket/")),
        text_of(anybody.get(f"/events/{event.pk}/bracket/")),
    ):
        assert "This event is played without a bracket" in page
        assert "after the draw" not in page
    held = text_of(desk.get(f"/desk/events/{event.pk}/draw/"))
    assert "Open the tables" in held
    assert "Open the bracket" not in held


def test_a_bracket_after_groups_is_not_drawn_yet(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=4, format="round_robin")
    cut = {"take": "places", "stage": 1, "last": 2}
    plan = StagePlan(format="single_elimination", cut=cut)
    add_stage(event=event, plan=plan, actor=owner_of(club), now=NOW, reason="un finale")
    page = text_of(desk.get(f"/desk/events/{event.pk}/bracket/"))
    assert "The bracket is not drawn yet" in page


def test_another_clubs_organizer_sees_it_on_the_board_alone(club: Club) -> None:
    event = make_event(club=club)
    stranger = signed_in(make_member(make_club("Bar Fiume")))
    assert stranger.get(f"/desk/events/{event.pk}/bracket/").status_code == 403
    assert stranger.get(f"/events/{event.pk}/bracket/").status_code == 200


def test_a_bracket_costs_the_same_for_8_pairs_and_for_64(
    desk: Client,
    anybody: Client,
    club: Club,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    for pairs in (8, 64):
        event = make_event(club=club, pairs=pairs)
        with django_assert_max_num_queries(12):
            desk.get(f"/desk/events/{event.pk}/bracket/")
        # Two of them ask for the versions under which the page is kept.
        with django_assert_max_num_queries(9):
            anybody.get(f"/events/{event.pk}/bracket/")


def test_a_large_bracket_comes_in_sections(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=128)
    path = f"/desk/events/{event.pk}/bracket/"
    first = html_of(desk.get(path))
    assert first.count('href="/desk/matches/') == 16 + 8 + 4 + 2 + 1
    finals = desk.get(path, {"section": "finals"})
    assert html_of(finals).count('href="/desk/matches/') == 4 + 2 + 1
    assert "Bracket, finals" in text_of(finals)
    every = html_of(desk.get(path, {"section": "all"}))
    assert all(f"Zoffoli{number} – Casadei{number}" in every for number in range(128))


def test_a_search_leads_to_the_section_of_the_pair(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=128)
    last = event.pairings.get(code="main-1-64").slots.get(position=0).entry
    assert last is not None
    player = last.members.get(position=0).player
    player.last_name = "Fabbri"
    player.save()
    page = desk.get(f"/desk/events/{event.pk}/bracket/", {"q": "Fabbri"})
    assert "Bracket, section 4" in text_of(page)
    assert "row chosen" in html_of(page)


def test_a_section_that_is_not_there_is_the_first(anybody: Client, club: Club) -> None:
    event = make_event(club=club, pairs=128)
    for asked in ("99", "-1", "x" * 5000, "0"):
        page = anybody.get(f"/events/{event.pk}/bracket/", {"section": asked})
        assert "Bracket, section 1" in text_of(page)


def test_the_losers_bracket_says_whose_loser_comes(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=8, format="double_elimination", match_format=QUICK)
    page = text_of(desk.get(f"/desk/events/{event.pk}/bracket/"))
    # Matches 1 to 7 are those of the winners; 8 to 13 those of the losers; then the finals.
    assert "match 8 loser 1 loser 2" in page
    assert re.search(r"match 10 loser [56] winner 8", page)
    assert "match 14 winner 7 winner 13" in page
    assert "match 15 winner 14 loser 14" in page


@pytest.mark.parametrize("format_name", ["single_elimination", "double_elimination", "consolation"])
@pytest.mark.parametrize("pairs", [3, 5, 6, 9])
def test_every_number_that_a_match_waits_for_is_on_the_page(
    desk: Client, club: Club, pairs: int, format_name: str
) -> None:
    event = make_event(club=club, pairs=pairs, format=format_name)
    page = text_of(desk.get(f"/desk/events/{event.pk}/bracket/"))
    shown = re.findall(r"\bmatch (\d+)\b", page)
    waited_for = set(re.findall(r"\b(?:winner|loser) (\d+)\b", page))
    assert waited_for
    assert waited_for <= set(shown)
    assert len(shown) == len(set(shown))


def test_the_rounds_of_both_brackets_are_joined_by_lines(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=8, format="double_elimination", match_format=QUICK)
    page = html_of(desk.get(f"/desk/events/{event.pk}/bracket/"))
    rounds = re.findall(r'<section class="round span-(\d+)([^"]*)"', page)
    # Quarterfinals, semifinals, final, and straight on to the grand finals;
    winners = [("1", " pairs"), ("2", " pairs"), ("4", " straight"), ("4", " straight"), ("4", "")]
    # of the losers, every second round has as many matches as the one before.
    losers = [("1", " straight"), ("1", " pairs"), ("2", " straight"), ("2", "")]
    assert rounds == [*winners, *losers]


def test_matches_for_places_are_not_joined_to_those_that_their_losers_left(
    desk: Client, club: Club
) -> None:
    event = make_event(club=club, pairs=8, format="consolation", options={"places": 8})
    page = html_of(desk.get(f"/desk/events/{event.pk}/bracket/"))
    assert page.count('<div class="rounds rows-') == 4
    assert "span-0" not in page


@pytest.mark.parametrize("pairs", [3, 5, 11, 13])
def test_byes_of_a_losers_bracket_leave_no_empty_boxes(
    desk: Client, club: Club, pairs: int
) -> None:
    event = make_event(club=club, pairs=pairs, format="double_elimination")
    page = html_of(desk.get(f"/desk/events/{event.pk}/bracket/"))
    assert not re.search(r'class="name">\s*bye.{0,400}class="name">\s*bye.{0,80}</div>', page)


def test_a_bracket_of_512_pairs_comes_in_one_piece_on_request(
    desk: Client, club: Club, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    event = make_event(club=club, pairs=512)
    path = f"/desk/events/{event.pk}/bracket/"
    assert 'href="?section=whole' in html_of(desk.get(path))
    for section in ("whole", "all"):
        with django_assert_max_num_queries(12):
            page = html_of(desk.get(path, {"section": section}))
        # Each section of 31 matches ends with one that the finals begin with.
        matches = 511 if section == "whole" else 511 + 16
        assert page.count('href="/desk/matches/') == matches


def test_a_larger_bracket_has_only_sections(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=513)
    path = f"/desk/events/{event.pk}/bracket/"
    page = desk.get(path, {"section": "whole"})
    assert 'href="?section=whole' not in html_of(page)
    assert "Bracket, section 1" in text_of(page)


@pytest.mark.parametrize("query", ["", "?q=Zoffoli1", "?section=whole"])
def test_the_public_bracket_is_kept_until_something_changes(
    anybody: Client, club: Club, django_assert_max_num_queries: DjangoAssertNumQueries, query: str
) -> None:
    event = make_event(club=club, pairs=16, match_format=QUICK)
    address = f"/events/{event.pk}/bracket/{query}"
    first = html_of(anybody.get(address))
    with django_assert_max_num_queries(4):
        second = html_of(anybody.get(address))
    assert live_part_of(second) == live_part_of(first)
    win(pairing(event, "main-1-1"))
    assert "winner 1" in live_part_of(first)
    after = live_part_of(html_of(anybody.get(address)))
    assert after != live_part_of(first)
    assert after == live_part_of(html_of(anybody.get(f"/events/{event.pk}/bracket/part/{query}")))


def live_part_of(page: str) -> str:
    found = re.search(r'<div id="live" class="live-part">.*?</section>\s*</div>', page, re.DOTALL)
    assert found is not None
    return found[0]


def test_the_public_bracket_shows_a_hand_at_once(anybody: Client, club: Club) -> None:
    event = make_event(club=club, pairs=4, tables=2)
    address = f"/events/{event.pk}/bracket/"
    before = live_part_of(html_of(anybody.get(address)))
    write(pairing(event, "main-1-1"), "hand", {"points": [7, None]})
    assert live_part_of(html_of(anybody.get(address))) != before


def test_the_public_bracket_says_that_nothing_is_drawn_yet(anybody: Client, club: Club) -> None:
    event = make_event(club=club, pairs=4, drawn=False)
    address = f"/events/{event.pk}/bracket/"
    assert "The bracket is shown here after the draw." in text_of(anybody.get(address))
    draw_now(event)
    page = html_of(anybody.get(address))
    assert "The bracket is shown here after the draw." not in page
    assert 'type="search"' in page
