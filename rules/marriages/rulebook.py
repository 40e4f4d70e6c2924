"""The rulebooks of the group: the methods that follow from their terms."""

from abc import abstractmethod
from collections.abc import Mapping
from random import Random
from typing import Any, ClassVar, TypeVar

from kernel.models import Frozen
from kernel.reading import read
from kernel.refusals import Refused
from kernel.violations import Violation
from rules.contract import Ending, Rulebook, Seat, Side, Situation, Step, Totals
from rules.marriages import card, check, ending, play, played, score, simulate
from rules.marriages.cards import SIDES
from rules.marriages.ending import PointsClaim
from rules.marriages.play import StockMoment, StockPlay
from rules.marriages.record import MarriageRecord
from rules.marriages.terms import Terms

Options = TypeVar("Options", bound=Frozen)
Record = TypeVar("Record", bound=MarriageRecord)


class MarriageBook(Rulebook[Options, Record, StockPlay, PointsClaim]):
    """A game of the group. Its own rulebook adds the options, their terms, and the regulation."""

    sides: ClassVar[int] = SIDES
    turn_word: ClassVar[str] = "leader"
    play_model = StockPlay
    moment_model = StockMoment
    claim_model: type[PointsClaim] | None = None

    @abstractmethod
    def terms(self, options: Options) -> Terms:
        """The terms of the group under these options."""

    def read_options(self, data: Mapping[str, Any]) -> Options:
        chosen = read(self.options_model, data)
        violations = self.find_odd_options(chosen)
        if violations:
            raise Refused(violations)
        return chosen

    def find_odd_options(self, options: Options) -> list[Violation]:
        """Options that cannot have been meant together."""
        return []

    def seats(self, options: Options) -> int:
        return self.terms(options).seats

    def unit(self, options: Options) -> str:
        return "points"

    def target(self, options: Options) -> int:
        return self.terms(options).target

    def list_smallest_fields(self, options: Options) -> tuple[str, ...]:
        if self.terms(options).has_turned_trump:
            return ("card_points", "declarations", "trump")
        return ("card_points", "declarations")

    def read_record(self, data: Mapping[str, Any]) -> Record:
        return read(self.record_model, data)

    def record_of_play(
        self, data: Mapping[str, Any], options: Options, before: Situation
    ) -> Record:
        document, terms = read(StockPlay, data), self.terms(options)
        deal = played.play_deal(document, terms)
        fields = played.build_record_fields(document, deal, terms, before)
        return self.read_record(fields)

    def check(self, record: Record, options: Options, before: Situation) -> tuple[Violation, ...]:
        return check.check(record, self.terms(options), before)

    def score(self, record: Record, options: Options) -> tuple[Step, ...]:
        return score.score(record, self.terms(options))

    def find_ending(
        self, totals: Totals, options: Options, first: Side | None = None
    ) -> Ending | None:
        return ending.find_ending(totals, self.terms(options), first)

    def find_first_side(self, record: Record, options: Options, before: Situation) -> Side | None:
        return record.was_first

    def find_turn(self, record: Record) -> Seat | None:
        return record.leader

    def check_redeal(self, options: Options) -> tuple[Violation, ...]:
        return (Violation("redeal_not_allowed"),)

    def decide_claim(self, data: Mapping[str, Any], options: Options, before: Situation) -> Ending:
        return ending.decide_claim(read(PointsClaim, data), self.terms(options), before)

    def replay(self, data: Mapping[str, Any], options: Options) -> dict[str, Any]:
        return played.build_answer(played.play_deal(read(StockPlay, data), self.terms(options)))

    def list_legal_cards(self, data: Mapping[str, Any], options: Options) -> list[str]:
        return play.list_legal_cards(read(StockMoment, data), self.terms(options))

    def simulate(self, random: Random, options: Options, turn: Seat | None) -> dict[str, Any]:
        return simulate.simulate(random, self.terms(options), turn)

    def build_card(self, options: Options) -> dict[str, Any]:
        return card.build_card(self, options, self.terms(options)).model_dump(mode="json")
