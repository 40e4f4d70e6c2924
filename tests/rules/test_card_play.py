"""The ``play`` part of a card: every game has one, and the hands for node are those of today."""

import json

import pytest

from rules.card_play import CardPlay
from rules.cards import DECK, RANKS
from rules.registry import AnyRulebook, rulebooks
from tests.js.write_plays import FIXTURE, GAMES, written


@pytest.mark.parametrize("book", rulebooks(), ids=lambda book: book.name)
def test_every_game_can_be_entered_card_by_card(book: AnyRulebook) -> None:
    options = book.read_options({})
    play = CardPlay.model_validate_json(json.dumps(book.build_card(options)["play"]))
    assert play.seats == book.seats(options)
    assert sorted(play.ranking) == sorted(RANKS) == sorted(play.values)
    is_whole = play.seats * play.hand_size == len(DECK)
    assert is_whole == (play.stock is None)


def test_the_hands_for_node_are_those_of_today() -> None:
    assert FIXTURE.read_text(encoding="utf-8") == written(), "python -m tests.js.write_plays"


def test_node_plays_every_game() -> None:
    assert {name for name, _ in GAMES} == {book.name for book in rulebooks()}
