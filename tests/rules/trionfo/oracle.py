"""Trionfo a second time: slow, in fractions, from the text of the rules, for the tests alone."""

from fractions import Fraction
from random import Random
from typing import Any

ORDER = ["3", "2", "A", "K", "H", "J", "7", "6", "5", "4"]
VALUE = {"A": Fraction(1), **dict.fromkeys("32KHJ", Fraction(1, 3))}
CARDS = [rank + suit for rank in ORDER for suit in "DCSB"]
SAID = ["passo", "chiamo", "di_piu", "maso", "maso_dei_masi"]


def worth(cards: list[str]) -> Fraction:
    return sum((VALUE.get(card[0], Fraction(0)) for card in cards), Fraction(0))


def allowed(hand: list[str], table: list[str]) -> list[str]:
    if table and any(card[1] == table[0][1] for card in hand):
        return [card for card in hand if card[1] == table[0][1]]
    return hand


def taker(leader: int, cards: list[str], trump: str) -> int:
    trumps = [card for card in cards if card[1] == trump]
    rivals = trumps or [card for card in cards if card[1] == cards[0][1]]
    best = min(rivals, key=lambda card: ORDER.index(card[0]))
    return (leader + cards.index(best)) % 5


def legal_hand(seed: int, *, bid: str | None = None, strong: bool = False) -> dict[str, Any]:
    """A deal, an auction and plays, any legal card being as likely as another. ``strong``: the
    declarer has the highest trumps, so that the high bids are made now and then."""
    random = Random(seed)
    deck = random.sample(CARDS, 40)
    hands = [deck[8 * seat : 8 * seat + 8] for seat in range(5)]
    leader, declarer, trump = random.randrange(5), random.randrange(5), random.choice("DCSB")
    if strong:
        most = random.randint(6, 8)
        trumps = [rank + trump for rank in ORDER[:most]]
        rest = [card for card in deck if card not in trumps]
        mine = trumps + rest[: 8 - most]
        others = [card for card in rest if card not in mine]
        hands = [others[8 * seat : 8 * seat + 8] for seat in range(4)]
        hands.insert(declarer, mine)
    bid = bid or random.choice(SAID[1:])
    other_suits = [card for card in CARDS if card[1] != trump]
    called = random.choice(other_suits) if bid == "chiamo" else None
    play = {
        "leader": leader,
        "auction": _auction(random, leader, declarer, bid),
        "declarer": declarer,
        "bid": bid,
        "trump": trump,
        "called": called,
        "hands": hands,
    }
    return {
        **play,
        "plays": _plays(random, hands, leader, trump, strong=declarer if strong else None),
    }


def _auction(random: Random, leader: int, declarer: int, bid: str) -> list[list[Any]]:
    """Lower bids and passes before his, passes after it or nothing."""
    auction: list[list[Any]] = []
    height = 0
    seat = leader
    while seat != declarer:
        said = random.choice([0, *range(height + 1, SAID.index(bid))])
        height = max(height, said)
        auction.append([seat, SAID[said]])
        seat = (seat + 1) % 5
    auction.append([declarer, bid])
    passes = [[(leader + place) % 5, "passo"] for place in range(len(auction), 5)]
    return auction + passes[: random.randint(0, len(passes))]


def _plays(
    random: Random, hands: list[list[str]], leader: int, trump: str, *, strong: int | None
) -> list[str]:
    left = [list(hand) for hand in hands]
    plays: list[str] = []
    for _ in range(8):
        table: list[str] = []
        for place in range(5):
            seat = (leader + place) % 5
            choice = allowed(left[seat], table)
            card = random.choice(choice)
            if seat == strong:
                card = min(choice, key=lambda one: (one[1] != trump, ORDER.index(one[0])))
            left[seat].remove(card)
            table.append(card)
        plays += table
        leader = taker(leader, table, trump)
    return plays


def all_passed(seed: int) -> dict[str, Any]:
    random = Random(seed)
    leader = random.randrange(5)
    deck = random.sample(CARDS, 40)
    return {
        "leader": leader,
        "auction": [[(leader + place) % 5, "passo"] for place in range(5)],
        "declarer": None,
        "bid": "passo",
        "trump": None,
        "called": None,
        "hands": [deck[8 * seat : 8 * seat + 8] for seat in range(5)],
        "plays": [],
    }


def first_illegal(play: dict[str, Any]) -> int | None:
    """The index of the first play that the slow rules do not allow."""
    left = [list(hand) for hand in play["hands"]]
    leader = play["leader"]
    for start in range(0, len(play["plays"]), 5):
        table: list[str] = []
        for place, card in enumerate(play["plays"][start : start + 5]):
            seat = (leader + place) % 5
            if card not in left[seat] or card not in allowed(left[seat], table):
                return start + place
            left[seat].remove(card)
            table.append(card)
        leader = taker(leader, table, play["trump"])
    return None


def answer(play: dict[str, Any]) -> dict[str, Any]:
    """The result of a legal play that has a declarer, as the notation has it."""
    declarer, bid = play["declarer"], play["bid"]
    holder = next((s for s, hand in enumerate(play["hands"]) if play["called"] in hand), None)
    own_card = holder == declarer
    partner = None if own_card else holder
    winners: list[int] = []
    points = [Fraction(0), Fraction(0)]
    maso: tuple[int, bool] | None = None
    leader = play["leader"]
    for number in range(len(play["plays"]) // 5):
        cards = play["plays"][5 * number : 5 * number + 5]
        leader = taker(leader, cards, play["trump"])
        winners.append(leader)
        points[leader not in (declarer, partner)] += worth(cards) + (1 if number == 7 else 0)
        if maso is None and points[1] >= 1:
            maso = number, False
        elif maso is None and points[0] >= 6:
            maso = number, True
    complete = len(winners) == 8
    success: bool | None = points[0] >= 6 if complete else None
    decided_at = None
    if bid == "maso":
        decided_at, success = maso or (None, None)
    if bid == "maso_dei_masi":
        lost = [number for number, winner in enumerate(winners) if winner != declarer]
        won = (7, True) if complete else (None, None)
        decided_at, success = (lost[0], False) if lost else won
    return {
        "complete": complete,
        "winners": winners,
        "thirds": [int(3 * side) for side in points],
        "points": [int(side) for side in points],
        "partner": partner,
        "own_card": own_card,
        "success": success,
        "decided_at": decided_at,
        "payments": None if success is None else paid(declarer, bid, partner, own_card, success),
    }


def paid(declarer: int, bid: str, partner: int | None, own_card: bool, success: bool) -> list[int]:
    """Payments, as the text says them."""
    if bid == "chiamo" and not own_card:
        payments = [-1] * 5
        payments[declarer] = 2
        payments[partner if partner is not None else -1] = 1
    else:
        each = {"chiamo": 2, "di_piu": 2, "maso": 4, "maso_dei_masi": 8}[bid]
        payments = [-each] * 5
        payments[declarer] = 4 * each
    return payments if success else [-number for number in payments]
