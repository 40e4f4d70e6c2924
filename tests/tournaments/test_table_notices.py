"""Every change of a phone's document leaves a notice on a topic that the phone follows."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from typing import Any

import pytest
from django.db import transaction

from accounts.actors import Actor
from api.authentication import make_device_actor
from api.serializers.devices import make_device_document
from competition.calendar import Calendar
from config.cache import empty_caches
from live.models import Notice
from live.tickets import read_ticket
from tests.factories import NOW, draw_stage_now, make_event, owner_of
from tests.tournaments.steps import QUICK, act, pairing, win
from tournaments.models import Event, Pairing, PendingDecision, RefereeCall, TableCode
from tournaments.notices import name_results_topic, name_table_topic
from tournaments.refusals import NotAllowed
from tournaments.selectors.hall.tables import get_place_of_phone
from tournaments.services.corrections.replays import replay
from tournaments.services.events.calendars import set_calendar
from tournaments.services.events.events import start_play
from tournaments.services.events.stages import StagePlan, add_stage
from tournaments.services.hall.devices import admit
from tournaments.services.hall.referee_calls import answer_call, call_referee
from tournaments.services.hall.table_codes import make_codes, revoke_codes
from tournaments.services.hall.table_moves import free_table, move_to_table
from tournaments.services.registration.withdrawals import withdraw
from tournaments.services.results.sheets import record_line
from tournaments.services.rounds.next_round import take_back_round
from tournaments.services.rounds.round_changes import swap_in_round
from tournaments.tasks import pair_here

pytestmark = pytest.mark.django_db

WINS = {"points": [11, None]}
OTHERS_WIN = {"points": [0, None]}


@dataclass
class Watch:
    """A phone at each table of an event."""

    event: Event
    codes: list[TableCode] = field(default_factory=list)
    phones: list[Actor] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.owner = owner_of(self.event.club)
        self.codes = make_codes(event=self.event, actor=self.owner, now=NOW)
        self.phones = [
            make_device_actor(admit(code=code.code, now=NOW).device) for code in self.codes
        ]

    def read(self) -> list[dict[str, Any] | None]:
        empty_caches()
        return [self._read(phone) for phone in self.phones]

    def _read(self, phone: Actor) -> dict[str, Any] | None:
        try:
            return dict(make_device_document(get_place_of_phone(phone)))
        except NotAllowed:
            return None

    @contextmanager
    def expect_notices(self, *, changes: bool = True) -> Iterator[None]:
        """Each phone whose document is changed inside must have been sent a notice."""
        before, last = (
            self.read(),
            Notice.objects.order_by("pk").values_list("pk", flat=True).last(),
        )
        yield
        topics = set(Notice.objects.filter(pk__gt=last or 0).values_list("topic", flat=True))
        after = self.read()
        changed = [
            (number, old)
            for number, (old, new) in enumerate(zip(before, after, strict=True), start=1)
            if old is not None and _shown(old) != (new and _shown(new, old))
        ]
        assert changed or not changes, "nothing has changed: the test proves nothing"
        for number, old in changed:
            ticket = read_ticket(old["ticket"])
            assert ticket is not None
            assert topics & set(ticket.topics), f"no notice for table {number}, only {topics}"

    def write(self, pairing_: Pairing, kind: str, data: dict[str, Any], table: int = 0) -> None:
        assert pairing_.match_id is not None
        actor = self.phones[table] if table else self.owner
        line = act(pairing_.match_id, kind, data)
        record_line(match_id=pairing_.match_id, act=line, actor=actor, now=NOW)


def _shown(document: dict[str, Any], before: dict[str, Any] | None = None) -> dict[str, Any]:
    """The part of a document that the screen shows: during a match, nothing about the next."""
    old = before or document
    is_played = old["match"] is not None and old["last"] is None
    shown = ("match", "last", "call", "event") if is_played else document.keys() - {"ticket"}
    return {name: document[name] for name in shown}


def watch_event(**plan: Any) -> Watch:
    return Watch(make_event(match_format=QUICK, **{"pairs": 8, "tables": 2, **plan}))


def test_a_result_elsewhere_that_calls_a_match_notifies_its_table() -> None:
    watch = watch_event(pairs=4)
    first, second = (pairing(watch.event, f"main-1-{number}") for number in (1, 2))
    win(first)
    with watch.expect_notices():
        win(second)
    final = pairing(watch.event, "main-2-1")
    assert [each and each["match"] for each in watch.read()] == [final.match_id, second.match_id]
    assert final.table is not None
    assert Notice.objects.filter(topic=name_table_topic(final.table.pk)).exists()
    assert Notice.objects.filter(topic=name_results_topic(watch.event.pk)).exists()


def test_every_result_of_an_evening_notifies_the_tables() -> None:
    watch = watch_event()
    while called := list(watch.event.pairings.filter(state=Pairing.State.CALLED).order_by("pk")):
        for each in called:
            with watch.expect_notices():
                win(each)
    assert not watch.event.pairings.filter(state=Pairing.State.READY).exists()


def test_the_last_signature_and_freeing_a_table_notify() -> None:
    watch = watch_event(tables=1)
    phone = watch.phones[0]

    def decide(each: Pairing) -> None:
        line = act(each.match_id or 0, "hand", WINS)
        record_line(match_id=each.match_id or 0, act=line, actor=phone, now=NOW)

    first, second = (pairing(watch.event, f"main-1-{number}") for number in (1, 2))
    with watch.expect_notices(changes=False):
        decide(first)
    for side in (0, 1):
        with watch.expect_notices(changes=side == 1):
            line = act(first.match_id or 0, "sign", {"side": side})
            record_line(match_id=first.match_id or 0, act=line, actor=phone, now=NOW)
    with watch.expect_notices(changes=False):
        decide(second)
    second.refresh_from_db()
    with watch.expect_notices():
        free_table(pairing=second, actor=watch.owner, now=NOW)


def test_correcting_striking_and_reopening_a_result_notify() -> None:
    watch = watch_event(pairs=4)
    first, second = (pairing(watch.event, f"main-1-{number}") for number in (1, 2))
    win(first)
    win(second)
    with watch.expect_notices():
        watch.write(first, "amend", {"line": 1, "data": OTHERS_WIN, "reason": "scambiati"})
    with watch.expect_notices():
        watch.write(first, "strike", {"line": 1, "reason": "non giocata"})
    win(first)
    final = pairing(watch.event, "main-2-1")
    win(final)
    for _ in range(2):
        with watch.expect_notices():
            watch.write(final, "sign", {"side": None})
        with watch.expect_notices():
            watch.write(final, "reopen", {"reason": "sbaglio"})


def test_replaying_a_match_notifies() -> None:
    watch = watch_event(pairs=4)
    first, final = pairing(watch.event, "main-1-1"), pairing(watch.event, "main-2-1")
    win(first)
    win(pairing(watch.event, "main-1-2"))
    watch.write(final, "hand", {"points": [6, None]})
    correction = act(
        first.match_id or 0, "amend", {"line": 1, "data": OTHERS_WIN, "reason": "scambiati"}
    )
    record_line(
        match_id=first.match_id or 0, act=correction, actor=watch.owner, now=NOW, agreed=True
    )
    with watch.expect_notices():
        replay(
            pending=PendingDecision.objects.get(),
            reason="la coppia giusta",
            actor=watch.owner,
            now=NOW,
        )


def test_moving_matches_to_other_tables_notifies() -> None:
    watch = watch_event(tables=3)
    first, waiting = pairing(watch.event, "main-1-1"), pairing(watch.event, "main-1-4")
    with watch.expect_notices():
        move_to_table(pairing=first, number=2, actor=watch.owner, now=NOW)
    watch.write(pairing(watch.event, "main-1-1"), "hand", {"points": [6, None]})
    with watch.expect_notices():
        move_to_table(
            pairing=pairing(watch.event, "main-1-1"), number=3, actor=watch.owner, now=NOW
        )
    with watch.expect_notices():
        move_to_table(pairing=waiting, number=3, actor=watch.owner, now=NOW)


def test_a_withdrawal_notifies_its_table() -> None:
    watch = watch_event()
    slot = pairing(watch.event, "main-1-1").slots.get(position=0)
    assert slot.entry is not None
    with watch.expect_notices():
        withdraw(entry=slot.entry, reason="malato", actor=watch.owner, now=NOW)


def test_replacing_and_revoking_codes_notifies() -> None:
    watch = watch_event()
    with watch.expect_notices():
        make_codes(event=watch.event, tables=[1], actor=watch.owner, now=NOW)
    with watch.expect_notices():
        revoke_codes(codes=watch.codes[1:], event=watch.event, actor=watch.owner, now=NOW)
    assert watch.read() == [None, None]


def test_a_call_for_the_referee_and_its_answer_notify() -> None:
    watch = watch_event()
    with watch.expect_notices():
        call_referee(actor=watch.phones[0], now=NOW)
    with watch.expect_notices():
        answer_call(call=RefereeCall.objects.get(), actor=watch.owner, now=NOW)


def test_changing_the_calendar_notifies() -> None:
    watch = watch_event()
    calendar = Calendar(start=date(2027, 1, 10), weekdays=frozenset({6}))
    with watch.expect_notices():
        set_calendar(stage=watch.event.stages.get(), calendar=calendar, actor=watch.owner, now=NOW)


def test_drawing_a_stage_notifies_phones_that_wait_for_it() -> None:
    event = make_event(pairs=4, tables=2, match_format=QUICK, format="round_robin", running=False)
    owner = owner_of(event.club)
    cut = {"take": "places", "stage": 1, "first": 1, "last": 2}
    add_stage(event=event, plan=StagePlan("single_elimination", cut), actor=owner, now=NOW)
    watch = Watch(start_play(event=event, actor=owner, now=NOW))
    while called := list(event.pairings.filter(state=Pairing.State.CALLED).order_by("pk")):
        win(called[0], side=called[0].pk % 2)
    with watch.expect_notices():
        draw_stage_now(event.stages.get(number=2))


def test_pairing_and_taking_back_a_swiss_round_notifies() -> None:
    watch = watch_event(pairs=4, format="swiss", options={"rounds": 3})
    for each in watch.event.pairings.filter(state=Pairing.State.CALLED).order_by("pk"):
        win(each)
    stage = watch.event.stages.get()
    with watch.expect_notices():
        pair_here(stage=stage, actor=watch.owner, now=NOW)
    with watch.expect_notices():
        take_back_round(stage=stage, reason="assente", actor=watch.owner, now=NOW)


def test_two_who_change_places_in_a_round_notify_both_tables() -> None:
    watch = watch_event(pairs=4, format="swiss", options={"rounds": 3})
    stage = watch.event.stages.get()
    called = watch.event.pairings.filter(state=Pairing.State.CALLED).order_by("pk")
    first, second = (each.slots.get(position=0).entry for each in called)
    assert first is not None
    assert second is not None
    last = Notice.objects.order_by("pk").values_list("pk", flat=True).last()
    swap_in_round(
        stage=stage,
        entries=(first, second),
        version=stage.version,
        reason="Così.",
        agreed=True,
        actor=watch.owner,
        now=NOW,
    )
    # The document of a phone names its match, not who meets there: after a notice it reads both.
    topics = set(Notice.objects.filter(pk__gt=last or 0).values_list("topic", flat=True))
    assert {name_table_topic(each.table_id or 0) for each in called} <= topics


def test_a_change_that_is_rolled_back_leaves_no_notice() -> None:
    watch = watch_event(pairs=4)
    before = Notice.objects.count()
    with transaction.atomic():
        win(pairing(watch.event, "main-1-1"))
        assert Notice.objects.count() > before
        transaction.set_rollback(True)
    assert Notice.objects.count() == before
