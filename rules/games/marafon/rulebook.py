"""The rulebook of Marafon: the contract's questions, each answered by the module of its noun."""

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
from rules.games.marafon.options import MarafonOptions, at_odds
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

    def options(self, data: Mapping[str, Any]) -> MarafonOptions:
        chosen = read(MarafonOptions, data)
        violations = at_odds(chosen)
        if violations:
            raise Refused(violations)
        return chosen

    def seats(self, options: MarafonOptions) -> int:
        return SEATS

    def unit(self, options: MarafonOptions) -> str:
        return "thirds" if options.in_thirds else "points"

    def target(self, options: MarafonOptions) -> int:
        return options.total_needed

    def smallest(self, options: MarafonOptions) -> tuple[str, ...]:
        return ("thirds" if options.in_thirds else "points", "marafona")

    def record(self, data: Mapping[str, Any]) -> MarafonRecord:
        return read(MarafonRecord, data)

    def record_of_play(
        self, data: Mapping[str, Any], options: MarafonOptions, before: Situation
    ) -> MarafonRecord:
        return played.record_of(played.play_through(read(MarafonPlay, data)), options, before)

    def check(
        self, record: MarafonRecord, options: MarafonOptions, before: Situation
    ) -> tuple[Violation, ...]:
        return check.check(record, options, before)

    def score(self, record: MarafonRecord, options: MarafonOptions) -> tuple[Step, ...]:
        return score.score(record, options)

    def feats(self, record: MarafonRecord, options: MarafonOptions) -> Mapping[str, Totals]:
        return score.feats(record)

    def over(
        self, totals: Totals, options: MarafonOptions, first: Side | None = None
    ) -> Ending | None:
        return ending.over(totals, options, first)

    def first(
        self, record: MarafonRecord, options: MarafonOptions, before: Situation
    ) -> Side | None:
        if options.both_reach != "first_in_play" or record.first is not None:
            return record.first
        return ending.find_shown_first(record, options, before)

    def turn_of(self, record: MarafonRecord) -> Seat | None:
        return record.caller

    def redeal(self, options: MarafonOptions) -> tuple[Violation, ...]:
        return () if options.redeal else (Violation("redeal_not_allowed"),)

    def claim(self, data: Mapping[str, Any], options: MarafonOptions, before: Situation) -> Ending:
        return ending.claim(read(MarafonClaim, data), options, before)

    def replay(self, data: Mapping[str, Any], options: MarafonOptions) -> dict[str, Any]:
        return played.result(played.play_through(read(MarafonPlay, data)), options)

    def legal(self, data: Mapping[str, Any], options: MarafonOptions) -> list[str]:
        return legal.legal(read(MarafonMoment, data))

    def simulate(
        self, random: Random, options: MarafonOptions, turn: Seat | None
    ) -> dict[str, Any]:
        return simulate.simulate(random, options, turn)

    def card(self, options: MarafonOptions) -> dict[str, Any]:
        return card.card(self, options).model_dump(mode="json")

    def regulation(self, options: MarafonOptions) -> tuple[Rule, ...]:
        return regulation.regulation(options)
