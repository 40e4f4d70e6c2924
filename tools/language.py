"""Checks the language of the project: no words of the old dialect, and no class name used twice.

The remaining cases are listed in ``tools/language_exceptions.txt``, which may only get shorter;
``python -m tools.language --update`` writes it again.
"""

import ast
import io
import re
import subprocess
import sys
import tokenize
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, TypeAlias

from tools.paths import ROOT

EXCEPTIONS: Final = ROOT / "tools" / "language_exceptions.txt"
CATALOGUE: Final = "locale/en/LC_MESSAGES/django.po"
DIALECT: Final = {
    "whoever": re.compile(r"\bwho(?:so)?ever\b", re.IGNORECASE),
    "the house": re.compile(r"\bthe house\b(?! rules)", re.IGNORECASE),
    "room": re.compile(r"\b(?:the|which|a|every|other) rooms?\b", re.IGNORECASE),
    "door": re.compile(r"\bdoors?\b", re.IGNORECASE),
    "face": re.compile(r"\b(?:the|two|both) faces?\b", re.IGNORECASE),
    "arrow": re.compile(r"\barrows?\b", re.IGNORECASE),
    "fell silent": re.compile(r"\b(?:fell|falls|is|was) silent\b", re.IGNORECASE),
    "says so": re.compile(r"\b(?:says|say|said) so\b", re.IGNORECASE),
    "so many": re.compile(r"\bso many\b", re.IGNORECASE),
    "at all the same": re.compile(r"\ball the same\b", re.IGNORECASE),
    "on show": re.compile(r"\bon show\b", re.IGNORECASE),
    "sign for a character": re.compile(
        r"(?:\b(?:plain|two|three|four|six|ten)|\)s|›|\d) signs\b", re.IGNORECASE
    ),
    "is told": re.compile(r"\b(?:is|are|was|were|be) told\b", re.IGNORECASE),
}
"""Words that the standard of the project replaces, by the name under which they are counted."""
CLASS: Final = "class used twice"
Finding: TypeAlias = tuple[str, str]
"""A file, or the name of a class, and what was found."""


def main() -> None:
    """Exits with a message for every file that has more of a word than its exception allows."""
    command = ["git", "ls-files", "-z", "*.py", "*.md", CATALOGUE]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    names = [name for name in listed.stdout.split("\0") if name]
    # git also lists files that were deleted and not committed yet.
    found = count_findings(name for name in names if Path(ROOT / name).exists())
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
        # To take a module apart is slow, so only the words that are somewhere in it are counted.
        words = [word for word, pattern in DIALECT.items() if pattern.search(text)]
        prose = "\n".join(extract_prose(path, text)) if words else ""
        for word in words:
            count = len(DIALECT[word].findall(prose))
            if count:
                found[path, word] = count
        if path.endswith(".py") and not path.startswith("tests/") and "/migrations/" not in path:
            classes.update(list_classes(text))
    for name, count in classes.items():
        if count > 1:
            found[name, CLASS] = count
    return found


def extract_prose(path: str, text: str) -> Iterator[str]:
    """What people read in a file: docstrings and comments, a page, or English sentences."""
    if path.endswith(".py"):
        yield from extract_docstrings(text)
        yield from extract_comments(text)
    elif path == CATALOGUE:
        yield "\n".join(line for line in text.splitlines() if not line.startswith("#"))
    elif path.endswith(".md"):
        yield text


def extract_docstrings(source: str) -> Iterator[str]:
    """The docstrings, including those after an assignment."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Expr(value=ast.Constant(value=str(text))):
                yield text


def extract_comments(source: str) -> Iterator[str]:
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.string


def list_classes(source: str) -> list[str]:
    """The classes of a module, without those inside a class (``Meta``)."""
    return [node.name for node in ast.parse(source).body if isinstance(node, ast.ClassDef)]


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
