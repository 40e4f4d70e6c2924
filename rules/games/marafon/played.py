"""A legal hand of Marafon: who took what, what it scores, the record that it makes."""

from collections.abc import Iterator
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
    side_of,
    thirds_of,
)
from rules.games.marafon.ending import both_there
from rules.games.marafon.marafona import book_marafona, holder_of_marafona
from rules.games.marafon.options import MarafonOptions
from rules.games.marafon.play import MarafonPlay, tricks_of
from rules.games.marafon.record import MarafonRecord
from rules.tricks import Trick

REDEAL_UNDER = POINT + 1
"""A caller's hand of less than one point and one figure may be sent a monte (pagat)."""


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
        return side_of(self.tricks[-1].winner) if self.complete else None

    def won(self) -> list[tuple[Side, int]]:
        """By trick: who took it, and what it gave in thirds."""
        won = [(side_of(trick.winner), thirds_of(trick.cards)) for trick in self.tricks]
        if self.complete:
            side, thirds = won[-1]
            won[-1] = side, thirds + LAST_TRICK
        return won

    def thirds(self) -> tuple[int, int]:
        """What each side has taken so far."""
        taken = [0] * SIDES
        for side, thirds in self.won():
            taken[side] += thirds
        return taken[0], taken[1]

    def first_card(self, seat: Seat) -> Card | None:
        """The first card that a seat has played, None before it has."""
        at = (seat - self.play.caller) % SEATS
        return self.play.plays[at] if at < len(self.play.plays) else None

    def marafona(self, options: MarafonOptions) -> Side | None:
        """The side for which a marafona counts by the options (so far)."""
        holder = self.holder
        if holder is None or not options.marafona_points:
            return None
        if options.marafona_who == "caller" and holder != self.play.caller:
            return None
        if options.marafona_must_declare and self.play.declared != holder:
            return None
        if options.marafona_lead_ace and self.first_card(holder) != "A" + self.play.trump:
            return None
        return side_of(holder)


def play_through(play: MarafonPlay) -> PlayedMarafon:
    """What came of a play. Raises Refused if it was not legal."""
    tricks = tricks_of(play)
    return PlayedMarafon(play, tricks, holder_of_marafona(play.hands, play.trump))


def result(played: PlayedMarafon, options: MarafonOptions) -> dict[str, Any]:
    """The answer of the notation, without ``id`` and ``legal``."""
    thirds = played.thirds()
    points = thirds[0] // POINT, thirds[1] // POINT
    cards = thirds if options.in_thirds else points
    marafona = book_marafona(played.marafona(options), options)
    return {
        "complete": played.complete,
        "winners": [trick.winner for trick in played.tricks],
        "thirds": list(thirds),
        "last_trick": played.last_trick,
        "points": list(points),
        "marafona": played.holder,
        "score": [cards[0] + marafona[0], cards[1] + marafona[1]],
        "shutout": thirds.index(0) if played.complete and 0 in thirds else None,
        "redeal_allowed": thirds_of(played.play.hands[played.play.caller]) < REDEAL_UNDER,
    }


def record_of(played: PlayedMarafon, options: MarafonOptions, before: Situation) -> MarafonRecord:
    """The record that a whole play makes. Raises Refused where cards are still to be played."""
    if not played.complete:
        params = {"plays": len(played.play.plays), "must_be": PLAYS}
        raise Refused([Violation("play_incomplete", params)])
    winners = [side_of(trick.winner) for trick in played.tricks]
    record = MarafonRecord(
        thirds=played.thirds(),
        marafona=played.marafona(options),
        last_trick=played.last_trick,
        tricks=(winners.count(0), winners.count(1)),
        caller=played.play.caller,
        trump=played.play.trump,
    )
    if options.both_reach == "first_in_play" and both_there(record, options, before):
        return record.model_copy(update={"first": _find_first(played, options, before)})
    return record


def _find_first(played: PlayedMarafon, options: MarafonOptions, before: Situation) -> Side:
    """Who got there first, both being there: in exact thirds, the marafona ahead of trick 0."""
    holder = played.marafona(options)
    totals = [options.thirds_in(total) for total in before.totals]
    gained = played.won()
    if holder is not None:
        gained.insert(0, (holder, POINT * options.marafona_points))
    return next(_list_arrivals(totals, gained, options.thirds_needed))


def _list_arrivals(totals: list[int], gained: list[tuple[Side, int]], need: int) -> Iterator[Side]:
    for side, thirds in gained:
        totals[side] += thirds
        if totals[side] >= need:
            yield side
