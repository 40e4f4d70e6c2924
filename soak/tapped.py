"""What was tapped, recorded outside the browsers and compared with the sheets at the end."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import product
from random import Random
from time import monotonic
from typing import Any

from rules.contract import Situation
from rules.registry import rulebook

MARAFONA = 3
ALL_POINTS = 11
RECENT = 6
"""Any this many consecutive hands of a match add different points, which identify the hand."""


@dataclass(frozen=True)
class TappedHand:
    """A hand of Marafone: the points of both sides, and the side that had the marafona."""

    points: tuple[int, int]
    marafona: int | None = None

    @property
    def adds(self) -> tuple[int, int]:
        ours, theirs = self.points
        if self.marafona == 0:
            ours += MARAFONA
        elif self.marafona == 1:
            theirs += MARAFONA
        return ours, theirs

    @property
    def text(self) -> str:
        """As the Italian pad confirms it."""
        return f": {self.adds[0]} a {self.adds[1]}."

    def as_json(self) -> dict[str, Any]:
        return {"points": list(self.points), "marafona": self.marafona}


def read_hand(data: dict[str, Any]) -> TappedHand:
    """The hand in the data of a line."""
    ours, theirs = data["points"]
    if theirs is None:
        theirs = ALL_POINTS - ours
    return TappedHand((ours, theirs), data.get("marafona"))


def list_possible_hands() -> list[TappedHand]:
    """Every hand that the rulebook accepts."""
    book = rulebook("marafon")
    options = book.read_options({})
    before = Situation(totals=(0, 0), turn=None)
    hands = []
    for ours, marafona in product(range(ALL_POINTS + 1), (None, 0, 1)):
        hand = TappedHand((ours, ALL_POINTS - ours), marafona)
        if not book.check(book.read_record(hand.as_json()), options, before):
            hands.append(hand)
    return hands


HANDS = list_possible_hands()


@dataclass(frozen=True)
class Score:
    """What an up-to-date pad shows: the number of the next hand, and the totals."""

    number: int
    totals: tuple[int, int]


@dataclass(eq=False)
class TappedDeal:
    """One deal: its hand as it must be on the sheet, and every hand that was typed for it."""

    hand: TappedHand
    typed: set[TappedHand] = field(default_factory=set)
    is_taken_back: bool = False

    def __post_init__(self) -> None:
        self.typed.add(self.hand)


@dataclass
class TappedMatch:
    """A match and the hands that its sheet must have at the end, in order."""

    match: int
    table: int
    games: int
    hands_a_game: int
    titles: tuple[str, ...] = ()
    """The title of each game on a pad."""
    deals: list[TappedDeal] = field(default_factory=list)
    history: list[TappedDeal] = field(default_factory=list)
    """All deals, including struck ones."""
    acts: list[str] = field(default_factory=list)
    """A log for the report of a difference."""
    is_signed: bool = False

    @property
    def hands(self) -> list[TappedHand]:
        return [deal.hand for deal in self.deals]

    @property
    def is_over(self) -> bool:
        return len(self.deals) >= self.games * self.hands_a_game

    @property
    def score(self) -> Score:
        return self.compute_score(self.hands)

    def compute_score(self, hands: Sequence[TappedHand]) -> Score:
        """What a pad shows after these hands, unless they end the match."""
        of_game = hands[len(hands) // self.hands_a_game * self.hands_a_game :]
        ours = theirs = 0
        for hand in of_game:
            ours += hand.adds[0]
            theirs += hand.adds[1]
        return Score(len(of_game) + 1, (ours, theirs))

    @property
    def title(self) -> str:
        """The title of the current game."""
        number = len(self.deals) // self.hands_a_game
        if number >= len(self.titles):
            return ""
        return self.titles[number]

    @property
    def hands_of_this_game(self) -> int:
        return len(self.deals) % self.hands_a_game

    def draw_hand(self, random: Random, at: int | None = None) -> TappedHand:
        """A hand whose points differ from all recently typed hands, and from the hand of the same
        number in the game before, which a pad that is behind may still show. ``at``: its place in
        the match, if it is not the next."""
        if at is None:
            at = len(self.deals)
        before = at - self.hands_a_game
        near = self.history[-RECENT:] + self.deals[-RECENT:]
        if before >= 0:
            near += self.deals[before : before + 2]
        taken = set()
        for deal in near:
            taken |= {hand.adds for hand in deal.typed}
        return random.choice([hand for hand in HANDS if hand.adds not in taken])

    def note(self, what: str) -> None:
        self.acts.append(f"{monotonic():.1f} {what}")

    def find_deal(self, hand: TappedHand) -> TappedDeal | None:
        """The last deal for which this hand was typed."""
        for deal in reversed(self.history):
            if hand in deal.typed:
                return deal
        return None

    @property
    def hands_taken_back(self) -> set[TappedHand]:
        """What was typed for deals that the players have taken back."""
        taken_back: set[TappedHand] = set()
        for deal in self.history:
            if deal.is_taken_back:
                taken_back |= deal.typed
        return taken_back

    def has_taken_back(self, hand: TappedHand) -> bool:
        """Whether the players have taken back the deal for which this hand was typed: the other
        phone may have written it nevertheless."""
        deal = self.find_deal(hand)
        return deal is not None and deal.is_taken_back
