"""A further tie-break is a function, one line in the registry, and its words: nothing else
changes."""

import io
import json

import pytest
from django.utils.translation import gettext_lazy

from competition.documents.rankings import rank
from competition.scenarios.match_gains import MatchGains
from competition.scenarios.match_outcomes import list_outcomes
from competition.standings.metrics import METRICS
from competition.standings.options import StandingsOptions
from jobs.services import run
from kernel.json_lines import answers
from scoring.core.format import best_of, read_format
from tests.adding.capped_points import CAP, METRIC, NAME
from tests.api.client import Program
from tests.factories import make_club, make_member
from tests.tournaments.steps import QUICK
from tests.web.pages import signed_in
from wording.metrics import METRICS as WORDS


@pytest.fixture(autouse=True)
def added(monkeypatch: pytest.MonkeyPatch) -> None:
    """The line in the registry, and the words."""
    monkeypatch.setitem(METRICS, NAME, METRIC)
    words = gettext_lazy("Points up to ten"), gettext_lazy("Pts ≤ 10")
    monkeypatch.setitem(WORDS, NAME, words)


def test_it_ranks_on_the_command_line() -> None:
    document = {
        "metrics": [NAME],
        "entries": ["anna", "bice"],
        "results": [
            {"round": 1, "slots": ["anna", "bice"], "points": [31, 4]},
            {"round": 2, "slots": ["anna", "bice"], "points": [3, 10]},
        ],
    }
    (answer,) = answers(io.BytesIO(json.dumps(document).encode()), rank)
    first, second = json.loads(answer)["ranking"]
    assert (first["entry"], first["values"]) == ("bice", {NAME: 14})
    assert (second["entry"], second["values"]) == ("anna", {NAME: 13})
    assert first["why"]["params"]["metric"] == NAME


@pytest.mark.parametrize("games", [1, 3])
def test_scenarios_bound_it_in_a_game_to_a_target(games: int) -> None:
    possible = list_outcomes(read_format(best_of(games, "marafon")), [NAME])
    assert not possible.are_complete
    gains = MatchGains(StandingsOptions(), possible)
    for number, outcome in enumerate(possible.outcomes):
        ranges = gains.find_ranges(NAME, number)
        assert ranges is not None
        assert {each.most for each in ranges} == {CAP}
        for example in gains.list_by_result(NAME, number):
            for value, (least, most) in zip(example, ranges, strict=True):
                assert least <= value <= most, outcome


@pytest.mark.django_db
def test_an_event_is_ranked_by_it_over_the_api_and_on_the_desk() -> None:
    club = make_club()
    user = make_member(club)
    program = Program(user)
    body = {
        "club": club.pk,
        "name": "Prova",
        "date": "2026-12-13",
        "match_format": QUICK,
        "format": "round_robin",
    }
    event = program.write("events/", body)["id"]
    program.write(f"events/{event}/open/")
    for number in range(3):
        players = [{"last": f"Uno {number}"}, {"last": f"Due {number}"}]
        program.write(f"events/{event}/entries/", {"players": players})
    (stage,) = program.read(f"events/{event}/stages/")["results"]
    changed = program.patch(f"stages/{stage['id']}/", {"metrics": [NAME, "lots"]})
    assert changed.json()["metrics"] == [NAME, "lots"]

    run(job_id=program.write(f"events/{event}/draw/")["id"], attempt=1)
    program.write(f"events/{event}/start/")
    while ready := program.read(f"pairings/?event={event}&state=READY")["results"]:
        program.line(ready[0]["match"], 0, {"points": [11, None]})
    rows = program.read(f"stages/{stage['id']}/ranking/")["rows"]
    # A shutout wins 11 to 0, of which ten count.
    assert {row["values"][NAME] for row in rows} <= {0, CAP, 2 * CAP}
    assert sum(row["values"][NAME] for row in rows) == 3 * CAP

    desk = signed_in(user)
    ranking = desk.get(f"/desk/events/{event}/stages/1/ranking/").content.decode()
    assert "Points up to ten" in ranking
