"""The rulebook of Marafon: each method of the contract is implemented in a module of its own."""

from collections.abc import Mapping
from random import Random
from typing import Any

from kernel.reading import read
from kernel.refusals import Refused
from kernel.violations import Violation
from rules.contract import Ending, Rule, Rulebook, Seat, Side, Situation, Step, Totals
from rules.games.marafon import card, check, ending, legal, played, regulation, score, simulate
from rules.games.marafon.cards import SEATS, SIDES
from rules.games.marafon.ending import MarafonClaim
from rules.games.marafon.legal import MarafonMoment
from rules.games.marafon.options import MarafonOptions, find_odd_options
from rules.games.marafon.play import MarafonPlay
from rules.games.marafon.record import MarafonRecord


class Marafon(Rulebook[MarafonOptions, MarafonRecord, MarafonPlay, MarafonClaim]):
    """Sources: pagat's Marafon-Beccaccino, and the options of the notation."""

    name = "marafon"
    sides = SIDES
    turn_word = "caller"
    options_model = MarafonOptions
    record_model = MarafonRecord
    play_model = MarafonPlay
    moment_model = MarafonMoment
    claim_model = MarafonClaim

    def read_options(self, data: Mapping[str, Any]) -> MarafonOptions:
        chosen = read(MarafonOptions, data)
        violations = find_odd_options(chosen)
        if violations:
            raise Refused(violations)
        return chosen

    def seats(self, options: MarafonOptions) -> int:
        return SEATS

    def unit(self, options: MarafonOptions) -> str:
        return options.unit

    def target(self, options: MarafonOptions) -> int:
        return options.total_needed

    def list_smallest_fields(self, options: MarafonOptions) -> tuple[str, ...]:
        return (options.unit, "marafona")

    def read_record(self, data: Mapping[str, Any]) -> MarafonRecord:
        return read(MarafonRecord, data)

    def record_of_play(
        self, data: Mapping[str, Any], options: MarafonOptions, before: Situation
    ) -> MarafonRecord:
        return played.make_record(played.play_through(read(MarafonPlay, data)), options, before)

    def check(
        self, record: MarafonRecord, options: MarafonOptions, before: Situation
    ) -> tuple[Violation, ...]:
        return check.check(record, options, before)

    def score(self, record: MarafonRecord, options: MarafonOptions) -> tuple[Step, ...]:
        return score.score(record, options)

    def count_feats(self, record: MarafonRecord, options: MarafonOptions) -> Mapping[str, Totals]:
        return score.count_feats(record)

    def find_ending(
        self, totals: Totals, options: MarafonOptions, first: Side | None = None
    ) -> Ending | None:
        return ending.find_ending(totals, options, first)

    def find_first_side(
        self, record: MarafonRecord, options: MarafonOptions, before: Situation
    ) -> Side | None:
        if options.both_reach != "first_in_play" or record.first is not None:
            return record.first
        return ending.find_proved_first(record, options, before)

    def find_turn(self, record: MarafonRecord) -> Seat | None:
        return record.caller

    def check_redeal(self, options: MarafonOptions) -> tuple[Violation, ...]:
        if options.redeal:
            return ()
        return (Violation("redeal_not_allowed"),)

    def decide_claim(
        self, data: Mapping[str, Any], options: MarafonOptions, before: Situation
    ) -> Ending:
        return ending.decide_claim(read(MarafonClaim, data), options, before)

    def replay(self, data: Mapping[str, Any], options: MarafonOptions) -> dict[str, Any]:
        return played.build_answer(played.play_through(read(MarafonPlay, data)), options)

    def list_legal_cards(self, data: Mapping[str, Any], options: MarafonOptions) -> list[str]:
        return legal.list_legal_cards(read(MarafonMoment, data))

    def simulate(
        self, random: Random, options: MarafonOptions, turn: Seat | None
    ) -> dict[str, Any]:
        return simulate.simulate(random, options, turn)

    def build_card(self, options: MarafonOptions) -> dict[str, Any]:
        return card.build_card(self, options).model_dump(mode="json")

    def list_rules(self, options: MarafonOptions) -> tuple[Rule, ...]:
        return regulation.list_rules(options)
