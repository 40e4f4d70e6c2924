"""A further format is one module, one line in the registry, and its words: nothing else changes."""

import io
import json
from typing import Any

import pytest
from django.utils.translation import gettext_lazy

from competition.documents.draws import verify
from competition.documents.plans import plan
from competition.formats import FORMATS
from jobs.services import run
from kernel.json_lines import answers
from tests.adding.ladder import Ladder
from tests.api.client import Program, refused
from tests.factories import make_club, make_member
from tests.tournaments.steps import QUICK
from tests.web.pages import signed_in
from wording.formats import FORMATS as WORDS
from wording.formats import GROUPS, FormatWords
from wording.games.contract import OptionWords
from wording.sentences import SENTENCES
from wording.whys import PLACINGS

FORMAT = "ladder"


@pytest.fixture(autouse=True)
def added(monkeypatch: pytest.MonkeyPatch) -> None:
    """The line in the registry, and the words."""
    monkeypatch.setitem(FORMATS, FORMAT, Ladder())
    downwards = OptionWords(gettext_lazy("From the bottom"))
    words = FormatWords(name=gettext_lazy("Ladder"), options={"downwards": downwards, **GROUPS})
    monkeypatch.setitem(WORDS, FORMAT, words)
    why = gettext_lazy("Came to rung %(rung)s.")
    monkeypatch.setitem(PLACINGS, "ladder", why)
    # All sentences are gathered when the module is read, before this test has said its own.
    monkeypatch.setitem(SENTENCES, "ladder", why)


def asked(verb: Any, document: dict[str, Any]) -> Any:
    (answer,) = answers(io.BytesIO(json.dumps(document).encode()), verb)
    return json.loads(answer)


def test_it_is_planned_on_the_command_line() -> None:
    (pairing,) = asked(plan, {"format": FORMAT, "entries": [3, 1, 2]})["pairings"]
    assert pairing["slots"] == [{"entry": 3}, {"entry": 1}]


@pytest.mark.django_db
def test_an_event_of_it_is_played_over_the_api() -> None:
    club = make_club()
    program = Program(make_member(club))
    event = drawn(program, club.pk)
    program.write(f"events/{event}/start/")
    (stage,) = program.read(f"events/{event}/stages/")["results"]
    for number in range(1, 5):
        (ready,) = program.read(f"pairings/?event={event}&state=READY")["results"]
        program.line(ready["match"], 0, {"points": [11, None] if number % 2 else [0, None]})
        if number < 4:
            job = program.write(f"stages/{stage['id']}/rounds/")
            run(job_id=job["id"], attempt=1)
    refused(program.post(f"stages/{stage['id']}/rounds/"), 409, "no_round_left")
    assert program.write(f"events/{event}/finish/")["state"] == "FINISHED"
    told = program.read(f"events/{event}/standings/")
    assert [(row["first"], row["still_in"]) for row in told["rows"]] == [
        (place, False) for place in range(1, 6)
    ]
    assert told["winner"] == ready["slots"][1]["entry"]["id"]
    assert told["rows"][0]["why"]["sentence"] == "Came to rung 4."
    (draw,) = program.read(f"draws/?event={event}")["results"]
    names = ("secret", "word", "entries", "constraints", "format", "options", "version")
    record = {name: draw[name] for name in (*names, "commitment", "order")}
    assert asked(verify, record)["valid"]


def drawn(program: Program, club: int) -> str:
    body = {
        "club": club,
        "name": "Prova",
        "date": "2026-12-13",
        "match_format": QUICK,
        "format": FORMAT,
        "options": {"downwards": True},
    }
    event: str = program.write("events/", body)["id"]
    program.write(f"events/{event}/open/")
    for number in range(5):
        players = [{"last": f"Uno {number}"}, {"last": f"Due {number}"}]
        program.write(f"events/{event}/entries/", {"players": players})
    run(job_id=program.write(f"events/{event}/draw/")["id"], attempt=1)
    return event


@pytest.mark.django_db
def test_the_desk_and_the_board_show_it() -> None:
    club = make_club()
    user = make_member(club)
    event = drawn(Program(user), club.pk)
    desk = signed_in(user)
    for path in ("", "stages/", "stages/1/ranking/", "stages/1/rounds/", "bracket/"):
        assert desk.get(f"/desk/events/{event}/{path}").status_code == 200, path
    for path in ("", "bracket/", "draws/"):
        assert desk.get(f"/events/{event}/{path}").status_code == 200, path
    assert "Ladder" in desk.get(f"/desk/events/{event}/stages/").content.decode()
