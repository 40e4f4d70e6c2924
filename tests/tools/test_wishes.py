"""How the house is to be run, from the command line and from make's variables."""

import subprocess
import sys
from pathlib import Path

import pytest

from tools.wishes import Wishes, read_wishes

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture(autouse=True)
def nothing_said(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HALL", "DEMO", "PORT"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ({}, Wishes(hall=False, demo=True, port=None, json_ready=False)),
        ({"HALL": "1"}, Wishes(hall=True, demo=True, port=None, json_ready=False)),
        ({"HALL": "0", "DEMO": "0"}, Wishes(hall=False, demo=False, port=None, json_ready=False)),
        ({"HALL": "", "PORT": ""}, Wishes(hall=False, demo=True, port=None, json_ready=False)),
        ({"PORT": "9000"}, Wishes(hall=False, demo=True, port=9000, json_ready=False)),
    ],
)
def test_the_variables_of_make_are_wishes(
    said: dict[str, str], meant: Wishes, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in said.items():
        monkeypatch.setenv(name, value)
    assert read_wishes([]) == meant


@pytest.mark.parametrize("port", ["eight", "0", "65536", "-1"])
def test_a_port_that_is_none_is_refused(port: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PORT", port)
    with pytest.raises(SystemExit):
        read_wishes([])


def test_an_older_python_is_told_so_before_anything_else() -> None:
    code = "import sys; sys.version_info = (3, 10, 0); import tools.house"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "needs Python 3.11 or newer" in done.stderr
