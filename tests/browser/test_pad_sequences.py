"""Random sequences of taps and faults on two real phones against the real server.

The sequences and what must hold after each of their steps are those of the model: tests/js/pad/.
``PAD_BROWSER_RUNS`` and ``PAD_BROWSER_SEED`` set how many and which. A failing sequence is printed
with its steps, what the screens showed, and the ``PAD_BROWSER_PATH`` that plays it alone.
"""

import json
import os
import shutil
import signal
import subprocess
from dataclasses import dataclass
from typing import Any

import pytest

from tests.browser.pad import make_event
from tests.browser.server import DemoServer
from tests.waiting import wait_until
from tools.chromium import require_chromium
from tools.paths import ROOT

pytestmark = pytest.mark.sequences
SCRIPT = ROOT / "tests/js/pad/chromium/sequences.mjs"
RUNS = int(os.environ.get("PAD_BROWSER_RUNS", "200"))
SEED = int(os.environ.get("PAD_BROWSER_SEED", "1"))
PATH = os.environ.get("PAD_BROWSER_PATH", "")
SHRINK = os.environ.get("PAD_SHRINK") == "yes"
PARTS = 4
"""The sequences are divided into tests with a seed each, so that pytest can distribute them."""
WORKERS = 2
TABLES = 64
"""Tables of one event: each sequence uses two, of matches that nobody has played."""
TELLINGS = 16
"""The most runs of one sequence until it finds its defect."""
TOKEN = """
from accounts.actors import TokenAccess
from accounts.models import User
from accounts.services import make_token
user = User.objects.get(email="{email}")
print("TOKEN", make_token(user=user, name="sequences", access=TokenAccess.ORGANIZE)[1])
"""


@dataclass
class Desk:
    """The organizer's token, and cards of tables where nobody has played."""

    server: DemoServer
    token: str
    cards: list[dict[str, Any]]

    def take_cards(self, count: int) -> list[dict[str, Any]]:
        while len(self.cards) < count:
            self.cards += make_cards(self.server, TABLES)
        taken, self.cards = self.cards[:count], self.cards[count:]
        return taken


@pytest.fixture(scope="module")
def desk(server: DemoServer) -> Desk:
    said = server.manage("shell", "-c", TOKEN.format(email=server.logins["ORGANIZER"]["email"]))
    return Desk(server, said.split("TOKEN ")[1].strip(), [])


def make_cards(server: DemoServer, tables: int) -> list[dict[str, Any]]:
    numbers = ("match", "table")
    return [
        {name: int(value) if name in numbers else value for name, value in vars(card).items()}
        for card in make_event(server, tables=tables, target=21)
    ]


def play_sequences(
    desk: Desk, *, runs: int, seed: int, workers: int = WORKERS, shrink: bool = False, **more: Any
) -> str:
    """What the script says at the end. It asks for the server to be killed now and then."""
    node = shutil.which("node")
    assert node, "node is missing"
    given = {
        "base": desk.server.base_url,
        "chromium": require_chromium(),
        "token": desk.token,
        "cards": desk.take_cards(2 * ((RUNS if shrink else runs) + workers)),
        "runs": runs,
        "seed": seed,
        "workers": workers,
        "shrink": shrink,
        **more,
    }
    process = subprocess.Popen(
        [node, SCRIPT], cwd=ROOT, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    with process:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            print(json.dumps(given), file=process.stdin, flush=True)
            for line in process.stdout:
                if line.strip() != "kill":
                    process.wait(30)
                    return str(line)
                kill_web(desk.server)
                print("killed", file=process.stdin, flush=True)
        finally:
            process.kill()
    return "the script has ended without a word"


def kill_web(server: DemoServer) -> None:
    """Returns when another process has taken its place; it may not answer yet."""
    before = server.processes()["web"]
    os.killpg(before, signal.SIGKILL)
    wait_until(lambda: server.processes().get("web", before) != before)


def failure_of(said: str) -> str:
    return str(json.loads(said.removeprefix("failed "))) if said.startswith("failed ") else said


@pytest.mark.parametrize("part", range(1 if PATH else PARTS))
def test_every_act_is_on_the_right_sheet_once_or_visible_as_unsent(desk: Desk, part: int) -> None:
    if PATH:
        said = play_sequences(desk, runs=1, workers=1, seed=SEED, path=PATH, shrink=SHRINK)
    else:
        seed = SEED + part * WORKERS
        said = play_sequences(desk, runs=-(-RUNS // PARTS), seed=seed, shrink=SHRINK)
    assert said.startswith("passed"), failure_of(said)


@pytest.mark.parametrize(
    ("defect", "story"),
    [
        ("lines are sent to the match on the screen", "changeTable"),
        ("submitting leaves the form where it is", "write"),
        ("a form that was overtaken becomes the next hand", "race"),
        ("stored lines are not read", "writeAndReload"),
        ("going back from correcting an unsent hand drops it", "correctUnsent"),
    ],
)
def test_the_sequences_find_a_defect_that_was_observed(desk: Desk, defect: str, story: str) -> None:
    said = play_sequences(desk, runs=TELLINGS, seed=1, workers=1, defect=defect, story=story)
    assert "AssertionError" in failure_of(said), said
