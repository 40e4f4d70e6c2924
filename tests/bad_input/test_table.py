"""Bad input gets a clear answer, nothing is half done, and the docs say the truth about it."""

from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from scoring.models import Line
from tests.bad_input.cases import CASES, Case, Hall
from tournaments.models import Entry

PAGE = Path(__file__).resolve().parent.parent.parent / "docs" / "reference" / "bad-input.md"
pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def shared_hall(module_rows: None) -> Hall:
    return Hall()


@pytest.fixture
def hall(shared_hall: Hall) -> Hall:
    """With clients of its own: some cases change what they send."""
    return deepcopy(shared_hall)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.what)
def test_it_gets_what_the_table_says_and_nothing_is_half_done(case: Case, hall: Hall) -> None:
    before = (Line.objects.count(), Entry.objects.count())
    answer = case.do(hall)
    added = (Line.objects.count() - before[0], Entry.objects.count() - before[1])
    check_answer(case, answer)
    check_added(case, answer, added)


def check_answer(case: Case, answer: Any) -> None:
    """The status and the code of the table, and nothing of our source."""
    code = ""
    if answer["Content-Type"].startswith("application/problem+json"):
        document = answer.json()
        code = document["code"]
        assert document["title"]
        assert document["status"] == answer.status_code
    assert (answer.status_code, code) == (case.status, case.code), answer.content[:500]
    assert b"Traceback" not in answer.content


def check_added(case: Case, answer: Any, added: tuple[int, int]) -> None:
    """The lines and the entries that were added are one of both, or none."""
    first_of_two = case.code in ("key_reused", "stale_version") or case.what == "an entry twice"
    foreign = 2 if case.what == "another club's match" else 0
    taken = answer.status_code == 201 and case.code == ""
    if taken:
        assert added in {(1, 0), (0, 1)}
    elif first_of_two:
        assert added in {(0, foreign), (1, 0), (0, 1)}
    else:
        assert added == (0, foreign)


def test_the_page_has_exactly_these_rows() -> None:
    rows = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line[:2] == "| "][2:]
    assert rows == [row_of(case) for case in CASES]


def row_of(case: Case) -> str:
    if case.says:
        return f"| {case.what} | {case.status} | {case.says} |"
    code = f"`{case.code}`" if case.code else "an error page" if case.status > 399 else "taken"
    return f"| {case.what} | {case.status} | {code} |"
