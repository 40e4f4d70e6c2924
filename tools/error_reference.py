"""Writes docs/reference/errors.md: every code of a refusal, with its status and its sentence.

``--check`` changes nothing and fails if the page differs from the code.
"""

import ast
import os
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

from django.urls import get_resolver  # noqa: E402
from django.utils.functional import Promise  # noqa: E402
from django.utils.translation import override  # noqa: E402

from api import problems  # noqa: E402
from kernel.refusals import Refusal  # noqa: E402
from tools.paths import ROOT  # noqa: E402
from wording.outlook import OUTLOOKS  # noqa: E402
from wording.requests import PARAMETERS  # noqa: E402
from wording.sentences import SENTENCES  # noqa: E402
from wording.whys import PAIRED, PLACINGS  # noqa: E402

PAGE: Final = ROOT / "docs" / "reference" / "errors.md"
PACKAGES: Final = (
    "kernel rules scoring competition tournaments database printing webhooks live accounts api web"
).split()
EXPLANATIONS: Final = {*OUTLOOKS, *PLACINGS, *PAIRED}
"""Codes with sentences that explain a place, a pairing or an outlook, and refuse nothing."""
HEADER: Final = """\
# The errors of the API

Written from the code by `make errors`. [Refusals](api.md#refusals) describes the document that has
these codes. A `code` keeps its meaning within a [version](api-versions.md) of the API; sentences,
here in English, may change. Parameters are in guillemets; `params` has them under these names, and
sometimes more.
"""
REFUSALS_HEADER: Final = """\
## Codes of refusals

`code` of the problem document.

| status | code | title |
| --- | --- | --- |
"""
VIOLATIONS_HEADER: Final = """\

## Codes of violations

`code` of the elements of `violations`.

| code | sentence |
| --- | --- |
"""


class Placeholder(int):
    """A parameter that prints its name. A number, because plurals are chosen by numbers."""

    name: str

    def __str__(self) -> str:
        return f"‹{self.name}›"


class Placeholders(dict[str, Any]):
    """The parameters of any sentence."""

    def __missing__(self, name: str) -> Placeholder:
        placeholder = Placeholder(2)
        placeholder.name = name
        return placeholder


def main() -> None:
    page = render_page()
    if "--check" not in sys.argv:
        PAGE.write_text(page, encoding="utf-8")
    elif not PAGE.exists() or PAGE.read_text(encoding="utf-8") != page:
        sys.exit("docs/reference/errors.md differs from the code: make errors")


def render_page() -> str:
    statuses = find_statuses()
    violations = sorted(SENTENCES.keys() - statuses.keys() - EXPLANATIONS)
    refusals = []
    for code, code_statuses in statuses.items():
        refusals += [(status, code) for status in code_statuses]
    with override("en"):
        refused = [
            f"| {status} | `{code}` | {describe(code)} |\n" for status, code in sorted(refusals)
        ]
        wrong = [f"| `{code}` | {describe(code)} |\n" for code in violations]
    return "".join([HEADER, "\n", REFUSALS_HEADER, *refused, VIOLATIONS_HEADER, *wrong])


def describe(code: str) -> str:
    """The English sentence of a code with its parameters in guillemets."""
    words = PARAMETERS.get(code) or SENTENCES.get(code)
    if not isinstance(words, Promise):
        return "*put together from its parameters*"
    return str(words % Placeholders()).replace("|", "\\|").replace("\n", " ")


def find_statuses() -> dict[str, set[int]]:
    """By code, the HTTP statuses of its refusals: the codes of the classes, those that the source
    gives to them, and those of the framework."""
    # Refusals are known when the modules that raise them are loaded: all are below some page.
    assert get_resolver().url_patterns
    refusals = {}
    for kind in list_refusals(Refusal):
        # Classes without a status are the parents of others, and are not raised themselves.
        if hasattr(kind, "status"):
            refusals[kind.__name__] = kind
    statuses = defaultdict(set)
    for refusal in refusals.values():
        statuses[refusal.code].add(refusal.status)
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            for name, code in _list_calls(path):
                if name in refusals:
                    statuses[code].add(refusals[name].status)
    for status, code in problems.FRAMEWORK_CODES.items():
        statuses[code].add(status)
    return statuses


def list_refusals(kind: type[Refusal]) -> Iterator[type[Refusal]]:
    """The kinds of refusals that are derived from one."""
    for each in kind.__subclasses__():
        yield each
        yield from list_refusals(each)


def _list_calls(path: Path) -> Iterator[tuple[str, str]]:
    """The names that are called in a module with a string first: ``EntryRefused("no_seed")``."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or not node.args:
            continue
        first = node.args[0]
        if isinstance(first, ast.Constant) and isinstance(first.value, str):
            yield node.func.id, first.value


if __name__ == "__main__":
    main()
