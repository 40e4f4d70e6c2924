"""A legal hand of Mariglia: the tricks and their values, the score, the record that it makes."""

from dataclasses import dataclass
from typing import Any

from kernel.refusals import Refused
from kernel.violations import Violation
from rules.contract import Situation
from rules.games.mariglia.cards import PLAYS, SIDES, TRICK, TRICKS, find_side, sum_points
from rules.games.mariglia.ending import bonus_wins
from rules.games.mariglia.options import MarigliaOptions
from rules.games.mariglia.play import MarigliaPlay, list_tricks
from rules.games.mariglia.record import MarigliaRecord
from rules.games.mariglia.score import compute_bonus, score_play
from rules.tricks import Trick


@dataclass(frozen=True, slots=True)
class PlayedMariglia:
    """A legal hand, as far as it was played."""

    play: MarigliaPlay
    options: MarigliaOptions
    tricks: tuple[Trick, ...]

    @property
    def complete(self) -> bool:
        return len(self.tricks) == TRICKS

    def count_card_points(self) -> tuple[int, int]:
        """The values of the cards that each side has taken so far, without the tricks."""
        side_points = [0] * SIDES
        for trick in self.tricks:
            side_points[find_side(trick.winner)] += sum_points(trick.cards, self.options.honours)
        return side_points[0], side_points[1]

    def count_tricks(self) -> tuple[int, int]:
        """The tricks that each side has taken so far."""
        winners = [find_side(trick.winner) for trick in self.tricks]
        return winners.count(0), winners.count(1)

    def count_totals(self) -> tuple[int, int]:
        """Cards and tricks together."""
        card_points, tricks = self.count_card_points(), self.count_tricks()
        return card_points[0] + TRICK * tricks[0], card_points[1] + TRICK * tricks[1]


def play_through(play: MarigliaPlay, options: MarigliaOptions) -> PlayedMariglia:
    """The hand, replayed. Raises Refused where it is not legal."""
    return PlayedMariglia(play, options, list_tricks(play, options))


def build_answer(played: PlayedMariglia) -> dict[str, Any]:
    """The answer of the notation, without ``id`` and ``legal``."""
    play, options = played.play, played.options
    trick_points = [sum_points(trick.cards, options.honours) + TRICK for trick in played.tricks]
    totals = played.count_totals()
    return {
        "complete": played.complete,
        "winners": [trick.winner for trick in played.tricks],
        "trick_points": trick_points,
        "card_points": list(played.count_card_points()),
        "tricks": list(played.count_tricks()),
        "totals": list(totals),
        "bonus": list(compute_bonus(play.dealer, play.trionfo, options)),
        "score": list(score_play(totals)) if played.complete else None,
    }


def make_record(played: PlayedMariglia, before: Situation) -> MarigliaRecord:
    """The record that a whole play makes. Raises Refused if cards are still to be played."""
    play = played.play
    record = MarigliaRecord(dealer=play.dealer, trionfo=play.trionfo)
    # The trionfo has won before the play, so whatever was played does not count (Il Trionfo).
    if bonus_wins(record, played.options, before):
        return record
    if not played.complete:
        params = {"plays": len(play.plays), "must_be": PLAYS}
        raise Refused([Violation("play_incomplete", params)])
    return record.model_copy(update={"totals": played.count_totals()})
