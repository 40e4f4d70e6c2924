"""The reference of the notation is current, and every document that it shows is answered."""

import json
import re
from collections.abc import Iterator

import pytest
from jsonschema import Draft202012Validator

from kernel.json_lines import Document, Verb
from tools.notation_reference import PAGE, PROGRAMS, list_examples, render_page
from tools.paths import ROOT

NOTATION = (ROOT / "docs" / "reference" / "notation.md").read_text(encoding="utf-8")
VERBS = {name: verb for verbs in PROGRAMS.values() for name, verb in verbs.items()}


def shown_documents() -> Iterator[tuple[str, Document]]:
    """The documents of the page, each with its verb."""
    for block in re.findall(r"^```jsonl\n(.*?)^```$", NOTATION, re.MULTILINE | re.DOTALL):
        for line in block.splitlines():
            document = json.loads(line)
            yield ("fold" if "lines" in document else "legal"), document


def test_the_generated_page_is_current() -> None:
    assert PAGE.read_text(encoding="utf-8") == render_page()


def test_every_document_on_the_page_is_answered() -> None:
    shown = list(shown_documents())
    assert len(shown) == 12
    for name, document in shown:
        answer = VERBS[name].answer(_without_id(document))
        assert answer["legal"], document


def test_the_page_shows_every_kind_of_line() -> None:
    kinds = {
        line["kind"] for _, document in shown_documents() for line in document.get("lines", [])
    }
    assert kinds == {
        *("hand", "redeal", "claim", "penalty", "award", "forfeit"),
        *("total", "games", "amend", "strike", "sign", "reopen"),
    }


@pytest.mark.parametrize("name", VERBS)
def test_every_verb_has_a_section(name: str) -> None:
    assert re.search(rf"`python -m [\w.]+ {name}`", NOTATION)


@pytest.mark.parametrize("name", VERBS)
def test_examples_fit_their_schema_and_are_legal(name: str) -> None:
    verb: Verb = VERBS[name]
    for _, document in list_examples(verb):
        Draft202012Validator(verb.schema()).validate(document)
        assert verb.answer(dict(document))["legal"]


def _without_id(document: Document) -> Document:
    return {key: value for key, value in document.items() if key != "id"}
