"""A client that a public generator makes of docs/openapi.json walks a whole evening. It is made as
docs/how-to/generating-a-client.md says."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

import pytest

from accounts.actors import TokenAccess
from accounts.services import make_token
from jobs.services import run
from tests.factories import make_club, make_member
from tests.how_to import read_blocks
from tools.paths import PYTHON
from tools.schema import FILE

NAME = "la_bella_client"
(CONFIGURATION,) = read_blocks("generating-a-client.md", "yaml")
_INSTALL, _DOWNLOAD, GENERATE = read_blocks("generating-a-client.md", "sh")[0].splitlines()
CAPPOTTO = {"points": [11, 0], "marafona": 0}


@pytest.fixture(scope="module")
def generated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The client as a package that can be imported. What the generator cannot read fails."""
    folder = tmp_path_factory.mktemp("generated")
    tools = PYTHON.parent
    (folder / "configuration.yaml").write_text(CONFIGURATION, encoding="utf-8")
    shutil.copy(FILE, folder / "openapi.json")
    done = subprocess.run(
        [*GENERATE.split(), "--fail-on-warning"],
        env=os.environ | {"PATH": f"{tools}:{os.environ['PATH']}"},
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    sys.path.insert(0, str(folder))
    yield
    sys.path.remove(str(folder))


class Organizer:
    """Calls the functions of the client by the names of the operations."""

    def __init__(self, client: Any) -> None:
        self.client = client

    def __call__(self, operation: str, *args: Any, **more: Any) -> Any:
        """What an operation answers; it must be one that the document has."""
        answer = import_module(f"{NAME}.api.{operation}").sync_detailed(
            *args, client=self.client, **more
        )
        assert answer.status_code < 300, answer.parsed
        return answer.parsed


@contextmanager
def connected(address: str, *, access: TokenAccess = TokenAccess.ORGANIZE) -> Iterator[Any]:
    """The client of an organizer, with a token."""
    _, secret = make_token(user=make_member(make_club()), name="tests", access=access)
    made = import_module(f"{NAME}.client").AuthenticatedClient(
        base_url=address, token=secret, prefix="Token", raise_on_unexpected_status=True
    )
    with made as client:
        yield client


def model(name: str, document: dict[str, Any]) -> Any:
    """A model of the client, filled in."""
    return getattr(import_module(f"{NAME}.models"), name).from_dict(document)


def play_to_the_end(ask: Organizer, match_id: int) -> None:
    match = ask("matches.matches_retrieve", match_id)
    while not match.state.over:
        line = {"kind": "hand", "data": CAPPOTTO, "version": match.version}
        written = ask(
            "matches.matches_lines_create",
            match_id,
            body=model("HandLineRequest", line),
            idempotency_key=f"hand-{match.version}",
        )
        assert written.line.n == match.version + 1
        match = written.match


@pytest.mark.django_db(transaction=True)
def test_a_generated_client_walks_an_evening(live_server: Any, generated: None) -> None:
    with connected(live_server.url) as client:
        walk(Organizer(client))


def walk(ask: Organizer) -> None:
    """From the club to the places."""
    (club,) = ask("clubs.clubs_list").results
    defaults = ask("rulebooks.rulebooks_retrieve", "marafon").defaults.to_dict()
    game = {"game": "marafon", "options": defaults | {"target": 21}}
    plan = {"club": club.id, "name": "Maraffa", "date": "2026-12-13"}
    event = ask(
        "events.events_create",
        body=model("NewEventRequest", {**plan, "match_format": {"games": [game], "wins": 1}}),
    )
    assert (event.state, event.entries) == ("DRAFT", 0)
    event = ask("events.events_open_create", event.id)
    for number in range(4):
        players = [
            {"first_name": "Loris", "last_name": f"Uno {number}"},
            {"last_name": f"Due {number}"},
        ]
        ask(
            "events.events_entries_create",
            event.id,
            body=model("NewEntryRequest", {"players": players}),
        )
    job = ask("events.events_draw_create", event.id, body=model("ReasonBody", {}))
    run(job_id=job.id, attempt=1)
    assert ask("jobs.jobs_retrieve", job.id).state == "DONE"
    assert ask("events.events_start_create", event.id).state == "RUNNING"
    waiting = {"event": event.id, "state": [state("READY")]}
    while ready := ask("pairings.pairings_list", **waiting).results:
        play_to_the_end(ask, ready[0].match)
    assert ask("events.events_finish_create", event.id).state == "FINISHED"
    standings = ask("events.events_standings_retrieve", event.id)
    assert standings.winner == standings.rows[0].entry
    places = ask("events.events_placings_retrieve", event.id)
    assert places.complete
    assert [(row.first, row.last) for row in places.rows] == [(1, 1), (2, 2), (3, 4), (3, 4)]


def state(name: str) -> Any:
    return import_module(f"{NAME}.models").PairingsListStateItem(name)


@pytest.mark.django_db(transaction=True)
def test_a_refusal_reaches_the_client_as_a_problem(live_server: Any, generated: None) -> None:
    operation = import_module(f"{NAME}.api.venues.venues_create")
    body = model("VenueRequest", {"club": 1, "name": "Sala"})
    with connected(live_server.url, access=TokenAccess.READ) as client:
        problem = operation.sync(client=client, body=body)
    assert (problem.status, problem.code) == (403, "token_reads_only")
    assert problem.title
