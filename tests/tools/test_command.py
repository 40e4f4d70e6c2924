"""The command ``la-bella``: its verbs, their schemas and examples, and its exit status."""

import io
import json
import os
import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from competition.verbs import VERBS as COMPETITION_VERBS
from rules.registry import RULEBOOKS
from rules.verbs import VERBS as RULES_VERBS
from scoring.core.verbs import VERBS as SCORING_VERBS
from tools.advice import Advice
from tools.command import build_parser, main
from tools.data_dir import InstallKind, write_install_kind
from tools.paths import ROOT

VERBS = {**RULES_VERBS, **SCORING_VERBS, **COMPETITION_VERBS}


def run(capsys: pytest.CaptureFixture[str], *argv: str) -> tuple[Any, str]:
    """The exit status and the standard output."""
    with pytest.raises(SystemExit) as stopped:
        main(argv)
    return stopped.value.code, capsys.readouterr().out


def feed(monkeypatch: pytest.MonkeyPatch, *documents: dict[str, Any]) -> None:
    """The documents on standard input, a line each."""
    lines = "".join(json.dumps(document) + "\n" for document in documents).encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(lines)))


@pytest.mark.parametrize("verb", VERBS)
def test_every_example_has_an_answer_and_fits_its_schema(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, verb: str
) -> None:
    example = json.loads(run(capsys, verb, "--example")[1])
    schema = json.loads(run(capsys, verb, "--schema")[1])
    assert example["id"] == "example"
    Draft202012Validator(schema).validate(example)
    feed(monkeypatch, example)
    status, printed = run(capsys, verb)
    answer = json.loads(printed)
    assert status == 0
    assert answer["id"] == "example"
    assert answer["legal"]


@pytest.mark.parametrize("verb", RULES_VERBS)
def test_every_game_is_in_the_schemas_of_the_rules(
    capsys: pytest.CaptureFixture[str], verb: str
) -> None:
    schema = json.loads(run(capsys, verb, "--schema")[1])
    assert {each["properties"]["game"]["const"] for each in schema["oneOf"]} == set(RULEBOOKS)


def test_a_schema_refuses_what_the_verb_refuses(capsys: pytest.CaptureFixture[str]) -> None:
    example = json.loads(run(capsys, "draw", "--example")[1])
    schema = json.loads(run(capsys, "draw", "--schema")[1])
    assert not Draft202012Validator(schema).is_valid(example | {"unknown": 1})
    assert not Draft202012Validator(schema).is_valid(example | {"seed": 7})


def test_a_forged_draw_gives_status_1(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    record = json.loads(run(capsys, "verify", "--example")[1])
    forged = record | {"order": record["order"][::-1]}
    feed(monkeypatch, record, forged, record)
    status, printed = run(capsys, "verify")
    assert status == 1
    assert [json.loads(line)["valid"] for line in printed.splitlines()] == [True, False, True]


def test_a_record_that_is_refused_gives_status_1(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    record = json.loads(run(capsys, "verify", "--example")[1])
    feed(monkeypatch, record | {"entries": record["entries"] + record["entries"][:1]})
    assert run(capsys, "verify")[0] == 1


@pytest.mark.parametrize("lines", [b"", b"\n \n"])
def test_no_record_at_all_gives_status_2_and_a_message(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, lines: bytes
) -> None:
    # As after a download in a pipe that has failed: nothing was verified.
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(lines)))
    with pytest.raises(SystemExit) as stopped:
        main(["verify"])
    assert stopped.value.code == 2
    assert capsys.readouterr() == ("", "no record was read\n")


def test_a_line_that_cannot_be_read_gives_status_2(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"{\n")))
    assert run(capsys, "verify")[0] == 2


@pytest.mark.parametrize(
    "argv", [(), ("fly",), ("run", "--fly"), ("verify", "--fly"), ("restore",)]
)
def test_an_unknown_command_line_says_what_there_is(
    capsys: pytest.CaptureFixture[str], argv: tuple[str, ...]
) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(argv)
    assert stopped.value.code == 2
    assert "usage: la-bella" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["run", "backup", "restore", "reset", *VERBS])
def test_every_command_has_its_help(capsys: pytest.CaptureFixture[str], name: str) -> None:
    status, printed = run(capsys, name, "--help")
    assert status == 0
    assert printed.startswith(f"usage: la-bella {name}")
    assert f"    {name}" in build_parser().format_help()


def run_program(folder: Path, *argv: str) -> subprocess.CompletedProcess[str]:
    """The program with its data in ``folder``, where it is started too."""
    variables = {"LABELLA_VAR": str(folder / "data"), "PYTHONPATH": str(ROOT)}
    password = {"DJANGO_SUPERUSER_PASSWORD": "una carta dopo l'altra"}
    return subprocess.run(
        [sys.executable, "-m", "tools.command", *argv],
        cwd=folder,
        env={"PATH": os.environ["PATH"], **variables, **password},
        check=False,
        capture_output=True,
        text=True,
    )


@pytest.mark.parametrize(
    ("argv", "command"),
    [
        (("check",), "verify"),
        (("repair",), "repair"),
        (("manage", "createsuperuser"), "createsuperuser"),
    ],
)
def test_every_management_command_has_its_help(
    tmp_path: Path, argv: tuple[str, ...], command: str
) -> None:
    done = run_program(tmp_path, *argv, "--help")
    assert done.returncode == 0
    assert done.stdout.startswith(f"usage: la-bella manage {command}")
    assert f"    {argv[0]}" in build_parser().format_help()


def test_a_management_command_keeps_its_status_and_its_streams(tmp_path: Path) -> None:
    unknown = run_program(tmp_path, "manage", "fly")
    assert (unknown.returncode, unknown.stdout) == (1, "")
    assert "Unknown command: 'fly'" in unknown.stderr
    assert "forget_second_factor" in run_program(tmp_path, "manage").stdout


@pytest.mark.parametrize("verb", ["backup", "check", "repair", "play"])
def test_without_a_database_a_command_says_so_and_leaves_nothing(tmp_path: Path, verb: str) -> None:
    done = run_program(tmp_path, verb)
    assert done.returncode == 1
    assert str(tmp_path / "data" / "la-bella.sqlite3") in done.stderr
    assert "Traceback" not in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_damaged_database_is_not_served(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "la-bella.sqlite3").write_bytes(100 * b"no database at all")
    done = run_program(tmp_path, "run")
    assert done.returncode == 1
    assert f"Restore a backup: {Advice.RESTORE}" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_database_of_a_newer_version_is_not_served(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    with closing(sqlite3.connect(tmp_path / "data" / "la-bella.sqlite3")) as database, database:
        database.execute("CREATE TABLE django_migrations (app TEXT, name TEXT)")
        database.execute("INSERT INTO django_migrations VALUES ('scoring', '9999_future')")
    done = run_program(tmp_path, "run")
    assert done.returncode == 1
    assert "newer version of La Bella (scoring.9999_future)" in done.stderr


def test_the_demo_is_reset(tmp_path: Path) -> None:
    assert run_program(tmp_path, "manage", "migrate", "--verbosity", "0").returncode == 0
    database = tmp_path / "data" / "la-bella.sqlite3"
    assert database.stat().st_mode & 0o077 == 0
    write_install_kind(tmp_path / "data", InstallKind.CLUB)
    assert "holds a real club" in run_program(tmp_path, "reset").stderr
    assert database.exists()
    write_install_kind(tmp_path / "data", InstallKind.DEMO)
    done = run_program(tmp_path, "reset")
    assert (done.returncode, database.exists()) == (0, False)
    assert f"a new demo: {Advice.RUN}" in done.stdout


def test_every_command_that_is_advised_exists(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    targets = set(re.findall("^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    for advice in Advice:
        with_make, with_pip = advice.value
        assert with_make.split()[:1] == ["make"]
        assert with_make.split()[1] in targets
        _, _, argv = with_pip.partition("la-bella ")
        build_parser().parse_args(argv.split())


def test_an_installation_is_managed_and_repaired(tmp_path: Path) -> None:
    assert run_program(tmp_path, "manage", "migrate", "--verbosity", "0").returncode == 0
    email = "support@savio.example"
    made = run_program(tmp_path, "manage", "createsuperuser", "--noinput", "--email", email)
    assert made.returncode == 0, made.stderr
    switched = run_program(tmp_path, "manage", "forget_second_factor", email)
    assert switched.stdout == f"The second step of {email} was not on.\n"
    assert run_program(tmp_path, "repair").stdout == "nothing to repair\n"
