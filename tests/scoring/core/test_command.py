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


REFUSED_GAME = {"game": "marafon", "options": {"target": 5}}
WRONG_SUM = {"n": 1, "kind": "hand", "data": {"points": [7, 7]}}
STRAY_WORD = {"n": 1, "kind": "strike", "data": {"line": 9}}
NO_FORM = {"n": 2, "kind": "hand", "data": {"points": "x"}}


@pytest.mark.parametrize(
    "refused",
    [
        {"format": BEST_OF_THREE, "lines": [WRONG_SUM, NO_FORM]},
        {"format": BEST_OF_THREE, "lines": [STRAY_WORD, NO_FORM]},
        {"format": BEST_OF_THREE, "lines": [{**WRONG_SUM, "n": 7}, {**NO_FORM, "kind": "sing"}]},
        {"format": BEST_OF_THREE, "lines": [WRONG_SUM, {**NO_FORM, "data": {"play": {"a": 1}}}]},
        {"format": BEST_OF_THREE, "lines": [WRONG_SUM, {"n": 2, "kind": "sign", "data": {}}]},
        {"format": {"games": [REFUSED_GAME], "wins": 1}, "lines": [NO_FORM]},
        {"format": {"games": [REFUSED_GAME, {"game": "tressette"}], "wins": 1}, "lines": []},
        {"format": {"games": [{"game": "tressette", "hands": 0}], "wins": 1}, "lines": []},
        {"format": {"games": [{"game": "marafon"}] * 99 + [{"hands": 1}], "wins": 1}, "lines": []},
    ],
)
def test_what_is_no_document_ends_the_reading_even_if_it_is_refused_too(refused: Any) -> None:
    status, answers, said = fold(document(), refused)
    assert (status, len(answers)) == (2, 1)
    assert said.startswith("line 2: ")


@pytest.mark.parametrize(
    "lines",
    [
        # What a fold never reads need not have a form: a line that is struck, or amended.
        [WRONG_SUM, NO_FORM, {"n": 3, "kind": "strike", "data": {"line": 2}}],
        [
            WRONG_SUM,
            NO_FORM,
            {"n": 3, "kind": "amend", "data": {"line": 2, "data": {"points": [7, 4]}}},
        ],
        [WRONG_SUM, {"n": 2, "kind": "hand", "data": {"points": [99, 99]}}],
    ],
)
def test_a_refused_sheet_that_can_be_read_is_answered(lines: Any) -> None:
    status, (answer,), _ = fold({"format": BEST_OF_THREE, "lines": lines})
    assert (status, answer["legal"], answer["at"]) == (0, False, 1)


def test_a_refused_format_is_answered_with_all_its_contradictions() -> None:
    games = [REFUSED_GAME, {"game": "trionfo"}, REFUSED_GAME]
    _, (answer,), _ = fold({"format": {"games": games, "wins": 4}, "lines": []})
    found = [(each["code"], each["params"].get("field")) for each in answer["violations"]]
    assert found == [
        ("too_small", "games.0.options.target"),
        ("too_small", "games.2.options.target"),
        ("hands_missing", "games.1.hands"),
        ("wins_out_of_reach", None),
    ]


@pytest.mark.parametrize("raw", [b"{", b"[]", b"\xff\xfe", b'{"format": NaN}', b"[" * 100_000])
def test_what_is_no_json_object_is_no_document(raw: Any) -> None:
    status, answers, said = fold(raw=raw)
    assert (status, answers) == (2, [])
    assert "Traceback" not in said
