"""Writes docs/reference/notation-schemas.md: the schema of every verb and an answered example.

``--check`` changes nothing and fails if the page differs from the code.
"""

import json
import sys
from collections.abc import Iterator, Mapping
from itertools import count
from random import Random
from typing import Any, Final

from competition.verbs import VERBS as COMPETITION_VERBS
from kernel.json_lines import Document, Verb
from kernel.models import Frozen
from rules.registry import RULEBOOKS, AnyRulebook
from rules.verbs import VERBS as RULES_VERBS
from scoring.core.lines import (
    Amend,
    Forfeit,
    GamesWon,
    GameTotal,
    PointsGiven,
    Redeal,
    Reopen,
    Sign,
    Strike,
)
from scoring.core.verbs import VERBS as SCORING_VERBS
from tools.paths import ROOT

PAGE: Final = ROOT / "docs" / "reference" / "notation-schemas.md"
PROGRAMS: Final[Mapping[str, Mapping[str, Verb]]] = {
    "python -m rules": RULES_VERBS,
    "python -m scoring.core": SCORING_VERBS,
    "python -m competition": COMPETITION_VERBS,
}
LINES: Final[Mapping[str, type[Frozen]]] = {
    "redeal": Redeal,
    "penalty` and `award": PointsGiven,
    "forfeit": Forfeit,
    "total": GameTotal,
    "games": GamesWon,
    "amend": Amend,
    "strike": Strike,
    "sign": Sign,
    "reopen": Reopen,
}
"""The kinds of lines whose data does not depend on the game."""
HEADER: Final = """\
# The notation: schemas and examples

Written from the code by `make notation`; [the notation](notation.md) explains the fields. Every
document may also have an `id`, which its answer repeats. The titles of schemas are left out here.
"""


def main() -> None:
    page = render_page()
    if "--check" not in sys.argv:
        PAGE.write_text(page, encoding="utf-8")
    elif not PAGE.exists() or PAGE.read_text(encoding="utf-8") != page:
        sys.exit("docs/reference/notation-schemas.md differs from the code: make notation")


def render_page() -> str:
    parts = [HEADER]
    for program, verbs in PROGRAMS.items():
        for name, verb in verbs.items():
            parts += render_verb(f"{program} {name}", verb)
    parts += render_lines()
    return "\n".join(parts)


def render_verb(command: str, verb: Verb) -> Iterator[str]:
    """The section of a verb. One that has a schema for each game has a part for each."""
    yield f"## `{command}`\n"
    yield f"The answer: {verb.summary}.\n"
    schema = verb.schema()
    for title, document in list_examples(verb):
        yield f"### {title}\n"
        answer = {"id": None, **verb.answer(dict(document))}
        text = "\n".join(json.dumps(line, ensure_ascii=False) for line in (document, answer))
        yield f"```jsonl\n{text}\n```\n"
    for each in schema.get("oneOf", [schema]):
        title = f"Schema of `{command}`"
        if "oneOf" in schema:
            title += f" for `{each['properties']['game']['const']}`"
        yield f"### {title}\n"
        yield _schema_fence(each)


def render_lines() -> Iterator[str]:
    """The data of the lines of a sheet, which the schema of `fold` leaves open."""
    yield "## The `data` of the lines of a sheet\n"
    for book in RULEBOOKS.values():
        yield f"### A record of a hand of `{book.name}`\n"
        yield _schema_fence(book.record_model.model_json_schema())
        if book.claim_model is not None:
            yield f"### A claim in `{book.name}`\n"
            yield _schema_fence(book.claim_model.model_json_schema())
    for kind, model in LINES.items():
        yield f"### Data of `{kind}`\n"
        yield _schema_fence(model.model_json_schema())


def list_examples(verb: Verb) -> Iterator[tuple[str, Document]]:
    """The example of the verb; of a whole hand, one for each game."""
    if verb is not RULES_VERBS["replay"]:
        yield "A document, and its answer", verb.example()
        return
    for book in RULEBOOKS.values():
        yield f"A hand of `{book.name}`, and its answer", simulate_example(book, verb)


def simulate_example(book: AnyRulebook, verb: Verb) -> Document:
    """A simulated hand; in a game with declarations, the first one that has some."""
    for seed in count(1):
        hand = {"game": book.name, **book.simulate(Random(seed), book.read_options({}), 0)}
        if verb.answer(dict(hand)).get("declarations") != []:
            return hand
    raise AssertionError("count() does not end")


def _schema_fence(schema: Mapping[str, Any]) -> str:
    return f"```json\n{json.dumps(_drop_titles(schema), indent=2, ensure_ascii=False)}\n```\n"


def _drop_titles(schema: Any) -> Any:
    """Without the titles that pydantic derives from names; a property called ``title`` stays."""
    if isinstance(schema, list):
        return [_drop_titles(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    without_titles = {}
    for key, value in schema.items():
        if key != "title" or not isinstance(value, str):
            without_titles[key] = _drop_titles(value)
    return without_titles


if __name__ == "__main__":
    main()
