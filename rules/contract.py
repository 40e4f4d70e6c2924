"""What every game answers for, and the only way anybody asks it: the contract of a rulebook."""

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
    """Points by side that one rule gave (``rule`` is a code: "cards", "marafona", …)."""

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
    """Why a game has ended that this step took to the target."""

    def added(self, totals: Totals) -> Totals:
        """The totals with all parts of this step on top."""
        columns = zip(totals, *(part.points for part in self.parts), strict=True)
        return tuple(map(sum, columns))


@dataclass(frozen=True, slots=True)
class Ending:
    """Who has won a game, and why: ``target``, ``higher``, ``first``, ``bonus``, ``claim``, …"""

    winner: Side | None
    why: str


@dataclass(frozen=True, slots=True)
class Situation:
    """What a hand needs to know of the game it is played in.

    ``totals`` before the hand, in the unit of the sheet; ``turn`` the seat that calls, deals or
    leads this hand, None while unknown; ``to_target`` is False in a game over a fixed
    number of hands, which totals do not end.
    """

    totals: Totals
    turn: Seat | None = None
    to_target: bool = True


@dataclass(frozen=True, slots=True)
class Rule:
    """One sentence of the printed regulation, as a code with parameters. ``to_target``: it holds
    only where a game is played to a target, and not over a fixed number of hands."""

    code: str
    params: Mapping[str, Any] = field(default_factory=dict)
    to_target: bool = False


Options = TypeVar("Options", bound=Frozen)
Record = TypeVar("Record", bound=Frozen)
Play = TypeVar("Play", bound=Frozen)
Claim = TypeVar("Claim", bound=Frozen)


class Rulebook(ABC, Generic[Options, Record, Play, Claim]):
    """A kind of game, as frozen data and a few functions (one instance a game, in the registry).

    Points and totals are integers in the unit of the sheet under the given options.
    """

    name: ClassVar[str]
    """The word of the notation: ``marafon``."""
    sides: ClassVar[int]
    turn_word: ClassVar[str]
    """What the seat of ``Situation.turn`` does, and its field in a record: ``caller``, …"""
    options_model: type[Options]
    record_model: type[Record]
    play_model: type[Play]
    claim_model: type[Claim] | None
    moment_model: type[Frozen]
    """What ``legal`` reads: a hand, and the trick so far."""

    def side_of(self, seat: Seat) -> Side:
        return seat % self.sides

    @abstractmethod
    def options(self, data: Mapping[str, Any]) -> Options:
        """The options of a document, defaults filled in.

        Raises Unreadable (unknown name, wrong type) or Refused (out of bounds, at odds).
        """

    @abstractmethod
    def seats(self, options: Options) -> int:
        """How many play at one table."""

    @abstractmethod
    def unit(self, options: Options) -> str:
        """What a total counts: ``points`` or ``thirds``."""

    @abstractmethod
    def target(self, options: Options) -> int | None:
        """The least total that ends a game under these options, in the unit of the sheet; None
        for a game that is only played over a number of hands."""

    @abstractmethod
    def smallest(self, options: Options) -> tuple[str, ...]:
        """The fields of the smallest record that a club writes under these options."""

    @abstractmethod
    def record(self, data: Mapping[str, Any]) -> Record:
        """The record of a hand as it was written down.

        Raises Unreadable, or Refused where a list has not the length that it must have.
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
        """The steps in which a checked record is booked."""

    def feats(self, record: Record, options: Options) -> Mapping[str, Totals]:
        """What a checked record shows that standings may rank by, besides points: by its word, how
        often for each side (``marafona``, ``shutout``: the others took nothing)."""
        return {}

    @abstractmethod
    def over(self, totals: Totals, options: Options, first: Side | None = None) -> Ending | None:
        """Whether these totals end the game; ``first`` got there first, where it is known."""

    @abstractmethod
    def first(self, record: Record, options: Options, before: Situation) -> Side | None:
        """The side that a checked record says or shows to have been the first to get there."""

    @abstractmethod
    def turn_of(self, record: Record) -> Seat | None:
        """The seat that this record names as caller, dealer or leader."""

    def next_turn(self, seat: Seat, options: Options) -> Seat:
        """Who calls, deals or leads after a hand of ``seat``: his right-hand neighbour."""
        return (seat + 1) % self.seats(options)

    @abstractmethod
    def redeal(self, options: Options) -> tuple[Violation, ...]:
        """Why these options allow no redeal; empty where they do. The turn stays."""

    @abstractmethod
    def claim(self, data: Mapping[str, Any], options: Options, before: Situation) -> Ending:
        """How a claim ends the game. Raises Unreadable, or Refused where it cannot be made."""

    @abstractmethod
    def replay(self, data: Mapping[str, Any], options: Options) -> dict[str, Any]:
        """The result of a play document as the notation has it. Raises Unreadable or Refused."""

    @abstractmethod
    def legal(self, data: Mapping[str, Any], options: Options) -> list[str]:
        """The cards of ``hand`` that may follow those on ``table``, sorted.

        Raises Unreadable or Refused.
        """

    @abstractmethod
    def simulate(self, random: Random, options: Options, turn: Seat | None) -> dict[str, Any]:
        """A whole hand of real cards played legally by simulated players: a ``play`` document."""

    @abstractmethod
    def card(self, options: Options) -> dict[str, Any]:
        """The rulebook under these options as data for a machine without Python (``card.py``)."""

    @abstractmethod
    def regulation(self, options: Options) -> tuple[Rule, ...]:
        """The rules as a club prints them, in their order: these options' and those of the game."""
