"""A further game is one module, one line in each registry, and its words: nothing else changes."""

import io
import json
from random import Random
from typing import Any

import pytest

from jobs.services import run
from kernel.json_lines import answers
from rules.registry import RULEBOOKS
from rules.verbs import legal, replay
from scoring.core.verbs import fold_document as fold
from tests.adding.tressette import WORDS, Tressette
from tests.api.client import Program
from tests.factories import make_club, make_member
from tests.web.pages import signed_in
from tournaments.models import Event
from wording.games import GAMES

GAME = "tressette"


@pytest.fixture(autouse=True)
def added(monkeypatch: pytest.MonkeyPatch) -> None:
    """The two lines."""
    monkeypatch.setitem(RULEBOOKS, GAME, Tressette())
    monkeypatch.setitem(GAMES, GAME, WORDS)


def asked(verb: Any, document: dict[str, Any]) -> Any:
    lines = io.BytesIO(json.dumps(document).encode())
    (answer,) = answers(lines, verb)
    return json.loads(answer)


def test_it_is_replayed_and_folded_on_the_command_line() -> None:
    book = RULEBOOKS[GAME]
    play = book.simulate(Random(1), book.read_options({}), 0)
    told = asked(replay, {"game": GAME, **play})
    assert told["legal"]
    assert told["complete"]
    moment = {"trump": None, "hand": ["3D", "AC"], "table": ["4D"]}
    assert asked(legal, {"game": GAME, **moment})["legal"] == ["3D"]
    lines = [{"n": 1, "kind": "hand", "data": {"play": play}}]
    state = asked(fold, {"format": {"games": [{"game": GAME}], "wins": 1}, "lines": lines})
    assert sum(state["sum"]) in {10, 11}
    assert state["turn"] == 1


@pytest.mark.django_db
def test_an_event_of_it_is_played_over_the_api() -> None:
    club = make_club()
    program = Program(make_member(club))
    book = program.read(f"rulebooks/{GAME}/")
    assert book["words"]["name"] == "Tressette"
    match_format = {"games": [{"game": GAME, "options": {"target": 11}}], "wins": 1}
    plan = {"club": club.pk, "name": "Prova", "date": "2026-12-13", "match_format": match_format}
    event = program.write("events/", plan)["id"]
    program.write(f"events/{event}/open/")
    for number in range(4):
        players = [{"last": f"Uno {number}"}, {"last": f"Due {number}"}]
        program.write(f"events/{event}/entries/", {"players": players})
    run(job_id=program.write(f"events/{event}/draw/")["id"], attempt=1)
    program.write(f"events/{event}/start/")
    rulebook, random = RULEBOOKS[GAME], Random(7)
    while ready := program.read(f"pairings/?event={event}&state=READY")["results"]:
        match = program.read(f"matches/{ready[0]['match']}/")
        while not match["state"]["over"]:
            turn = match["state"]["turn"]
            play = rulebook.simulate(random, rulebook.read_options({}), turn)
            answer = program.line(match["id"], match["version"], {"play": play})
            match = answer.json()["match"]
    assert program.write(f"events/{event}/finish/")["state"] == "FINISHED"
    assert program.read(f"events/{event}/standings/")["winner"] is not None


@pytest.mark.django_db
def test_the_desk_offers_it_with_its_options_and_its_regulation() -> None:
    club = make_club()
    desk = signed_in(make_member(club))
    asked_for = {"look": "1", "game": GAME, "options_of": GAME, "option-target": "31", "games": "1"}
    page = desk.post(f"/desk/clubs/{club.slug}/new/", asked_for).content.decode()
    assert "There are no trumps." in page
    assert "A game is won at 31 points." in page
    assert not Event.objects.exists()
