"""Marafon a second time: slow, in fractions, from the text of the rules, for the tests alone."""

from fractions import Fraction
from random import Random
from typing import Any

ORDER = ["3", "2", "A", "K", "H", "J", "7", "6", "5", "4"]
VALUE = {"A": Fraction(1), **dict.fromkeys("32KHJ", Fraction(1, 3))}
CARDS = [rank + suit for rank in ORDER for suit in "DCSB"]


def beats(card: str, other: str, trump: str) -> bool:
    """Whether a card played later takes the trick from another."""
    if card[1] == other[1]:
        return ORDER.index(card[0]) < ORDER.index(other[0])
    return card[1] == trump


def worth(cards: list[str]) -> Fraction:
    return sum((VALUE.get(card[0], Fraction(0)) for card in cards), Fraction(0))


def allowed(hand: list[str], table: list[str]) -> list[str]:
    if table and any(card.endswith(table[0][1]) for card in hand):
        return [card for card in hand if card.endswith(table[0][1])]
    return hand


def legal_hand(seed: int, *, length: int = 40) -> dict[str, Any]:
    """A deal and plays, any legal card being as likely as another."""
    random = Random(seed)
    deck = random.sample(CARDS, 40)
    hands = [deck[10 * seat : 10 * seat + 10] for seat in range(4)]
    caller, trump = random.randrange(4), random.choice("DCSB")
    if random.random() < 0.5:
        _give_marafona(random, hands, trump)
    left = [list(hand) for hand in hands]
    plays: list[str] = []
    leader = caller
    for _ in range(10):
        trick = OpenTrick(leader)
        for seat in trick.order:
            card = random.choice(allowed(left[seat], trick.cards))
            left[seat].remove(card)
            trick.cards.append(card)
        plays += trick.cards
        leader = trick.winner(trump)
    holder = marafona(hands, trump)
    declared = holder if random.random() < 0.5 else None
    return {
        "caller": caller,
        "trump": trump,
        "hands": hands,
        "plays": plays[:length],
        "declared": declared,
    }


def _give_marafona(random: Random, hands: list[list[str]], trump: str) -> None:
    """Swaps the three cards into one hand: dealt out, they are there once in thirty hands."""
    seat = random.randrange(4)
    for rank in "32A":
        card = rank + trump
        other = next(number for number, hand in enumerate(hands) if card in hand)
        mine = next(held for held in hands[seat] if held[1] != trump or held[0] not in "32A")
        if other != seat:
            hands[other][hands[other].index(card)] = mine
            hands[seat][hands[seat].index(mine)] = card


class OpenTrick:
    """A trick that is being played."""

    def __init__(self, leader: int) -> None:
        self.order = [(leader + place) % 4 for place in range(4)]
        self.cards: list[str] = []

    def winner(self, trump: str) -> int:
        best = 0
        for place in range(1, 4):
            if beats(self.cards[place], self.cards[best], trump):
                best = place
        return self.order[best]


def marafona(hands: list[list[str]], trump: str) -> int | None:
    for seat, hand in enumerate(hands):
        if all(rank + trump in hand for rank in "32A"):
            return seat
    return None


def winners(play: dict[str, Any]) -> list[tuple[int, list[str]]]:
    """The complete tricks: who took them, and their cards."""
    taken: list[tuple[int, list[str]]] = []
    leader = play["caller"]
    for start in range(0, len(play["plays"]) - 3, 4):
        trick = OpenTrick(leader)
        trick.cards = play["plays"][start : start + 4]
        leader = trick.winner(play["trump"])
        taken.append((leader, trick.cards))
    return taken


def counting_marafona(play: dict[str, Any], options: dict[str, Any]) -> int | None:
    """The seat whose marafona counts by the options."""
    holder = marafona(play["hands"], play["trump"])
    if holder is None:
        return None
    own = [card for card in play["plays"][:4] if card in play["hands"][holder]]
    conditions = [
        options.get("marafona_points", 3) > 0,
        options.get("marafona_who", "any") == "any" or holder == play["caller"],
        not options.get("marafona_must_declare", True) or play["declared"] == holder,
        not options.get("marafona_lead_ace", False) or own[:1] == ["A" + play["trump"]],
    ]
    return holder if all(conditions) else None


def answer(play: dict[str, Any], options: dict[str, Any]) -> dict[str, Any]:
    """The result of a legal play, as the notation has it."""
    taken = winners(play)
    complete = len(taken) == 10
    points = [Fraction(0), Fraction(0)]
    for seat, cards in taken:
        points[seat % 2] += worth(cards)
    if complete:
        points[taken[-1][0] % 2] += 1
    figure = options.get("count", "points") == "figure"
    score = [int(side * 3) if figure else int(side) for side in points]
    counts = counting_marafona(play, options)
    if counts is not None:
        score[counts % 2] += options.get("marafona_points", 3) * (3 if figure else 1)
    return {
        "complete": complete,
        "winners": [seat for seat, _ in taken],
        "thirds": [int(side * 3) for side in points],
        "last_trick": taken[-1][0] % 2 if complete else None,
        "points": [int(side) for side in points],
        "marafona": marafona(play["hands"], play["trump"]),
        "score": score,
        "shutout": points.index(Fraction(0)) if complete and 0 in points else None,
        "redeal_allowed": worth(play["hands"][play["caller"]]) < Fraction(4, 3),
    }
