"""The codes that the software can raise, collected from its source."""

import ast
import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path

from api import problems
from api import reading as of_bodies
from api.serializers import base as of_serializers
from database.unavailable import UNAVAILABLE
from kernel import reading as of_documents
from rules import tricks
from tools.paths import ROOT
from tournaments.selectors.registration.deletions import KEEPING

PACKAGES = (
    "kernel",
    "rules",
    "scoring",
    "competition",
    "tournaments",
    "jobs",
    "live",
    "webhooks",
    "printing",
    "api",
    "web",
)
CODE = re.compile(r"[a-z]+(_[a-z]+)*")
NO_CODES = {"Rule", "Part", "Ending", "Step"}
"""Their first word is no refusal, violation or message: the regulation and the endings have tests
of their own."""

TABLES = {
    *(code for code, *_ in of_documents.LIMIT_CODES.values()),
    *of_documents.FORM_CODES.values(),
    of_documents.OTHER_CODE,
    *of_bodies.OURS,
    *of_serializers._CODES.values(),
    *tricks.DUTIES,
    *problems.FRAMEWORK_CODES.values(),
    *UNAVAILABLE,
    *KEEPING,
}
"""Codes that are looked up and not written where they are raised."""


def codes() -> dict[str, frozenset[str] | None]:
    """Every code, with the parameters that it is always raised with, as far as they stand there.

    None: they are put together elsewhere.
    """
    found: dict[str, frozenset[str] | None] = dict.fromkeys(TABLES)
    for code, params in _raised():
        known = found.get(code, params)
        found[code] = None if known is None or params is None else known & params
    return found


def literals_of(called: str, at: int = 0) -> set[str]:
    """The arguments at one place of all calls of a name, where they are written out."""
    return {
        code
        for tree in _trees()
        for call in ast.walk(tree)
        if isinstance(call, ast.Call) and _name(call.func) == called
        for code in _codes_in(call.args[at : at + 1])
    }


def keywords_of(called: str, keyword: str) -> set[str]:
    """The values of one keyword in all calls of a name, where they are written out."""
    return {
        code
        for tree in _trees()
        for call in ast.walk(tree)
        if isinstance(call, ast.Call) and _name(call.func) == called
        for word in call.keywords
        if word.arg == keyword
        for code in _codes_in([word.value])
    }


def _raised() -> Iterator[tuple[str, frozenset[str] | None]]:
    for tree in _trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                yield from ((code, None) for code in _code_of_class(node))
            elif isinstance(node, ast.Call) and _name(node.func) not in NO_CODES:
                yield from _called(node)
            elif isinstance(node, ast.Tuple):
                yield from _before_params(node.elts)


@cache
def _trees() -> list[ast.Module]:
    return [
        ast.parse(path.read_text())
        for package in PACKAGES
        for path in sorted(Path(ROOT / package).rglob("*.py"))
        if "migrations" not in path.parts
    ]


def _code_of_class(node: ast.ClassDef) -> Iterator[str]:
    """``code = "event_state"`` in the body of a class."""
    for statement in node.body:
        if isinstance(statement, ast.Assign) and _name(statement.targets[0]) == "code":
            yield from _codes_in([statement.value])


TAKES_A_CODE = {
    *("Violation", "Illegal", "Problem", "Why"),
    *("fault", "refuse", "refuse_file", "until_later", "JobOutcome"),
}


def _called(call: ast.Call) -> Iterator[tuple[str, frozenset[str] | None]]:
    """``Violation(code, params)``, ``EntryRefused(code, name=value)``, ``_end(…, code, {})``."""
    if _name(call.func) in TAKES_A_CODE | REFUSALS:
        named = frozenset(word.arg for word in call.keywords if word.arg not in (None, "at"))
        for code in _codes_in(call.args[:2]):
            params = _names_in(call.args[1]) if len(call.args) > 1 else frozenset()
            yield code, None if params is None else params | {name for name in named if name}
    elif _name(call.func) not in {"get", "best_of"}:
        yield from _before_params(call.args)


def _before_params(values: Sequence[ast.expr]) -> Iterator[tuple[str, frozenset[str] | None]]:
    """A code and the dict of its parameters, one after the other."""
    for first, second in pairwise(values):
        if isinstance(second, ast.Dict):
            yield from ((code, _names_in(second)) for code in _codes_in([first]))


REFUSALS = {
    node.name
    for path in (ROOT / package / "refusals.py" for package in PACKAGES)
    if path.exists()
    for node in ast.parse(path.read_text()).body
    if isinstance(node, ast.ClassDef)
}
"""The names of the classes that stand in a module of refusals."""


def _codes_in(values: Sequence[ast.expr]) -> Iterator[str]:
    for value in values:
        if isinstance(value, ast.IfExp):
            yield from _codes_in([value.body, value.orelse])
        elif isinstance(value, ast.Constant) and CODE.fullmatch(str(value.value)):
            yield str(value.value)


def _names_in(value: ast.expr) -> frozenset[str] | None:
    if not isinstance(value, ast.Dict):
        return None
    names = [key.value for key in value.keys if isinstance(key, ast.Constant)]
    return frozenset(map(str, names)) if len(names) == len(value.keys) else None


def _name(value: ast.expr) -> str:
    if isinstance(value, ast.Attribute):
        return value.attr
    return value.id if isinstance(value, ast.Name) else ""
