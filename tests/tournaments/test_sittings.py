"""An evening of Trionfo: five at a table, each for himself, two sittings, the sum of all hands."""

from collections import defaultdict
from fractions import Fraction
from random import Random

import pytest

from accounts.actors import SYSTEM
from competition.entry_lists.entering import EntryDetails
from competition.entry_lists.names import Name
from kernel.violations import Violation
from tests.factories import NOW, make_club, owner_of
from tests.tournaments.sittings import make_sittings, plan_sittings
from tests.tournaments.steps import whole
from tournaments.models import Event, Pairing, Slot
from tournaments.playing import play_out
from tournaments.refusals import EntryRefused, FormatRefused
from tournaments.selectors.standings.rankings import load_ranking
from tournaments.selectors.standings.standings import load_standings_of_event
from tournaments.services.events.events import (
    EventPlan,
    create_event,
    finish_event,
)
from tournaments.services.registration.entries import enter
from tournaments.services.results.simulation import ServiceWriter

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
