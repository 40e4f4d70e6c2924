"""Checks the language of the project: no words of the old dialect, and no class name used twice.

The remaining cases are listed in ``tools/language_exceptions.txt``, which may only get shorter;
``python -m tools.language --update`` writes it again.
"""

import ast
import io
import re
import sys
import tokenize
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final, TypeAlias

from tools.paths import ROOT
from tools.project_files import list_project_files

EXCEPTIONS: Final = ROOT / "tools" / "language_exceptions.txt"
CATALOGUE: Final = "locale/en/LC_MESSAGES/django.po"
PHRASES: Final = {
    "whoever": r"\bwho(?:so)?ever\b",
    "the house": r"\bthe house\b(?! rules)",
    "room": r"\b(?:the|which|a|every|other) rooms?\b",
    "door": r"\bdoors?\b",
    "face": r"\b(?:the|two|both) faces?\b(?!-(?:up|down)\b)",
    "arrow": r"\barrows?\b(?! keys?\b)",
    "fell silent": r"\b(?:fell|falls|is|was) silent\b",
    "says so": r"\b(?:says|say|said) so\b",
    "so many": r"\bso many\b",
    "at all the same": r"\ball the same\b",
    "on show": r"\bon show\b",
    "sign for a character": r"(?:\b(?:plain|two|three|four|six|ten)|\)s|›|\d) signs\b",
    "is told": r"\b(?:is|are|was|were|be) told\b(?! apart\b)",
}
DIALECT: Final = {
    # A phrase may be wrapped over two lines.
    name: re.compile(phrase.replace(" ", r"\s+"), re.IGNORECASE)
    for name, phrase in PHRASES.items()
}
"""Words that the standard of the project replaces, by the name under which they are counted."""
SCRIPTS: Final = (".js", ".mjs", ".css", ".typ")
"""What has comments of the kind of C."""
BLOCK: Final = re.compile(r"/\*(.*?)\*/", re.DOTALL)
LINE: Final = re.compile(r"(?:^|(?<=\s))//(.*)$", re.MULTILINE)
MARGIN: Final = re.compile(r"^[ \t]*\*+", re.MULTILINE)
"""The star at which each line of a block begins."""
HELP: Final = frozenset({"help", "help_text", "description", "epilog", "summary"})
"""Arguments and attributes whose texts a command or the API shows."""
LOGS: Final = frozenset({"debug", "info", "warning", "error", "exception", "critical"})
CLASS: Final = "class used twice"
Finding: TypeAlias = tuple[str, str]
"""A file, or the name of a class, and what was found."""


def main() -> None:
    """Exits with a message for every file that has more of a word than its exception allows."""
    kinds = ["*.py", "*.md", *(f"*{suffix}" for suffix in SCRIPTS), CATALOGUE]
    found = count_findings(list_project_files([*kinds, ":!static/vendor"]))
    if sys.argv[1:] == ["--update"]:
        EXCEPTIONS.write_text(format_exceptions(found), encoding="utf-8")
        return
    faults = list(compare(found, read_exceptions(EXCEPTIONS.read_text(encoding="utf-8"))))
    if faults:
        sys.exit("\n".join(faults))


def count_findings(paths: Iterable[str]) -> Counter[Finding]:
    """How often each word occurs in the prose of each file, and each class name in the source."""
    found: Counter[Finding] = Counter()
    classes: Counter[str] = Counter()
    for path in paths:
        text = (ROOT / path).read_text(encoding="utf-8")
        prose = "\n".join(extract_prose(path, text))
        for word, pattern in DIALECT.items():
            count = len(pattern.findall(prose))
            if count:
                found[path, word] = count
        if path.endswith(".py") and not path.startswith("tests/") and "/migrations/" not in path:
            classes.update(list_classes(text))
    for name, count in classes.items():
        if count > 1:
            found[name, CLASS] = count
    return found


def extract_prose(path: str, text: str) -> Iterator[str]:
    """What people read in a file: docstrings, comments, helps and logs, a page, or English
    sentences."""
    if path.endswith(".py"):
        yield from extract_docstrings(text)
        yield from extract_comments(text)
        yield from extract_messages(text)
    elif path.endswith(SCRIPTS):
        yield from extract_script_comments(text)
    elif path == CATALOGUE:
        yield "\n".join(line for line in text.splitlines() if not line.startswith("#"))
    elif path.endswith(".md"):
        yield text


_parse = lru_cache(maxsize=1)(ast.parse)
"""A module is read in several ways one after the other."""


def extract_docstrings(source: str) -> Iterator[str]:
    """The docstrings, including those after an assignment."""
    for node in ast.walk(_parse(source)):
        match node:
            case ast.Expr(value=ast.Constant(value=str(text))):
                yield text


def extract_comments(source: str) -> Iterator[str]:
    """The comments without their marks, so that a phrase can go on in the next line."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.string.lstrip("#").strip()


def extract_messages(source: str) -> Iterator[str]:
    """The texts of helps and of lines that are logged."""
    for node in ast.walk(_parse(source)):
        match node:
            case ast.keyword(arg=str(name), value=value) if name in HELP:
                yield from _list_texts(value)
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if name in HELP:
                yield from _list_texts(value)
            case ast.Call(func=ast.Attribute(attr=name), args=[value, *_]) if name in LOGS:
                yield from _list_texts(value)


def _list_texts(value: ast.expr) -> Iterator[str]:
    for node in ast.walk(value):
        match node:
            case ast.Constant(value=str(text)):
                yield text


def extract_script_comments(source: str) -> Iterator[str]:
    """The comments of scripts, styles and layouts. A string that looks like one is read too."""
    for block in BLOCK.findall(source):
        yield MARGIN.sub("", block).strip()
    for line in LINE.findall(BLOCK.sub("", source)):
        yield line.strip()


def list_classes(source: str) -> list[str]:
    """The classes of a module, without those inside a class (``Meta``)."""
    return [node.name for node in _parse(source).body if isinstance(node, ast.ClassDef)]


def compare(found: Counter[Finding], allowed: Counter[Finding]) -> Iterator[str]:
    """What is more than allowed, and what is allowed although it is gone."""
    for finding in sorted({*found, *allowed}):
        place, word = finding
        count, most = found[finding], allowed[finding]
        if count > most:
            yield f"{place}: “{word}” {count} times, {most} allowed (CONTRIBUTING.md)"
        elif count < most:
            yield f"{place}: “{word}” is rarer now: python -m tools.language --update"


def read_exceptions(text: str) -> Counter[Finding]:
    """Lines of count, word and place, separated by tabs."""
    rows = (line.split("\t") for line in text.splitlines() if line and not line.startswith("#"))
    return Counter({(place, word): int(count) for count, word, place in rows})


def format_exceptions(found: Counter[Finding]) -> str:
    """The exceptions as they are kept, sorted by place."""
    lines = [f"{found[place, word]}\t{word}\t{place}" for place, word in sorted(found)]
    return "\n".join(["# count, word, place: this list may only get shorter", *lines, ""])


if __name__ == "__main__":
    main()
