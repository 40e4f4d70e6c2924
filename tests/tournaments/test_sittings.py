"""An evening of Trionfo: five at a table, each for himself, two sittings, the sum of all hands."""

from collections import defaultdict
from datetime import timedelta
from fractions import Fraction
from random import Random

import pytest

from accounts.actors import SYSTEM
from competition.entry_lists.entering import EntryDetails
from competition.entry_lists.names import Name
from kernel.violations import Violation
from scoring.models import Line
from tests.factories import NOW, make_club, owner_of
from tests.tournaments.event_checks import check_event
from tests.tournaments.sittings import make_drawn_sittings, make_sittings, plan_sittings
from tests.tournaments.steps import whole
from tournaments.models import Entry, Event, Pairing, Slot
from tournaments.playing import play_out
from tournaments.refusals import EntryRefused, FormatRefused
from tournaments.selectors.standings.rankings import load_ranking
from tournaments.selectors.standings.standings import load_standings_of_event
from tournaments.services.events.events import (
    EventPlan,
    create_event,
    finish_event,
    start_play,
)
from tournaments.services.registration.entries import enter
from tournaments.services.registration.withdrawals import withdraw
from tournaments.services.results.simulation import ServiceWriter
from tournaments.services.standings.penalties import disqualify
from tournaments.services.undo.starts import begin_play
from tournaments.services.undo.undo import undo
from tournaments.services.undo.withdrawals import withdraw_pair

pytestmark = pytest.mark.django_db
TRIONFO = {"games": [{"game": "trionfo", "hands": 5}], "wins": None}


def evening(players: int) -> Event:
    return make_sittings(make_club(), players=players, tables=2, hands=5)


def test_who_rests_is_ranked_by_the_average_per_match() -> None:
    """13 players, 2 tables: three rest in each round, so not all play as often."""
    event = evening(13)
    play_out(ServiceWriter(event.pk, SYSTEM), Random(5))
    own: dict[int, list[int]] = defaultdict(list)
    for pairing in Pairing.objects.filter(match__isnull=False).select_related("match"):
        assert pairing.match is not None
        assert pairing.match.tally is not None
        for slot in pairing.slots.all():
            own[slot.entry_id or 0].append(pairing.match.tally["sum"][slot.side])
    assert {len(made) for made in own.values()} == {1, 2}
    rows = load_ranking(event.stages.get()).placings
    averages = [Fraction(sum(own[int(row.entry)]), len(own[int(row.entry)])) for row in rows]
    assert averages == sorted(averages, reverse=True)
    assert [row.first for row in rows] == [
        1 + sum(other > average for other in averages) for average in averages
    ]


def test_it_is_played_to_its_end_and_ranked_by_the_sum() -> None:
    event = evening(10)
    play_out(ServiceWriter(event.pk, SYSTEM), Random(5))
    event.refresh_from_db()
    finish_event(event=event, actor=SYSTEM, now=NOW)
    rows = load_standings_of_event(event).rows
    sums = [whole(row.placing, "points_for") for row in rows]
    assert sums == sorted(sums, reverse=True)
    assert sum(sums) == 0
    assert len(rows) == 10


def test_nobody_is_called_to_a_table_while_he_sits_at_another() -> None:
    event = evening(15)
    called = Pairing.objects.filter(event=event, state=Pairing.State.CALLED)
    assert {pairing.round.number for pairing in called} == {1}
    writer = ServiceWriter(event.pk, SYSTEM)
    while open_ := writer.playable():
        seated = Slot.objects.filter(pairing__in=called.all()).values_list("entry_id", flat=True)
        assert len(seated) == len(set(seated))
        play_out(writer, Random(1), most_hands=7 * len(open_))


def test_a_knock_out_does_not_seat_five() -> None:
    club = make_club()
    plan = EventPlan(name="Trionfo", date=NOW.date(), match_format=TRIONFO)
    with pytest.raises(FormatRefused) as refused:
        create_event(club=club, plan=plan, actor=owner_of(club), now=NOW)
    params = {"sides": 5, "must_be": 2, "field": "match_format"}
    assert refused.value.violations == (Violation("format_needs_sides", params),)


def test_a_game_without_a_target_says_how_many_hands() -> None:
    club = make_club()
    endless = {"games": [{"game": "trionfo"}], "wins": None}
    plan = EventPlan(name="Trionfo", date=NOW.date(), match_format=endless, format="sittings")
    with pytest.raises(FormatRefused) as refused:
        create_event(club=club, plan=plan, actor=owner_of(club), now=NOW)
    assert [fault.code for fault in refused.value.violations] == ["hands_missing"]


def test_a_pair_does_not_enter_where_each_plays_for_himself() -> None:
    event = create_event(
        club=make_club(), plan=plan_sittings(tables=2, hands=5), actor=SYSTEM, now=NOW
    )
    pair = EntryDetails(players=(Name("Loris", "Zoffoli"), Name("Ivano", "Casadei")))
    with pytest.raises(EntryRefused) as refused:
        enter(event=event, form=pair, actor=SYSTEM, now=NOW)
    assert refused.value.violations[0].params == {"players": 2, "must_be": 1}


def leave(entry: Entry, how: str) -> None:
    actor = owner_of(entry.event.club)
    if how == "withdrawn":
        withdraw(entry=entry, reason="a casa", actor=actor, now=NOW)
    else:
        disqualify(entry=entry, voids=False, article="7", reason="rissa", actor=actor, now=NOW)


def list_tables_of(entry: Entry) -> list[Pairing]:
    pairings = Pairing.objects.filter(slots__entry=entry).exclude(state=Pairing.State.BYE)
    return list(pairings.select_related("match").order_by("pk"))


def are_void(pairings: list[Pairing]) -> list[bool]:
    return [
        pairing.state == Pairing.State.DECIDED
        and pairing.match is not None
        and pairing.match.winner is None
        and pairing.match.tally is not None
        and pairing.match.tally["unfinished"]["case"] == "void"
        for pairing in pairings
    ]


@pytest.mark.parametrize("how", ["withdrawn", "disqualified"])
def test_a_table_that_loses_a_player_is_void(how: str) -> None:
    event = evening(10)
    entry = event.entries.earliest("pk")
    leave(entry, how)
    entry.refresh_from_db()
    assert entry.state in Entry.GONE_STATES
    assert are_void(list_tables_of(entry)) == [True, True]
    other_pairings = event.pairings.exclude(slots__entry=entry)
    assert {pairing.state for pairing in other_pairings} <= {*Pairing.PLAYABLE_STATES}
    play_out(ServiceWriter(event.pk, SYSTEM), Random(5))
    event.refresh_from_db()
    finish_event(event=event, actor=SYSTEM, now=NOW)
    check_event(event)


def test_what_was_played_before_stays_and_the_table_in_play_is_void() -> None:
    event = evening(10)
    entry = event.entries.earliest("pk")
    first, _second = list_tables_of(entry)
    writer = ServiceWriter(event.pk, SYSTEM)
    while not Pairing.objects.filter(pk=first.pk, state=Pairing.State.DECIDED).exists():
        play_out(writer, Random(5), most_hands=1)
    play_out(writer, Random(5), most_hands=1)
    leave(entry, "withdrawn")
    assert are_void(list_tables_of(entry)) == [False, True]
    own = next(row for row in load_ranking(event.stages.get()).placings if row.entry == entry.pk)
    first.refresh_from_db()
    assert first.match is not None
    assert first.match.tally is not None
    side = first.slots.get(entry=entry).side
    assert own.values["points_for"] == first.match.tally["sum"][side]


def test_an_evening_starts_without_a_player_who_has_left_since_the_draw() -> None:
    event = make_drawn_sittings(make_club(), players=10, tables=2, hands=5)
    entry = event.entries.earliest("pk")
    leave(entry, "withdrawn")
    event = start_play(event=event, actor=owner_of(event.club), now=NOW)
    assert are_void(list_tables_of(entry)) == [True, True]
    check_event(event)


def test_a_start_without_a_player_is_taken_back() -> None:
    event = make_drawn_sittings(make_club(), players=10, tables=2, hands=5)
    entry = event.entries.earliest("pk")
    leave(entry, "withdrawn")
    before = list(event.pairings.order_by("pk").values_list("state", flat=True))
    event.refresh_from_db()
    steps = begin_play(event=event, actor=owner_of(event.club), now=NOW)
    undo(steps=steps, actor=owner_of(event.club), now=NOW)
    assert list(event.pairings.order_by("pk").values_list("state", flat=True)) == before
    kinds = Line.objects.order_by("match", "n").values_list("kind", flat=True)
    assert list(kinds) == ["forfeit", "strike"] * 2


def test_a_withdrawal_from_a_table_is_taken_back() -> None:
    event = evening(10)
    entry = event.entries.earliest("pk")
    actor = owner_of(event.club)
    steps = withdraw_pair(entry=entry, reason="a casa", actor=actor, now=NOW)
    undo(steps=steps, actor=actor, now=NOW)
    entry.refresh_from_db()
    assert entry.state == Entry.State.ENTERED
    assert are_void(list_tables_of(entry)) == [False, False]
    check_event(event)


def test_two_players_of_one_table_leave() -> None:
    event = evening(10)
    entry = event.entries.earliest("pk")
    first = list_tables_of(entry)[0]
    others = [slot.entry for slot in first.slots.exclude(entry=entry).order_by("position")]
    assert others[0] is not None
    leave(entry, "withdrawn")
    leave(others[0], "disqualified")
    first.refresh_from_db()
    assert first.match is not None
    assert first.match.lines.count() == 1
    check_event(event)


def test_a_table_is_void_while_one_of_two_who_have_left_it_is_away() -> None:
    event = evening(10)
    actor = owner_of(event.club)
    first_table = list_tables_of(event.entries.earliest("pk"))[0]
    leavers = [slot.entry for slot in first_table.slots.order_by("position")[:2]]
    steps = []
    for number, entry in enumerate(leavers):
        assert entry is not None
        at = NOW + timedelta(seconds=number)
        steps.append(withdraw_pair(entry=entry, reason="a casa", actor=actor, now=at))
    for own_steps, is_void in zip(steps, (True, False), strict=True):
        undo(steps=own_steps, actor=actor, now=NOW + timedelta(seconds=2))
        check_event(event)
        assert are_void([Pairing.objects.get(pk=first_table.pk)]) == [is_void]
    open_pairings = event.pairings.filter(state__in=Pairing.PLAYABLE_STATES)
    assert open_pairings.count() == event.pairings.count()


def test_a_table_opens_again_when_both_who_have_left_it_are_back_the_last_first() -> None:
    event = evening(10)
    actor = owner_of(event.club)
    first_table = list_tables_of(event.entries.earliest("pk"))[0]
    steps = []
    for slot in first_table.slots.order_by("position")[:2]:
        assert slot.entry is not None
        steps.append(withdraw_pair(entry=slot.entry, reason="a casa", actor=actor, now=NOW))
    for own_steps, is_void in zip(reversed(steps), (True, False), strict=True):
        undo(steps=own_steps, actor=actor, now=NOW)
        assert are_void([Pairing.objects.get(pk=first_table.pk)]) == [is_void]
    check_event(event)
