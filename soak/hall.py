"""The server of a soak and its event, with direct access to the API for the desk."""

import asyncio
import json
import os
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Mapping
from contextlib import ExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from signal import SIGKILL
from time import monotonic
from typing import Any

from tests.browser.server import OWNER, DemoServer, running

SETTINGS = OWNER | {"ALLOWED_HOSTS": ".localhost"}
"""A new club, and host names that give every phone its own origin."""
MAKE_EVENT = """
import json
from datetime import date
from random import Random
from django.utils import timezone
from accounts.actors import SYSTEM, TokenAccess
from accounts.models import User
from accounts.services import make_token
from tournaments.demo import demo_pairs
from tournaments.models import Club
from tournaments.services.registration.entries import import_entries
from tournaments.services.events.events import EventPlan, create_event, open_entries, start_play
from tournaments.services.hall.table_codes import make_codes
from tournaments.tasks import draw_here
now = timezone.now()
plan = EventPlan(name="Prova di durata", date=date(2026, 12, 13), tables=TABLES,
    match_format={"games": [{"game": "marafon", "hands": HANDS}] * GAMES, "wins": None},
    format="groups", options={"groups": GROUPS})
event = create_event(club=Club.objects.get(), plan=plan, actor=SYSTEM, now=now)
event = open_entries(event=event, actor=SYSTEM, now=now)
forms = demo_pairs(PAIRS, Random(SEED))
import_entries(event=event, forms=forms, actor=SYSTEM, now=now)
draw_here(stage=event.stages.get(), word="Romagna", actor=SYSTEM, now=now)
event.refresh_from_db()
event = start_play(event=event, actor=SYSTEM, now=now)
codes = make_codes(event=event, actor=SYSTEM, now=now)
_, token = make_token(user=User.objects.get(), name="soak", access=TokenAccess.ORGANIZE)
print("MADE", json.dumps({"event": str(event.pk), "token": token,
    "cards": {code.table.number: [code.code, code.secret] for code in codes}}))
"""
RESTARTED_WITHIN = 120.0


@dataclass(frozen=True)
class SoakPlan:
    """How much is played: groups in which all pairs meet, at tables with two phones."""

    tables: int
    groups: int
    group_size: int
    games: int
    hands_a_game: int
    seed: int
    is_rough: bool = False
    """Players correct, take back and differ far more often than people do."""

    @property
    def matches(self) -> int:
        return self.groups * self.group_size * (self.group_size - 1) // 2

    @property
    def hands(self) -> int:
        return self.matches * self.games * self.hands_a_game


@dataclass
class TableCard:
    """What is printed on the card of a table."""

    code: str
    secret: str


@dataclass
class SoakHall:
    """The running server and its event. ``ask`` does not go through the proxy."""

    folder: Path
    plan: SoakPlan
    port: int = 0
    event: str = ""
    token: str = ""
    cards: dict[int, TableCard] = field(default_factory=dict)
    restarts: int = 0
    _server: DemoServer | None = None
    _running: ExitStack = field(default_factory=ExitStack)
    _pairings: tuple[float, list[dict[str, Any]]] = (0.0, [])
    _asking: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def server(self) -> DemoServer:
        assert self._server is not None, "the server has not been started"
        return self._server

    def start(self) -> None:
        """Starts the server, or restarts it in the same folder and on the same port."""
        settings = dict(SETTINGS)
        # The proxy was given the port of the first start.
        if self.port:
            settings["PORT"] = str(self.port)
        self._server = self._running.enter_context(running(self.folder, **settings))
        self.port = int(self._server.base_url.rpartition(":")[2])

    def stop(self) -> None:
        self._running.close()

    def kill(self) -> None:
        """Kills all processes of the server at once, as a power cut does."""
        parts = self.server.processes()
        self.server.process.send_signal(SIGKILL)
        for pid in parts.values():
            with suppress(ProcessLookupError):
                # The kernel kills them too once their parent is gone.
                os.kill(pid, SIGKILL)
        self.stop()

    def kill_part(self, name: str) -> None:
        """Kills ``web``, ``worker`` or ``beat``; the server starts it again."""
        pid = self.server.processes().get(name)
        if pid is not None:
            os.kill(pid, SIGKILL)

    def make_event(self) -> None:
        plan = self.plan
        settings = {
            "TABLES": plan.tables,
            "HANDS": plan.hands_a_game,
            "GAMES": plan.games,
            "GROUPS": plan.groups,
            "PAIRS": plan.groups * plan.group_size,
            "SEED": plan.seed,
        }
        head = "".join(f"{name} = {value}\n" for name, value in settings.items())
        output = self.server.manage("shell", "-c", head + MAKE_EVENT)
        line = next(each for each in output.splitlines() if each.startswith("MADE "))
        made = json.loads(line.removeprefix("MADE "))
        self.event, self.token = made["event"], made["token"]
        self.cards = {int(number): TableCard(*card) for number, card in made["cards"].items()}

    # What the desk reads -------------------------------------------------------------------------

    async def ask(
        self, path: str, method: str = "GET", body: Mapping[str, Any] | None = None
    ) -> dict[str, Any]:
        """A document of the API. Retries while the server is down."""
        deadline = monotonic() + RESTARTED_WITHIN
        while True:
            try:
                return await asyncio.to_thread(self._ask_once, path, method, body)
            except OSError as error:
                # An answer below 500 is final: the same request would be refused again.
                is_refused = isinstance(error, urllib.error.HTTPError) and error.code < 500
                if is_refused or monotonic() > deadline:
                    raise
                await asyncio.sleep(0.5)

    def _ask_once(self, path: str, method: str, body: Mapping[str, Any] | None) -> dict[str, Any]:
        data: bytes | None = None
        if body is not None:
            data = json.dumps(body).encode()
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}/api/v1/{path}",
            method=method,
            data=data,
            headers={"Authorization": f"Token {self.token}", "Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=30) as answer:
            document: dict[str, Any] = json.loads(answer.read())
        return document

    async def match_at(self, table: int) -> int | None:
        """The match that is called to a table; None when all matches of the event are played."""
        while True:
            pairings = await self.read_pairings()
            for pairing in pairings:
                if pairing["table"] == table and pairing["state"] == "CALLED":
                    match: int = pairing["match"]
                    return match
            if not any(pairing["state"] == "READY" for pairing in pairings):
                return None
            await asyncio.sleep(1)

    async def read_pairings(self) -> list[dict[str, Any]]:
        """Called and ready pairings, read at most once a second for all tables."""
        # The lock makes the other tables wait for this answer, instead of asking as well.
        async with self._asking:
            read_at, pairings = self._pairings
            if monotonic() - read_at > 1:
                query = f"pairings/?event={self.event}&state=CALLED&state=READY&page_size=500"
                pairings = (await self.ask(query))["results"]
                self._pairings = (monotonic(), pairings)
            return pairings

    async def read_sheet(self, match: int) -> list[dict[str, Any]]:
        lines: list[dict[str, Any]] = (await self.ask(f"matches/{match}/lines/"))["lines"]
        return lines

    async def read_match(self, match: int) -> dict[str, Any]:
        return await self.ask(f"matches/{match}/")

    async def replace_code(self, table: int) -> None:
        """Makes a new card for a table, which signs out the phones that use the old one."""
        body = {"tables": [table]}
        made = await self.ask(f"events/{self.event}/table-codes/", "POST", body)
        (card,) = made["results"]
        self.cards[table] = TableCard(card["code"], card["secret"])


@asynccontextmanager
async def open_hall(folder: Path, plan: SoakPlan) -> AsyncIterator[SoakHall]:
    """The server with its event, until the soak is over."""
    hall = SoakHall(folder, plan)
    await asyncio.to_thread(hall.start)
    try:
        await asyncio.to_thread(hall.make_event)
        yield hall
    finally:
        await asyncio.to_thread(hall.stop)
