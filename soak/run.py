"""One soak, from starting the server to the verdict."""

import asyncio
import subprocess
from collections import Counter
from collections.abc import Callable, Collection, Coroutine, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

from playwright.async_api import Playwright, async_playwright

from soak.hall import SoakHall, SoakPlan, open_hall
from soak.kills import draw_kills, kill_all
from soak.pads import Interrupted, Pad, Phones
from soak.proxy import FaultyProxy
from soak.team import ROUGH, Habits, TableTeam
from soak.users import PhoneUser, TableStuck
from soak.verdict import Line, Verdict

BROWSERS = 5
REPORT_EVERY = 20.0
SETTLED_WITHIN = 90.0


@dataclass
class SoakReport:
    """The verdict and the counts of a soak."""

    plan: SoakPlan
    verdict: Verdict
    requests: Counter[tuple[str, str]]
    streams_cut: int
    kills: Counter[str]
    acts: Counter[str]
    openings: int
    ready_after: float
    seconds: float
    page_errors: list[str] = field(default_factory=list)


async def run_soak(plan: SoakPlan, folder: Path, *, has_faults: bool = True) -> SoakReport:
    """Plays all matches of the plan and compares their sheets with what was tapped."""
    began = monotonic()
    random = Random(plan.seed)
    async with open_hall(folder / "server", plan) as hall, async_playwright() as playwright:
        proxy = FaultyProxy(hall.port, Random(plan.seed + 1))
        proxy.is_calm = True
        await proxy.start()
        phones = make_phones(folder, playwright)
        teams = make_teams(hall, proxy, phones, plan)
        pads: list[Pad] = []
        for team in teams:
            pads += team.pads
        # Faults begin only when all pads are open, as a page has about forty files to load.
        try:
            await open_pads(pads)
            ready = monotonic()
            say(f"{len(pads)} pads are open after {ready - began:.0f} s")
            proxy.is_calm = not has_faults
            kills: list[tuple[int, str]] = []
            if has_faults:
                kills = draw_kills(plan.hands, random)
            killed, found = await play(
                teams, lambda hands: kill_all(kills, hands, hall, phones, random)
            )
            verdict = Verdict()
            stopped: set[int] = set()
            if found:
                # One fault ends the play at all tables: the others were stopped before their end.
                stopped.update(hall.cards)
            for stuck in found:
                verdict.faults.append(await explain(stuck, teams, hall, proxy))
                stopped.discard(stuck.table)
            if killed.total() < len(kills):
                verdict.faults.append("Some of the planned kills did not happen")
            # The pads must now be able to send all that is still waiting in them.
            proxy.is_calm = True
            for pad in pads:
                proxy.unblock(pad.name)
            await judge(verdict, teams, hall, proxy, stopped)
        finally:
            await asyncio.gather(*(each.close() for each in phones))
            await proxy.close()
    acts: Counter[str] = Counter()
    for team in teams:
        acts += team.counts
    page_errors: list[str] = []
    for pad in pads:
        page_errors += pad.faults
    return SoakReport(
        plan=plan,
        verdict=verdict,
        requests=proxy.counts,
        streams_cut=proxy.streams_cut,
        kills=killed,
        acts=acts,
        openings=sum(pad.openings for pad in pads),
        ready_after=ready - began,
        seconds=monotonic() - began,
        page_errors=page_errors,
    )


def make_phones(folder: Path, playwright: Playwright) -> list[Phones]:
    """The browsers, each with a folder of its own."""
    phones: list[Phones] = []
    for number in range(BROWSERS):
        phone_folder = folder / f"browser-{number}"
        phones.append(Phones(f"browser {number}", phone_folder, playwright))
    return phones


def make_teams(
    hall: SoakHall, proxy: FaultyProxy, phones: Sequence[Phones], plan: SoakPlan
) -> list[TableTeam]:
    """Two pads at each table, in different browsers."""
    return [make_team(number, hall, proxy, phones, plan) for number in sorted(hall.cards)]


def make_team(
    number: int, hall: SoakHall, proxy: FaultyProxy, phones: Sequence[Phones], plan: SoakPlan
) -> TableTeam:
    random, counts = Random(f"{plan.seed}-{number}"), Counter[str]()

    def user(side: int) -> PhoneUser:
        at = 2 * number + side
        pad = Pad(f"p{at:02}", phones[at % len(phones)], proxy.port, hall.cards[number].secret)
        return PhoneUser(pad, side, number, hall, random, counts)

    users = (user(0), user(1))
    habits = Habits()
    if plan.is_rough:
        habits = ROUGH
    return TableTeam(number, users, hall, proxy, random, counts, habits)


async def open_pads(pads: Sequence[Pad]) -> None:
    """Opens a few pads at a time: on two processors, forty at once would be no faster."""
    few = asyncio.Semaphore(6)

    async def open_one(pad: Pad) -> None:
        async with few:
            while True:
                try:
                    await pad.act("look")
                except Interrupted:
                    continue
                return

    await asyncio.gather(*(open_one(pad) for pad in pads))


async def play(
    teams: Sequence[TableTeam],
    kill: Callable[[Callable[[], int]], Coroutine[Any, Any, Counter[str]]],
) -> tuple[Counter[str], list[TableStuck]]:
    """Plays all tables at once; returns how often each process was killed, and the stuck tables."""

    def hands() -> int:
        return sum(team.counts["hands"] for team in teams)

    began = monotonic()

    async def report() -> None:
        while True:
            await asyncio.sleep(REPORT_EVERY)
            say(f"{monotonic() - began:5.0f} s: {hands()} hands")

    reporting = asyncio.create_task(report())
    killing = asyncio.create_task(kill(hands))
    playing = asyncio.create_task(play_tables(teams))
    try:
        await asyncio.wait({killing, playing}, return_when=asyncio.FIRST_COMPLETED)
        if killing.done():
            # Raises if the server did not come back: no table can go on.
            killing.result()
        results = await playing
    finally:
        reporting.cancel()
        playing.cancel()
    # The tables that were cancelled have a CancelledError, which is no Exception.
    others = [each for each in results if isinstance(each, Exception)]
    stuck = [each for each in others if isinstance(each, TableStuck)]
    if len(stuck) < len(others):
        raise ExceptionGroup("a table could not be played", others)
    # All hands are played, so it would wait for a number of hands that is never reached.
    if not killing.done():
        killing.cancel()
    killed = (await asyncio.gather(killing, return_exceptions=True))[0]
    if isinstance(killed, BaseException):
        killed = Counter()
    return killed, stuck


async def play_tables(teams: Sequence[TableTeam]) -> list[BaseException | None]:
    """Each table's exception, or None. The first exception stops the other tables."""
    playing = [asyncio.create_task(team.play_all()) for team in teams]
    await asyncio.wait(playing, return_when=asyncio.FIRST_EXCEPTION)
    for task in playing:
        task.cancel()
    return await asyncio.gather(*playing, return_exceptions=True)


async def explain(
    stuck: TableStuck, teams: Sequence[TableTeam], hall: SoakHall, proxy: FaultyProxy
) -> str:
    """The sheet of a stuck table, and what its phones keep and have asked."""
    lines = [str(stuck), f"now: {monotonic():.1f}"]
    lines += [f"  {show_line(line)}" for line in await hall.read_sheet(stuck.match)]
    for team in teams:
        if team.number != stuck.table:
            continue
        for user in team.users:
            with suppress(Interrupted):
                kept = await user.pad.act("storage")
                lines.append(f"{user.pad.name} keeps {kept}")
            lines += [f"  {line}" for line in proxy.last_requests(user.pad.name)]
    return "\n".join(lines)


def show_line(line: Line) -> str:
    return f"{line['n']} {line['key']} {line['kind']} {line['data']} {line['arrived_at']}"


async def judge(
    verdict: Verdict,
    teams: Sequence[TableTeam],
    hall: SoakHall,
    proxy: FaultyProxy,
    stopped: Collection[int] = (),
) -> None:
    """Judges the sheets, once all delayed requests have arrived. Tables that were ``stopped``
    because another one was stuck have not finished typing: only their signed sheets are judged."""
    # A delayed request can still write a line, which must be on the sheets when they are read.
    await proxy.drain()
    deadline = monotonic() + SETTLED_WITHIN
    finished_teams = [team for team in teams if team.number not in stopped]
    pads = list(chain.from_iterable(team.pads for team in finished_teams))
    kept = await asyncio.gather(*(read_unsent(pad, deadline) for pad in pads))
    for pad, unsent in zip(pads, kept, strict=True):
        if unsent:
            verdict.faults.append(f"{pad.name} has not sent {unsent}")
    for team in teams:
        for tapped in team.matches:
            if team.number in stopped and not tapped.is_signed:
                continue
            document = await hall.read_match(tapped.match)
            verdict.add_match(tapped, document, await hall.read_sheet(tapped.match))
    left = await hall.read_pairings()
    if left:
        verdict.faults.append(f"{len(left)} matches were not finished")
    if verdict.matches != hall.plan.matches:
        verdict.faults.append(f"{verdict.matches} matches of {hall.plan.matches} were played")
    try:
        output = await asyncio.to_thread(hall.server.manage, "verify")
        say(output.strip())
    except subprocess.CalledProcessError as error:
        verdict.faults.append(f"verify finds faults:\n{error.stdout.decode()}")


async def read_unsent(pad: Pad, deadline: float) -> str:
    """The lines that a pad has not sent by the deadline; empty if it has sent all."""
    while True:
        try:
            items = (await pad.act("storage"))["items"]
        except Interrupted:
            continue
        if not items or monotonic() > deadline:
            return ", ".join(f"{item['key']} ({item['state']})" for item in items)
        await asyncio.sleep(0.5)


def say(what: str) -> None:
    print(what, flush=True)
