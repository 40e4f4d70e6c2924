"""A table with two phones: its players play match after match, and their taps are recorded."""

import asyncio
from collections import Counter
from collections.abc import Awaitable
from dataclasses import dataclass, field
from random import Random
from time import monotonic

from soak.hall import SoakHall
from soak.pads import Interrupted, Pad
from soak.proxy import FaultyProxy
from soak.tapped import TappedDeal, TappedMatch
from soak.users import AGAIN, PhoneUser, Seen, shows_score, watch_progress

HESITATION = 8000
"""Milliseconds that a form stays open when it is not the turn of its hand yet."""
AGREED_WITHIN = 10.0
"""Seconds after which players check whether wrong points were written."""


@dataclass(frozen=True)
class Habits:
    """Probabilities of what happens in a turn."""

    both: float = 0.12
    """Both phones type the hand."""
    wrong: float = 0.3
    """Of those: one phone gets other points."""
    ahead: float = 0.04
    """The next hand is typed into a form that was open before this one was written."""
    amend: float = 0.07
    strike: float = 0.03
    cut_off: float = 0.05
    """A phone is without network for some seconds."""
    reload: float = 0.02
    close: float = 0.02
    new_code: float = 0.004
    one_phone_signs: float = 0.3


ROUGH = Habits(
    both=0.35, wrong=0.8, ahead=0.05, amend=0.1, strike=0.15, cut_off=0.1, reload=0.03, close=0.03
)
"""Players who type on both phones, differ, correct and take back far more often than people do."""


@dataclass
class TableTeam:
    """A table, the users of its phones, and what was tapped there."""

    number: int
    users: tuple[PhoneUser, PhoneUser]
    hall: SoakHall
    proxy: FaultyProxy
    random: Random
    counts: Counter[str]
    habits: Habits = Habits()
    matches: list[TappedMatch] = field(default_factory=list)

    @property
    def pads(self) -> list[Pad]:
        return [user.pad for user in self.users]

    async def play_all(self) -> None:
        """Plays match after match until no more are called to this table."""
        played: set[int] = set()
        while (match := await self.hall.match_at(self.number)) is not None:
            if match in played:
                await asyncio.sleep(AGAIN)
                continue
            played.add(match)
            plan = self.hall.plan
            titles = tuple((await self.hall.read_match(match))["games"])
            tapped = TappedMatch(match, self.number, plan.games, plan.hands_a_game, titles)
            self.matches.append(tapped)
            await asyncio.gather(*(self._arrive(user, tapped) for user in self.users))
            while not tapped.is_over:
                await self._take_turn(tapped)
            await self._agree(tapped)
            await self._sign(tapped)

    async def _arrive(self, user: PhoneUser, tapped: TappedMatch) -> None:
        """Waits until the phone shows the match that was called to its table."""
        check = watch_progress(tapped)
        while True:
            check(await user.attend(tapped))
            try:
                if (await user.pad.act("storage"))["match"] == tapped.match:
                    return
            except Interrupted:
                continue
            await asyncio.sleep(AGAIN)

    # One turn ------------------------------------------------------------------------------------

    async def _take_turn(self, tapped: TappedMatch) -> None:
        self._cut_off()
        await self._handle_roughly()
        users = await self._list_up_to_date_users(tapped)
        is_both = len(users) == 2
        is_begun = tapped.hands_of_this_game > 0
        is_last_of_game = tapped.hands_of_this_game == tapped.hands_a_game - 1
        if is_begun and self._happens(self.habits.amend):
            # Perhaps on a phone that does not have all hands yet.
            user = self.random.choice(self.users)
            await self._alone(user, user.amend(tapped), tapped)
        elif is_begun and self._happens(self.habits.strike):
            await self._alone(users[0], users[0].strike(tapped), tapped)
        elif is_both and self._happens(self.habits.both):
            await self._enter_on_both(users, tapped, may_differ=not is_last_of_game)
        elif is_both and not is_last_of_game and self._happens(self.habits.ahead):
            await self._enter_ahead(users, tapped)
        else:
            deal = self._deal(tapped)
            enter = users[0].enter(tapped, deal, deal.hand, len(tapped.deals))
            await self._alone(users[0], enter, tapped)
            self._confirm(tapped, deal)

    async def _alone(self, user: PhoneUser, act: Awaitable[object], tapped: TappedMatch) -> None:
        """One phone acts; the player of the other answers meanwhile what his phone asks."""
        (other,) = (each for each in self.users if each is not user)
        is_done = asyncio.Event()

        async def answer() -> None:
            while not is_done.is_set():
                await other.attend(tapped)
                await asyncio.sleep(AGAIN)

        answering = asyncio.create_task(answer())
        try:
            await act
        finally:
            # Not cancelled, so that an act on the other phone is not left half done.
            is_done.set()
            await answering

    def _happens(self, often: float) -> bool:
        return self.random.random() < often

    def _cut_off(self) -> None:
        for user in self.users:
            if self._happens(self.habits.cut_off):
                self.counts["cut off"] += 1
                self.proxy.block(user.pad.name)
                after = self.random.uniform(2, 15)
                asyncio.get_running_loop().call_later(after, self.proxy.unblock, user.pad.name)

    async def _handle_roughly(self) -> None:
        """Phones are reloaded, closed and given new codes between two hands."""
        for user in self.users:
            if self._happens(self.habits.reload):
                self.counts["reloaded"] += 1
                await user.pad.reload()
            if self._happens(self.habits.close):
                self.counts["closed"] += 1
                await user.pad.close()
        if self._happens(self.habits.new_code):
            self.counts["new code"] += 1
            await self.hall.replace_code(self.number)

    async def _list_up_to_date_users(self, tapped: TappedMatch) -> list[PhoneUser]:
        """The users whose phones show everything that was tapped. Waits for at least one."""
        check = watch_progress(tapped)
        began = monotonic()
        while True:
            seen = await self._attend_both(tapped)
            both = list(zip(self.users, seen, strict=True))
            found = [user for user, each in both if shows_score(each, tapped)]
            if found:
                self.random.shuffle(found)
                return found
            check(*seen)
            await asyncio.sleep(AGAIN)
            # Perhaps the wrong points were written, or a hand that was taken back: then no phone
            # shows what was tapped until somebody corrects it.
            if monotonic() > began + AGREED_WITHIN:
                for user, each in both:
                    await user.correct_last(tapped, each)
                    await user.strike_last(tapped, each)

    async def _attend_both(self, tapped: TappedMatch) -> list[Seen | None]:
        """What both phones show after their questions are answered."""
        return await asyncio.gather(*(user.attend(tapped) for user in self.users))

    def _deal(self, tapped: TappedMatch) -> TappedDeal:
        deal = TappedDeal(tapped.draw_hand(self.random))
        tapped.history.append(deal)
        return deal

    def _confirm(self, tapped: TappedMatch, deal: TappedDeal) -> None:
        tapped.deals.append(deal)
        tapped.note(f"{len(tapped.deals)}: {deal.hand.adds}")
        self.counts["hands"] += 1

    async def _enter_on_both(
        self, users: list[PhoneUser], tapped: TappedMatch, *, may_differ: bool
    ) -> None:
        """Both phones type the same hand, perhaps one of them with wrong points."""
        self.counts["typed on both phones"] += 1
        deal = self._deal(tapped)
        hands = [deal.hand, deal.hand]
        if may_differ and self._happens(self.habits.wrong):
            self.counts["typed differently"] += 1
            hands[1] = tapped.draw_hand(self.random)
            deal.typed.add(hands[1])
        at = len(tapped.deals)
        both = zip(users, hands, strict=True)
        wrote = await asyncio.gather(*(user.enter(tapped, deal, hand, at) for user, hand in both))
        if not wrote[0]:
            # The first phone never submitted its hand: the players see the other one and keep it.
            deal.hand = hands[1]
        self._confirm(tapped, deal)

    async def _enter_ahead(self, users: list[PhoneUser], tapped: TappedMatch) -> None:
        """One phone types the next hand into a form that was opened for this one."""
        self.counts["typed ahead"] += 1
        at = len(tapped.deals)
        deal, next_deal = self._deal(tapped), self._deal(tapped)
        enter_next = users[1].enter(tapped, next_deal, next_deal.hand, at + 1, HESITATION)
        ahead = asyncio.create_task(enter_next)
        await asyncio.sleep(1)
        await users[0].enter(tapped, deal, deal.hand, at)
        self._confirm(tapped, deal)
        await self._alone(users[1], ahead, tapped)
        self._confirm(tapped, next_deal)

    # At the end of a match -----------------------------------------------------------------------

    async def _agree(self, tapped: TappedMatch) -> None:
        """Waits until both phones show the result and have nothing left to send."""
        check = watch_progress(tapped)
        while True:
            seen = await self._attend_both(tapped)
            try:
                kept = await asyncio.gather(*(pad.act("storage") for pad in self.pads))
            except Interrupted:
                continue
            waiting: set[int] = set()
            for each in kept:
                waiting.update(item["match"] for item in each["items"])
            is_sent = tapped.match not in waiting
            if is_sent and all(each and each["screen"] == "over" for each in seen):
                return
            check(*seen, *kept)
            await asyncio.sleep(AGAIN)

    async def _sign(self, tapped: TappedMatch) -> None:
        """Each side signs on its own phone, or both on one phone that is handed over."""
        sides: tuple[list[int], list[int]] = ([0], [1])
        if self._happens(self.habits.one_phone_signs):
            sides = ([0, 1], [])
        check = watch_progress(tapped)
        self._cut_off()
        while True:
            signed = (await self.hall.read_match(tapped.match))["state"]["signed"]
            if {0, 1} <= set(signed):
                self.counts["signed"] += 1
                tapped.is_signed = True
                return
            both = zip(self.users, sides, strict=True)
            seen = await asyncio.gather(*(user.sign(tapped, own, signed) for user, own in both))
            check(*seen)
            await asyncio.sleep(AGAIN)
