"""Mariglia a second time: slow, from the text of the rules, for the tests alone."""

from random import Random
from typing import Any

ORDER = {"J2H1": list("7AKJH65432"), "H2J1": list("7AKHJ65432")}
WORTH = {"J2H1": dict(zip("7AKJH", (5, 4, 3, 2, 1), strict=True))}
WORTH["H2J1"] = {**WORTH["J2H1"], "H": 2, "J": 1}
CARDS = [rank + suit for suit in "DCSB" for rank in "7AKJH65432"]


class Table:
    """A trick that is being played by these honours and trumps."""

    def __init__(self, leader: int, trump: str | None, honours: str) -> None:
        self.leader, self.trump, self.honours = leader, trump, honours
        self.cards: list[str] = []

    def seat(self, place: int) -> int:
        return (self.leader + place) % 4

    def height(self, card: str) -> tuple[int, int]:
        """Trumps over the suit led over all else."""
        kind = 2 if card[1] == self.trump else 1 if card[1] == self.cards[0][1] else 0
        return kind, -ORDER[self.honours].index(card[0]) if kind else 0

    def winner(self) -> int:
        best = max(range(len(self.cards)), key=lambda place: self.height(self.cards[place]))
        return self.seat(best)

    def allowed(self, hand: list[str]) -> list[str]:
        """Follow; then beat, if an opponent is winning and it can be done."""
        if not self.cards:
            return hand
        cards = [card for card in hand if card[1] == self.cards[0][1]] or hand
        me = self.seat(len(self.cards))
        if self.winner() % 2 == me % 2:
            return cards
        best = max(self.height(card) for card in self.cards)
        return [card for card in cards if self.height(card) > best] or cards


def worth(cards: list[str], honours: str) -> int:
    return sum(WORTH[honours].get(card[0], 0) for card in cards)


def legal_hand(seed: int, *, honours: str = "J2H1", length: int = 40) -> dict[str, Any]:
    """A deal and plays, any legal card being as likely as another."""
    random = Random(seed)
    deck = random.sample(CARDS, 40)
    hands = [deck[10 * seat : 10 * seat + 10] for seat in range(4)]
    dealer = random.randrange(4)
    trionfo = hands[dealer][-1]
    left = [list(hand) for hand in hands]
    plays: list[str] = []
    leader = (dealer + 1) % 4
    for _ in range(10):
        table = Table(leader, trionfo[1], honours)
        for place in range(4):
            hand = left[table.seat(place)]
            card = random.choice(table.allowed(hand))
            hand.remove(card)
            table.cards.append(card)
        plays += table.cards
        leader = table.winner()
    return {"dealer": dealer, "trionfo": trionfo, "hands": hands, "plays": plays[:length]}


def first_illegal(play: dict[str, Any], honours: str) -> int | None:
    """The index of the first play that the slow rules do not allow."""
    left = [list(hand) for hand in play["hands"]]
    leader = (play["dealer"] + 1) % 4
    for start in range(0, len(play["plays"]), 4):
        table = Table(leader, play["trionfo"][1], honours)
        for place, card in enumerate(play["plays"][start : start + 4]):
            hand = left[table.seat(place)]
            if card not in hand or card not in table.allowed(hand):
                return start + place
            hand.remove(card)
            table.cards.append(card)
        leader = table.winner()
    return None


def answer(play: dict[str, Any], honours: str) -> dict[str, Any]:
    """The result of a legal play, as the notation has it."""
    winners, by_trick = [], []
    cards, tricks = [0, 0], [0, 0]
    leader = (play["dealer"] + 1) % 4
    for start in range(0, len(play["plays"]) - 3, 4):
        table = Table(leader, play["trionfo"][1], honours)
        table.cards = play["plays"][start : start + 4]
        leader = table.winner()
        winners.append(leader)
        by_trick.append(worth(table.cards, honours) + 1)
        cards[leader % 2] += worth(table.cards, honours)
        tricks[leader % 2] += 1
    totals = [cards[0] + tricks[0], cards[1] + tricks[1]]
    bonus = [0, 0]
    bonus[play["dealer"] % 2] = worth([play["trionfo"]], honours)
    return {
        "complete": len(winners) == 10,
        "winners": winners,
        "trick_points": by_trick,
        "card_points": cards,
        "tricks": tricks,
        "totals": totals,
        "bonus": bonus,
        "score": [max(0, side - 35) for side in totals] if len(winners) == 10 else None,
    }
