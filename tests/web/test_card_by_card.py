"""A hand card by card on the desk: a play is replayed and written, what cannot be is said."""

import json
from random import Random
from typing import Any

import pytest
from django.test import Client

from rules.registry import rulebook
from scoring.models import Line
from tests.factories import first_match, make_event
from tests.web.pages import text_of
from tournaments.models import Club

BOOK = rulebook("marafon")


@pytest.fixture
def match(club: Club) -> int:
    return first_match(make_event(club=club, pairs=2))


def play_of_hand(seed: int = 1) -> dict[str, Any]:
    play = BOOK.simulate(Random(seed), BOOK.options({}), 0)
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
    assert screen["card"] == BOOK.card(BOOK.options({}))
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
    second = BOOK.simulate(Random(2), BOOK.options({}), 1)
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


def test_there_is_no_page_once_the_match_is_over(desk: Client, match: int) -> None:
    fresh = desk.get(f"/desk/matches/{match}/").context["acts"]
    forfeit = next(act for act in fresh if act.kind == "forfeit")
    form = {"kind": "forfeit", "key": forfeit.key, "version": forfeit.version}
    desk.post(f"/desk/matches/{match}/", {**form, "side": 0, "of": "match", "reason": "late"})
    assert look(desk, match).status_code == 404
