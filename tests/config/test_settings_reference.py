"""docs/reference/settings.md has every variable that the software reads, and no other."""

import re
from collections.abc import Iterator
from pathlib import Path

from tools.paths import ROOT

READ_IN_PYTHON = (
    re.compile(r"\benv(?:\.\w+\(|, )\s*\"([A-Z][A-Z_]+)\""),
    re.compile(r"os\.environ(?:\.get\(|\[)\s*\"([A-Z][A-Z_]+)\""),
    re.compile(r"\"([A-Z_]+)\" (?:not )?in os\.environ"),
    re.compile(r"_flag\(\"([A-Z_]+)\""),
    re.compile(r"\"(LABELLA_[A-Z_]+)\""),
)
READ_IN_DEPLOY = re.compile(r"\{\$?([A-Z][A-Z_]+)")
PRODUCT = ("config", "tools", "serving", "accounts", "observability", "competition", "tournaments")
SET_BY_US = {"DJANGO_SETTINGS_MODULE", "PYTHONUNBUFFERED"}


def described() -> set[str]:
    page = (ROOT / "docs" / "reference" / "settings.md").read_text(encoding="utf-8")
    rows = (line.split("|")[1] for line in page.splitlines() if line.startswith("| `"))
    return {name for row in rows for name in re.findall(r"`([A-Z_]+)`", row)}


def read_by_the_software() -> Iterator[str]:
    for path in _files():
        text = path.read_text(encoding="utf-8")
        patterns = READ_IN_PYTHON if path.suffix == ".py" else (READ_IN_DEPLOY,)
        for pattern in patterns:
            yield from pattern.findall(text)


def _files() -> Iterator[Path]:
    for package in PRODUCT:
        yield from (ROOT / package).rglob("*.py")
    yield from (path for path in (ROOT / "deploy").rglob("*") if path.is_file())


def test_every_variable_that_is_read_is_described() -> None:
    assert {*read_by_the_software()} - SET_BY_US - described() == set()


def test_every_variable_that_is_described_is_read() -> None:
    assert described() - {*read_by_the_software()} == set()


def test_the_example_of_a_server_has_only_variables_that_are_described() -> None:
    example = (ROOT / "deploy" / "environment.example").read_text(encoding="utf-8")
    names = set(re.findall(r"^([A-Z_]+)=", example, re.MULTILINE))
    assert names
    assert names <= described()
