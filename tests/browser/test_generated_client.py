"""docs/how-to/generating-a-client.md is true: its commands make a TypeScript client, and its
program plays an evening with it on a real server."""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.browser.server import DemoServer
from tests.how_to import read_blocks
from tools.paths import ROOT
from tools.schema import FILE

_PYTHON, INSTALL, COMMANDS = read_blocks("generating-a-client.md", "sh")
(PROGRAM,) = read_blocks("generating-a-client.md", "ts")
TOKEN = """
from accounts.actors import TokenAccess
from accounts.models import User
from accounts.services import make_token
user = User.objects.get(email="{email}")
print(make_token(user=user, name="guide", access=TokenAccess.ORGANIZE)[1])
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the program and what its first command installs."""
    modules = ROOT / "node_modules"
    assert (modules / "oazapfts").exists(), "the packages are missing: make node_modules"
    (tmp_path / "node_modules").symlink_to(modules)
    (tmp_path / "evening.mts").write_text(PROGRAM, encoding="utf-8")
    return tmp_path


def run(commands: str, folder: Path, **environment: str) -> "subprocess.CompletedProcess[str]":
    """Runs lines of the page in a shell that ends at the first fault. Nothing is downloaded."""
    return subprocess.run(
        ["bash", "-e", "-c", commands],
        cwd=folder,
        env={name: os.environ[name] for name in ("PATH", "HOME")}
        | {"npm_config_offline": "true"}
        | environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def test_the_page_installs_what_is_pinned_here() -> None:
    _npm, _install, *packages = INSTALL.split()
    pinned = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))["devDependencies"]
    assert [name for name in packages if name not in pinned] == []


def test_a_generated_typescript_client_plays_an_evening(server: DemoServer, folder: Path) -> None:
    code = TOKEN.format(email=server.logins["ORGANIZER"]["email"])
    token = server.manage("shell", "-c", code).strip().splitlines()[-1]
    done = run(COMMANDS, folder, LA_BELLA=server.base_url, TOKEN=token)
    assert done.returncode == 0, done.stdout + done.stderr
    served = json.loads((folder / "openapi.json").read_text(encoding="utf-8"))
    assert served == json.loads(FILE.read_text(encoding="utf-8"))

    codes = re.findall(r"^table (\d+): code [A-Z0-9]{6}$", done.stdout, re.MULTILINE)
    assert codes == ["1", "2"]
    matches = re.findall(
        r"^match (\d+): line 1 is written\n"
        r"match \1: line 1 is written\n"
        r"match \1: somebody else wrote line 1\n"
        r"match \1: line 2 is written\n",
        done.stdout,
        re.MULTILINE,
    )
    assert len(set(matches)) == 3
    for match in matches:
        _, sheet = server.get(f"/api/v1/matches/{match}/lines/")
        assert [line["kind"] for line in json.loads(sheet)["lines"]] == ["hand", "hand"]
    places = re.findall(r"^(\d)\. Ivo (\w+) and Loris \2$", done.stdout, re.MULTILINE)
    assert [place for place, _ in places] == ["1", "2", "3", "3"]
    assert sorted(name for _, name in places) == ["Babini", "Casadei", "Drei", "Montanari"]
    event = re.findall(r"^event ([\w-]+) is finished$", done.stdout, re.MULTILINE)
    _, document = server.get(f"/api/v1/events/{event[0]}/")
    assert json.loads(document)["state"] == "FINISHED"


@pytest.mark.parametrize(
    ("right", "wrong", "fault"),
    [
        ("club: club.id", "club: club.name", "TS2322"),
        ("tables: 2", "table: 2", "TS2561"),
        ("row.first_place", "row.place", "TS2339"),
        ("version: match.version }", "}", "TS2741"),
    ],
)
def test_a_wrong_field_is_an_error_before_the_program_runs(
    folder: Path, right: str, wrong: str, fault: str
) -> None:
    assert right in PROGRAM
    shutil.copy(FILE, folder / "openapi.json")
    _curl, generate, check, _node = COMMANDS.splitlines()
    assert run(generate, folder).returncode == 0
    (folder / "evening.mts").write_text(PROGRAM.replace(right, wrong), encoding="utf-8")
    done = run(check, folder)
    assert done.returncode != 0
    assert fault in done.stdout
