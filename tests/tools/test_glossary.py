"""The glossary has what the code is made of."""

import re
from typing import get_args

import pytest
from django.apps import apps
from django.db.models import Model

from competition.cuts.cut import Cut
from tools.paths import ROOT

CODE = re.compile(r"`(\w+)`")
OURS = [
    model
    for model in apps.get_models()
    if (ROOT / model.__module__.partition(".")[0]).is_dir() and "tests" not in model.__module__
]


def read_words() -> set[str]:
    """The names in the first columns of the tables."""
    page = (ROOT / "docs" / "reference" / "glossary.md").read_text(encoding="utf-8")
    rows = [line for line in page.splitlines() if line.startswith("| ")]
    return {word for row in rows for word in CODE.findall(row.split("|")[1])}


@pytest.mark.parametrize("model", OURS, ids=lambda model: model.__name__)
def test_every_model_has_a_row(model: type[Model]) -> None:
    assert model.__name__ in read_words()


def test_every_kind_of_cut_has_a_row() -> None:
    assert {kind.__name__ for kind in get_args(Cut)} <= read_words()
