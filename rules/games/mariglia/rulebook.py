"""The rulebook of Mariglia: each method of the contract is implemented in a module of its own."""

from collections.abc import Mapping
from random import Random
from typing import Any

from kernel.models import Frozen
from kernel.reading import read
from kernel.refusals import Refused
from kernel.violations import Violation
from rules.contract import Ending, Rule, Rulebook, Seat, Side, Situation, Step, Totals
from rules.games.mariglia import card, check, ending, legal, played, regulation, score, simulate
from rules.games.mariglia.cards import SEATS, SIDES
from rules.games.mariglia.options import MarigliaOptions
from rules.games.mariglia.play import MarigliaPlay
from rules.games.mariglia.record import MarigliaRecord
from rules.moments import Moment


class Mariglia(Rulebook[MarigliaOptions, MarigliaRecord, MarigliaPlay, Frozen]):
    """Source: the description of Mariglia that was pieced together from those who play it."""

    name = "mariglia"
    sides = SIDES
    turn_word = "dealer"
    options_model = MarigliaOptions
    record_model = MarigliaRecord
    play_model = MarigliaPlay
    moment_model = Moment
    claim_model = None

    def read_options(self, data: Mapping[str, Any]) -> MarigliaOptions:
        return read(MarigliaOptions, data)

    def seats(self, options: MarigliaOptions) -> int:
        return SEATS

    def unit(self, options: MarigliaOptions) -> str:
        return "points"

    def target(self, options: MarigliaOptions) -> int:
        return options.total_needed

    def list_smallest_fields(self, options: MarigliaOptions) -> tuple[str, ...]:
        return ("totals", "dealer", "trionfo")

    def read_record(self, data: Mapping[str, Any]) -> MarigliaRecord:
        return read(MarigliaRecord, data)

    def record_of_play(
        self, data: Mapping[str, Any], options: MarigliaOptions, before: Situation
    ) -> MarigliaRecord:
        return played.make_record(played.play_through(read(MarigliaPlay, data), options), before)

    def check(
        self, record: MarigliaRecord, options: MarigliaOptions, before: Situation
    ) -> tuple[Violation, ...]:
        return check.check(record, options, before)

    def score(self, record: MarigliaRecord, options: MarigliaOptions) -> tuple[Step, ...]:
        return score.score(record, options)

    def count_feats(self, record: MarigliaRecord, options: MarigliaOptions) -> Mapping[str, Totals]:
        return score.count_feats(record)

    def find_ending(
        self, totals: Totals, options: MarigliaOptions, first: Side | None = None
    ) -> Ending | None:
        return ending.find_ending(totals, options)

    def find_first_side(
        self, record: MarigliaRecord, options: MarigliaOptions, before: Situation
    ) -> Side | None:
        return None

    def find_turn(self, record: MarigliaRecord) -> Seat | None:
        return record.dealer

    def check_redeal(self, options: MarigliaOptions) -> tuple[Violation, ...]:
        return (Violation("redeal_not_allowed"),)

    def decide_claim(
        self, data: Mapping[str, Any], options: MarigliaOptions, before: Situation
    ) -> Ending:
        raise Refused([Violation("claims_not_allowed")])

    def replay(self, data: Mapping[str, Any], options: MarigliaOptions) -> dict[str, Any]:
        return played.build_answer(played.play_through(read(MarigliaPlay, data), options))

    def list_legal_cards(self, data: Mapping[str, Any], options: MarigliaOptions) -> list[str]:
        return legal.list_legal_cards(read(Moment, data), options)

    def simulate(
        self, random: Random, options: MarigliaOptions, turn: Seat | None
    ) -> dict[str, Any]:
        return simulate.simulate(random, options, turn)

    def build_card(self, options: MarigliaOptions) -> dict[str, Any]:
        return card.build_card(self, options).model_dump(mode="json")

    def list_rules(self, options: MarigliaOptions) -> tuple[Rule, ...]:
        return regulation.list_rules(options)
