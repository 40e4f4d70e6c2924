"""docs/how-to/following-an-event-live.md is true: its program in Python runs as it stands."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.utils import timezone

from accounts.actors import TokenAccess
from accounts.services import make_token
from api.program_access import MOST_EVENTS
from database.statements import fetch_together
from live.programs import STREAMED
from tests.factories import first_match, make_event, make_user
from tests.live.serving import served
from tests.tournaments.steps import QUICK
from tools.paths import ROOT
from tournaments.models import Event
from tournaments.notices import build_stage_notices_query, tell_match

pytestmark = pytest.mark.django_db(transaction=True)

PAGE = Path(ROOT / "docs/how-to/following-an-event-live.md").read_text(encoding="utf-8")


def program(language: str) -> str:
    found = re.search(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    assert found
    return found[1]


@contextmanager
def started(
    server: str, event: Event, token: str, folder: Path
) -> Iterator["subprocess.Popen[str]"]:
    file = folder / "follow.py"
    file.write_text(program("python"), encoding="utf-8")
    with subprocess.Popen(
        [sys.executable, str(file), server, str(event.pk)],
        env={"PATH": os.environ["PATH"], "TOKEN": token},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        yield process
        process.kill()


def read_until(process: "subprocess.Popen[str]", line: str) -> list[str]:
    assert process.stdout is not None
    lines: list[str] = []
    while not lines or lines[-1] != line:
        text = process.stdout.readline()
        assert text, lines
        lines.append(text.strip())
    return lines


def test_the_program_in_python_prints_what_changes(tmp_path: Path) -> None:
    event = make_event(pairs=4, tables=2, match_format=QUICK)
    _, token = make_token(user=make_user(), name="tabellone", access=TokenAccess.READ)
    match, stage = first_match(event), event.stages.get()
    with (
        served(tmp_path) as server,
        started(f"http://localhost:{server.port}", event, token, tmp_path) as process,
    ):
        # What was written just before it came is sent too, so it does not matter when it does.
        tell_match(match, event.pk, 41, timezone.now())
        read_until(process, "match.changed 41")
        fetch_together(build_stage_notices_query(stage.pk, event.pk, 42, timezone.now()))
        read_until(process, "standings.changed 42")
        read_until(process, "4 entries are ranked")


def test_the_program_in_python_ends_when_its_token_is_refused(tmp_path: Path) -> None:
    event = make_event(pairs=4)
    with (
        served(tmp_path) as server,
        started(f"http://localhost:{server.port}", event, "forged", tmp_path) as process,
    ):
        read_until(process, "refused: 401")
        assert process.wait(10) == 1


def test_the_page_has_every_type_and_the_limits() -> None:
    types = set(re.findall(r"^\| `([\w.]+)` \|", PAGE, re.MULTILINE)) - {"type"}
    assert types == {kind.name for kind in STREAMED} | {"reset"}
    assert f"up to {MOST_EVENTS})" in PAGE
