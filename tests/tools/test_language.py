"""The check of the project's language."""

from collections import Counter

import pytest

from tools.language import (
    compare,
    extract_prose,
    format_exceptions,
    list_classes,
    read_exceptions,
)

SOURCE = '''"""The module."""

# A comment.
NAME = "whoever is no prose"
"""The constant."""


class One:
    """The class."""

    class Meta:
        pass


def run() -> None:
    """The function."""
'''


def test_prose_is_what_people_read() -> None:
    assert sorted(extract_prose("a.py", SOURCE)) == [
        "# A comment.",
        "The class.",
        "The constant.",
        "The function.",
        "The module.",
    ]
    assert list(extract_prose("a.md", "# A page")) == ["# A page"]


def test_classes_inside_classes_do_not_count() -> None:
    assert list_classes(SOURCE) == ["One"]


@pytest.mark.parametrize(
    ("count", "message"),
    [(3, "“whoever” 3 times, 2 allowed"), (1, "is rarer now"), (0, "is rarer")],
)
def test_a_file_has_as_many_as_its_exception_says(count: int, message: str) -> None:
    allowed = Counter({("a.py", "whoever"): 2})
    found = Counter({("a.py", "whoever"): count}) if count else Counter[tuple[str, str]]()
    (fault,) = compare(found, allowed)
    assert message in fault
    assert list(compare(allowed, allowed)) == []


def test_exceptions_are_read_as_they_are_written() -> None:
    found = Counter({("docs/a.md", "the house"): 2, ("Form", "class used twice"): 3})
    assert read_exceptions(format_exceptions(found)) == found
