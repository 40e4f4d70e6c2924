"""A whole server on a disk that fills up and is given room again. The disk is a small tmpfs: only
root can mount one. A read-only one: tests/database/test_unavailable.py."""

import json
import os
import subprocess
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.browser.server import DemoServer, running
from tests.waiting import wait_until

pytestmark = [
    pytest.mark.services,
    pytest.mark.skipif(os.geteuid() != 0, reason="only root can mount a small disk"),
]

MEGABYTES = 256
"""Room for a demo, and for what the server wants to be free."""
MOST_LINES = 5000
"""By this number of lines a full disk should be noticed: SQLite's log has had to grow."""
PREPARE = """
from accounts.actors import TokenAccess
from accounts.models import User
from accounts.services import make_token
from tournaments.models import Pairing
user = User.objects.filter(roles__kind='OWNER').first()
_token, secret = make_token(user=user, name='disk', access=TokenAccess.ORGANIZE)
called = Pairing.objects.filter(state__in=('CALLED', 'READY'), match__version=0)
print(secret, called.values_list('match', flat=True).first())
"""


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "disk"
    folder.mkdir()
    subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={MEGABYTES}m", "tmpfs", folder], check=True
    )
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)


class Writer:
    """Writes lines on one sheet: a hand, and its strike, and again."""

    def __init__(self, server: DemoServer) -> None:
        self.server = server
        words = server.manage("shell", "-v", "0", "-c", PREPARE).split()
        self.token, self.match = words[0], int(words[1])
        self.version = 0

    def write(self) -> tuple[int, Any]:
        """The status of the next line, and what was answered."""
        line: dict[str, Any] = {"kind": "hand", "data": {"points": [11, None]}}
        if self.version % 2:
            line = {"kind": "strike", "data": {"line": self.version, "reason": "prova"}}
        body = json.dumps(line | {"version": self.version, "agreed": True}).encode()
        status, document = ask(
            f"{self.server.base_url}/api/v1/matches/{self.match}/lines/",
            body,
            Authorization=f"Token {self.token}",
            **{"Idempotency-Key": f"disk-{self.version:016}"},
        )
        self.version += status == 201
        return status, document

    def sheet_version(self) -> int:
        path = f"{self.server.base_url}/api/v1/matches/{self.match}/"
        return int(ask(path, Authorization=f"Token {self.token}")[1]["version"])


def ask(url: str, body: bytes | None = None, **headers: str) -> tuple[int, Any]:
    request = urllib.request.Request(url, body, {"Content-Type": "application/json", **headers})
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as refused:
        return refused.code, json.load(refused)


def fill(disk: Path) -> None:
    with suppress(OSError), (disk / "filling").open("wb", buffering=0) as file:
        while True:
            file.write(b"x" * 65536)


def make_room(disk: Path) -> None:
    (disk / "filling").unlink()


def write_until_refused(writer: Writer) -> Any:
    for _ in range(MOST_LINES):
        status, document = writer.write()
        if status != 201:
            assert status == 503, document
            return document
    raise AssertionError("every line was saved")


def test_a_server_says_so_keeps_what_it_has_and_works_again(disk: Path) -> None:
    with running(disk / "la-bella") as server:
        writer = Writer(server)
        assert writer.write()[0] == 201
        parts = server.processes()
        fill(disk)
        refused = write_until_refused(writer)
        assert refused["code"] == "disk_full"
        assert refused["instance"].startswith("urn:la-bella:request:")
        assert writer.sheet_version() == writer.version
        assert server.get("/")[0] == 200
        status, ready = ask(f"{server.base_url}/readyz/")
        assert (status, ready["checks"]["disk"]) == (503, "failed")
        make_room(disk)
        assert writer.write()[0] == 201
        assert writer.sheet_version() == writer.version
        wait_until(lambda: ask(f"{server.base_url}/readyz/")[0] == 200)
        assert server.processes()["web"] == parts["web"]
        server.manage("verify")
