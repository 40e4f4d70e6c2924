"""Pairs that leave, or are replaced."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoAssertNumQueries

from live.models import Notice
from tests.factories import NOW, draw_now, make_event, owner_of, pair
from tests.tournaments.event_checks import check_event
from tests.tournaments.steps import QUICK, win, write
from tournaments.models import Entry, EntryPlayer, Pairing, Slot
from tournaments.notices import name_match_topic
from tournaments.refusals import EntryRefused, ReasonMissing
from tournaments.selectors.standings.standings import load_standings_of_event
from tournaments.services.registration.entries import enter
from tournaments.services.registration.withdrawals import replace_entry, withdraw
from tournaments.services.undo.undo import undo
from tournaments.services.undo.withdrawals import withdraw_pair

pytestmark = pytest.mark.django_db


def leave(entry: Any, reason: Any = "malata") -> Any:
    entry.refresh_from_db()
    return withdraw(entry=entry, reason=reason, actor=owner_of(entry.event.club), now=NOW)


def test_a_pair_withdrawn_before_the_draw_is_not_drawn_and_its_players_are_free() -> None:
    event = make_event(pairs=5, drawn=False)
    entry = event.entries.earliest("pk")
    leave(entry)
    enter(event=event, form=pair(0), actor=owner_of(event.club), now=NOW)
    event = draw_now(event)
    drawn = {row["id"] for row in event.stages.get().draws.get().entries}
    assert entry.pk not in drawn
    assert len(drawn) == 5


def test_a_pair_withdrawn_at_its_table_forfeits_to_the_other() -> None:
    event = make_event(pairs=4, match_format=QUICK)
    first = event.pairings.filter(round__order=0).earliest("pk")
    left, stays = (slot.entry for slot in first.slots.order_by("position"))
    leave(left)
    first.match.refresh_from_db()
    assert (first.match.winner, first.match.lines.get().kind) == (1, "forfeit")
    assert Slot.objects.filter(entry=stays, pairing__round__order=1).exists()
    left.refresh_from_db()
    assert left.state == Entry.State.WITHDRAWN


def test_a_pair_withdrawn_while_it_waits_forfeits_when_its_other_side_is_known() -> None:
    event = make_event(pairs=4, match_format=QUICK)
    first, second = event.pairings.filter(round__order=0).order_by("pk")
    win(first)
    waiting = first.slots.get(position=0).entry
    leave(waiting)
    final = event.pairings.get(round__order=1)
    assert final.match.version == 0
    win(second)
    final.refresh_from_db()
    final.match.refresh_from_db()
    assert (final.state, final.match.winner) == (Pairing.State.DECIDED, 1)


def test_a_withdrawal_from_a_round_robin_asks_the_same_queries_for_any_number_of_matches(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    few, many = (make_event(pairs=pairs, format="round_robin") for pairs in (6, 14))
    with CaptureQueriesContext(connection) as queries:
        leave(few.entries.earliest("pk"))
    with django_assert_num_queries(len(queries)):
        leave(many.entries.earliest("pk"))
    decided = many.pairings.filter(state=Pairing.State.DECIDED)
    assert decided.count() == 13


def test_a_pair_withdrawn_from_a_round_robin_forfeits_each_open_match() -> None:
    event = make_event(pairs=6, format="round_robin", tables=2, match_format=QUICK)
    left = event.entries.earliest("pk")
    won, begun, *untouched = event.pairings.filter(slots__entry=left).order_by("pk")
    win(won, side=won.slots.get(entry=left).side)
    write(begun, "hand", {"points": [6, None]})
    Notice.objects.all().delete()
    leave(left)
    for row in (begun, *untouched):
        row.refresh_from_db()
        row.match.refresh_from_db()
        side = row.slots.get(entry=left).side
        line = row.match.lines.latest("n")
        assert (line.kind, line.data["side"], line.data["reason"]) == ("forfeit", side, "malata")
        assert (row.state, row.decided_at) == (Pairing.State.DECIDED, NOW)
        assert (row.holds_table, row.match.winner) == (False, 1 - side)
        notice = Notice.objects.get(topic=name_match_topic(row.match.pk))
        assert notice.version == row.match.version
    won.match.refresh_from_db()
    assert not won.match.lines.filter(kind="forfeit").exists()
    news = Notice.objects.filter(topic__contains="match.decided")
    assert news.count() == 4
    assert not event.pairings.filter(slots__entry=left, state=Pairing.State.CALLED).exists()
    check_event(event)


def test_withdrawal_never_erases() -> None:
    event = make_event(pairs=4, match_format=QUICK)
    first = event.pairings.filter(round__order=0).earliest("pk")
    left = first.slots.get(position=0).entry
    leave(left)
    rows = load_standings_of_event(event).rows
    assert left.pk in {row.name.id for row in rows}
    assert EntryPlayer.objects.filter(entry=left, counts=True).count() == 2


def test_who_has_left_cannot_leave_again() -> None:
    event = make_event(pairs=4, match_format=QUICK)
    entry = event.entries.earliest("pk")
    leave(entry)
    with pytest.raises(EntryRefused):
        leave(entry)


def replaced(entry: Any, form: Any, reason: Any = "malattia") -> Any:
    actor = owner_of(entry.event.club)
    return replace_entry(entry=entry, form=form, reason=reason, actor=actor, now=NOW)


def test_an_entry_is_replaced_before_its_first_match() -> None:
    event = make_event(pairs=4, match_format=QUICK)
    first = event.pairings.filter(round__order=0).earliest("pk")
    old = first.slots.get(position=0).entry
    new = replaced(old, pair(99))
    assert first.slots.get(position=0).entry == new
    old.refresh_from_db()
    assert (old.state, old.replaced_by) == (Entry.State.REPLACED, new)
    win(first)
    assert load_standings_of_event(event).rows[0].name.id == new.pk


def test_an_entry_that_was_withdrawn_meanwhile_is_not_replaced() -> None:
    event = make_event(pairs=4, match_format=QUICK, running=False)
    read_before = event.entries.earliest("pk")
    leave(Entry.objects.get(pk=read_before.pk))
    with pytest.raises(EntryRefused) as refused:
        replaced(read_before, pair(99))
    assert refused.value.code == "entry_not_entered"


def test_one_of_a_pair_may_play_on_with_another() -> None:
    event = make_event(pairs=4, match_format=QUICK)
    old = event.entries.earliest("pk")
    form = pair(99, club_name="Bar Fiume")
    form = type(form)(players=(pair(0).players[0], form.players[1]))
    new = replaced(old, form)
    assert new.members.count() == 2


def test_an_entry_that_has_begun_is_not_replaced() -> None:
    event = make_event(pairs=4, match_format=QUICK)
    first = event.pairings.filter(round__order=0).earliest("pk")
    write(first, "hand", {"points": [6, None]})
    with pytest.raises(EntryRefused):
        replaced(first.slots.get(position=0).entry, pair(99))


def test_a_replacement_needs_a_reason_and_free_players() -> None:
    event = make_event(pairs=4, match_format=QUICK)
    old = event.entries.earliest("pk")
    with pytest.raises(ReasonMissing):
        replaced(old, pair(99), reason=" ")
    with pytest.raises(EntryRefused):
        replaced(old, pair(1))
    old.refresh_from_db()
    assert old.state == Entry.State.ENTERED


def test_of_two_who_have_left_their_match_the_one_who_comes_back_wins_it() -> None:
    event = make_event(pairs=3, format="round_robin", match_format=QUICK)
    actor = owner_of(event.club)
    row = event.pairings.filter(match__isnull=False).earliest("pk")
    steps = []
    for slot in row.slots.order_by("side"):
        assert slot.entry is not None
        steps.append(withdraw_pair(entry=slot.entry, reason="malata", actor=actor, now=NOW))
    for own_steps, winner in zip(steps, (0, None), strict=True):
        undo(steps=own_steps, actor=actor, now=NOW)
        row = Pairing.objects.get(pk=row.pk)
        assert row.match is not None
        assert row.match.winner == winner
        check_event(event)
    assert row.state in Pairing.PLAYABLE_STATES
