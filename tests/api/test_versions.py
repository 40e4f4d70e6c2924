"""docs/reference/api-versions.md and api-features.md are true: what is deprecated is listed, and
the tests that prove a feature exist."""

import re
from collections.abc import Iterator
from pathlib import Path

from tests.api.client import openapi
from tools.paths import ROOT

REFERENCE = Path(ROOT / "docs" / "reference")
VERSIONS = (REFERENCE / "api-versions.md").read_text(encoding="utf-8")
FEATURES = (REFERENCE / "api-features.md").read_text(encoding="utf-8")


def list_deprecated() -> Iterator[tuple[str, str, str]]:
    """Component, name and description of each deprecated property."""
    for component, schema in openapi()["components"]["schemas"].items():
        for name, inner in schema.get("properties", {}).items():
            if inner.get("deprecated"):
                yield component, name, inner["description"]


def test_what_is_deprecated_is_named_with_what_replaces_it() -> None:
    schemas = openapi()["components"]["schemas"]
    rows = re.findall(r"^\| (`.*?) \| (`.*?) \|$", VERSIONS, re.MULTILINE)
    for component, name, description in list_deprecated():
        (better,) = re.findall(r"^Use `(\w+)`\.$", description)
        assert better in schemas[component]["properties"], component
        assert any(f"`{name}`" in old and f"`{better}`" in new for old, new in rows), name


def read_features() -> list[list[str]]:
    """The cells of the rows of the table, without its head."""
    lines = re.findall(r"^\| (.*) \|$", FEATURES, re.MULTILINE)
    return [line.split(" | ") for line in lines[2:]]


def test_every_yes_of_ours_names_a_test_that_exists() -> None:
    rows = read_features()
    assert len(rows) > 20
    for cells in rows:
        assert len(cells) == 6, cells
        ours = cells[1]
        if ours == "no":
            continue
        assert ours.startswith("yes"), cells
        named = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", ours)
        assert named, cells
        for path, name in named:
            source = Path(ROOT / path).read_text(encoding="utf-8")
            assert re.search(rf"^def {name}\(", source, re.MULTILINE), f"{path}::{name}"


def test_every_other_has_sources() -> None:
    _table, sources = FEATURES.split("## Sources")
    for name in ("Challonge", "start.gg", "Tabbycat", "lichess"):
        assert re.search(rf"^- {re.escape(name)}: .*https://", sources, re.MULTILINE), name
