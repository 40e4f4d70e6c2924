"""The check of the project's language."""

from collections import Counter

import pytest

from tools.language import (
    DIALECT,
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
        "A comment.",
        "The class.",
        "The constant.",
        "The function.",
        "The module.",
    ]
    assert list(extract_prose("a.md", "# A page")) == ["# A page"]


MESSAGES = """
parser.add_argument("file", help="a " "file")
log.warning("a line", path="whoever")
class Command:
    help = "What it does."
"""


def test_helps_and_logs_are_read() -> None:
    assert sorted(extract_prose("a.py", MESSAGES)) == ["What it does.", "a file", "a line"]


SCRIPT = """// One comment
const address = "https://example.org"; // and another
/**
 * A block
 * of two lines.
 */
"""


@pytest.mark.parametrize("path", ["a.js", "a.mjs", "a.css", "a.typ"])
def test_comments_of_scripts_styles_and_layouts_are_read(path: str) -> None:
    block = "A block\n of two lines."
    assert list(extract_prose(path, SCRIPT)) == [block, "One comment", "and another"]


@pytest.mark.parametrize(
    "source", ['"""Which is kept in the\nhouse."""', "# kept in the\n# house\n", "# at the  house"]
)
def test_a_phrase_over_two_lines_is_found(source: str) -> None:
    prose = "\n".join(extract_prose("a.py", source))
    assert DIALECT["the house"].search(prose)


@pytest.mark.parametrize(("text", "is_found"), [("arrow keys", False), ("an arrow", True)])
def test_arrow_keys_are_keys(text: str, is_found: bool) -> None:
    assert bool(DIALECT["arrow"].search(text)) == is_found


@pytest.mark.parametrize(("text", "is_found"), [("the face-up card", False), ("the face", True)])
def test_a_card_may_lie_face_up(text: str, is_found: bool) -> None:
    assert bool(DIALECT["face"].search(text)) == is_found


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
