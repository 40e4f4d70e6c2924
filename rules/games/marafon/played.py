"""A legal hand of Marafon: the tricks and their values, the score, the record that it makes."""

from dataclasses import dataclass
from typing import Any

from kernel.refusals import Refused
from kernel.violations import Violation
from rules.cards import Card
from rules.contract import Seat, Side, Situation
from rules.games.marafon.cards import (
    LAST_TRICK,
    PLAYS,
    POINT,
    SEATS,
    SIDES,
    TRICKS,
    find_side,
    sum_thirds,
)
from rules.games.marafon.ending import both_reach_target
from rules.games.marafon.marafona import book_marafona, find_marafona_holder
from rules.games.marafon.options import MarafonOptions
from rules.games.marafon.play import MarafonPlay, list_tricks
from rules.games.marafon.record import MarafonRecord
from rules.tricks import Trick

REDEAL_UNDER = POINT + 1
"""In thirds. A caller's hand of less than one point and one figure may be sent a monte (pagat, the
variations)."""


@dataclass(frozen=True, slots=True)
class PlayedMarafon:
    """A legal hand, as far as it was played."""

    play: MarafonPlay
    tricks: tuple[Trick, ...]
    holder: Seat | None
    """Who was dealt 3, 2 and ace of trumps."""

    @property
    def complete(self) -> bool:
        return len(self.tricks) == TRICKS

    @property
    def last_trick(self) -> Side | None:
        if not self.complete:
            return None
        return find_side(self.tricks[-1].winner)

    def list_gains(self) -> list[tuple[Side, int]]:
        """By trick: the side that took it, and its value in thirds."""
        gains = [(find_side(trick.winner), sum_thirds(trick.cards)) for trick in self.tricks]
        if self.complete:
            side, thirds = gains[-1]
            gains[-1] = side, thirds + LAST_TRICK
        return gains

    def count_thirds(self) -> tuple[int, int]:
        """What each side has taken so far."""
        side_thirds = [0] * SIDES
        for side, thirds in self.list_gains():
            side_thirds[side] += thirds
        return side_thirds[0], side_thirds[1]

    def find_first_card(self, seat: Seat) -> Card | None:
        """The first card that a seat has played, None before it has."""
        place = (seat - self.play.caller) % SEATS
        if place >= len(self.play.plays):
            return None
        return self.play.plays[place]

    def find_marafona_side(self, options: MarafonOptions) -> Side | None:
        """The side for which a marafona counts under the options, as far as the hand was played.

        In pagat's main text any holder may declare it in the first trick; that only the caller's
        counts, or only with the ace led, are house rules.
        """
        holder = self.holder
        if holder is None or not options.marafona_points:
            return None
        if options.marafona_who == "caller" and holder != self.play.caller:
            return None
        if options.marafona_must_declare and self.play.declared != holder:
            return None
        if options.marafona_lead_ace and self.find_first_card(holder) != "A" + self.play.trump:
            return None
        return find_side(holder)


def play_through(play: MarafonPlay) -> PlayedMarafon:
    """The hand, replayed. Raises Refused if it is not legal."""
    tricks = list_tricks(play)
    return PlayedMarafon(play, tricks, find_marafona_holder(play.hands, play.trump))


def build_answer(played: PlayedMarafon, options: MarafonOptions) -> dict[str, Any]:
    """The answer of the notation, without ``id`` and ``legal``."""
    thirds = played.count_thirds()
    # Each side's fractions are dropped by themselves (pagat, The Scoring).
    points = thirds[0] // POINT, thirds[1] // POINT
    cards = points
    if options.in_thirds:
        cards = thirds
    shutout: Side | None = None
    if played.complete and 0 in thirds:
        shutout = thirds.index(0)
    marafona = book_marafona(played.find_marafona_side(options), options)
    caller_hand = played.play.hands[played.play.caller]
    return {
        "complete": played.complete,
        "winners": [trick.winner for trick in played.tricks],
        "thirds": list(thirds),
        "last_trick": played.last_trick,
        "points": list(points),
        "marafona": played.holder,
        "score": [cards[0] + marafona[0], cards[1] + marafona[1]],
        "shutout": shutout,
        "redeal_allowed": sum_thirds(caller_hand) < REDEAL_UNDER,
    }


def make_record(played: PlayedMarafon, options: MarafonOptions, before: Situation) -> MarafonRecord:
    """The record that a whole play makes. Raises Refused if cards are still to be played."""
    if not played.complete:
        params = {"plays": len(played.play.plays), "must_be": PLAYS}
        raise Refused([Violation("play_incomplete", params)])
    winners = [find_side(trick.winner) for trick in played.tricks]
    record = MarafonRecord(
        thirds=played.count_thirds(),
        marafona=played.find_marafona_side(options),
        last_trick=played.last_trick,
        tricks=(winners.count(0), winners.count(1)),
        caller=played.play.caller,
        trump=played.play.trump,
    )
    is_race = options.both_reach == "first_in_play"
    if not is_race or not both_reach_target(record, options, before):
        return record
    # The side that reached the target first, in exact thirds.
    gains = played.list_gains()
    if record.marafona is not None:
        # It is declared in the first trick, before any trick counts (pagat, The Play).
        gains.insert(0, (record.marafona, POINT * options.marafona_points))
    totals = options.list_thirds(before.totals)
    for side, thirds in gains:
        totals[side] += thirds
        if totals[side] >= options.thirds_needed:
            return record.model_copy(update={"first": side})
    raise ValueError("neither side has reached the target")
