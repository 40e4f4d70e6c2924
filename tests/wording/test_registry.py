"""The registry in which the functions of sentences are found by their codes."""

import pytest

from wording.registry import SentenceRegistry


@pytest.fixture
def registry() -> SentenceRegistry[[int]]:
    registry = SentenceRegistry[[int]]()

    @registry.add("win", covers=("draw", "loss"))
    def word_points(points: int) -> str:
        return f"{points} points"

    @registry.add_each(("bye", "absent"))
    def word_unpaired(code: str, points: int) -> str:
        return f"{code}: {points}"

    return registry


def test_codes_are_in_the_order_in_which_they_are_defined(
    registry: SentenceRegistry[[int]],
) -> None:
    assert list(registry) == ["win", "draw", "loss", "bye", "absent"]


def test_a_sentence_is_found_by_its_code(registry: SentenceRegistry[[int]]) -> None:
    assert [registry[code](3) for code in ("win", "bye", "absent")] == [
        "3 points",
        "bye: 3",
        "absent: 3",
    ]


def test_what_another_sentence_covers_has_an_empty_one(registry: SentenceRegistry[[int]]) -> None:
    registry.cover("rank")
    assert [registry[code](3) for code in ("draw", "loss", "rank")] == ["", "", ""]


@pytest.mark.parametrize("code", ["win", "draw", "bye"])
def test_a_code_is_refused_twice(registry: SentenceRegistry[[int]], code: str) -> None:
    with pytest.raises(ValueError, match=code):
        registry.add(code)(str)
    with pytest.raises(ValueError, match=code):
        registry.add_each([code])(lambda code, points: code)
    with pytest.raises(ValueError, match=code):
        registry.cover(code)
