"""The options of ``make run``, from the command line and from make's variables."""

import subprocess
import sys
from pathlib import Path

import pytest

from tools.run_options import RunOptions, parse_run_options

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture(autouse=True)
def clear_variables(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HALL", "DEMO", "PORT"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({}, RunOptions(hall=False, demo=True, port=None, json_ready=False)),
        ({"HALL": "1"}, RunOptions(hall=True, demo=True, port=None, json_ready=False)),
        (
            {"HALL": "0", "DEMO": "0"},
            RunOptions(hall=False, demo=False, port=None, json_ready=False),
        ),
        ({"HALL": "", "PORT": ""}, RunOptions(hall=False, demo=True, port=None, json_ready=False)),
        ({"PORT": "9000"}, RunOptions(hall=False, demo=True, port=9000, json_ready=False)),
    ],
)
def test_the_variables_of_make_are_options(
    variables: dict[str, str], expected: RunOptions, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert parse_run_options([]) == expected


@pytest.mark.parametrize("port", ["eight", "0", "65536", "-1"])
def test_an_invalid_port_is_refused(port: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PORT", port)
    with pytest.raises(SystemExit):
        parse_run_options([])


def test_an_older_python_is_told_so_before_anything_else() -> None:
    code = "import sys; sys.version_info = (3, 10, 0); import tools.server"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "needs Python 3.11 or newer" in done.stderr
