"""What names a match on its sheet where there are no tables: "7", or "B7" in parallel groups."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from competition.hall.match_labels import MatchLabel, read_label


@pytest.mark.parametrize(
    ("label", "written"),
    [
        (MatchLabel(0, 7), "7"),
        (MatchLabel(1, 7), "A7"),
        (MatchLabel(26, 12), "Z12"),
        (MatchLabel(27, 1), "27-1"),
    ],
)
def test_a_label_is_the_letter_of_the_group_and_the_number(label: MatchLabel, written: str) -> None:
    assert str(label) == written


@given(st.integers(0, 999), st.integers(1, 9999))
def test_a_label_is_read_as_it_is_written(group: int, number: int) -> None:
    label = MatchLabel(group, number)
    assert read_label(str(label)) == label


@pytest.mark.parametrize("typed", ["b7", " B 7 ", "B-7", "b.7", "B07", "2-7"])
def test_a_label_is_read_as_people_type_it(typed: str) -> None:
    assert read_label(typed) == MatchLabel(2, 7)


@pytest.mark.parametrize(
    "typed", ["", "0", "B", "B0", "-1", "x", "²", "BB7", "7B", "è7", "0-7", "12345", "9" * 5000]
)
def test_what_is_no_label_is_not_read(typed: str) -> None:
    assert read_label(typed) is None


def test_labels_are_in_the_order_of_groups() -> None:
    labels = [MatchLabel(2, 1), MatchLabel(1, 2), MatchLabel(1, 1)]
    assert [str(label) for label in sorted(labels)] == ["A1", "A2", "B1"]
