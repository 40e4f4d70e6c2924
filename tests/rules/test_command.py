"""``python -m rules`` as anybody runs it: golden documents, exit status, standard error."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.rules.marafon import oracle

DATA = Path(__file__).parents[1] / "data"
DOCUMENTS = DATA / "marafon_replay.jsonl"
ANSWERS = DATA / "marafon_replay_answers.jsonl"


def run(*arguments: str, given: bytes = b"") -> "subprocess.CompletedProcess[bytes]":
    command = [sys.executable, "-m", "rules", *arguments]
    return subprocess.run(command, input=given, capture_output=True, check=False, timeout=60)


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_the_golden_documents_have_the_golden_answers() -> None:
    for replayed in (run("replay", str(DOCUMENTS)), run("replay", given=DOCUMENTS.read_bytes())):
        assert replayed.returncode == 0
        assert replayed.stderr == b""
        assert replayed.stdout.decode().splitlines() == ANSWERS.read_text().splitlines()


@pytest.mark.parametrize(
    ("document", "answer"), list(zip(lines(DOCUMENTS), lines(ANSWERS), strict=True))
)
def test_the_golden_answers_are_what_the_slow_rules_say(
    document: dict[str, Any], answer: dict[str, Any]
) -> None:
    if answer["legal"]:
        expected = oracle.answer(document, document.get("options", {}))
        assert answer == {"id": document["id"], "legal": True, **expected}


def test_legal_answers_the_cards_sorted_as_strings() -> None:
    document = {"id": "x", "game": "marafon", "trump": None, "hand": ["3D", "AD", "2C"]}
    asked = run("legal", given=json.dumps({**document, "table": ["4D"]}).encode())
    assert (asked.returncode, json.loads(asked.stdout)) == (0, {"id": "x", "legal": ["3D", "AD"]})


def test_a_line_that_cannot_be_read_ends_it_with_2_and_the_answers_so_far() -> None:
    first = DOCUMENTS.read_bytes().splitlines()[0]
    stopped = run("replay", given=first + b'\n{"id": 2, "game": "canasta"}\n' + first)
    assert stopped.returncode == 2
    assert stopped.stdout.decode().splitlines() == ANSWERS.read_text().splitlines()[:1]
    assert stopped.stderr == b"line 2: game: unknown game 'canasta'\n"


def test_options_that_cannot_be_do_not_hide_that_a_document_cannot_be_read() -> None:
    document = {**lines(DOCUMENTS)[0], "options": {"target": 5}}
    answered = run("replay", given=json.dumps(document).encode())
    assert answered.returncode == 0
    (violation,) = json.loads(answered.stdout)["violations"]
    assert (violation["code"], violation["at"]) == ("too_small", None)
    stopped = run("replay", given=json.dumps({**document, "colour": "red"}).encode())
    assert (stopped.returncode, stopped.stdout) == (2, b"")
    assert stopped.stderr == b"line 1: colour: unknown field\n"


@pytest.mark.parametrize("arguments", [[], ["shuffle"], ["replay", "no/such/file"]])
def test_a_command_that_cannot_be_run_ends_with_2(arguments: list[str]) -> None:
    failed = run(*arguments)
    assert (failed.returncode, failed.stdout) == (2, b"")
    assert b"Traceback" not in failed.stderr
