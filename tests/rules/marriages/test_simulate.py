"""Simulated players hold real cards and play legally, whatever the options."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules.marriages import oracle
from tests.rules.marriages.hands import book_of, every_game, games, seeds
from tests.rules.marriages.oracle import Doc


@given(games, seeds, st.none() | st.integers(0, 1))
@settings(max_examples=150)
def test_a_simulated_hand_is_legal_and_whole(
    game: tuple[str, Doc], seed: int, turn: int | None
) -> None:
    book, chosen = book_of(*game)
    doc = book.simulate(Random(seed), chosen, turn)
    assert turn in (None, doc["leader"])
    answer = oracle.replay(*game, doc)
    assert answer["complete"] != (answer["instant_win"] is not None)


@every_game
def test_the_same_random_numbers_make_the_same_hand(game: str, options: Doc) -> None:
    book, chosen = book_of(game, options)
    one, other = (book.simulate(Random(7), chosen, 0) for _ in range(2))
    assert one == other
    assert one != book.simulate(Random(8), chosen, 0)


@every_game
def test_nobody_in_particular_leads_where_it_is_nobodys_turn(game: str, options: Doc) -> None:
    book, chosen = book_of(game, options)
    leaders = {book.simulate(Random(seed), chosen, None)["leader"] for seed in range(60)}
    assert leaders == set(range(oracle.players(game, options)))


@every_game
def test_marriages_are_declared_now_and_then(game: str, options: Doc) -> None:
    book, chosen = book_of(game, options)
    declared = [
        book.replay(book.simulate(Random(seed), chosen, None), chosen)["declarations"]
        for seed in range(100)
    ]
    assert 0 < sum(map(bool, declared)) < 100
