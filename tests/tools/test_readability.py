"""The signs of readable code are counted as docs/explanation/structure.md describes them."""

from tools.readability import (
    Signs,
    begins_with_participle,
    count_module,
    format_signs,
    has_of_at_end,
)

SOURCE = '''"""A module."""

LIMIT = 3
"""What a constant says of itself is no code."""


def told(open_round: int) -> list[int]:
    # Because a round begins at one.
    return [_double(number) for number in range(1, open_round)]


def _double(number: int) -> int:
    return 2 * number if number else _triple(number) + _triple(LIMIT)


def _triple(number: int) -> int:
    return 3 * number
'''


def test_signs_of_a_module() -> None:
    signs = Signs()

    count_module(signs, SOURCE)

    assert [line.split("  ")[-1] for line in format_signs(signs)] == [
        "function names that begin with a participle (1 of 3)",
        "function names that end with _of (0 of 3)",
        "function names of one word (3 of 3)",
        "identifiers of several words, all places (1 of 8)",
        "identifiers of several words, different names (1 of 6)",
        "private functions used once (1 of 3)",
        "comprehensions and conditional expressions a function",
        "of them for 100 lines",
        "comments for 100 lines (1 of 7)",
    ]
    assert (signs.comprehensions, signs.comments) == (2, 1)


def test_a_noun_with_of_is_no_verb_and_object() -> None:
    assert has_of_at_end("_places_of")
    assert not has_of_at_end("find_places")


def test_participle_is_no_noun_that_ends_like_one() -> None:
    assert begins_with_participle("_seated_entries")
    assert not begins_with_participle("seed_entries")
