"""Documents with one thing changed: mostly no longer legal, and nobody knows beforehand where."""

from collections.abc import Callable
from copy import deepcopy
from random import Random
from typing import Any

from tests.rules.marriages.oracle import CARDS, Doc

Trick = list[list[Any]]


def spoiled(doc: Doc, random: Random) -> Doc:
    """The document with one thing changed at random."""
    other: Doc = deepcopy(doc)
    random.choice(WAYS)(other, random)
    return other


def _trick(doc: Doc, random: Random) -> Trick:
    tricks: list[Trick] = doc["tricks"]
    return random.choice([trick for trick in tricks if trick] or [[["P", 0, "AD"]]])


def _event(doc: Doc, random: Random) -> list[Any]:
    return random.choice(_trick(doc, random))


def one_card(doc: Doc, random: Random) -> None:
    plays = [event for trick in doc["tricks"] for event in trick if event[0] == "P"]
    if plays:
        random.choice(plays)[2] = random.choice([*CARDS, "8D", ""])


def one_declaration(doc: Doc, random: Random) -> None:
    """Another suit or kind, where something was said; else something is said."""
    said = [event for trick in doc["tricks"] for event in trick if event[0] in ("D", "C")]
    if said:
        random.choice(said)[2] = random.choice("DCSBX")
    else:
        one_event_more(doc, random)


def one_seat(doc: Doc, random: Random) -> None:
    _event(doc, random)[1] = random.randrange(-1, doc["players"] + 1)


def one_event_more(doc: Doc, random: Random) -> None:
    trick = _trick(doc, random)
    seat = random.randrange(doc["players"])
    kind = random.choice("PDDDCCNMXZ")
    what = {"P": CARDS, "D": "DCSB", "C": "DCSB"}.get(kind)
    event = [kind, seat] if what is None else [kind, seat, random.choice(what)]
    trick.insert(random.randrange(len(trick) + 1), event)


def one_event_less(doc: Doc, random: Random) -> None:
    trick = _trick(doc, random)
    del trick[random.randrange(len(trick))]


def one_event_twice(doc: Doc, random: Random) -> None:
    trick = _trick(doc, random)
    trick.insert(random.randrange(len(trick) + 1), list(random.choice(trick)))


def one_event_elsewhere(doc: Doc, random: Random) -> None:
    """Also from one trick into another: a declaration after the draw, or before it."""
    trick = _trick(doc, random)
    event = trick.pop(random.randrange(len(trick)))
    other = _trick(doc, random)
    other.insert(random.choice([0, len(other), random.randrange(len(other) + 1)]), event)


def two_cards_of_the_deal(doc: Doc, random: Random) -> None:
    piles = [*doc["hands"], doc["stock"]]
    one, other = random.choice(piles), random.choice(piles)
    here, there = random.randrange(len(one)), random.randrange(len(other))
    one[here], other[there] = other[there], one[here]


def one_card_of_the_deal(doc: Doc, random: Random) -> None:
    pile = random.choice([*doc["hands"], doc["stock"]])
    pile[random.randrange(len(pile))] = random.choice(CARDS)


def the_leader(doc: Doc, random: Random) -> None:
    doc["leader"] = random.randrange(-1, doc["players"] + 1)


def two_tricks_as_one(doc: Doc, random: Random) -> None:
    if len(doc["tricks"]) > 1:
        at = random.randrange(len(doc["tricks"]) - 1)
        doc["tricks"][at] += doc["tricks"].pop(at + 1)


def one_trick_as_two(doc: Doc, random: Random) -> None:
    trick = _trick(doc, random)
    if trick in doc["tricks"]:
        at, cut = doc["tricks"].index(trick), random.randrange(len(trick) + 1)
        doc["tricks"][at : at + 1] = [trick[:cut], trick[cut:]]


WAYS: list[Callable[[Doc, Random], None]] = [
    one_card,
    one_declaration,
    one_seat,
    one_event_more,
    one_event_more,
    one_event_less,
    one_event_twice,
    one_event_elsewhere,
    one_event_elsewhere,
    two_cards_of_the_deal,
    one_card_of_the_deal,
    the_leader,
    two_tricks_as_one,
    one_trick_as_two,
]
