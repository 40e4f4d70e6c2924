"""The games with a stock a second time: slow, from the text of the rules, for the tests alone."""

from typing import Any

Doc = dict[str, Any]

HIGH_TO_LOW = "A3KHJ76542"
WORTH = dict(zip("A3KHJ", (11, 10, 4, 3, 2), strict=True))
CARDS = [rank + suit for suit in "DCSB" for rank in HIGH_TO_LOW]

DEFAULTS: dict[str, Doc] = {
    "marianna": {
        "target": 501, "values": [40, 60, 80, 100], "timing": "own_turn", "trump_changes": True,
        "fifth_last": False, "mariannino": True, "mi_copri": False,
    },
    "cinquecento": {
        "target": 500, "values": [40, 20, 20, 20], "timing": "any", "trump_changes": False,
        "mi_copri": False, "players": 4,
    },
    "briscola_151": {"target": 151, "ace_exchange": False, "race": "immediate"},
    "mariaccia": {"target": 200, "claims": True},
}  # fmt: skip
WITH_TURNED_CARD = ("briscola_151", "mariaccia")


def chosen(game: str, options: Doc) -> Doc:
    return {**DEFAULTS[game], **options}


def players(game: str, options: Doc) -> int:
    return 4 if game == "marianna" else int(chosen(game, options).get("players", 2))


def is_sound(game: str, options: Doc, doc: Doc) -> bool:
    """Whether the deal can be: every card of the deck once, five a hand, the rest in the stock."""
    count = players(game, options)
    dealt = [card for hand in doc["hands"] for card in hand] + list(doc["stock"])
    return (
        doc["players"] == count
        and [len(hand) for hand in doc["hands"]] == [5] * count
        and sorted(dealt) == sorted(CARDS)
        and doc["leader"] in range(count)
    )


def worth(cards: list[str]) -> int:
    return sum(WORTH.get(card[0], 0) for card in cards)


def takes(cards: list[str], trump: str | None) -> int:
    """The place of the card that wins: the highest trump, else the highest of the suit led."""
    of_trumps = [card for card in cards if card[1] == trump]
    those = of_trumps or [card for card in cards if card[1] == cards[0][1]]
    return cards.index(min(those, key=lambda card: HIGH_TO_LOW.index(card[0])))


class Hand:
    """One hand on its way. ``may`` says whether an event can be, ``do`` lets it be."""

    def __init__(self, game: str, options: Doc, doc: Doc) -> None:
        self.game, self.rules = game, chosen(game, options)
        self.players = players(game, options)
        self.held = [list(hand) for hand in doc["hands"]]
        self.stock = list(doc["stock"])
        self.trump = self.stock[-1][1] if game in WITH_TURNED_CARD else None
        self.leader = doc["leader"]
        self.on_table: list[str] = []
        self.spoken: list[int] = []
        self.cover: str | None = None
        self.winners: list[int] = []
        self.trumps: list[str | None] = []
        self.running: list[list[int]] = []
        self.declared: list[Doc] = []
        self.gained: list[tuple[int, int]] = []
        self.tricks_without_stock = 0

    @property
    def is_over(self) -> bool:
        return len(self.winners) * self.players == 40

    def turn(self) -> int | None:
        if len(self.on_table) == self.players:
            return None
        return int(self.leader + len(self.on_table)) % self.players

    # What may be ------------------------------------------------------------------------------

    def may(self, event: list[Any]) -> bool:
        kind, seat, *what = event
        if self.is_over or seat not in range(self.players):
            return False
        if kind == "P":
            return seat == self.turn() and what[0] in self.playable(seat)
        if kind == "C":
            return self._may_cover(seat, what[0])
        if kind == "X":
            return self._may_exchange(seat)
        if kind == "D":
            suits = [each["suit"] for each in self.declared]
            has = what[0] in tuple("DCSB") and self._has(seat, "K" + what[0], "H" + what[0])
            return self._is_moment(seat) and has and what[0] not in suits
        if kind in ("N", "M"):
            four, one = ("H", "K") if kind == "N" else ("K", "H")
            ranks = [card[0] for card in self.held[seat]]
            name = "mariannino" if kind == "N" else "mariannone"
            return (
                bool(self.rules.get("mariannino"))
                and self._is_moment(seat)
                and ranks.count(four) == 4
                and one in ranks
                and name not in [each["kind"] for each in self.declared]
            )
        return False

    def playable(self, seat: int) -> list[str]:
        hand = self.held[seat]
        if self.cover is not None and seat == self.leader and not self.on_table:
            return [card for card in hand if card in ("K" + self.cover, "H" + self.cover)]
        if self.cover is not None and seat == (self.leader + 2) % 4:
            return [card for card in hand if card in ("K" + self.cover, "H" + self.cover)]
        if self.game == "mariaccia" and not self.stock:
            return strictly(hand, self.on_table, self.trump)
        return hand

    def _has(self, seat: int, *cards: str) -> bool:
        return all(card in self.held[seat] for card in cards)

    def _is_in_time(self) -> bool:
        if self.stock or self.game == "mariaccia":
            return True
        return bool(self.rules.get("fifth_last")) and self.tricks_without_stock == 0

    def _is_moment(self, seat: int) -> bool:
        if not self._is_in_time() or (self.game != "cinquecento" and seat in self.spoken):
            return False
        leads = seat == self.leader and not self.on_table
        if self.game == "mariaccia":
            return leads and self.winners != []
        if self.game == "briscola_151":
            return seat == self.turn() and self.winners != []
        if self.rules["timing"] == "trick_start":
            distance = [(spoke - self.leader) % self.players for spoke in [*self.spoken, seat]]
            return not self.on_table and distance == sorted(distance)
        return {"own_turn": seat == self.turn(), "leader": leads, "any": True}[self.rules["timing"]]

    def _may_cover(self, seat: int, suit: str) -> bool:
        if not self.rules.get("mi_copri") or suit not in tuple("DCSB") or self.trump is not None:
            return False
        if self.on_table or seat != self.leader or self.cover or not self._is_in_time():
            return False
        partner = (seat + 2) % 4
        return any(
            self._has(seat, one + suit) and self._has(partner, other + suit)
            for one, other in ("KH", "HK")
        )

    def _may_exchange(self, seat: int) -> bool:
        if not self.rules.get("ace_exchange") or not self.stock or seat != self.turn():
            return False
        other = {"K": "H", "H": "K"}.get(self.stock[-1][0])
        return other is not None and self._has(seat, f"A{self.trump}", f"{other}{self.trump}")

    # What happens -----------------------------------------------------------------------------

    def do(self, event: list[Any]) -> None:
        kind, seat, *what = event
        if kind == "P":
            self.held[seat].remove(what[0])
            self.on_table.append(what[0])
        elif kind == "C":
            self.cover = what[0]
        elif kind == "X":
            self.held[seat].remove(f"A{self.trump}")
            self.held[seat].append(self.stock[-1])
            self.stock[-1] = f"A{self.trump}"
        else:
            self.spoken.append(seat)
            self._declare(kind, seat, what[0] if what else None)

    def _declare(self, kind: str, seat: int, suit: str | None) -> None:
        if kind == "D":
            self._counts("marriage", seat, suit, self._value_of_marriage(suit))
            sets_trumps = self.trump is None or self.rules.get("trump_changes")
            if self.game not in WITH_TURNED_CARD and sets_trumps:
                self.trump, self.cover = suit, None
        else:
            name, value = {"N": ("mariannino", 250), "M": ("mariannone", 500)}[kind]
            self._counts(name, seat, None, value)

    def _value_of_marriage(self, suit: str | None) -> int:
        if self.game in WITH_TURNED_CARD:
            return 40 if suit == self.trump else 20
        before = [each for each in self.declared if each["kind"] in ("marriage", "mi_copri")]
        return int(self.rules["values"][len(before)])

    def _counts(self, kind: str, seat: int, suit: str | None, value: int) -> None:
        trick = len(self.winners)
        said = {"trick": trick, "seat": seat, "kind": kind, "suit": suit, "value": value}
        self.declared.append(said)
        self.gained.append((seat % 2, value))

    def close(self) -> None:
        """The trick is complete: its winner has it, and draws first."""
        winner = (self.leader + takes(self.on_table, self.trump)) % self.players
        self.gained.append((winner % 2, worth(self.on_table)))
        if self.cover is not None and winner % 2 == self.leader % 2:
            self._counts("mi_copri", self.leader, self.cover, 20)
            self.trump = self.cover
        self.winners.append(winner)
        self.trumps.append(self.trump)
        self.running.append(self.totals())
        self.leader, self.on_table, self.spoken, self.cover = winner, [], [], None
        if self.stock:
            for place in range(self.players):
                self.held[(winner + place) % self.players].append(self.stock.pop(0))
        else:
            self.tricks_without_stock += 1

    def totals(self) -> list[int]:
        return [sum(points for side, points in self.gained if side == own) for own in (0, 1)]

    def answer(self) -> Doc:
        declared = [
            sum(each["value"] for each in self.declared if each["seat"] % 2 == side)
            for side in (0, 1)
        ]
        totals = self.totals()
        won = [each["seat"] % 2 for each in self.declared if each["kind"] == "mariannone"]
        return {
            "complete": self.is_over,
            "winners": self.winners,
            "trumps": self.trumps,
            "declarations": self.declared,
            "card_points": [totals[side] - declared[side] for side in (0, 1)],
            "declared_points": declared,
            "totals": totals,
            "running": self.running,
            "instant_win": won[0] if won else None,
        }


def strictly(hand: list[str], table: list[str], trump: str | None) -> list[str]:
    """Follow and beat; who cannot follow trumps; else anything."""
    if not table:
        return hand
    following = [card for card in hand if card[1] == table[0][1]]
    if not following:
        return [card for card in hand if card[1] == trump] or hand
    return [card for card in following if takes([*table, card], trump)] or following


def replay(game: str, options: Doc, doc: Doc) -> Doc:
    """The result of the notation; not legal: ``{"at": …}``, the first event that cannot be."""
    if not is_sound(game, options, doc):
        return {"at": None}
    hand, at = Hand(game, options, doc), -1
    for number, events in enumerate(doc["tricks"]):
        for event in events:
            at += 1
            if number != len(hand.winners) or not hand.may(event):
                return {"at": at}
            hand.do(event)
        if hand.turn() is None:
            hand.close()
    return hand.answer()


def first_there(game: str, options: Doc, doc: Doc, before: tuple[int, int]) -> int | None:
    """Who got to the target first, if both did, event by event."""
    hand, need = Hand(game, options, doc), chosen(game, options)["target"]
    for events in doc["tricks"]:
        for event in events:
            hand.do(event)
        hand.close()
    totals, there = list(before), []
    for side, points in hand.gained:
        totals[side] += points
        if totals[side] >= need and side not in there:
            there.append(side)
    return there[0] if len(there) == 2 else None
