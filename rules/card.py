"""The scoring card: a rulebook under given options as tables, for programs without Python.

A pad evaluates it: it takes the form whose fields were entered and, step by step, finds the row
with the key of the record, adds the points of the row, and checks for the end of the game. A key
without a row is illegal. The tables are computed from the rulebook itself, so the two cannot
disagree.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import Any, Literal

from kernel.models import Frozen
from kernel.refusals import Refused
from rules.card_play import CardPlay
from rules.contract import Rulebook, Seat, Side, Situation, Totals, build_totals
from rules.contract import Step as Booked

AnyBook = Rulebook[Any, Any, Any, Any]


class KeyEffect(Frozen):
    """What one key adds to each side, and the side that it lets win at once."""

    key: tuple[Any, ...]
    """The values of the table's fields, in their order; null for a field left out."""
    adds: Totals
    wins: Side | None = None
    why: str | None = None
    """The reason of the ending, if it lets a side win."""


class Items(Frozen):
    """A step that is taken once for each item of a list of the record, in the list's order."""

    field: str
    """The list."""
    fields: tuple[str, ...]
    """The fields of the step that belong to an item. The others belong to the record, except
    ``place``: the number of earlier items of the same series, of either side."""
    series: Mapping[str, tuple[str, ...]]
    """By field of the item: the values that put it into the series."""
    distinct: tuple[str, ...]
    """The fields of an item that no two of them may share."""


class KeyTable(Frozen):
    """One table. ``fields`` are those of the record, or of an item, that make the key."""

    fields: tuple[str, ...]
    rows: tuple[KeyEffect, ...]
    items: Items | None = None
    is_looked_at: bool = True
    """Whether the end of the game is checked after it; else it is booked together with the next
    step."""
    at_target: str = "target"
    """The reason of the ending, if this step takes a side to the target."""


class Form(Frozen):
    """One way to enter a hand, and the steps in which it is then booked."""

    name: str
    steps: tuple[KeyTable, ...]


class End(Frozen):
    """After every step, a side with ``need`` or more has won; a tie goes on. A game without
    ``need`` is played over a number of hands.

    ``both``: which side wins if both have enough, the higher, or the first to get there, which
    the record must then name (``first``) or prove (``FirstProof``).
    """

    unit: str
    need: int | None
    both: Literal["higher", "first"]


class Gain(Frozen):
    """Points that the side in a field of the record gets at a known moment of the hand."""

    field: str
    points: int


class Taken(Frozen):
    """A pair of numbers of the record, by side: one that is missing follows from ``total``. It is
    ``factor`` points for each, and at most ``dropped`` more that were left out of it."""

    field: str
    total: int
    factor: int
    dropped: int


class FirstProof(Frozen):
    """Which side a record proves to have been the first at the target, if both are there and it
    names none. Counted from ``factor`` times the totals before the hand.

    The side in the field of ``opening`` gets its points before all others: it was the first if it
    then has ``need``. The side in that of ``closing`` gets those at the very end: if without them
    it has less than ``need``, the other side was the first. It has taken what the first field in
    ``taken`` says that was written, else ``most``.
    """

    need: int
    factor: int
    opening: Gain
    closing: Gain
    taken: tuple[Taken, ...]
    most: int


class Claim(Frozen):
    """A claim is right if ``factor`` times the claimer's total, with what the row adds to him, is
    at least ``need``. A right claim wins the game, a wrong one loses it.

    The field ``side`` is the claimer.
    """

    unit: str
    need: int
    factor: int
    fields: tuple[str, ...]
    rows: tuple[KeyEffect, ...]


class Turn(Frozen):
    """How the turn moves: by the seat that has it, the seat that has it after a hand, and after a
    redeal (null: there are no redeals)."""

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
    """The fields of the smallest record that a club writes down."""
    forms: tuple[Form, ...]
    end: End
    claim: Claim | None
    turn: Turn
    first_proof: FirstProof | None = None
    """None if records prove nothing, or need not."""
    play: CardPlay | None = None
    """How a hand is entered card by card; None if it cannot be."""


def build_table(
    book: AnyBook,
    options: Any,
    fields: Mapping[str, Sequence[Any]],
    at_step: int = 0,
    other_fields: Mapping[str, Any] | None = None,
) -> KeyTable:
    """The rows of one step of a hand: one for each combination of these values that ``check``
    allows. ``other_fields`` belong to other steps, but without them there is no record."""
    # Over a number of hands and from nothing, so that no row depends on the score of the game.
    situation = Situation((0,) * book.sides, to_target=False)
    rows, at_target = [], "target"
    for key in product(*fields.values()):
        own_fields = dict(zip(fields, key, strict=True))
        record = book.read_record({**(other_fields or {}), **own_fields})
        if book.check(record, options, situation):
            continue
        step = book.score(record, options)[at_step]
        rows.append(build_row(key, step, situation.totals))
        at_target = step.at_target
    return KeyTable(fields=tuple(fields), rows=tuple(rows), at_target=at_target)


def list_splits(total: int) -> list[list[int]]:
    """All ways in which two sides can share a total."""
    return [[ours, total - ours] for ours in range(total + 1)]


def build_claim(
    book: AnyBook,
    options: Any,
    fields: Mapping[str, Sequence[Any]],
    count_claim: Callable[[Mapping[str, Any]], int],
    *,
    unit: str,
    need: int,
    factor: int,
) -> Claim | None:
    """One row for each combination of these values that is a claim under the options, right or
    wrong; None if they allow no claim at all. ``count_claim``: what one adds for the claimer."""
    rows = []
    for key in product(*fields.values()):
        claimed = dict(zip(fields, key, strict=True))
        try:
            book.decide_claim(claimed, options, Situation((0,) * book.sides))
        except Refused:
            continue
        adds = build_totals(claimed["side"], count_claim(claimed), book.sides)
        rows.append(KeyEffect(key=key, adds=adds))
    if not rows:
        return None
    return Claim(unit=unit, need=need, factor=factor, fields=tuple(fields), rows=tuple(rows))


def build_row(key: tuple[Any, ...], step: Booked, already_booked: Totals) -> KeyEffect:
    """What a step adds beyond ``already_booked``, and the side that it lets win."""
    step_totals = step.add_to((0,) * len(already_booked))
    gains = []
    for with_step, without_step in zip(step_totals, already_booked, strict=True):
        gains.append(with_step - without_step)
    why = None
    if step.wins is not None:
        why = step.parts[-1].rule
    return KeyEffect(key=key, adds=tuple(gains), wins=step.wins, why=why)


def build_end(book: AnyBook, options: Any) -> End:
    """When a total ends the game."""
    need = book.target(options)
    if need is None:
        return End(unit=book.unit(options), need=None, both="higher")
    # The rulebook is asked rather than its options read, as each game words this option in its
    # own way: side 0 is behind but was first, and wins only where being first decides.
    ending = book.find_ending((need, need + 1), options, 0)
    if ending is not None and ending.winner == 0:
        return End(unit=book.unit(options), need=need, both="first")
    return End(unit=book.unit(options), need=need, both="higher")


def build_turn(book: AnyBook, options: Any) -> Turn:
    """How the turn moves."""
    seats = tuple(range(book.seats(options)))
    return Turn(
        field=book.turn_word,
        after_hand=tuple(book.next_turn(seat, options) for seat in seats),
        # A redeal leaves the turn where it is (``Rulebook.check_redeal``).
        after_redeal=None if book.check_redeal(options) else seats,
    )
