"""Sixteen writers and four organizers in the same events for a minute, over the API."""

import os
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from random import Random
from time import monotonic
from typing import Any

import pytest
from django.db import connections
from django.test import Client

from accounts.models import User
from scoring.core.fold import fold
from scoring.core.format import read_format
from scoring.models import Match
from scoring.refusals import ScoringRefusal
from scoring.sheets import make_sheet_lines
from tests.factories import NOW, make_event, owner_of
from tests.tournaments.event_checks import check_event
from tournaments.models import Entry, Event, Pairing, PendingDecision, Stage, Table
from tournaments.refusals import TournamentRefusal
from tournaments.services.undo.undo import undo
from tournaments.services.undo.withdrawals import withdraw_pair
from tournaments.tasks import pair_here

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]

SECONDS = int(os.environ.get("BUSY_SECONDS", "60"))
WRITERS, ORGANIZERS = 16, 4
FORMAT = {"games": [{"game": "marafon", "options": {"target": 21}}], "wins": 1}
PLAYABLE = (Pairing.State.READY, Pairing.State.CALLED)
RETRIES = 2
"""How often a client sends the same line again, as a pad on a bad network does."""


class ApiUser:
    """One client with a thread, a connection and a random source of its own."""

    keys = count(1)

    def __init__(self, user: User, seed: int) -> None:
        self.random = Random(seed)
        self.answers: Counter[int] = Counter()
        self.faults: list[str] = []
        self._client = Client(raise_request_exception=False)
        self._client.force_login(user)

    def send(self, method: str, path: str, body: Any = None, **headers: str) -> int:
        send = getattr(self._client, method)
        answer = send(f"/api/v1/{path}", body, content_type="application/json", headers=headers)
        self.answers[answer.status_code] += 1
        if answer.status_code >= 500:
            self.faults.append(f"{method} {path} {body}: {answer.status_code}")
        return int(answer.status_code)

    def write_line(self, match: Match, kind: str, data: Any, *, agreed: bool = False) -> None:
        body = {"kind": kind, "data": data, "version": match.version, "agreed": agreed}
        key = f"busy-{next(self.keys)}"
        for _ in range(self.random.randint(1, RETRIES)):
            self.send("post", f"matches/{match.pk}/lines/", body, **{"Idempotency-Key": key})


def write_somewhere(user: ApiUser, events: list[Event]) -> None:
    """A hand, a signature or a correction at one of the tables."""
    random = user.random
    event = random.choice(events)
    called = event.pairings.filter(state=Pairing.State.CALLED)
    held = event.pairings.filter(holds_table=True)
    pairing = (called | held).order_by("?").select_related("match").first()
    if pairing is None or pairing.match is None:
        return
    match = pairing.match
    if match.decided:
        user.write_line(match, "sign", {"side": random.choice((0, 1, None))})
    elif match.version and random.random() < 0.1:
        line = random.randint(1, match.version)
        user.write_line(match, "strike", {"line": line, "reason": "prova"}, agreed=True)
    else:
        user.write_line(
            match, "hand", {"points": random.choice(([11, None], [0, None], [7, None]))}
        )


def organize(user: ApiUser, events: list[Event]) -> None:
    """One of the things that organizers do while the hall plays."""
    random = user.random
    event = random.choice(events)
    random.choices(list(ORGANIZING), weights=list(ORGANIZING.values()))[0](user, event)


def move_table(user: ApiUser, event: Event) -> None:
    pairing = event.pairings.filter(state__in=PLAYABLE).order_by("?").first()
    table = event.tables.order_by("?").first()
    if pairing and table:
        user.send("put", f"pairings/{pairing.pk}/table/", {"table": table.number})


def free_table(user: ApiUser, event: Event) -> None:
    pairing = event.pairings.filter(holds_table=True).order_by("?").first()
    if pairing:
        user.send("delete", f"pairings/{pairing.pk}/table/")


def reopen_match(user: ApiUser, event: Event) -> None:
    pairing = event.pairings.filter(state=Pairing.State.DECIDED).order_by("?").first()
    if pairing and pairing.match:
        user.write_line(pairing.match, "reopen", {"reason": "prova"}, agreed=True)


def correct_result(user: ApiUser, event: Event) -> None:
    pairing = event.pairings.filter(state=Pairing.State.DECIDED).order_by("?").first()
    if pairing and pairing.match:
        data = {"line": user.random.randint(1, pairing.match.version), "reason": "prova"}
        user.write_line(pairing.match, "strike", data, agreed=True)


def give_away(user: ApiUser, event: Event) -> None:
    pairing = event.pairings.filter(state__in=PLAYABLE).order_by("?").first()
    if pairing and pairing.match:
        data = {"side": user.random.randrange(2), "of": "match", "reason": "via"}
        user.write_line(pairing.match, "forfeit", data, agreed=True)


def withdraw_entry(user: ApiUser, event: Event) -> None:
    entry = event.entries.filter(state=Entry.State.ENTERED).order_by("?").first()
    if entry and event.entries.filter(state=Entry.State.ENTERED).count() > 20:
        user.send("post", f"entries/{entry.pk}/withdraw/", {"reason": "via"})


def decide_question(user: ApiUser, event: Event) -> None:
    question = PendingDecision.objects.filter(event=event, decision="").order_by("?").first()
    if question:
        decision = user.random.choice(("LEFT", "REPLAYED", "SWAPPED", "KEPT"))
        path = f"questions/{question.pk}/decide/"
        user.send("post", path, {"decision": decision, "reason": "prova"})


def make_codes(user: ApiUser, event: Event) -> None:
    user.send("post", f"events/{event.pk}/table-codes/", {})


def give_penalty(user: ApiUser, event: Event) -> None:
    entry, stage = event.entries.order_by("?").first(), event.stages.get()
    assert entry is not None
    body = {"entry": entry.pk, "stage": stage.pk, "points": 1, "reason": "prova"}
    user.send("post", f"events/{event.pk}/penalties/", body)


def change_dates(user: ApiUser, event: Event) -> None:
    stage = event.stages.get()
    body = {"start": "2026-12-13", "weekdays": [7]}
    user.send(user.random.choice(("put", "delete")), f"stages/{stage.pk}/calendar/", body)


def pair_next_round(user: ApiUser, event: Event) -> None:
    stage = event.stages.get()
    try:
        pair_here(stage=stage, actor=owner_of(event.club), now=NOW)
    except TournamentRefusal:
        user.answers[422] += 1


def change_places(user: ApiUser, event: Event) -> None:
    stage = event.stages.get()
    entries = list(event.entries.order_by("?").values_list("pk", flat=True)[:2])
    body = {"entries": entries, "version": stage.version, "reason": "prova", "agreed": True}
    user.send("post", f"stages/{stage.pk}/rounds/swap/", body)


def change_mind(user: ApiUser, event: Event) -> None:
    """Withdraws an entry, and takes that back."""
    entry = event.entries.filter(state=Entry.State.ENTERED).order_by("?").first()
    actor = owner_of(event.club)
    if entry is None:
        return
    try:
        steps = withdraw_pair(entry=entry, reason="via", actor=actor, now=NOW)
        undo(steps=steps, actor=actor, now=NOW)
    except (ScoringRefusal, TournamentRefusal):
        user.answers[422] += 1


def enter_paper_results(user: ApiUser, event: Event) -> None:
    """Those of a few matches, copied from paper sheets."""
    pairings = event.pairings.filter(state__in=PLAYABLE, match__version=0).order_by("?")
    for pairing in pairings.select_related("match")[:3]:
        assert pairing.match is not None
        totals = user.random.choice(([21, 5], [8, 21]))
        user.write_line(pairing.match, "total", {"totals": totals, "from_paper": True})


ORGANIZING: dict[Callable[[ApiUser, Event], None], int] = {
    move_table: 12,
    free_table: 3,
    reopen_match: 2,
    correct_result: 3,
    give_away: 1,
    withdraw_entry: 1,
    decide_question: 2,
    make_codes: 1,
    give_penalty: 1,
    change_dates: 1,
    pair_next_round: 2,
    change_places: 3,
    change_mind: 1,
    enter_paper_results: 1,
}


def run_clients(events: list[Event]) -> tuple[Counter[int], list[str]]:
    """What all clients were answered, by status, and the faults among it."""
    users = [User.objects.get(roles__club=events[0].club)] * (WRITERS + ORGANIZERS)
    clients = [ApiUser(user, seed) for seed, user in enumerate(users)]
    ends_at = monotonic() + SECONDS

    def act_until_the_end(index: int) -> None:
        client = clients[index]
        act = write_somewhere if index < WRITERS else organize
        try:
            while monotonic() < ends_at:
                act(client, events)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(clients)) as pool:
        list(pool.map(act_until_the_end, range(len(clients))))
    answers = sum((client.answers for client in clients), Counter[int]())
    return answers, [fault for client in clients for fault in client.faults]


def test_sixteen_writers_and_four_organizers_meet_no_fault() -> None:
    first = make_event(pairs=64, tables=12, match_format=FORMAT, format="double_elimination")
    more = [
        make_event(club=first.club, pairs=32, tables=8, match_format=FORMAT, **plan)
        for plan in (
            {"format": "swiss", "options": {"rounds": 7}},
            {"format": "double_elimination"},
            {"format": "round_robin"},
        )
    ]
    events = [first, *more]
    answers, faults = run_clients(events)
    print(sorted(answers.items()))  # noqa: T201  (read with -s)
    assert not faults, Counter(fault.split("/")[0] for fault in faults)
    assert answers[201] > 100, answers
    for event in events:
        check_tables(event)
        check_sheets(event)
        check_event(event)


def check_tables(event: Event) -> None:
    """A table has one match at a time, and no match that can be played waits beside a free one. An
    organizer may call a match whose pair has not left another table."""
    in_use = list(event.pairings.filter(state=Pairing.State.CALLED))
    in_use += event.pairings.filter(holds_table=True)
    taken = [pairing.table_id for pairing in in_use if pairing.table_id]
    assert len(taken) == len(set(taken))
    seated = {slot.entry_id for pairing in in_use for slot in pairing.slots.all()}
    for pairing in event.pairings.exclude(state__in=(Pairing.State.BYE, Pairing.State.NOT_NEEDED)):
        assert pairing.match is not None
        assert (pairing.state == Pairing.State.DECIDED) == pairing.match.decided, pairing.code
    if Table.objects.filter(event=event).exclude(pk__in=taken).exists():
        ready = event.pairings.filter(state=Pairing.State.READY)
        idle = [each for each in ready if not {s.entry_id for s in each.slots.all()} & seated]
        assert not idle


def check_sheets(event: Event) -> None:
    """Each match is what its lines say."""
    stages = Stage.objects.filter(event=event)
    for match in Match.objects.filter(pairing__round__group__stage__in=stages):
        lines = list(match.lines.order_by("n"))
        assert [line.n for line in lines] == list(range(1, match.version + 1))
        state = fold(read_format(match.format), make_sheet_lines(lines))
        assert (match.winner, match.decided) == (state.winner, state.over)
