"""A hand card by card on the desk: a play is replayed and written, what cannot be is said."""

import json
from random import Random
from typing import Any

import pytest
from django.test import Client

from rules.registry import rulebook
from scoring.acts import Act
from scoring.models import Line, Match
from tests.factories import NOW, first_match, make_event, owner_of
from tests.tournaments.steps import QUICK, pairing, win, write
from tests.web.pages import text_of
from tournaments.models import Club
from tournaments.services.results.sheets import record_line

BOOK = rulebook("marafon")


@pytest.fixture
def match(club: Club) -> int:
    return first_match(make_event(club=club, pairs=2))


def play_of_hand(seed: int = 1) -> dict[str, Any]:
    play = BOOK.simulate(Random(seed), BOOK.read_options({}), 0)
    return json.loads(json.dumps(play))  # type: ignore[no-any-return]


def look(desk: Client, match: int) -> Any:
    return desk.get(f"/desk/matches/{match}/cards/")


def send(desk: Client, match: int, data: str, **more: Any) -> Any:
    fresh = look(desk, match).context["form"].initial
    return desk.post(f"/desk/matches/{match}/cards/", {**fresh, "hand": data, **more}, follow=True)


def test_the_sheet_links_to_it(desk: Client, match: int) -> None:
    assert f"/desk/matches/{match}/cards/" in desk.get(f"/desk/matches/{match}/").content.decode()


def test_the_page_brings_what_the_screen_needs(desk: Client, match: int) -> None:
    screen = look(desk, match).context["screen"]
    assert screen["card"] == BOOK.build_card(BOOK.read_options({}))
    assert len(screen["names"]["seats"]) == 4
    assert (screen["turn"], screen["totals"]) == (None, [0, 0])
    assert screen["words"]["cards_score_later"] == "The score is shown at the end."


def test_a_play_is_stored_with_the_line(desk: Client, match: int) -> None:
    play = play_of_hand()
    response = send(desk, match, json.dumps({"play": play}))
    assert response.redirect_chain == [(f"/desk/matches/{match}/", 302)]
    line = Line.objects.get()
    assert (line.kind, line.data) == ("hand", {"play": play})
    assert "Written:" in text_of(response)


def test_an_illegal_play_is_refused_and_stays_in_the_form(desk: Client, match: int) -> None:
    play = play_of_hand()
    play["plays"] = play["plays"][:39]
    response = send(desk, match, json.dumps({"play": play}))
    assert response.status_code == 422
    assert "The hand is not over: 39 cards are played of 40." in text_of(response)
    assert json.loads(response.context["form"]["hand"].value()) == {"play": play}
    assert not Line.objects.exists()


@pytest.mark.parametrize(
    "data",
    [
        "",
        "no",
        "[]",
        "7",
        '{"play": {"caller": 0}}',
        '{"play": 3}',
        4000 * "[",
        4500 * "7",
        9000 * " ",
    ],
)
def test_what_is_no_play_is_refused(desk: Client, match: int, data: str) -> None:
    assert send(desk, match, data).status_code == 422
    assert not Line.objects.exists()


def test_a_play_on_an_old_version_is_shown_again(desk: Client, match: int) -> None:
    old = look(desk, match).context["form"].initial
    send(desk, match, json.dumps({"play": play_of_hand()}))
    second = BOOK.simulate(Random(2), BOOK.read_options({}), 1)
    response = send(desk, match, json.dumps({"play": second}), version=old["version"])
    assert response.status_code == 409
    assert response.context["form"]["version"].value() == 1
    assert Line.objects.count() == 1


def test_a_retry_is_written_once(desk: Client, match: int) -> None:
    fresh = look(desk, match).context["form"].initial
    form = {**fresh, "hand": json.dumps({"play": play_of_hand()})}
    for _ in range(2):
        desk.post(f"/desk/matches/{match}/cards/", form)
    assert Line.objects.count() == 1


def correct(desk: Client, match: int, line: int, data: str, **more: Any) -> Any:
    address = f"/desk/matches/{match}/cards/?line={line}"
    fresh = desk.get(address).context["form"].initial
    form = {**fresh, "hand": data, "reason": "contata male", **more}
    return desk.post(address, form, follow=True)


def test_a_written_hand_is_corrected_card_by_card(desk: Client, match: int) -> None:
    owner = owner_of(Match.objects.get(pk=match).pairing.event.club)
    hand = Act("hand", {"points": [3, None], "caller": 2}, "first", 0, device="", made_at=NOW)
    record_line(match_id=match, act=hand, actor=owner, now=NOW)
    second = Act("hand", {"points": [5, None]}, "second", 1, device="", made_at=NOW)
    record_line(match_id=match, act=second, actor=owner, now=NOW)
    page = look(desk, match)
    assert [number for number, _ in page.context["hands"]] == [2, 1]
    page = desk.get(f"/desk/matches/{match}/cards/?line=1")
    assert (page.context["screen"]["turn"], page.context["screen"]["totals"]) == (2, [0, 0])
    play = BOOK.simulate(Random(4), BOOK.read_options({}), 2)
    document = json.loads(json.dumps(play))
    response = correct(desk, match, 1, json.dumps({"play": document}))
    assert response.redirect_chain == [(f"/desk/matches/{match}/", 302)]
    line = Line.objects.get(n=3)
    assert line.kind == "amend"
    assert line.data == {"line": 1, "data": {"play": document}, "reason": "contata male"}
    again = desk.get(f"/desk/matches/{match}/cards/?line=1")
    assert json.loads(again.context["form"]["hand"].value()) == {"play": document}


def test_a_correction_without_a_reason_keeps_its_cards(desk: Client, match: int) -> None:
    send(desk, match, json.dumps({"play": play_of_hand()}))
    other = json.dumps({"play": play_of_hand(2)})
    response = correct(desk, match, 1, other, reason="")
    assert response.status_code == 422
    assert "reason" in response.context["form"].errors
    assert response.context["form"]["hand"].value() == other
    assert Line.objects.count() == 1


def test_only_a_hand_that_counts_is_corrected(desk: Client, match: int) -> None:
    send(desk, match, json.dumps({"play": play_of_hand()}))
    owner = owner_of(Match.objects.get(pk=match).pairing.event.club)
    strike = Act("strike", {"line": 1, "reason": ""}, "strike", 1, device="", made_at=NOW)
    record_line(match_id=match, act=strike, actor=owner, now=NOW)
    for line in ("0", "1", "2", "3", "x", "", "1" * 30):
        assert desk.get(f"/desk/matches/{match}/cards/?line={line}").status_code == 404


def test_a_match_that_is_over_takes_corrections_only(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=4, match_format=QUICK)
    decided = pairing(event, "main-1-1")
    win(decided)
    assert decided.match_id is not None
    page = look(desk, decided.match_id)
    assert page.status_code == 200
    assert page.context["form"] is None
    assert "/cards/" in desk.get(f"/desk/matches/{decided.match_id}/").content.decode()


def test_a_correction_that_changes_what_came_after_is_agreed_to_first(
    desk: Client, club: Club
) -> None:
    event = make_event(club=club, pairs=4, match_format=QUICK)
    for code in ("main-1-1", "main-1-2"):
        win(pairing(event, code))
    write(pairing(event, "main-2-1"), "hand", {"points": [6, None]})
    match = pairing(event, "main-1-1").match_id
    assert match is not None
    text = json.dumps({"play": play_of_hand()})
    asked = correct(desk, match, 1, text)
    assert asked.status_code == 409
    assert "Nothing has been written yet" in text_of(asked)
    typed = dict(asked.context["typed"])
    assert typed["hand"] == text
    address = asked.context["address"]
    assert json.loads(desk.post(address, {**typed, "back": "1"}).context["form"]["hand"].value())
    assert Line.objects.filter(match=match).count() == 1
    desk.post(address, {**typed, "agreed": "1"})
    assert Line.objects.filter(match=match).count() == 2


def test_there_is_no_page_once_the_match_is_over(desk: Client, match: int) -> None:
    fresh = desk.get(f"/desk/matches/{match}/").context["acts"]
    forfeit = next(act for act in fresh if act.kind == "forfeit")
    form = {"kind": "forfeit", "key": forfeit.key, "version": forfeit.version}
    desk.post(f"/desk/matches/{match}/", {**form, "side": 0, "of": "match", "reason": "late"})
    assert look(desk, match).status_code == 404
