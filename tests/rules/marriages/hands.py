"""What the tests of the group share: rulebooks, options, hands, and how outcomes are compared."""

from collections.abc import Iterable
from random import Random
from typing import Any

import pytest
from hypothesis import strategies as st

from kernel.refusals import Refused
from kernel.violations import Violation
from rules.contract import Situation
from rules.registry import rulebook
from tests.rules.marriages import dealing
from tests.rules.marriages.oracle import CARDS, Doc, players

START = Situation((0, 0))

GAMES: list[tuple[str, Doc]] = [
    ("marianna", {}),
    ("marianna", {"timing": "trick_start", "fifth_last": True, "mi_copri": True}),
    ("marianna", {"timing": "leader", "values": [20, 40, 60, 80], "mi_copri": True}),
    ("marianna", {"trump_changes": False, "mariannino": False, "target": 301}),
    ("marianna", {"mi_copri": True, "fifth_last": True, "values": [1, 2, 4, 8]}),
    ("cinquecento", {}),
    ("cinquecento", {"mi_copri": True}),
    ("cinquecento", {"mi_copri": True, "trump_changes": True, "values": [40, 60, 80, 100]}),
    ("cinquecento", {"players": 2}),
    ("briscola_151", {}),
    ("briscola_151", {"ace_exchange": True, "race": "end_of_deal"}),
    ("mariaccia", {}),
    ("mariaccia", {"target": 250, "claims": False}),
]
"""Every game under options that change how it is played or booked."""

DULL_FIRST = sorted(CARDS, key=lambda card: "24567J3AHK".index(card[0]))

games = st.sampled_from(GAMES)
seeds = st.integers(0, 2**32)
every_game = pytest.mark.parametrize(("game", "options"), GAMES)


def book_of(game: str, options: Doc) -> tuple[Any, Any]:
    book = rulebook(game)
    return book, book.read_options(options)


def told(game: str, options: Doc, doc: Doc) -> Doc:
    """What the rulebook makes of a document, put as the oracle puts it."""
    book, chosen = book_of(game, options)
    try:
        result: Doc = book.replay(doc, chosen)
    except Refused as refused:
        return {"at": refused.violations[0].at}
    return result


def refusal(game: str, options: Doc, doc: Doc) -> list[Doc]:
    book, chosen = book_of(game, options)
    with pytest.raises(Refused) as refused:
        book.replay(doc, chosen)
    return [violation.as_json() for violation in refused.value.violations]


def check(game: str, options: Doc, record: Doc, before: Situation = START) -> list[Doc]:
    """The violations of a record as plain data: the code among the parameters."""
    book, chosen = book_of(game, options)
    return plain(book.check(book.read_record(record), chosen, before))


def added(game: str, options: Doc, record: Doc) -> tuple[int, ...]:
    book, chosen = book_of(game, options)
    (step,) = book.score(book.read_record(record), chosen)
    result: tuple[int, ...] = step.add_to((0, 0))
    return result


def plain(violations: Iterable[Violation]) -> list[Doc]:
    return [{"code": violation.code, **violation.params} for violation in violations]


def codes(violations: Iterable[Doc]) -> list[str]:
    return [violation["code"] for violation in violations]


def simulated(game: str, options: Doc, seed: int) -> Doc:
    """A whole hand of the simulated players."""
    book, chosen = book_of(game, options)
    doc: Doc = book.simulate(Random(seed), chosen, None)
    return doc


def whole(game: str, options: Doc, seed: int) -> Doc:
    """A whole hand in which anything is done that may be, with many kings and horses."""
    return dealing.played(game, options, Random(seed))


def begun(game: str, options: Doc, seed: int) -> Doc:
    """So much of one, seldom to the end of a trick."""
    random = Random(seed)
    most = 40 // players(game, options)
    return dealing.played(game, options, random, tricks=random.randrange(most))


def deal(*hands: str, top: str = "", bottom: str = "", leader: int = 0) -> Doc:
    """A deal by hand: the cards that matter, in words; dull ones follow in order of the deck."""
    given = [hand.split() for hand in hands]
    named = [*top.split(), *bottom.split(), *(card for hand in given for card in hand)]
    rest = [card for card in DULL_FIRST if card not in named]
    for hand in given:
        hand += [rest.pop(0) for _ in range(5 - len(hand))]
    return {
        "players": len(hands),
        "leader": leader,
        "hands": given,
        "stock": [*top.split(), *rest, *bottom.split()],
        "tricks": [],
    }


def events(words: str) -> list[list[Any]]:
    """``"D0C P0KC N1"`` as the events of a trick."""
    return [[word[0], int(word[1]), *([word[2:]] if word[2:] else [])] for word in words.split()]


def after(doc: Doc, *tricks: str) -> Doc:
    """The deal with these tricks played."""
    return {**doc, "tricks": [events(words) for words in tricks]}
