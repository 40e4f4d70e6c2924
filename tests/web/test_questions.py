"""What a correction has left to decide: on the desk, and for everybody on the board."""

from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.factories import draw_stage_now, make_event, make_member, owner_of
from tests.tournaments.steps import QUICK, act, entry_in, pairing, win, write
from tests.tournaments.test_corrected_brackets import an_entry_in_both_brackets
from tests.tournaments.test_corrections import a_drawn_final, agreed, tip_over
from tests.tournaments.test_weekend import stage_of
from tests.web.pages import html_of, signed_in, text_of
from tournaments.models import Club, Event, Pairing, PendingDecision, Role
from tournaments.selectors.registration.names import load_entry_names
from tournaments.services.results.sheets import record_line


@pytest.fixture
def event(club: Club) -> Event:
    """Both semifinals are over, and the final has begun."""
    event = make_event(club=club, pairs=4, match_format=QUICK)
    win(pairing(event, "main-1-1"))
    win(pairing(event, "main-1-2"))
    write(pairing(event, "main-2-1"), "hand", {"points": [6, None]})
    return event


@pytest.fixture
def question(event: Event) -> PendingDecision:
    return agreed(event, "main-1-1")


def decide(
    desk: Client, question: PendingDecision, decision: str, reason: str = "sentiti tutti"
) -> Any:
    address = f"/desk/questions/{question.pk}/"
    return desk.post(address, {"decision": decision, "reason": reason}, follow=True)


def test_what_is_to_decide_stands_on_top_of_what_to_look_at(
    desk: Client, event: Event, question: PendingDecision
) -> None:
    page = desk.get(f"/desk/events/{event.pk}/")
    assert f'href="/desk/questions/{question.pk}/"' in html_of(page)
    said = text_of(page)
    names = load_entry_names(event, set(question.goes))
    pair = names[question.goes[0]].short
    assert f"Your turn now A match is played by others than it should be: {pair}" in said


def test_a_referee_sees_it_and_that_the_organizer_decides(
    club: Club, event: Event, question: PendingDecision
) -> None:
    referee = signed_in(make_member(club, Role.Kind.REFEREE))
    assert "The organizer decides" in text_of(referee.get(f"/desk/events/{event.pk}/"))
    assert referee.get(f"/desk/questions/{question.pk}/").status_code == 403


def test_the_question_says_what_has_happened_by_names(
    desk: Client, question: PendingDecision
) -> None:
    page = text_of(desk.get(f"/desk/questions/{question.pk}/"))
    assert "Final, match 1: Zoffoli" in page
    assert "have begun to play there" in page
    assert "Leave it as it was played" in page
    assert "Play the match again" in page
    assert "Swap them" not in page


def test_left_as_it_was_it_is_decided_with_the_reason(
    desk: Client, event: Event, question: PendingDecision
) -> None:
    page = decide(desk, question, "LEFT", "giocata in buona fede")
    assert page.redirect_chain == [(f"/desk/events/{event.pk}/questions/", 302)]
    assert "Left as it was played." in text_of(page)
    assert "giocata in buona fede" in text_of(page)
    assert "Iole Amaducci" in text_of(page)
    assert "played by others" not in text_of(desk.get(f"/desk/events/{event.pk}/"))


def test_a_decision_needs_a_reason_and_is_taken_once(
    desk: Client, question: PendingDecision
) -> None:
    assert decide(desk, question, "LEFT", " ").status_code == 422
    assert decide(desk, question, "LEFT").status_code == 200
    again = decide(desk, question, "REPLAYED")
    assert again.status_code == 409
    assert "made already" in text_of(again)
    assert PendingDecision.objects.get(pk=question.pk).decision == "LEFT"


@pytest.mark.parametrize("decision", ["", "SWAPPED", "DRAWN_AGAIN", "TAKEN_BACK", "sudo"])
def test_an_answer_to_another_question_is_refused(
    desk: Client, question: PendingDecision, decision: str
) -> None:
    page = decide(desk, question, decision)
    assert page.status_code == 409
    assert "This cannot be chosen here" in text_of(page)
    assert PendingDecision.objects.get(pk=question.pk).decision == ""


def test_replayed_the_old_sheet_opens_and_says_that_it_no_longer_counts(
    desk: Client, anybody: Client, event: Event, question: PendingDecision
) -> None:
    old = pairing(event, "main-2-1").match_id
    went = names_in(event, "main-2-1")
    assert "Sheets that no longer count" in text_of(
        decide(desk, question, "REPLAYED", "si rigioca")
    )
    for client, address in ((desk, f"/desk/matches/{old}/"), (anybody, f"/matches/{old}/")):
        page = text_of(client.get(address))
        assert "This sheet no longer counts" in page
        assert "si rigioca" in page
        assert went in page
    forged = {"kind": "hand", "key": "desk-forged-key", "version": "1", "points_0": "7"}
    assert desk.post(f"/desk/matches/{old}/", forged).status_code == 404
    assert 'value="hand"' not in html_of(desk.get(f"/desk/matches/{old}/"))
    assert anybody.get(f"/matches/{old}/part/").status_code == 200
    assert "This sheet no longer counts" not in text_of(
        desk.get(f"/desk/matches/{pairing(event, 'main-2-1').match_id}/")
    )


def names_in(event: Event, code: str) -> str:
    """The last name of the first player of the first pair there."""
    entry = event.entries.get(pk=entry_in(event, code, 0) or 0)
    return str(entry.members.order_by("position")[0].player.last_name)


def test_everybody_can_follow_what_was_decided_but_not_by_whom(
    desk: Client, anybody: Client, event: Event, question: PendingDecision
) -> None:
    address = f"/events/{event.pk}/decisions/"
    assert "To be decided" in text_of(anybody.get(address))
    decide(desk, question, "REPLAYED", "si rigioca")
    page = text_of(anybody.get(address))
    assert "The match is played again" in page
    assert "The organizer, " in page
    assert "Reason: si rigioca" in page
    assert "Amaducci" not in page
    assert html_of(anybody.get(address)).count("/matches/") == 2


def test_without_corrections_there_is_nothing_to_decide(
    desk: Client, anybody: Client, event: Event
) -> None:
    for client, address in (
        (desk, f"/desk/events/{event.pk}/questions/"),
        (anybody, f"/events/{event.pk}/decisions/"),
    ):
        assert "Nothing had to be decided so far." in text_of(client.get(address))


def cut_moved() -> tuple[Client, Event, PendingDecision]:
    event = a_drawn_final()
    wrong, data = tip_over(event)
    match = wrong.match_id or 0
    line = act(match, "amend", data)
    owner = owner_of(event.club)
    record_line(match_id=match, act=line, actor=owner, now=line.made_at, agreed=True)
    return signed_in(event.club.roles.get(kind="OWNER").user), event, PendingDecision.objects.get()


@pytest.mark.django_db
def test_who_should_have_gone_through_takes_the_place_of_who_should_not() -> None:
    desk, event, question = cut_moved()
    page = text_of(desk.get(f"/desk/questions/{question.pk}/"))
    assert "Swap them" in page
    assert "Draw the stage again" in page
    decide(desk, question, "SWAPPED")
    seated = Pairing.objects.filter(round__group__stage__number=2, event=event)
    assert set(question.comes) <= set(seated.values_list("slots__entry", flat=True))


@pytest.mark.django_db
def test_the_stage_is_drawn_again_on_the_page_of_its_draw() -> None:
    desk, event, question = cut_moved()
    address = f"/desk/events/{event.pk}/stages/2/draw/"
    assert f'href="{address}"' in html_of(desk.get(f"/desk/questions/{question.pk}/"))
    draw_stage_now(stage_of(event, 2), reason="un punteggio era sbagliato")
    assert "un punteggio era sbagliato" in text_of(desk.get(f"/desk/questions/{question.pk}/"))


@pytest.mark.parametrize(("address", "most"), [("/desk/events/{}/questions/", 20)])
def test_many_decisions_cost_no_more_queries_than_one(
    desk: Client,
    event: Event,
    question: PendingDecision,
    address: str,
    most: int,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    decide(desk, question, "REPLAYED")
    for _again in range(2):
        write(pairing(event, "main-2-1"), "hand", {"points": [6, None]})
        decide(desk, agreed_again(event), "REPLAYED")
        with django_assert_max_num_queries(most):
            desk.get(address.format(event.pk))


def agreed_again(event: Event) -> PendingDecision:
    """The semifinal reads the other way round once more."""
    match = pairing(event, "main-1-1")
    points = [11, None] if match.match and match.match.winner == 1 else [0, None]
    data = {"line": 1, "data": {"points": points}, "reason": "ancora"}
    line = act(match.match_id or 0, "amend", data)
    record_line(
        match_id=match.match_id or 0,
        act=line,
        actor=owner_of(event.club),
        now=line.made_at,
        agreed=True,
    )
    return PendingDecision.objects.get(decision="")


def test_the_form_says_why_a_pair_cannot_be_left_in_its_match(desk: Client, club: Club) -> None:
    _event, pending = an_entry_in_both_brackets(club=club)
    page = desk.get(f"/desk/questions/{pending.pk}/")
    assert "the winner also plays in" in text_of(page)
    assert 'value="LEFT"' not in html_of(page)
    assert 'value="REPLAYED"' in html_of(page)
    refused = decide(desk, pending, "LEFT")
    assert refused.status_code == 409
    assert "it would meet itself there" in text_of(refused)
    pending.refresh_from_db()
    assert pending.decision == ""
