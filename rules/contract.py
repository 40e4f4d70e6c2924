"""The contract of a rulebook: all that other packages may ask about a game."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, ClassVar, Generic, TypeVar

from kernel.models import Frozen
from kernel.violations import Violation

Side = int
Seat = int
Totals = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Part:
    """The points of one rule, by side (``rule`` is a code: "cards", "marafona", …)."""

    rule: str
    points: Totals


@dataclass(frozen=True, slots=True)
class Step:
    """The points booked at one moment of a hand. After every step the end of the game is checked;
    later parts of the record are then not booked."""

    parts: tuple[Part, ...]
    wins: Side | None = None
    """The side that this step lets win at once, whatever the totals."""
    at_target: str = "target"
    """The reason of the ending, if this step takes a side to the target."""

    def add_to(self, totals: Totals) -> Totals:
        """The totals with all parts of this step on top."""
        # By side: the total before, and the points of each part.
        by_side = zip(totals, *(part.points for part in self.parts), strict=True)
        return tuple(map(sum, by_side))


@dataclass(frozen=True, slots=True)
class Ending:
    """Who has won a game, and why: ``target``, ``higher``, ``first``, ``bonus``, ``claim``, …"""

    winner: Side | None
    why: str


@dataclass(frozen=True, slots=True)
class Situation:
    """The game in which a hand is played, as far as the hand depends on it.

    ``totals`` before the hand, in the unit of the sheet; ``turn`` the seat that calls, deals or
    leads this hand, None while unknown; ``to_target`` is False in a game over a fixed
    number of hands, which totals do not end.
    """

    totals: Totals
    turn: Seat | None = None
    to_target: bool = True


@dataclass(frozen=True, slots=True)
class Rule:
    """One sentence of the printed regulation, as a code with parameters. ``to_target``: it applies
    only to games to a target, not to those over a fixed number of hands."""

    code: str
    params: Mapping[str, Any] = field(default_factory=dict)
    to_target: bool = False


def build_totals(side: Side, points: int, sides: int = 2) -> Totals:
    """The points of one side, by side: the others have none."""
    points_by_side = [0] * sides
    points_by_side[side] = points
    return tuple(points_by_side)


Options = TypeVar("Options", bound=Frozen)
Record = TypeVar("Record", bound=Frozen)
Play = TypeVar("Play", bound=Frozen)
Claim = TypeVar("Claim", bound=Frozen)


class Rulebook(ABC, Generic[Options, Record, Play, Claim]):
    """A kind of game, as frozen data and functions (one instance for each game, in the registry).

    Points and totals are integers in the unit of the sheet under the given options.
    """

    name: ClassVar[str]
    """The name in the notation: ``marafon``."""
    sides: ClassVar[int]
    turn_word: ClassVar[str]
    """The role of the seat of ``Situation.turn``, and its field in a record: ``caller``, …"""
    options_model: type[Options]
    record_model: type[Record]
    play_model: type[Play]
    claim_model: type[Claim] | None
    moment_model: type[Frozen]
    """The document of ``list_legal_cards``: a hand, and the trick so far."""

    def find_side(self, seat: Seat) -> Side:
        return seat % self.sides

    @abstractmethod
    def read_options(self, data: Mapping[str, Any]) -> Options:
        """The options of a document, defaults filled in.

        Raises Unreadable (unknown name, wrong type) or Refused (out of bounds, at odds).
        """

    @abstractmethod
    def seats(self, options: Options) -> int:
        """The number of players at one table."""

    @abstractmethod
    def unit(self, options: Options) -> str:
        """The unit of totals: ``points`` or ``thirds``."""

    @abstractmethod
    def target(self, options: Options) -> int | None:
        """The least total that ends a game under these options, in the unit of the sheet; None
        for a game that is only played over a number of hands."""

    @abstractmethod
    def list_smallest_fields(self, options: Options) -> tuple[str, ...]:
        """The fields of the smallest record that a club writes down under these options."""

    @abstractmethod
    def read_record(self, data: Mapping[str, Any]) -> Record:
        """The record of a hand.

        Raises Unreadable, or Refused if a list does not have the length that it must have.
        """

    @abstractmethod
    def record_of_play(
        self, data: Mapping[str, Any], options: Options, before: Situation
    ) -> Record:
        """The record that a whole play makes (``play`` of a hand line; no game, options or id).

        Raises Unreadable, or Refused for an illegal or unfinished play.
        """

    @abstractmethod
    def check(self, record: Record, options: Options, before: Situation) -> tuple[Violation, ...]:
        """All contradictions at once: within the record, with the options, with the situation."""

    @abstractmethod
    def score(self, record: Record, options: Options) -> tuple[Step, ...]:
        """The steps in which a checked record is booked, in their order."""

    def count_feats(self, record: Record, options: Options) -> Mapping[str, Totals]:
        """The feats in a checked record, which standings may rank by besides points: by word, how
        often for each side (``marafona``; ``shutout``: the others took nothing)."""
        return {}

    @abstractmethod
    def find_ending(
        self, totals: Totals, options: Options, first: Side | None = None
    ) -> Ending | None:
        """The ending by these totals, or None. ``first``: the side that reached the target first,
        if that is known."""

    @abstractmethod
    def find_first_side(self, record: Record, options: Options, before: Situation) -> Side | None:
        """The side that reached the target first, if a checked record names it or proves it."""

    @abstractmethod
    def find_turn(self, record: Record) -> Seat | None:
        """The seat that this record names as caller, dealer or leader."""

    def next_turn(self, seat: Seat, options: Options) -> Seat:
        """Who calls, deals or leads after a hand of ``seat``: the right-hand neighbour, as play is
        anticlockwise (pagat, Players and Cards)."""
        return (seat + 1) % self.seats(options)

    @abstractmethod
    def check_redeal(self, options: Options) -> tuple[Violation, ...]:
        """The reasons why these options allow no redeal; empty if they do. The turn stays."""

    @abstractmethod
    def decide_claim(self, data: Mapping[str, Any], options: Options, before: Situation) -> Ending:
        """How a claim ends the game. Raises Unreadable, or Refused if it cannot be made."""

    @abstractmethod
    def replay(self, data: Mapping[str, Any], options: Options) -> dict[str, Any]:
        """The result of a play document in the notation. Raises Unreadable or Refused."""

    @abstractmethod
    def list_legal_cards(self, data: Mapping[str, Any], options: Options) -> list[str]:
        """The cards of ``hand`` that may follow those on ``table``, sorted.

        Raises Unreadable or Refused.
        """

    @abstractmethod
    def simulate(self, random: Random, options: Options, turn: Seat | None) -> dict[str, Any]:
        """A whole hand of real cards played legally by simulated players: a ``play`` document."""

    @abstractmethod
    def build_card(self, options: Options) -> dict[str, Any]:
        """The rulebook under these options as data, for programs without Python (``card.py``)."""

    @abstractmethod
    def list_rules(self, options: Options) -> tuple[Rule, ...]:
        """The rules that a club prints, in their order: those of the game and of these options."""
