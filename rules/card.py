"""The card: a rulebook under given options as tables, for programs without Python.

A pad evaluates it: it takes the form whose fields were entered and, step by step, finds the row
with the key of the record, adds the points of the row, and checks for the end of the game. A key
without a row is illegal. The tables are computed from the rulebook itself, so the two cannot
disagree.
"""

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any, Literal

from kernel.models import Frozen
from rules.card_play import CardPlay
from rules.contract import Rulebook, Seat, Side, Situation, Totals
from rules.contract import Step as Booked

AnyBook = Rulebook[Any, Any, Any, Any]


class KeyEffect(Frozen):
    """What one key adds to each side, and the side that it lets win at once."""

    key: tuple[Any, ...]
    """The values of the table's fields, in their order; null where nothing was written."""
    adds: Totals
    wins: Side | None = None
    why: str | None = None
    """Why the game has ended, where it lets a side win."""


class Items(Frozen):
    """A step that is taken once for each item of a list of the record, in the list's order."""

    field: str
    """The list."""
    fields: tuple[str, ...]
    """Those of the step's fields that are an item's. The others are the record's, and ``place``:
    how many items of the same series stand before it, whichever side they belong to."""
    series: Mapping[str, tuple[str, ...]]
    """By field of the item: the values that make it one of the series."""
    distinct: tuple[str, ...]
    """The fields of an item that no two of them may share."""


class KeyTable(Frozen):
    """One table. ``fields`` are those of the record, or of an item, that make the key."""

    fields: tuple[str, ...]
    rows: tuple[KeyEffect, ...]
    items: Items | None = None
    is_looked_at: bool = True
    """Whether the end is looked at after it; else it is booked as one with the step after it."""
    at_target: str = "target"
    """Why a game has ended that this step took to the target."""


class Form(Frozen):
    """One way to write a hand down, and the steps in which it is then booked."""

    name: str
    steps: tuple[KeyTable, ...]


class End(Frozen):
    """After every step: who has ``need`` or more has won; level, the game goes on. A game without
    ``need`` is played over a number of hands.

    Both there: the higher, or with ``first`` whom the record must then name.
    """

    unit: str
    need: int | None
    both: Literal["higher", "first"]


class Claim(Frozen):
    """``factor`` times the claimer's total and what the row adds to him make ``need``, or not.

    The field ``side`` is the claimer. Enough: he has won; not enough: the other has.
    """

    unit: str
    need: int
    factor: int
    fields: tuple[str, ...]
    rows: tuple[KeyEffect, ...]


class Turn(Frozen):
    """How the turn moves: by seat, whose it is after a hand, and after a redeal (null: there are
    none)."""

    field: str
    """What the seat does, and where the record has it: ``caller``, ``dealer``, ``leader``."""
    after_hand: tuple[Seat, ...]
    after_redeal: tuple[Seat, ...] | None


class ScoringCard(Frozen):
    """A rulebook under given options. Totals are in ``end.unit``."""

    game: str
    options: dict[str, Any]
    sides: int
    smallest: tuple[str, ...]
    """The fields of the smallest record that a club writes."""
    forms: tuple[Form, ...]
    end: End
    claim: Claim | None
    turn: Turn
    play: CardPlay | None = None
    """How a hand is entered card by card; None where it is not."""


def table(
    book: AnyBook,
    options: Any,
    fields: Mapping[str, Sequence[Any]],
    at: int = 0,
    beside: Mapping[str, Any] | None = None,
) -> KeyTable:
    """Step ``at`` of the records that have these values of these fields, and can be; ``beside``
    are fields of other steps, without which there is no record."""
    before = Situation((0,) * book.sides, to_target=False)
    rows, at_target = [], "target"
    for key in product(*fields.values()):
        record = book.record({**(beside or {}), **dict(zip(fields, key, strict=True))})
        if not book.check(record, options, before):
            step = book.score(record, options)[at]
            rows.append(row(key, step, before.totals))
            at_target = step.at_target
    return KeyTable(fields=tuple(fields), rows=tuple(rows), at_target=at_target)


def row(key: tuple[Any, ...], step: Booked, less: Totals) -> KeyEffect:
    """What a booked step adds beyond ``less``, and the side that it lets win."""
    booked = step.added((0,) * len(less))
    adds = tuple(now - other for now, other in zip(booked, less, strict=True))
    why = None if step.wins is None else step.parts[-1].rule
    return KeyEffect(key=key, adds=adds, wins=step.wins, why=why)


def end(book: AnyBook, options: Any) -> End:
    """When a total ends the game."""
    need = book.target(options)
    if need is None:
        return End(unit=book.unit(options), need=None, both="higher")
    behind_but_first = book.over((need, need + 1), options, 0)
    decides: Literal["higher", "first"] = (
        "first" if behind_but_first and behind_but_first.winner == 0 else "higher"
    )
    return End(unit=book.unit(options), need=need, both=decides)


def turn(book: AnyBook, options: Any) -> Turn:
    """How the turn moves."""
    seats = tuple(range(book.seats(options)))
    return Turn(
        field=book.turn_word,
        after_hand=tuple(book.next_turn(seat, options) for seat in seats),
        after_redeal=None if book.redeal(options) else seats,
    )
