"""The games that are known, and how one more would be."""

import pytest

from kernel.refusals import Unreadable
from rules.games.marafon.rulebook import Marafon
from rules.registry import RULEBOOKS, UnknownGame, rulebook, rulebooks
from rules.verbs import replay
from tests.rules.marafon.oracle import legal_hand


def test_a_rulebook_is_found_by_the_name_of_the_notation() -> None:
    assert isinstance(rulebook("marafon"), Marafon)
    assert [book.name for book in rulebooks()] == list(RULEBOOKS)


def test_an_unknown_game_is_named_and_makes_a_document_unreadable() -> None:
    with pytest.raises(UnknownGame, match="unknown game 'canasta'") as unknown:
        rulebook("canasta")
    assert isinstance(unknown.value, Unreadable)
    assert unknown.value.name == "canasta"


class Beccaccino(Marafon):
    """A game that nobody else knows of."""

    name = "beccaccino"


def test_a_game_is_added_by_a_line_in_the_registry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(RULEBOOKS, Beccaccino.name, Beccaccino())
    assert replay({"game": "beccaccino", **legal_hand(3)})["legal"] is True
