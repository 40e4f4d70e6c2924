"""The start of play is taken back, as long as nothing rests on it."""

from collections.abc import Callable

import pytest

from accounts.actors import Actor
from scoring.models import Line, Match
from tests.factories import NOW, draw_now, make_event, make_member, owner_of
from tests.factories import actor_of as make_actor
from tests.tournaments.event_checks import check_event
from tests.tournaments.steps import QUICK, pairing, write
from tournaments.models import Event, Pairing, RefereeCall, Role, Slot, Stage, Table
from tournaments.refusals import EventStateRefused, NotAllowed, UndoRefused
from tournaments.services.events.changes import change_event
from tournaments.services.events.events import cancel_event, hold_after_all
from tournaments.services.hall.table_moves import move_to_table
from tournaments.services.registration.withdrawals import withdraw
from tournaments.services.undo.starts import begin_play
from tournaments.services.undo.steps import UndoStep
from tournaments.services.undo.undo import undo

pytestmark = pytest.mark.django_db


def make_drawn(pairs: int = 4, tables: int = 2, gone: tuple[str, ...] = ()) -> Event:
    """A drawn event; the first entry of each of the pairings with these codes has left since."""
    event = make_event(pairs=pairs, tables=tables, match_format=QUICK, running=False)
    for code in gone:
        entry = pairing(event, code).slots.get(position=0).entry
        assert entry is not None
        withdraw(entry=entry, reason="via", actor=owner_of(event.club), now=NOW)
    event.refresh_from_db()
    return event


def begin(event: Event) -> list[UndoStep]:
    steps = begin_play(event=event, actor=owner_of(event.club), now=NOW)
    event.refresh_from_db()
    assert event.state == Event.State.RUNNING
    return steps


def take_back(event: Event, steps: list[UndoStep], actor: Actor | None = None) -> None:
    undo(steps=steps, actor=actor or owner_of(event.club), now=NOW)
    event.refresh_from_db()


def list_pairings(event: Event) -> list[tuple[object, ...]]:
    columns = "code", "state", "table", "called_at", "decided_at", "holds_table"
    return list(event.pairings.order_by("pk").values_list(*columns))


def list_seats(event: Event) -> list[tuple[object, ...]]:
    return list(Slot.objects.filter(pairing__event=event).order_by("pk").values_list("pk", "entry"))


def test_the_event_is_drawn_again_and_its_tables_are_free() -> None:
    event = make_drawn()
    before = list_pairings(event)
    steps = begin(event)
    assert event.pairings.filter(state=Pairing.State.CALLED).count() == 2
    for _ in range(2):
        take_back(event, steps)
        assert event.state == Event.State.DRAWN
        assert list_pairings(event) == before
    assert not event.regulations.filter(frozen_at__isnull=False).exists()
    check_event(event)


def test_it_begins_again_as_if_for_the_first_time() -> None:
    event = make_drawn(gone=("main-1-1",))
    take_back(event, begin(event))
    begin(event)
    assert event.regulations.filter(frozen_at=NOW).count() == 1
    first = pairing(event, "main-1-1")
    assert first.state == Pairing.State.DECIDED
    assert pairing(event, "main-1-2").state == Pairing.State.CALLED
    assert first.match is not None
    assert list(first.match.lines.order_by("n").values_list("kind", flat=True)) == [
        "forfeit",
        "strike",
        "forfeit",
    ]
    check_event(event)


@pytest.mark.parametrize(
    "gone",
    [("main-1-1",), ("main-1-1", "main-1-2"), ("main-1-1", "main-1-2", "main-1-4")],
    ids=["one", "two that meet the same", "three"],
)
@pytest.mark.parametrize("tables", [0, 1, 4])
def test_forfeits_of_who_has_left_are_struck(gone: tuple[str, ...], tables: int) -> None:
    event = make_drawn(pairs=8, tables=tables, gone=gone)
    before, seats = list_pairings(event), list_seats(event)
    steps = begin(event)
    assert Line.objects.count() == len(gone)
    take_back(event, steps)
    assert (list_pairings(event), list_seats(event)) == (before, seats)
    assert list(Line.objects.order_by("n", "match").values_list("kind", flat=True)) == (
        ["forfeit"] * len(gone) + ["strike"] * len(gone)
    )
    assert not Match.objects.filter(begun=True).exists()
    check_event(event)


def test_a_forfeit_that_follows_from_another_is_struck_before_it() -> None:
    event = make_event(pairs=4, tables=2, match_format=QUICK, running=False)
    first, second = pairing(event, "main-1-1"), pairing(event, "main-1-2")
    for slot in (*first.slots.all(), *second.slots.filter(position=0)):
        assert slot.entry is not None
        withdraw(entry=slot.entry, reason="via", actor=owner_of(event.club), now=NOW)
    before, seats = list_pairings(event), list_seats(event)
    steps = begin(event)
    assert pairing(event, "main-2-1").state == Pairing.State.DECIDED
    take_back(event, steps)
    assert (list_pairings(event), list_seats(event)) == (before, seats)
    check_event(event)


@pytest.mark.parametrize("format_", ["double_elimination", "round_robin", "swiss"])
def test_it_is_taken_back_in_any_format(format_: str) -> None:
    options = {"swiss": {"rounds": 3}}.get(format_, {})
    event = make_event(
        pairs=6, tables=2, match_format=QUICK, running=False, format=format_, options=options
    )
    entry = Slot.objects.filter(pairing__event=event, pairing__match__isnull=False).earliest("pk")
    assert entry.entry is not None
    withdraw(entry=entry.entry, reason="via", actor=owner_of(event.club), now=NOW)
    before, seats = list_pairings(event), list_seats(event)
    steps = begin(event)
    assert Line.objects.exists()
    take_back(event, steps)
    assert (list_pairings(event), list_seats(event)) == (before, seats)
    check_event(event)


def write_hand(event: Event) -> None:
    write(pairing(event, "main-1-1"), "hand", {"points": [7, None]})


def write_and_strike(event: Event) -> None:
    write_hand(event)
    write(pairing(event, "main-1-1"), "strike", {"line": 1, "reason": "svista"})


def move_match(event: Event) -> None:
    actor = owner_of(event.club)
    move_to_table(pairing=pairing(event, "main-1-1"), number=3, actor=actor, now=NOW)


def call_for_referee(event: Event) -> None:
    table = event.tables.earliest("number")
    RefereeCall.objects.create(event=event, table=table, called_at=NOW)


def withdraw_entry(event: Event) -> None:
    entry = event.entries.earliest("pk")
    withdraw(entry=entry, reason="via", actor=owner_of(event.club), now=NOW)


def change_date(event: Event) -> None:
    changes = {"name": "Maraffa di Natale"}
    change_event(event=event, changes=changes, actor=owner_of(event.club), now=NOW)


def cancel_and_hold(event: Event) -> None:
    actor = owner_of(event.club)
    cancel_event(event=event, reason="neve", actor=actor, now=NOW)
    hold_after_all(event=event, actor=actor, now=NOW)


@pytest.mark.parametrize(
    "act",
    [
        write_hand,
        write_and_strike,
        move_match,
        call_for_referee,
        withdraw_entry,
        change_date,
        cancel_and_hold,
    ],
)
def test_what_something_rests_on_stays(act: Callable[[Event], None]) -> None:
    event = make_drawn(tables=3)
    steps = begin(event)
    act(event)
    before = list_pairings(event)
    with pytest.raises(UndoRefused):
        take_back(event, steps)
    event.refresh_from_db()
    assert event.state == Event.State.RUNNING
    assert list_pairings(event) == before
    assert event.regulations.filter(frozen_at=NOW).exists()


def test_a_second_start_is_not_of_the_first_step() -> None:
    event = make_drawn()
    steps = begin(event)
    take_back(event, steps)
    begin(event)
    with pytest.raises(UndoRefused):
        take_back(event, steps)
    event.refresh_from_db()
    assert event.state == Event.State.RUNNING


def test_who_does_not_manage_the_event_any_more_takes_nothing_back() -> None:
    event = make_drawn()
    member = make_member(event.club)
    steps = begin_play(event=event, actor=make_actor(member), now=NOW)
    Role.objects.filter(user=member).update(kind=Role.Kind.REFEREE)
    with pytest.raises(NotAllowed):
        take_back(event, steps, make_actor(member))
    event.refresh_from_db()
    assert event.state == Event.State.RUNNING


def test_a_regulation_frozen_by_another_start_stays_frozen() -> None:
    event = make_drawn()
    earlier = NOW.replace(year=2025)
    event.regulations.update(frozen_at=earlier)
    take_back(event, begin(event))
    assert event.regulations.get().frozen_at == earlier


def test_a_match_is_not_moved_once_the_start_is_taken_back() -> None:
    """By somebody who has read the event before."""
    event = make_drawn(tables=3)
    steps = begin(event)
    first = pairing(event, "main-1-1")
    assert first.event.state == Event.State.RUNNING
    take_back(event, steps)
    with pytest.raises(EventStateRefused):
        move_to_table(pairing=first, number=3, actor=owner_of(event.club), now=NOW)
    assert not event.pairings.filter(table__isnull=False).exists()


def test_an_event_drawn_again_begins_anew() -> None:
    event = make_drawn()
    take_back(event, begin(event))
    event = draw_now(event, reason="si ritira")
    begin(event)
    assert Table.objects.filter(pairings__state=Pairing.State.CALLED).count() == 2
    assert Stage.objects.get(event=event).draws.count() == 2
