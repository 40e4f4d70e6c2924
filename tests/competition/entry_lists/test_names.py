"""Names as people write them."""

from typing import Any

import pytest

from competition.entry_lists.names import Name, read_name


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Loris Zoffoli", Name("Loris", "Zoffoli")),
        ("  Loris   Zoffoli ", Name("Loris", "Zoffoli")),
        ("Anna Maria Dalla Casa", Name("Anna Maria", "Dalla Casa")),
        ("Ivo De Luca", Name("Ivo", "De Luca")),
        ("De Luca", Name("De", "Luca")),
        ("Zoffoli", Name("", "Zoffoli")),
        ("Ivano Casadei 1951", Name("Ivano", "Casadei", 1951)),
        ("Ivano Casadei (1951)", Name("Ivano", "Casadei", 1951)),
        ("", Name("", "")),
    ],
)
def test_a_full_name_is_read_first_name_first(text: Any, name: Any) -> None:
    assert read_name(text) == name


def test_capitals_and_the_encoding_of_accents_do_not_make_another_person() -> None:
    composed, decomposed = "Niccolò", "Niccolo\u0300"
    assert Name(composed, "Neri").key == Name(decomposed.upper(), "NERI").key


def test_a_birth_year_does() -> None:
    assert Name("Dino", "Turci", 1951).key != Name("Dino", "Turci").key


@pytest.mark.parametrize(
    "typed",
    [
        "Zof\u200bfoli",
        "\ufeffZoffoli",
        "Zoffoli\u2060",
        "\u202eZoffoli\u202c",
        "\u2066Zoffoli\u2069 ",
    ],
)
def test_what_nobody_sees_is_no_part_of_a_name(typed: str) -> None:
    """Two names that look the same are the same."""
    assert Name("Loris", typed) == Name("Loris", "Zoffoli")
    assert Name("Loris", typed).key == Name("Loris", "Zoffoli").key


def test_accents_have_one_encoding() -> None:
    assert Name("Nicolo\u0300", "Rossi") == Name("Nicolò", "Rossi")
