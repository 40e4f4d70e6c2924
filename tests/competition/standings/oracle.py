"""The metrics again, each written down as its definition reads, for one entry at a time: slow, and
of another hand than the product's."""

from collections.abc import Callable
from fractions import Fraction
from itertools import accumulate
from typing import Any

from competition.standings.options import StandingsOptions
from competition.standings.results import RoundResult


class Oracle:
    """Results of two slots or one."""

    def __init__(self, results: list[RoundResult], options: StandingsOptions) -> None:
        self.results = results
        self.options = options
        self.last_round = max([0, *(result.round for result in results)])

    def mine(self, entry: Any) -> list[tuple[RoundResult, int]]:
        return [
            (result, result.slots.index(entry)) for result in self.results if entry in result.slots
        ]

    def score(self, entry: Any) -> int:
        return sum(result.score[slot] for result, slot in self.mine(entry))

    def own(self, name: str, entry: Any) -> int:
        return sum(getattr(result, name)[slot] for result, slot in self.known(name, entry))

    def theirs(self, name: str, entry: Any) -> int:
        return sum(getattr(result, name)[1 - slot] for result, slot in self.known(name, entry))

    def known(self, name: str, entry: Any) -> list[tuple[RoundResult, int]]:
        return [each for each in self.mine(entry) if getattr(each[0], name)]

    def wins(self, entry: Any, *kinds: str) -> int:
        met = [each for each in self.mine(entry) if each[0].kind in kinds]
        return sum(
            result.score[slot] >= self.options.win
            if len(result.slots) == 1
            else result.score[slot] > result.score[1 - slot]
            for result, slot in met
        )

    def at_will(self, result: RoundResult, slot: int) -> bool:
        lost = result.kind == "forfeit" and result.score[slot] <= result.score[1 - slot]
        return result.kind in ("half_bye", "absent") or lost

    def adjusted(self, entry: Any) -> int:
        """16.3: what is left unplayed at will after the last round it was there for is drawn."""
        there = [r.round for r, slot in self.mine(entry) if not self.at_will(r, slot)]
        leaves = max([0, *there])
        return sum(
            self.options.draw if len(r.slots) == 1 and r.round > leaves else r.score[slot]
            for r, slot in self.mine(entry)
        )

    def opponents(self, entry: Any) -> list[tuple[int, int, bool]]:
        """By round: the opponent's score or the dummy's, the entry's own in it, left at will."""
        found = []
        for result, slot in self.mine(entry):
            if result.kind == "played":
                worth = self.adjusted(result.slots[1 - slot])
                found.append((worth, result.score[slot], False))
                continue
            worth = self.score(entry)
            if self.options.unplayed == "2026" and len(result.slots) == 2:
                worth = min(worth, self.adjusted(result.slots[1 - slot]))
            elif self.options.unplayed == "2026":
                worth = min(worth, self.options.draw * self.last_round)
            found.append((worth, result.score[slot], self.at_will(result, slot)))
        return found

    def buchholz(self, entry: Any, low: int = 0, high: int = 0) -> int:
        left = self.opponents(entry)
        for _ in range(min(low, len(left))):
            at_will = [each for each in left if each[2]]
            left.remove(min(at_will or left, key=lambda each: each[0]))
        for _ in range(min(high, len(left))):
            left.remove(max(left, key=lambda each: each[0]))
        return sum(each[0] for each in left)

    def average(self, entry: Any) -> tuple[int, int]:
        met = [r.slots[1 - slot] for r, slot in self.mine(entry) if r.kind == "played"]
        total = Fraction(sum(self.buchholz(other) for other in met), max(1, len(met)))
        return total.numerator, total.denominator

    def progressive(self, entry: Any) -> int:
        made = [0] * self.last_round
        for result, slot in self.mine(entry):
            made[result.round - 1] = result.score[slot]
        return sum(accumulate(made))

    def metrics(self) -> dict[str, Callable[[Any], Any]]:
        every = ("played", "forfeit", "bye", "half_bye", "absent")
        return {
            "match_points": self.score,
            "wins": lambda entry: self.wins(entry, *every),
            "wins_played": lambda entry: self.wins(entry, "played"),
            "games_won": lambda entry: self.own("games", entry),
            "games_lost": lambda entry: self.theirs("games", entry),
            "games_difference": lambda entry: (
                self.own("games", entry) - self.theirs("games", entry)
            ),
            "hands": lambda entry: sum(result.hands for result, _ in self.mine(entry)),
            "points_for": lambda entry: self.own("points", entry),
            "points_against": lambda entry: self.theirs("points", entry),
            "points_difference": lambda entry: (
                self.own("points", entry) - self.theirs("points", entry)
            ),
            "thirds": lambda entry: self.own("thirds", entry),
            "shutouts": lambda entry: self.own("shutouts", entry),
            "marafonas": lambda entry: self.own("marafonas", entry),
            "progressive": self.progressive,
            "buchholz": self.buchholz,
            "buchholz_cut_1": lambda entry: self.buchholz(entry, low=1),
            "buchholz_cut_2": lambda entry: self.buchholz(entry, low=2),
            "buchholz_median_1": lambda entry: self.buchholz(entry, low=1, high=1),
            "sonneborn_berger": lambda entry: sum(
                worth * scored for worth, scored, _ in self.opponents(entry)
            ),
            "average_opponents_buchholz": self.average,
        }
