"""The sheet of a match on the desk: every act, twice, too late, and what cannot be."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from scoring.acts import Act
from scoring.core.format import best_of
from scoring.models import Line, Match
from tests.factories import NOW, first_match, make_club, make_event, make_member, owner_of
from tests.tournaments.steps import QUICK, pairing
from tests.web.pages import act_of, html_of, signed_in, text_of
from tournaments.models import Club, Event, Role
from tournaments.services.results.sheets import record_line


@pytest.fixture
def event(club: Club) -> Event:
    return make_event(club=club, pairs=2)


@pytest.fixture
def match(event: Event) -> int:
    return first_match(event)


def look(desk: Client, match: int | None) -> Any:
    return desk.get(f"/desk/matches/{match}/")


def send(desk: Client, match: int, form: dict[str, str], **data: Any) -> Any:
    return desk.post(f"/desk/matches/{match}/", {**form, **data})


def write(desk: Client, match: int, kind: str, **data: Any) -> Any:
    """One act, with a page opened for it."""
    return send(desk, match, act_of(look(desk, match), kind), **data)


def lines(match: int) -> list[tuple[int, str]]:
    return list(Line.objects.filter(match=match).order_by("n").values_list("n", "kind"))


def test_a_hand_is_written_told_and_shown(desk: Client, match: int) -> None:
    response = desk.post(
        f"/desk/matches/{match}/",
        {**act_of(look(desk, match), "hand"), "points_0": "7", "marafona": "0"},
        follow=True,
    )
    page = text_of(response)
    assert response.redirect_chain == [(f"/desk/matches/{match}/?written", 302)]
    assert "Written: 10 to 4" in page
    assert "Now 10 to 4" in page
    assert Line.objects.get().data == {"points": [7, None], "marafona": 0}


def focused(page: str) -> list[str]:
    """The elements that ask for the focus."""
    return re.findall(r"<(?:input|select|a|button)[^>]*\bautofocus\b[^>]*>", page)


def test_after_a_line_the_focus_is_in_the_first_field_of_the_next(desk: Client, match: int) -> None:
    form = act_of(look(desk, match), "hand")
    answer = desk.post(
        f"/desk/matches/{match}/", {**form, "points_0": "7", "marafona": "0"}, follow=True
    )
    (field,) = focused(html_of(answer))
    assert 'name="points_0"' in field
    assert focused(html_of(look(desk, match))) == []


def test_a_decided_match_leads_to_the_next_table(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=8, tables=4, match_format=QUICK)
    first, second, *_, last = event.pairings.filter(table__isnull=False).order_by("table__number")
    assert "Next: table" not in text_of(look(desk, first.match_id))
    form = act_of(look(desk, last.match_id), "hand")
    answer = desk.post(
        f"/desk/matches/{last.match_id}/", {**form, "points_0": "11", "marafona": ""}, follow=True
    )
    assert "Next: table 1" in text_of(answer)
    assert f'href="/desk/matches/{first.match_id}/?written"' in html_of(answer)
    (sign,) = focused(html_of(answer))
    assert 'name="side"' in sign
    form = act_of(look(desk, first.match_id), "hand")
    assert "Next: table 2" in text_of(
        desk.post(
            f"/desk/matches/{first.match_id}/",
            {**form, "points_0": "11", "marafona": ""},
            follow=True,
        )
    )
    assert second.table.number == 2


def test_the_other_side_may_be_the_one_that_is_counted(desk: Client, match: int) -> None:
    write(desk, match, "hand", points_1="4")
    assert Match.objects.get(pk=match).snapshot["games"][0]["totals"] == [7, 4]


def test_more_of_a_hand_may_be_written(desk: Client, match: int) -> None:
    more = {"thirds_0": "22", "tricks_0": "6", "last_trick": "0", "caller": "2", "trump": "D"}
    write(desk, match, "hand", **more)
    assert Line.objects.get().data == {
        "thirds": [22, None],
        "tricks": [6, None],
        "last_trick": 0,
        "caller": 2,
        "trump": "D",
    }


def test_who_calls_next_is_shown(desk: Client, match: int) -> None:
    write(desk, match, "hand", points_0="7", caller="0")
    assert "calls" in text_of(look(desk, match))


def test_a_double_click_writes_once(desk: Client, match: int) -> None:
    form = act_of(look(desk, match), "hand")
    for _ in range(2):
        assert send(desk, match, form, points_0="7").status_code == 302
    assert lines(match) == [(1, "hand")]


def test_gone_back_and_sent_again_with_other_points_it_asks(desk: Client, match: int) -> None:
    form = act_of(look(desk, match), "hand")
    send(desk, match, form, points_0="7")
    response = send(desk, match, form, points_0="8")
    assert response.status_code == 422
    assert "already written line 1" in text_of(response)
    assert lines(match) == [(1, "hand")]
    fresh = act_of(response, "hand")
    assert fresh["key"] != form["key"]
    assert send(desk, match, fresh, points_0="8").status_code == 302
    assert lines(match) == [(1, "hand"), (2, "hand")]


def test_a_stale_page_shows_the_sheet_as_it_is_and_keeps_what_was_typed(
    desk: Client, match: int
) -> None:
    form = act_of(look(desk, match), "hand")
    write(desk, match, "hand", points_0="5")
    response = send(desk, match, form, points_0="7", marafona="1")
    page = html_of(response)
    assert response.status_code == 409
    assert "Someone else has written in the meantime" in text_of(response)
    assert 'name="points_0" value="7"' in page
    assert "told" in page
    assert "5 to 6" in text_of(response)
    assert lines(match) == [(1, "hand")]
    assert send(desk, match, act_of(response, "hand"), points_0="7").status_code == 302


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({"points_0": "7", "points_1": "5"}, "together they must make 11"),
        ({"points_0": "0", "marafona": "0"}, "there can be no marafona"),
        ({}, "Write the points of one side"),
        ({"points_0": "12"}, "11"),
        ({"points_0": "-1"}, "0"),
        ({"points_0": "9" * 50}, "11"),
        ({"points_0": "sette"}, "whole number"),
        ({"points_0": "7", "marafona": "2"}, "2"),
        ({"points_0": "7", "trump": "X"}, "X"),
        ({"thirds_0": "35", "points_0": "0"}, "0"),
    ],
)
def test_a_hand_that_cannot_be_is_refused_with_its_reason(
    desk: Client, match: int, data: dict[str, str], said: str
) -> None:
    response = write(desk, match, "hand", **data)
    assert response.status_code == 422
    assert said in text_of(response)
    assert lines(match) == []


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("key", ""),
        ("key", "a b"),
        ("key", "x" * 100),
        ("version", ""),
        ("version", "-1"),
        ("version", "now"),
        ("kind", "sudo"),
    ],
)
def test_a_form_that_is_not_ours_is_not_understood(
    desk: Client, match: int, field: str, value: str
) -> None:
    form = {**act_of(look(desk, match), "hand"), field: value}
    assert send(desk, match, form, points_0="7").status_code == 400
    assert lines(match) == []


def test_a_claim_with_enough_wins_the_game(desk: Client, match: int) -> None:
    for _ in range(3):
        write(desk, match, "hand", points_0="11")
    response = desk.post(
        f"/desk/matches/{match}/",
        {**act_of(look(desk, match), "claim"), "side": "0", "thirds": "24"},
        follow=True,
    )
    assert "claimed the game" in text_of(response)
    assert Match.objects.get(pk=match).snapshot["wins"] == [1, 0]


def test_a_claim_says_whose_it_is(desk: Client, match: int) -> None:
    assert write(desk, match, "claim", thirds="24").status_code == 422
    assert lines(match) == []


def test_a_redeal_is_offered_only_where_the_options_allow_it(desk: Client, club: Club) -> None:
    strict = first_match(make_event(club=club, pairs=2))
    assert 'value="redeal"' not in html_of(look(desk, strict))
    mild = first_match(
        make_event(club=club, pairs=2, match_format=best_of(3, "marafon", {"redeal": True}))
    )
    write(desk, mild, "redeal")
    assert lines(mild) == [(1, "redeal")]


def test_a_figura_the_form_asks_for_thirds(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=2, match_format=best_of(3, "marafon", {"count": "figure"}))
    match = first_match(event)
    page = html_of(look(desk, match))
    assert page.index('name="thirds_0"') < page.index("<summary>")
    write(desk, match, "hand", thirds_0="23")
    assert "7⅔ – 4" in text_of(look(desk, match))


def test_a_struck_line_stays_on_the_sheet(desk: Client, match: int) -> None:
    write(desk, match, "hand", points_0="7")
    write(desk, match, "strike", line="1", reason="scritta due volte")
    page = text_of(look(desk, match))
    assert "struck by line 2" in page
    assert "Reason: scritta due volte" in page
    assert Match.objects.get(pk=match).snapshot["games"] == []


def test_an_amended_hand_reads_otherwise_and_both_are_shown(desk: Client, match: int) -> None:
    write(desk, match, "hand", points_0="4")
    write(desk, match, "amend", line="1", points_0="10", reason="letta al contrario")
    page = text_of(look(desk, match))
    assert "corrected by line 2" in page
    assert "Line 1 becomes 10 to 1" in page
    assert Match.objects.get(pk=match).snapshot["games"][0]["totals"] == [10, 1]


def list_hands_to_correct(page: Any) -> list[int]:
    """The lines that the form of a correction offers; none if there is no such form."""
    acts = [page.context["main_act"], *page.context["acts"]]
    return [n for act in acts if act.kind == "amend" for n, _ in act.form.fields["line"].choices]


def test_a_struck_hand_is_not_offered_to_be_corrected(desk: Client, match: int) -> None:
    for _ in range(2):
        write(desk, match, "hand", points_0="7")
    assert list_hands_to_correct(look(desk, match)) == [2, 1]
    write(desk, match, "strike", line="1", reason="scritta due volte")
    assert list_hands_to_correct(look(desk, match)) == [2]
    answer = write(desk, match, "amend", line="1", points_0="10", reason="x")
    assert answer.status_code == 422
    assert lines(match) == [(1, "hand"), (2, "hand"), (3, "strike")]


def test_only_hands_of_the_game_that_is_played_are_corrected_with_its_fields(
    desk: Client, club: Club
) -> None:
    games: list[dict[str, Any]] = [
        {"game": game, "options": {}} for game in ("marafon", "mariglia", "marafon")
    ]
    event = make_event(club=club, pairs=4, match_format={"games": games, "wins": 2})
    match = first_match(event)
    for _ in range(4):
        write(desk, match, "hand", points_0="11")
    page = look(desk, match)
    assert page.context["view"].game_now.rulebook.name == "mariglia"
    # No hand of this game is written yet; the others have a link beside them.
    assert list_hands_to_correct(page) == []
    assert f"/desk/matches/{match}/lines/1/" in html_of(page)
    of_mariglia = {"totals_0": "20", "dealer": "0", "trionfo": "AC"}
    answer = write(desk, match, "hand", **of_mariglia)
    assert answer.status_code == 302, text_of(answer)
    page = look(desk, match)
    assert list_hands_to_correct(page) == [5]
    assert "A hand of another game is corrected beside its line." in text_of(page)


def test_a_correction_needs_a_reason_and_a_line(desk: Client, match: int) -> None:
    write(desk, match, "hand", points_0="4")
    no_reason = write(desk, match, "amend", line="1", points_0="10", reason="")
    no_line = write(desk, match, "amend", line="7", points_0="10", reason="x")
    assert (no_reason.status_code, no_line.status_code) == (422, 422)
    assert len(lines(match)) == 1


def test_a_referees_acts_move_totals_and_matches(desk: Client, match: int) -> None:
    write(desk, match, "hand", points_0="7")
    write(desk, match, "penalty", side="0", points="2", article="12", reason="parla")
    write(desk, match, "award", side="1", points="3", reason="rinuncia")
    assert Match.objects.get(pk=match).snapshot["games"][0]["totals"] == [5, 7]
    write(desk, match, "forfeit", side="1", of="match", reason="se ne va")
    assert Match.objects.get(pk=match).winner == 0


@pytest.mark.parametrize("kind", ["penalty", "award", "forfeit"])
def test_a_referees_act_without_a_reason_is_not_taken(desk: Client, match: int, kind: str) -> None:
    response = write(desk, match, kind, side="0", points="2", of="match", reason=" ")
    assert response.status_code == 422
    assert lines(match) == []


def test_a_result_is_signed_and_opened_again(desk: Client, club: Club) -> None:
    match = first_match(make_event(club=club, pairs=2, match_format=QUICK))
    write(desk, match, "hand", points_0="11")
    assert 'value="hand"' not in html_of(look(desk, match))
    write(desk, match, "sign", side="0")
    write(desk, match, "sign", side="referee")
    page = look(desk, match)
    assert "Signed by the referee" in text_of(page)
    write(desk, match, "reopen", reason="una firma sbagliata")
    assert Match.objects.get(pk=match).signed is False


def test_a_result_stays_once_the_next_match_has_begun(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=4, match_format=QUICK)
    first, second, final = (
        pairing(event, code).match_id or 0 for code in ("main-1-1", "main-1-2", "main-2-1")
    )
    write(desk, first, "hand", points_0="11")
    write(desk, second, "hand", points_0="11")
    write(desk, final, "hand", points_0="6")
    referee = signed_in(make_member(club, Role.Kind.REFEREE))
    response = write(referee, first, "strike", line="1")
    assert response.status_code == 409
    assert "The next match has begun" in text_of(response)
    assert len(lines(first)) == 1


def test_nothing_is_written_before_play_or_before_the_sides_are_known(
    desk: Client, club: Club
) -> None:
    drawn = make_event(club=club, pairs=4, running=False)
    assert "the event is not being played" in text_of(look(desk, first_match(drawn)))
    final = pairing(make_event(club=club, pairs=4), "main-2-1").match_id or 0
    page = look(desk, final)
    assert "not known yet" in text_of(page)
    forged = {"kind": "hand", "key": "desk-forged-key", "version": "0", "points_0": "7"}
    assert send(desk, final, forged).status_code == 409
    assert lines(final) == []


def test_a_referee_writes_and_strangers_do_not(club: Club, event: Event, match: int) -> None:
    referee = signed_in(make_member(club, Role.Kind.REFEREE))
    assert write(referee, match, "hand", points_0="7").status_code == 302
    bound = signed_in(make_member(club, Role.Kind.REFEREE, make_event(club=club)))
    stranger = signed_in(make_member(make_club("Bar Fiume")))
    for client in (bound, stranger):
        assert look(client, match).status_code == 403
        assert send(client, match, {"kind": "hand"}).status_code == 403
    assert Client().get(f"/desk/matches/{match}/").status_code == 302


def test_a_match_that_is_not_there_is_not_found(desk: Client) -> None:
    assert look(desk, 999_999).status_code == 404


def test_who_wrote_is_shown_at_the_desk(desk: Client, match: int) -> None:
    write(desk, match, "hand", points_0="7")
    assert "Iole Amaducci" in text_of(look(desk, match))


def test_a_line_of_another_writer_is_there_at_once(desk: Client, match: int, club: Club) -> None:
    other = signed_in(make_member(club))
    write(other, match, "hand", points_0="3")
    assert "3 to 8" in text_of(look(desk, match))


def test_the_sheet_costs_the_same_for_1_line_and_for_12(
    desk: Client, match: int, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(2):
        for _ in range(6):
            write(desk, match, "hand", points_0="6")
        with django_assert_max_num_queries(15):
            look(desk, match)


@pytest.mark.parametrize(
    ("claimed", "note"),
    [
        (NOW - timedelta(minutes=40), "the phone’s clock said 19:20"),
        (NOW + timedelta(minutes=6), "the phone’s clock said 20:06"),
        (NOW - timedelta(days=1), "the phone’s clock said 12 December 2026, 20:00"),
        (datetime(2, 1, 1, tzinfo=UTC), "the phone’s clock said 1 January 0002, "),
        (datetime(9999, 12, 30, tzinfo=UTC), "the phone’s clock said 30 December 9999, 01:00"),
    ],
)
def test_a_line_shows_when_it_arrived_and_what_a_wrong_clock_said(
    desk: Client, anybody: Client, club: Club, match: int, claimed: datetime, note: str
) -> None:
    line = Act("hand", {"points": [7, None]}, "key", 0, device="", made_at=claimed)
    record_line(match_id=match, act=line, actor=owner_of(club), now=NOW)
    for page in (look(desk, match), anybody.get(f"/matches/{match}/")):
        assert note in text_of(page)
        assert "20:00" in text_of(page)


@pytest.mark.parametrize("minutes", [-5, 0, 5])
def test_a_clock_that_is_nearly_right_is_not_mentioned(
    desk: Client, club: Club, match: int, minutes: int
) -> None:
    claimed = NOW + timedelta(minutes=minutes)
    line = Act("hand", {"points": [7, None]}, "key", 0, device="", made_at=claimed)
    record_line(match_id=match, act=line, actor=owner_of(club), now=NOW)
    page = text_of(look(desk, match))
    assert "20:00" in page
    assert "clock said" not in page
