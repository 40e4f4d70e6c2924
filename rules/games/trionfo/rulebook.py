"""The rulebook of Trionfo: each method of the contract is implemented in a module of its own."""

from collections.abc import Mapping
from random import Random
from typing import Any

from kernel.models import Frozen
from kernel.reading import read
from kernel.refusals import Refused
from kernel.violations import Violation
from rules.contract import Ending, Rule, Rulebook, Seat, Side, Situation, Step, Totals
from rules.games.trionfo import card, check, legal, played, regulation, score, simulate
from rules.games.trionfo.cards import SEATS, SIDES
from rules.games.trionfo.options import TrionfoOptions
from rules.games.trionfo.play import TrionfoPlay
from rules.games.trionfo.record import RESULT, TrionfoRecord
from rules.moments import Moment


class Trionfo(Rulebook[TrionfoOptions, TrionfoRecord, TrionfoPlay, Frozen]):
    """Source: pagat's Marafon-Beccaccino, Trionfo. It is played over a number of hands."""

    name = "trionfo"
    sides = SIDES
    turn_word = "leader"
    options_model = TrionfoOptions
    record_model = TrionfoRecord
    play_model = TrionfoPlay
    moment_model = Moment
    claim_model = None

    def read_options(self, data: Mapping[str, Any]) -> TrionfoOptions:
        return read(TrionfoOptions, data)

    def seats(self, options: TrionfoOptions) -> int:
        return SEATS

    def unit(self, options: TrionfoOptions) -> str:
        return "points"

    def target(self, options: TrionfoOptions) -> int | None:
        return None

    def list_smallest_fields(self, options: TrionfoOptions) -> tuple[str, ...]:
        return RESULT

    def read_record(self, data: Mapping[str, Any]) -> TrionfoRecord:
        return read(TrionfoRecord, data)

    def record_of_play(
        self, data: Mapping[str, Any], options: TrionfoOptions, before: Situation
    ) -> TrionfoRecord:
        return played.make_record(read(TrionfoPlay, data))

    def check(
        self, record: TrionfoRecord, options: TrionfoOptions, before: Situation
    ) -> tuple[Violation, ...]:
        return check.check(record, before)

    def score(self, record: TrionfoRecord, options: TrionfoOptions) -> tuple[Step, ...]:
        return score.score(record)

    def find_ending(
        self, totals: Totals, options: TrionfoOptions, first: Side | None = None
    ) -> Ending | None:
        return None

    def find_first_side(
        self, record: TrionfoRecord, options: TrionfoOptions, before: Situation
    ) -> Side | None:
        return None

    def find_turn(self, record: TrionfoRecord) -> Seat | None:
        return record.leader

    def check_redeal(self, options: TrionfoOptions) -> tuple[Violation, ...]:
        return (Violation("redeal_not_allowed"),)

    def decide_claim(
        self, data: Mapping[str, Any], options: TrionfoOptions, before: Situation
    ) -> Ending:
        raise Refused([Violation("claims_not_allowed")])

    def replay(self, data: Mapping[str, Any], options: TrionfoOptions) -> dict[str, Any]:
        return played.build_answer(played.play_through(read(TrionfoPlay, data)))

    def list_legal_cards(self, data: Mapping[str, Any], options: TrionfoOptions) -> list[str]:
        return legal.list_legal_cards(read(Moment, data))

    def simulate(
        self, random: Random, options: TrionfoOptions, turn: Seat | None
    ) -> dict[str, Any]:
        return simulate.simulate(random, turn)

    def build_card(self, options: TrionfoOptions) -> dict[str, Any]:
        return card.build_card(self, options).model_dump(mode="json")

    def list_rules(self, options: TrionfoOptions) -> tuple[Rule, ...]:
        return regulation.list_rules()
