"""A toy game for the tests: Tressette without trumps, to 21. All that a game needs stands here."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Annotated, Any

from pydantic import Field

from kernel.models import Frozen
from kernel.reading import read
from kernel.refusals import Refused
from kernel.violations import Violation
from rules import card as cards_of_rules
from rules.card_play import CardPlay
from rules.cards import Card, deal
from rules.checks import check_range, check_turn
from rules.contract import Ending, Part, Rule, Rulebook, Seat, Side, Situation, Step, Totals
from rules.deals import check_deal
from rules.fields import a_seat, up_to, whole
from rules.moments import Moment, check_moment
from rules.tricks import Trick, find_winning_place, play_out, playable
from wording.games.contract import FieldWords, GameWords, OptionWords

SEATS, SIDES, HAND = 4, 2, 10
STRENGTH = {rank: height for height, rank in enumerate("4567JHKA23")}
THIRDS = {"A": 3, "3": 1, "2": 1, "K": 1, "H": 1, "J": 1}
POINTS = 11
Cards = Annotated[tuple[str, ...], Field(strict=False)]


class Options(Frozen):
    target: Annotated[int, Field(ge=11, le=51)] = 21


class Record(Frozen):
    points: Annotated[
        tuple[Annotated[int, up_to(POINTS)] | None, Annotated[int, up_to(POINTS)] | None],
        Field(strict=False),
    ]
    dealer: Annotated[int, a_seat(SEATS)] | None = None


class Play(Frozen):
    dealer: int
    hands: Annotated[tuple[Cards, ...], Field(strict=False)]
    plays: Cards


class Tressette(Rulebook[Options, Record, Play, Frozen]):
    name = "tressette"
    sides = SIDES
    turn_word = "dealer"
    options_model = Options
    record_model = Record
    play_model = Play
    claim_model = None
    moment_model = Moment

    def read_options(self, data: Mapping[str, Any]) -> Options:
        return read(Options, data)

    def seats(self, options: Options) -> int:
        return SEATS

    def unit(self, options: Options) -> str:
        return "points"

    def target(self, options: Options) -> int:
        return options.target

    def list_smallest_fields(self, options: Options) -> tuple[str, ...]:
        return ("points",)

    def read_record(self, data: Mapping[str, Any]) -> Record:
        return read(Record, data)

    def record_of_play(
        self, data: Mapping[str, Any], options: Options, before: Situation
    ) -> Record:
        play = read(Play, data)
        tricks = _tricks(play)
        if len(tricks) < HAND:
            params = {"plays": len(play.plays), "must_be": SEATS * HAND}
            raise Refused([Violation("play_incomplete", params)])
        return Record(points=_points(tricks), dealer=play.dealer)

    def check(self, record: Record, options: Options, before: Situation) -> tuple[Violation, ...]:
        violations = check_turn("dealer", record.dealer, SEATS, before.turn)
        both = whole(record.points, POINTS)
        if both is None:
            return (*violations, Violation("result_missing"))
        for points in both:
            violations += check_range("points", points, POINTS + 1)
        if None not in record.points and record.points != both:
            params = {"field": "points", "sum": sum(filter(None, record.points))}
            violations.append(Violation("wrong_sum", {**params, "must_be": POINTS}))
        return tuple(violations)

    def score(self, record: Record, options: Options) -> tuple[Step, ...]:
        return (Step((Part("cards", whole(record.points, POINTS) or (0, 0)),)),)

    def find_ending(
        self, totals: Totals, options: Options, first: Side | None = None
    ) -> Ending | None:
        there = [side for side in range(SIDES) if totals[side] >= options.target]
        if len(there) < SIDES:
            return Ending(there[0], "target") if there else None
        ours, theirs = totals
        return None if ours == theirs else Ending(0 if ours > theirs else 1, "higher")

    def find_first_side(self, record: Record, options: Options, before: Situation) -> Side | None:
        return None

    def find_turn(self, record: Record) -> Seat | None:
        return record.dealer

    def check_redeal(self, options: Options) -> tuple[Violation, ...]:
        return (Violation("redeal_not_allowed"),)

    def decide_claim(self, data: Mapping[str, Any], options: Options, before: Situation) -> Ending:
        raise Refused([Violation("claims_not_allowed")])

    def replay(self, data: Mapping[str, Any], options: Options) -> dict[str, Any]:
        tricks = _tricks(read(Play, data))
        return {"complete": len(tricks) == HAND, "winners": [trick.winner for trick in tricks]}

    def list_legal_cards(self, data: Mapping[str, Any], options: Options) -> list[str]:
        moment = read(Moment, data)
        if violations := check_moment(moment, hand_size=HAND, seats=SEATS):
            raise Refused(violations)
        return sorted(playable(moment.hand, moment.table))

    def simulate(self, random: Random, options: Options, turn: Seat | None) -> dict[str, Any]:
        dealer = random.randrange(SEATS) if turn is None else turn
        hands = deal(random, SEATS, HAND)
        held, plays, leader = [list(hand) for hand in hands], [], (dealer + 1) % SEATS
        for _ in range(HAND):
            table: list[Card] = []
            for place in range(SEATS):
                hand = held[(leader + place) % SEATS]
                table.append(random.choice(playable(hand, table)))
                hand.remove(table[-1])
            plays += table
            leader = (leader + find_winning_place(table, None, STRENGTH)) % SEATS
        return {"dealer": dealer, "hands": hands, "plays": plays}

    def build_card(self, options: Options) -> dict[str, Any]:
        pairs = [[points, POINTS - points] for points in range(POINTS + 1)]
        step = cards_of_rules.build_table(self, options, {"points": pairs})
        return cards_of_rules.ScoringCard(
            game=self.name,
            options=options.model_dump(mode="json"),
            sides=SIDES,
            smallest=self.list_smallest_fields(options),
            forms=(cards_of_rules.Form(name="points", steps=(step,)),),
            end=cards_of_rules.build_end(self, options),
            claim=None,
            turn=cards_of_rules.build_turn(self, options),
            play=CardPlay(
                seats=SEATS,
                hand_size=HAND,
                leads=1,
                ranking="32AKHJ7654",
                values={rank: THIRDS.get(rank, 0) for rank in STRENGTH},
                last_trick=3,
                field="points",
                point=3,
                trump="none",
                duty="follow",
            ),
        ).model_dump(mode="json")

    def list_rules(self, options: Options) -> tuple[Rule, ...]:
        return (Rule("no_trumps"), Rule("target", {"target": options.target}))


def _tricks(play: Play) -> tuple[Trick, ...]:
    violations = [*check_range("dealer", play.dealer, SEATS), *check_deal(play.hands, SEATS, HAND)]
    if not violations:
        leader = (play.dealer + 1) % SEATS
        playing = play_out(play.hands, leader, None, play.plays, STRENGTH)
        if not playing.violation:
            return playing.tricks
        violations = [playing.violation]
    raise Refused(violations)


def _points(tricks: Sequence[Trick]) -> tuple[int, int]:
    thirds = [0] * SIDES
    for trick in tricks:
        thirds[trick.winner % SIDES] += sum(THIRDS.get(card[0], 0) for card in trick.cards)
    thirds[tricks[-1].winner % SIDES] += 3
    return thirds[0] // 3, thirds[1] // 3


WORDS = GameWords(
    name="Tressette",
    options={"target": OptionWords("Points to win a game")},
    record={"points": FieldWords("Points"), "dealer": FieldWords("Who dealt")},
    claim={},
    rules={
        "no_trumps": lambda _params: "There are no trumps.",
        "target": lambda params: f"A game is won at {params['target']} points.",
    },
    parts={},
    most_used=("target",),
)
