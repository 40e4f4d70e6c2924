"""Races at the desk: two people tick off, pay, or take back the same pair. Run on SQLite (a file)
and on PostgreSQL."""

from collections.abc import Callable
from functools import partial

from competition.entry_lists.names import Name
from competition.regulation import HouseRules
from scoring.acts import Act
from tests.factories import NOW, actor_of, make_club, make_event, make_member, owner_of, pair
from tests.races.hall import hall, line, phone
from tests.races.threads import all_at_once
from tests.tournaments.steps import QUICK, pairing, write
from tournaments.models import Entry, Event, Player, SheetConflict
from tournaments.refusals import EventStateRefused, PlayerRefused, UndoRefused
from tournaments.services.hall.conflicts import record_conflict
from tournaments.services.hall.table_moves import move_to_table
from tournaments.services.registration.entries import Imported, import_entries
from tournaments.services.registration.payments import take_payment
from tournaments.services.registration.players import correct_player, merge_players
from tournaments.services.registration.withdrawals import withdraw
from tournaments.services.undo.arrivals import mark_paid, mark_present
from tournaments.services.undo.starts import begin_play
from tournaments.services.undo.undo import undo


def entry_with_a_fee() -> Entry:
    event = make_event(pairs=2, drawn=False)
    rules = HouseRules(fee_cents=2000).model_dump(mode="json", exclude_defaults=True)
    Event.objects.filter(pk=event.pk).update(rules=rules)
    return Entry.objects.select_related("event__club").filter(event=event).earliest("pk")


def test_two_people_take_the_fee_at_once_and_it_is_paid_once() -> None:
    entry = entry_with_a_fee()
    club = entry.event.club
    actors = (owner_of(club), actor_of(make_member(club)))
    found = [Entry.objects.select_related("event__club").get(pk=entry.pk) for _ in actors]
    all_at_once(
        [
            partial(take_payment, entry=row, cents=None, actor=actor, now=NOW)
            for row, actor in zip(found, actors, strict=True)
        ]
    )
    entry.refresh_from_db()
    assert (entry.paid_cents, entry.payments.count()) == (2000, 1)


def test_of_two_who_note_a_pair_as_present_one_can_take_it_back() -> None:
    entry = entry_with_a_fee()
    club = entry.event.club
    actors = (owner_of(club), actor_of(make_member(club)))
    found = [Entry.objects.select_related("event__club").get(pk=entry.pk) for _ in actors]
    results = all_at_once(
        [
            partial(mark_present, entry=row, present=True, actor=actor, now=NOW)
            for row, actor in zip(found, actors, strict=True)
        ]
    )
    assert sorted(len(steps) for steps in results if isinstance(steps, list)) == [0, 1]


def test_a_double_press_on_undo_cancels_one_payment() -> None:
    entry = entry_with_a_fee()
    actor = owner_of(entry.event.club)
    steps = mark_paid(entry=entry, paid=True, actor=actor, now=NOW)
    results = all_at_once([partial(undo, steps=steps, actor=actor, now=NOW) for _ in range(2)])
    assert results == [None, None]
    entry.refresh_from_db()
    assert not entry.paid
    assert entry.payments.get().cancelled_at is not None


def test_a_hand_is_written_or_the_start_is_taken_back_but_not_both() -> None:
    event = make_event(pairs=4, tables=2, match_format=QUICK, running=False)
    actor = owner_of(event.club)
    steps = begin_play(event=event, actor=actor, now=NOW)
    first = pairing(event, "main-1-1")
    calls: list[Callable[[], object]] = [
        partial(write, first, "hand", {"points": [7, None]}),
        partial(undo, steps=steps, actor=actor, now=NOW),
    ]
    written, undone = all_at_once(calls)
    event.refresh_from_db()
    assert first.match is not None
    first.match.refresh_from_db()
    if undone is None:
        assert isinstance(written, EventStateRefused), written
        assert (event.state, first.match.version) == (Event.State.DRAWN, 0)
        assert not event.pairings.filter(table__isnull=False).exists()
    else:
        assert isinstance(undone, UndoRefused), undone
        assert (event.state, first.match.version) == (Event.State.RUNNING, 1)


def test_a_match_is_moved_or_the_start_is_taken_back_but_not_both() -> None:
    event = make_event(pairs=4, tables=3, match_format=QUICK, running=False)
    actor = owner_of(event.club)
    steps = begin_play(event=event, actor=actor, now=NOW)
    first = pairing(event, "main-1-1")
    calls: list[Callable[[], object]] = [
        partial(move_to_table, pairing=first, number=3, actor=actor, now=NOW),
        partial(undo, steps=steps, actor=actor, now=NOW),
    ]
    moved, undone = all_at_once(calls)
    event.refresh_from_db()
    if undone is None:
        assert isinstance(moved, EventStateRefused), moved
        assert event.state == Event.State.DRAWN
        assert not event.pairings.filter(table__isnull=False).exists()
    else:
        assert isinstance(undone, UndoRefused), undone
        assert event.state == Event.State.RUNNING
        assert event.pairings.filter(table__number=3).exists()


def test_a_start_taken_back_twice_at_once_is_taken_back_once() -> None:
    event = make_event(pairs=4, tables=2, match_format=QUICK, running=False)
    actor = owner_of(event.club)
    entry = pairing(event, "main-1-1").slots.get(position=0).entry
    assert entry is not None
    withdraw(entry=entry, reason="via", actor=actor, now=NOW)
    steps = begin_play(event=event, actor=actor, now=NOW)
    results = all_at_once([partial(undo, steps=steps, actor=actor, now=NOW) for _ in range(2)])
    assert results == [None, None]
    event.refresh_from_db()
    assert event.state == Event.State.DRAWN
    first = pairing(event, "main-1-1").match
    assert first is not None
    assert list(first.lines.order_by("n").values_list("kind", flat=True)) == ["forfeit", "strike"]


def test_a_new_player_of_two_events_at_once_is_one_person() -> None:
    club = make_club()
    actor = owner_of(club)
    events = [make_event(club=club, pairs=0, drawn=False, name=name) for name in ("Uno", "Due")]
    forms = [pair(number) for number in range(40)]
    results = all_at_once(
        [
            partial(import_entries, event=event, forms=forms, actor=actor, now=NOW)
            for event in events
        ]
    )
    assert [len(each.entries) for each in results if isinstance(each, Imported)] == [40, 40]
    assert club.players.count() == 80


def test_a_player_is_corrected_to_a_name_or_enters_with_it_but_is_one_person() -> None:
    club = make_club()
    actor = owner_of(club)
    make_event(club=club, pairs=1, drawn=False)
    other = make_event(club=club, pairs=0, drawn=False, name="Due")
    player = club.players.get(last_name="Zoffoli0")
    name, forms = Name("Loris", "Zoffoli40"), [pair(number) for number in range(1, 41)]
    calls: list[Callable[[], object]] = [
        partial(import_entries, event=other, forms=forms, actor=actor, now=NOW),
        partial(correct_player, player=player, name=name, actor=actor, now=NOW),
    ]
    results = all_at_once(calls)
    assert isinstance(results[0], Imported), results
    # The second one finds the name that the first has written.
    assert isinstance(results[1], Player | PlayerRefused), results
    assert club.players.filter(last_name="Zoffoli40").count() == 1


def test_a_player_is_merged_while_he_is_entered_and_nobody_is_lost() -> None:
    club = make_club()
    actor = owner_of(club)
    make_event(club=club, pairs=1, drawn=False)
    other = make_event(club=club, pairs=0, drawn=False, name="Due")
    player = club.players.get(last_name="Zoffoli0")
    namesake = club.players.create(last_name="Zofoli")
    forms = [pair(number) for number in range(40)]
    calls: list[Callable[[], object]] = [
        partial(import_entries, event=other, forms=forms, actor=actor, now=NOW),
        partial(merge_players, player=player, into=namesake, actor=actor, now=NOW),
    ]
    results = all_at_once(calls)
    assert not [each for each in results if isinstance(each, Exception)], results
    assert other.entries.count() == 40


def test_two_notes_of_one_conflict_are_one() -> None:
    event, code = hall()
    one, two = phone(code), phone(code)
    line(event, one, "hand", {"points": [7, None]}, 0, "hand")
    match = pairing(event, "main-1-1").match_id
    assert match is not None
    act = Act("hand", {"points": [6, None]}, "other", 0, device="", made_at=NOW)
    note = partial(record_conflict, match_id=match, act=act, actor=two, now=NOW)
    results = all_at_once([note, note])
    assert not [each for each in results if isinstance(each, Exception)]
    assert SheetConflict.objects.count() == 1
