"""``python -m scoring.core fold``: the notation's answers, line by line."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.scoring.core.sheets import BEST_OF_THREE

ROOT = Path(__file__).resolve().parent.parent.parent.parent


def fold(*documents: Any, raw: Any = None) -> Any:
    """The exit status, the answers and what was complained of."""
    text = raw if raw is not None else "\n".join(map(json.dumps, documents)).encode()
    done = subprocess.run(
        [sys.executable, "-m", "scoring.core", "fold"],
        cwd=ROOT,
        input=text,
        capture_output=True,
        check=False,
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    return done.returncode, answers, done.stderr.decode()


def document(*hands: Any, **more: Any) -> Any:
    lines = [{"n": n, "kind": "hand", "data": data} for n, data in enumerate(hands, start=1)]
    return {"format": BEST_OF_THREE, "lines": lines, **more}


def test_each_sheet_is_answered_with_its_state() -> None:
    status, answers, _ = fold(document({"points": [7, None], "caller": 2}, id="a"), document())
    assert status == 0
    assert answers[0] == {
        "id": "a",
        "legal": True,
        "games": [{"totals": [7, 4], "running": [[7, 4]], "hands": 1, "winner": None, "why": None}],
        "wins": [0, 0],
        "winner": None,
        "sum": [7, 4],
        "over": False,
        "turn": 3,
        "next": ["hand", "redeal", "claim", "penalty", "forfeit", "award", "amend", "strike"],
    }
    assert answers[1]["games"] == []


def test_the_first_line_that_cannot_stand_is_named_with_its_violations() -> None:
    status, (answer,), _ = fold(document({"points": [7, None]}, {"points": [7, 5]}, id=4))
    assert status == 0
    assert (answer["id"], answer["legal"], answer["at"]) == (4, False, 2)
    assert answer["violations"]


def test_a_format_that_cannot_be_is_an_answer() -> None:
    game = {"game": "marafon", "options": {"target": 500}}
    status, (answer,), _ = fold({"format": {"games": [game], "wins": 1}, "lines": []})
    assert (status, answer["legal"], answer["at"]) == (0, False, None)


@pytest.mark.parametrize(
    "broken",
    [
        {"format": BEST_OF_THREE},
        {"format": BEST_OF_THREE, "lines": [], "more": 1},
        {"format": {"games": [{"game": "tressette"}], "wins": 1}, "lines": []},
        {"format": BEST_OF_THREE, "lines": [{"n": "1", "kind": "hand", "data": {}}]},
        {"format": BEST_OF_THREE, "lines": [{"n": 1, "kind": "sing", "data": {}}]},
        {"format": BEST_OF_THREE, "lines": [{"n": 1, "kind": "hand", "data": {"punti": 7}}]},
    ],
)
def test_what_is_no_document_ends_the_reading_with_2_and_its_line(
    broken: Any,
) -> None:
    status, answers, said = fold(document(), broken, document())
    assert status == 2
    assert len(answers) == 1
    assert said.startswith("line 2: ")


@pytest.mark.parametrize("raw", [b"{", b"[]", b"\xff\xfe", b'{"format": NaN}', b"[" * 100_000])
def test_what_is_no_json_object_is_no_document(raw: Any) -> None:
    status, answers, said = fold(raw=raw)
    assert (status, answers) == (2, [])
    assert "Traceback" not in said
