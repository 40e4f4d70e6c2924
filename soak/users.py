"""A player with a phone: looks, taps, answers questions, and taps again where necessary."""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from random import Random
from time import monotonic
from typing import Any

from soak.answers import answer_conflict, answer_overtaken
from soak.hall import SoakHall
from soak.pads import Interrupted, Pad
from soak.tapped import TappedDeal, TappedHand, TappedMatch

PATIENCE = 150.0
"""Seconds without a change on its phones after which a table counts as stuck."""
LONGEST = 600.0
"""Seconds that one act may take at all: a queue of lines is sent on a bad network meanwhile."""
LOOKS = 8
DOUBLE_TAPS = 0.2
TABLE_PHONES = 0.15
"""The share of phones that belong to the table instead of a player."""
AGAIN = 0.3
"""Seconds between two looks at a phone."""
Seen = dict[str, Any]


class TableStuck(Exception):
    """A table makes no progress; the message has what its phones show."""

    def __init__(self, tapped: TappedMatch, message: str) -> None:
        super().__init__(message)
        self.table = tapped.table
        self.match = tapped.match


def watch_progress(tapped: TappedMatch) -> Callable[..., None]:
    """A function to call with what the phones show. It raises TableStuck if they show the same for
    PATIENCE seconds, or after LONGEST seconds."""
    began = changed = monotonic()
    before: tuple[Seen | None, ...] = ()

    def check(*seen: Seen | None) -> None:
        nonlocal before, changed
        now = monotonic()
        if (progress := tuple(_read_progress(each) for each in seen)) != before:
            before, changed = progress, now
        if now < changed + PATIENCE and now < began + LONGEST:
            return
        where = f"table {tapped.table}, match {tapped.match}"
        last = "\n  ".join(tapped.acts)
        shown = "\n  ".join(str(each) for each in seen)
        said = f"{where} expects {tapped.score}, its phones show\n  {shown}"
        raise TableStuck(tapped, f"{said}\n  {last}")

    return check


def _read_progress(seen: Seen | None) -> Seen | None:
    """What changes on a phone only when a line is written or a question answered."""
    if seen is None:
        return None
    kept = [(item["key"], item["state"]) for item in seen.get("items", ())]
    progress: dict[str, Any] = {"items": kept}
    for name in ("screen", "number", "rows"):
        progress[name] = seen.get(name)
    return progress


@dataclass
class PhoneUser:
    """The player who holds a pad, on one side of the table."""

    pad: Pad
    side: int
    table: int
    hall: SoakHall
    random: Random
    counts: Counter[str]
    _typing: tuple[TappedDeal, TappedHand] | None = None

    # Looking and answering -----------------------------------------------------------------------

    async def attend(self, tapped: TappedMatch) -> Seen | None:
        """What the pad shows after its questions are answered; None if its page was closed."""
        seen = None
        try:
            for _ in range(LOOKS):
                seen = await self.pad.act("look")
                if seen["screen"] in ("match", "over"):
                    return seen
                await self._answer_screen(tapped, seen)
        except Interrupted:
            return None
        return seen

    async def _answer_screen(self, tapped: TappedMatch, seen: Seen) -> None:
        match seen["screen"]:
            case "code":
                self.counts["code entered"] += 1
                await self.pad.act("enterCode", code=self.hall.cards[self.table].code)
            case "whose":
                who = "table"
                if self.random.random() >= TABLE_PHONES:
                    # Sides alternate around the table, so each has two of the four seats.
                    who = str(self.side + 2 * self.random.randrange(2))
                await self.pad.act("chooseOwner", who=who)
            case "conflict":
                await self._answer_conflict(tapped, seen)
            case "overtaken":
                await self._answer_overtaken(tapped)
            case "next":
                await self.pad.act("tap", selector="[name=go_on]")
            case "trouble":
                await self.pad.act("tap", selector="[name=try_now]")
            case "form" | "question" | "sign" | "hand_over":
                await self.pad.act("backToTable")
            case "unsent":
                await self._answer_refused(tapped)
            case _:
                await asyncio.sleep(0.5)

    async def _answer_conflict(self, tapped: TappedMatch, seen: Seen) -> None:
        items = (await self.pad.act("storage"))["items"]
        in_conflict = [
            item for item in items if item["state"] == "conflict" and item["match"] == tapped.match
        ]
        if not in_conflict:
            return
        item = in_conflict[0]
        sheet = await self.hall.read_sheet(tapped.match)
        # The corrections of this line that are still on the phone.
        behind = {each["kind"] for each in items if each.get("corrects") == item["key"]}
        answer = answer_conflict(
            item,
            sheet,
            tapped,
            shown=seen["theirs"],
            is_corrected="amend" in behind,
            is_struck="strike" in behind,
        )
        self.counts[f"conflict: {answer}"] += 1
        data = item["data"].get("points", item["data"])
        self._note(tapped, f"is asked about {item['kind']} {data}, {item['key']}: {answer}")
        done = await self.pad.act("tap", selector=f"[name={answer}]")
        if done["result"] == "missing":
            self._note(tapped, f"is not offered {answer}")

    async def _answer_overtaken(self, tapped: TappedMatch) -> None:
        deal, hand = self._typing or (None, None)
        answer = answer_overtaken(deal, hand, await self.hall.read_sheet(tapped.match), tapped)
        self.counts[f"overtaken: {answer}"] += 1
        self._note(tapped, f"is asked, same hand or the next one: {answer}")
        seen = await self.pad.act("tap", selector=f"[name={answer}]")
        if seen["screen"] == "form" and hand is not None:
            await self.pad.act("submit", text=hand.text)

    async def _answer_refused(self, tapped: TappedMatch) -> None:
        """Discards refused corrections and signatures: somebody else has made them already."""
        items = (await self.pad.act("storage"))["items"]
        refused = [item for item in items if item["state"] == "refused"]
        for item in refused:
            self.counts["refused"] += 1
            self._note(tapped, f"is refused {item['kind']}: {item['problem']['code']}")
        if refused and refused[0]["kind"] in ("strike", "amend", "sign"):
            await self.pad.act("tap", selector="[name=ask_discard]")
            await self.pad.act("tap", selector=".thumb button[type=submit]")
        await self.pad.act("backToTable")

    # Writing --------------------------------------------------------------------------------------

    async def enter(
        self, tapped: TappedMatch, deal: TappedDeal, hand: TappedHand, at: int, hesitate: int = 0
    ) -> bool:
        """Types a hand as number ``at`` + 1 of the match until the pad shows it; returns whether
        this phone submitted it. With ``hesitate`` the form is opened before it is that hand's
        turn, and closed after this many milliseconds if it is not its turn by then."""
        number = at % tapped.hands_a_game + 1
        check = watch_progress(tapped)
        self._typing = deal, hand
        self._note(tapped, f"types {hand.adds} as hand {number}")
        has_submitted = False
        seen: Seen | None = None
        if hesitate:
            has_submitted = await self._type(tapped, number - 1, hand, hesitate)
        try:
            while not shows_hand(seen := await self.attend(tapped), deal, number, tapped):
                if seen and seen["screen"] == "match" and seen["number"] == number:
                    has_submitted |= await self._type(tapped, number, hand)
                else:
                    await asyncio.sleep(AGAIN)
                check(seen)
        finally:
            self._typing = None
        return has_submitted

    async def _type(
        self, tapped: TappedMatch, number: int, hand: TappedHand, hesitate: int = 0
    ) -> bool:
        """Types a hand into the form that the button for this number opens."""
        given = {"points": hand.points, "marafona": hand.marafona, "text": hand.text}
        seen = await self.try_to("enterHand", number=number, **given, hesitate=hesitate)
        result = describe_attempt(seen)
        self._note(tapped, f"has typed hand {number}: {result}")
        self.counts[f"hand {result}"] += 1
        return result not in ("closed", "another number")

    async def amend(self, tapped: TappedMatch) -> None:
        """Corrects one of the last four hands that this phone shows."""
        seen = await self.attend(tapped)
        recent = list(enumerate(tapped.deals[-tapped.hands_of_this_game :], 1))[-4:]
        choices = [(number, deal) for number, deal in recent if shows_row(seen, number, deal.hand)]
        if not choices or not seen or tapped.title not in seen["game"]:
            return
        number, deal = self.random.choice(choices)
        before = deal.hand
        hand = tapped.draw_hand(self.random, at=tapped.deals.index(deal))
        deal.typed.add(hand)
        self._note(tapped, f"corrects hand {number} from {before.adds} to {hand.adds}")
        check = watch_progress(tapped)
        while not shows_row(seen, number, hand):
            if shows_row(seen, number, before):
                await self.correct(number, hand)
            seen = await self.attend(tapped)
            check(seen)
        deal.hand = hand
        self.counts["corrected"] += 1

    async def correct(self, number: int, hand: TappedHand) -> None:
        await self.try_to("amendHand", number=number, points=hand.points, marafona=hand.marafona)

    async def correct_last(self, tapped: TappedMatch, seen: Seen | None) -> None:
        """Corrects the last hand if both phones typed it and the wrong points were written."""
        number = tapped.hands_of_this_game
        if number == 0 or not seen or seen["number"] != number + 1:
            return
        deal = tapped.deals[-1]
        if shows_any_row(seen, number, deal.typed - {deal.hand}):
            self._note(tapped, f"corrects hand {number} to {deal.hand.adds} after all")
            await self.correct(number, deal.hand)

    async def strike_last(self, tapped: TappedMatch, seen: Seen | None) -> None:
        """Takes back a hand that was taken back on one phone and then written by the other."""
        number = tapped.score.number
        if not seen or seen["number"] != number + 1:
            return
        if shows_any_row(seen, number, tapped.hands_taken_back):
            self._note(tapped, f"takes back hand {number} of the other phone")
            await self.try_to("strikeLast", number=number)

    async def strike(self, tapped: TappedMatch) -> None:
        """Takes the last hand back."""
        number, deal = tapped.score.number, tapped.deals[-1]
        # From now on: the phone may ask about the strike before it shows it.
        deal.is_taken_back = True
        self._note(tapped, f"takes back hand {number - 1}: {deal.hand.adds}")
        check = watch_progress(tapped)
        while not ((seen := await self.attend(tapped)) and seen["number"] == number - 1):
            if seen and seen["number"] == number:
                done = await self.try_to("strikeLast", number=number - 1)
                self._note(tapped, f"has taken back hand {number - 1}: {describe_attempt(done)}")
            check(seen)
        tapped.deals.pop()
        self.counts["taken back"] += 1

    async def sign(
        self, tapped: TappedMatch, sides: Sequence[int], signed: Sequence[int]
    ) -> Seen | None:
        """Takes one step towards signing for these sides on this phone."""
        left = [side for side in sides if side not in signed]
        try:
            seen = await self.pad.act("look")
            if seen["screen"] == "over" and left:
                seen = await self.pad.act("tap", selector="[name=open_sign]")
            if seen["screen"] == "hand_over" and left:
                seen = await self.pad.act("handOver", side=left[0])
            if seen["screen"] == "sign" and seen["side"] in left:
                return await self.try_to("tap", selector="[name=sign]")
        except Interrupted:
            return None
        if seen["screen"] in ("over", "sign", "hand_over", "next"):
            return seen
        return await self.attend(tapped)

    async def try_to(self, what: str, **given: Any) -> Seen | None:
        """Does something, sometimes with a double tap; None if the page was closed meanwhile."""
        is_twice = self.random.random() < DOUBLE_TAPS
        try:
            return await self.pad.act(what, **given, isTwice=is_twice)
        except Interrupted:
            self.counts["interrupted"] += 1
            return None

    def _note(self, tapped: TappedMatch, what: str) -> None:
        tapped.note(f"{self.pad.name} {what}")


def describe_attempt(seen: Seen | None) -> str:
    """What a pad says of something that was tried."""
    if not seen:
        return "interrupted"
    result: str = seen["result"]
    return result


def shows_score(seen: Seen | None, tapped: TappedMatch) -> bool:
    """Whether a pad shows the score after everything that was tapped."""
    if not seen or seen["screen"] != "match":
        return False
    number, totals = tapped.score.number, tapped.score.totals
    # At its start, a game differs from others by its title only.
    is_on = tapped.title in seen["game"]
    return bool(is_on and seen["number"] == number and seen["totals"] == list(totals))


def shows_row(seen: Seen | None, number: int, hand: TappedHand) -> bool:
    """Whether a pad lists this hand under this number."""
    if not seen or seen["screen"] not in ("match", "over"):
        return False
    points = f"{hand.adds[0]} a {hand.adds[1]}"
    return any(row["number"] == number and row["points"] == points for row in seen["rows"])


def shows_any_row(seen: Seen | None, number: int, hands: Iterable[TappedHand]) -> bool:
    """Whether a pad lists one of these hands under this number."""
    return any(shows_row(seen, number, hand) for hand in hands)


def shows_hand(seen: Seen | None, deal: TappedDeal, number: int, tapped: TappedMatch) -> bool:
    """Whether a pad shows this deal with any of the points that were typed for it."""
    if not seen:
        return False
    if shows_any_row(seen, number, deal.typed):
        return True
    # The last hand of a game: the list of the next one is empty.
    is_next_game = seen["screen"] == "match" and seen["number"] == 1 and not seen["rows"]
    return number == tapped.hands_a_game and number > 1 and is_next_game
