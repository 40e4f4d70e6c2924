"""``python -m competition``: the notation to the letter."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from competition.documents.draws import draw
from competition.draw.coin import toss
from kernel.json_lines import answers
from kernel.refusals import Unreadable
from tests.competition.naive_brackets import coin

SEED = toss("5f" * 32, "")
PLAN: dict[str, Any] = {"format": "single_elimination", "entries": ["a", "b", "c"]}
DRAW: dict[str, Any] = {
    "seed": SEED,
    "format": "single_elimination",
    "options": {"third_place": True},
    "entries": [{"id": number, "seed": None, "club": club} for number, club in enumerate("aabbcc")],
    "constraints": {"clubs_apart": False},
}


def as_bytes(document: Any) -> bytes:
    """A document as a line; what is text already goes as it is, broken or not."""
    text = document if isinstance(document, str) else json.dumps(document)
    return text.encode("utf-8", "surrogateescape")


def run(verb: str, *documents: Any, file: Path | None = None) -> tuple[int, list[Any], str]:
    """Status, answers and complaints of a run on documents, one a line."""
    lines = b"\n".join(map(as_bytes, documents))
    done = subprocess.run(
        [sys.executable, "-m", "competition", verb, *([str(file)] if file else [])],
        input=lines,
        capture_output=True,
        check=False,
    )
    said = [json.loads(line) for line in done.stdout.splitlines()]
    return done.returncode, said, done.stderr.decode()


def test_a_plan_is_answered_to_the_letter() -> None:
    assert run("plan", {"id": 7, **PLAN}) == (
        0,
        [
            {
                "id": 7,
                "legal": True,
                "pairings": [
                    {
                        "id": "main-1-1",
                        "section": "main",
                        "round": 1,
                        "slots": [{"entry": "a"}, {"bye": True}],
                    },
                    {
                        "id": "main-1-2",
                        "section": "main",
                        "round": 1,
                        "slots": [{"entry": "b"}, {"entry": "c"}],
                    },
                    {
                        "id": "main-2-1",
                        "section": "main",
                        "round": 2,
                        "slots": [{"winner_of": "main-1-1"}, {"winner_of": "main-1-2"}],
                    },
                ],
            }
        ],
        "",
    )


def test_losers_are_routed_to_the_third_place() -> None:
    entries = ["a", "b", "c", "d"]
    _, [answer], _ = run("plan", {**PLAN, "entries": entries, "options": {"third_place": True}})
    assert answer["pairings"][2] == {
        "id": "third-1-1",
        "section": "third",
        "round": 1,
        "slots": [{"loser_of": "main-1-1"}, {"loser_of": "main-1-2"}],
    }


def test_a_draw_is_answered_in_order_and_each_id_echoed() -> None:
    order = coin().shuffle(range(6))
    said = [{"id": name, "legal": True, "order": order} for name in ({"a": [1]}, None, "x")]
    assert run("draw", {"id": {"a": [1]}, **DRAW}, DRAW, {"id": "x", **DRAW}) == (0, said, "")


def test_options_and_constraints_may_be_missing_and_clubs_are_apart() -> None:
    least = {name: DRAW[name] for name in ("seed", "format", "entries")}
    _, said, _ = run("draw", least, {**DRAW, "constraints": {"clubs_apart": True}})
    assert said[0] == said[1]
    halves = {place: place in (0, 3, 4) for place in range(6)}
    for first in (0, 2, 4):
        places = [said[0]["order"].index(entry) for entry in (first, first + 1)]
        assert halves[places[0]] != halves[places[1]]


def test_what_can_be_read_but_not_drawn_is_answered_with_every_violation() -> None:
    entries = [
        {"id": "a", "seed": 1, "club": None},
        {"id": "a", "seed": 1, "club": None},
        {"id": "b", "seed": 0, "club": None},
    ]
    status, [answer], complaint = run("draw", {**DRAW, "seed": "C0FFEE", "entries": entries})
    assert (status, complaint) == (0, "")
    assert answer == {
        "id": None,
        "legal": False,
        "violations": [
            {"code": "malformed", "at": None, "params": {"field": "seed", "value": "C0FFEE"}},
            {"code": "entry_twice", "at": None, "params": {"entry": "a", "times": 2}},
            {"code": "seed_twice", "at": None, "params": {"seed": 1, "times": 2}},
            {"code": "seed_out_of_range", "at": None, "params": {"seed": 0, "least": 1}},
        ],
    }


def test_nobody_draws_two_lots() -> None:
    entries = [{"id": "a", "seed": None, "club": None}] * 2
    lots = {**DRAW, "format": "lots", "options": {}}
    _, said, _ = run("draw", {**lots, "entries": entries}, {**lots, "entries": []})
    assert [violation["code"] for answer in said for violation in answer["violations"]] == [
        "entry_twice",
        "too_few_entries",
    ]


def test_too_many_entries_are_an_answer() -> None:
    status, [answer], _ = run("plan", {**PLAN, "entries": list(range(5000))})
    assert status == 0
    assert answer["violations"] == [
        {"code": "too_many_entries", "at": None, "params": {"entries": 5000, "most": 4096}}
    ]


ENTRY = {"id": "a", "seed": None, "club": None}

UNREADABLE: dict[str, Any] = {
    "not JSON": "{",
    "not an object": "[]",
    "not a number": '{"id": NaN}',
    "not UTF-8": "\udcff\udcfe",
    "nested too deeply": "[" * 100_000,
    "an unknown format": {**DRAW, "format": "danese"},
    "a format of the wrong type": {**DRAW, "format": None},
    "an unknown field": {**DRAW, "game": "marafon"},
    "an unknown option": {**DRAW, "options": {"reset": True}},
    "an option of the wrong type": {**DRAW, "options": {"third_place": "yes"}},
    "an unknown constraint": {**DRAW, "constraints": {"tables": 3}},
    "a constraint of the wrong type": {**DRAW, "constraints": {"clubs_apart": 1}},
    "no constraints at all": {**DRAW, "constraints": None},
    "a seed of the wrong type": {**DRAW, "seed": 12},
    "an entry that is none": {**DRAW, "entries": ["a"]},
    "an entry of the wrong type": {**DRAW, "entries": [{**ENTRY, "id": True}]},
    "an entry with a fraction for a seed": {**DRAW, "entries": [{**ENTRY, "seed": 1.5}]},
    "an entry with a number for a club": {**DRAW, "entries": [{**ENTRY, "club": 3}]},
    "an entry without a club": {**DRAW, "entries": [{"id": "a", "seed": None}]},
    "an entry with more": {**DRAW, "entries": [{**ENTRY, "points": 3}]},
    "a wrong type and a wrong value": {**DRAW, "seed": "C0FFEE", "options": {"reset": 1}},
    **{
        f"no {name}": {field: value for field, value in DRAW.items() if field != name}
        for name in ("seed", "format", "entries")
    },
}


@pytest.mark.parametrize("line", UNREADABLE.values(), ids=UNREADABLE)
def test_a_line_that_is_no_document_is_named_and_nothing_after_it_is_read(line: Any) -> None:
    asked = [as_bytes(DRAW), as_bytes(line), as_bytes(DRAW)]
    answered = answers(asked, draw)
    next(answered)
    with pytest.raises(Unreadable, match="line 2: "):
        next(answered)


@pytest.mark.parametrize("line", ["{", "[" * 100_000, {**PLAN, "format": "ladder"}])
def test_a_run_ends_at_a_line_that_is_no_document(line: Any) -> None:
    status, said, complaint = run("plan", PLAN, line, PLAN)
    assert status == 2
    assert len(said) == 1
    assert complaint.startswith("line 2: ")
    assert "Traceback" not in complaint


def test_an_unknown_verb_is_answered_with_the_usage() -> None:
    status, said, complaint = run("guess", DRAW)
    assert (status, said) == (2, [])
    assert "usage" in complaint


def test_documents_are_read_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "plans.jsonl"
    file.write_text(json.dumps(PLAN) + "\n" + json.dumps(PLAN) + "\n")
    status, said, _ = run("plan", file=file)
    assert status == 0
    assert len(said) == 2


def test_the_page_on_drawing_tells_the_truth() -> None:
    page = Path("docs/explanation/draw.md").read_text()
    asked, answered = re.findall(r"```json\n(.*)\n```", page)
    assert run("draw", asked) == (0, [json.loads(answered)], "")
    [program] = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    names: dict[str, Any] = {}
    exec(program, names)
    items = list(range(100))
    names["shuffle"](SEED, items)
    assert items == coin().shuffle(range(100))
