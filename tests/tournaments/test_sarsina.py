"""The Sarsina weekend: 128 pairs at two places, a qualifying a figure, the cut at 32 with a tie, a
knock-out whose losers play on, prizes to the sixteenth, and all that a weekend brings."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from random import Random

import pytest

from competition.plan import EntryId, Placing
from scoring.models import Line
from tests.factories import NOW, WORD, draw_stage_now, make_club, owner_of, pair
from tests.tournaments.evenings import play_open, play_stage
from tests.tournaments.steps import QUICK, act, write
from tournaments.demo.weekend import HANDS, PRIZES, plan_weekend
from tournaments.models import Draw, Event, Pairing, PendingDecision, Slot, Stage
from tournaments.refusals import CorrectionNotAgreed, DrawRefused, TournamentRefusal
from tournaments.selectors.decisions.borders import list_entries_tied_in_stage
from tournaments.selectors.regulation.prizes import list_awards, list_prizes
from tournaments.selectors.standings.cuts import select_through_to
from tournaments.selectors.standings.rankings import load_ranking
from tournaments.selectors.standings.standings import load_standings_of_event
from tournaments.services.corrections.previews import preview_consequences
from tournaments.services.decisions.pending import swap
from tournaments.services.draws.draws import call_off_draw, prepare_draw
from tournaments.services.events.events import finish_event, start_play
from tournaments.services.events.stages import StagePlan, change_stage
from tournaments.services.registration.entries import enter, import_entries
from tournaments.services.registration.withdrawals import withdraw
from tournaments.services.results.sheets import record_line
from tournaments.services.standings.penalties import give_penalty
from tournaments.tasks import lots_here

pytestmark = pytest.mark.django_db
THIRDS = 35 * HANDS
UNTIL_THE_END = 12
"""Matches of the last round that are kept back: one of them makes the tie."""


def test_a_sarsina_weekend_from_the_first_entry_to_the_last_prize() -> None:
    event = entered_and_drawn()
    first, final = event.stages.select_related("event__club").order_by("number")
    begun(event)
    gone_first = first_evening(event, first)
    tie(event, first)
    lots(first, final)
    draw_stage_now(final)
    assert len(seats(final)) == 32
    assert gone_first not in seats(final)
    a_correction_moves_the_cut(event, first, final)
    gone_second = second_evening(event, final)
    event = finish_event(event=event, actor=owner_of(event.club), now=NOW)
    the_end(event, first, final, gone_second)


def entered_and_drawn() -> Event:
    """127 pairs, the draw is committed; the 128th comes: it is called off and committed again."""
    club = make_club()
    actor = owner_of(club)
    event = plan_weekend(club, actor, NOW)
    for stage in event.stages.order_by("number"):
        plan = StagePlan(
            stage.format,
            stage.cut,
            options=stage.options,
            match_format=QUICK if stage.cut else None,
            metrics=() if stage.cut else ("points_for", "lots"),
        )
        change_stage(stage=stage, plan=plan, actor=actor, now=NOW)
    forms = [pair(number) for number in range(127)]
    import_entries(event=event, forms=forms, actor=actor, now=NOW)
    stage = event.stages.get(number=1)
    committed = prepare_draw(stage=stage, reason="", actor=actor, now=NOW)
    with pytest.raises(TournamentRefusal):
        enter(event=event, form=pair(127), actor=actor, now=NOW)
    call_off_draw(draw=committed, reason="è arrivata una coppia", actor=actor, now=NOW)
    enter(event=event, form=pair(127), actor=actor, now=NOW)
    event = draw_stage_now(stage)
    draws = Draw.objects.filter(stage=stage).order_by("number")
    assert list(draws.values_list("state", flat=True)) == ["CALLED_OFF", "HELD"]
    return event


def begun(event: Event) -> None:
    """64 matches are called, each draw at the tables of its place."""
    start_play(event=event, actor=owner_of(event.club), now=NOW)
    called = event.pairings.filter(state="CALLED").select_related("table", "round__group")
    assert len(called) == 64
    for pairing in called:
        first = 1 if pairing.round.group.number == 1 else 33
        assert first <= pairing.table.number < first + 32


def hands(pairing: Pairing, thirds: int) -> None:
    """Four hands with these ``thirds`` in all for the first side."""
    share, more = divmod(thirds, HANDS)
    for number in range(HANDS):
        mine = share + (number < more)
        write(pairing, "hand", {"thirds": [mine, 35 - mine]})


def first_evening(event: Event, stage: Stage) -> int:
    """Three rounds but a few matches of the last; a pair leaves after the first. Its opponents have
    the average for it. Another is penalised."""
    random, actor = Random(128), owner_of(event.club)
    rounds = Pairing.objects.filter(round__group__stage=stage).select_related("event__club")
    for pairing in rounds.filter(round__number=1).order_by("pk"):
        hands(pairing, random.randint(50, 90))
    gone = event.entries.order_by("pk")[60]
    withdraw(entry=gone, reason="si sente male", actor=actor, now=NOW)
    won = rounds.filter(slots__entry=gone, state="DECIDED", match__tally__forfeit=True)
    assert won.count() == 2
    met = {seat for pairing in rounds.filter(slots__entry=gone) for seat in seated(pairing)}
    left = list(rounds.filter(state__in=("READY", "CALLED")).order_by("round__number", "pk"))
    # An average changes with the last match: those who have one are not kept back.
    left.sort(key=lambda pairing: met.isdisjoint(seated(pairing)))
    for pairing in left[:-UNTIL_THE_END]:
        hands(pairing, random.randint(50, 90))
    last = load_ranking(stage).placings[-5]
    entry = event.entries.get(pk=last.entry)
    give_penalty(
        stage=stage, entry=entry, points=9, article="12", reason="segni", actor=actor, now=NOW
    )
    return gone.pk


@dataclass(frozen=True)
class Ending:
    """The thirds of the first side in the last matches, and what the 32nd has then."""

    thirds: tuple[int, ...]
    tied_value: int


def tie(event: Event, stage: Stage) -> None:
    """The last matches of the evening bring one more tied with the 32nd."""
    open_ = list(event.pairings.filter(state="CALLED").select_related("event__club").order_by("pk"))
    assert len(open_) == UNTIL_THE_END
    points = points_of(load_ranking(stage).placings)
    ending = next(endings_with_a_tie(points, [seated(pairing) for pairing in open_]))
    for pairing, thirds in zip(open_, ending.thirds, strict=True):
        hands(pairing, thirds)
    values = sorted(points_of(load_ranking(stage).placings).values(), reverse=True)
    assert values[31] == values[32] == ending.tied_value


def endings_with_a_tie(
    points: Mapping[EntryId, float], seats: Sequence[Sequence[int]]
) -> Iterator[Ending]:
    """One match after the other is bent so that its first side is tied with the 32nd of all
    others."""
    for shift, bent in product(range(-6, 7), range(len(seats))):
        thirds = [THIRDS // 2 + shift + number for number in range(len(seats))]
        others = ended(points, seats, thirds)
        others.pop(seats[bent][0])
        tied_value = sorted(others.values(), reverse=True)[31]
        thirds[bent] = round(tied_value - points[seats[bent][0]])
        ends = sorted(ended(points, seats, thirds).values(), reverse=True)
        if 0 <= thirds[bent] <= THIRDS and ends[31] == ends[32] == int(tied_value):
            yield Ending(tuple(thirds), int(tied_value))


def ended(
    points: Mapping[EntryId, float], seats: Sequence[Sequence[int]], thirds: Sequence[int]
) -> dict[EntryId, float]:
    """What all have made once the last matches have come to that."""
    found = dict(points)
    for (one, other), made in zip(seats, thirds, strict=True):
        found[one] += made
        found[other] += THIRDS - made
    return found


def points_of(placings: Sequence[Placing]) -> dict[EntryId, float]:
    """What each has made, as far as comparing goes."""
    found = {}
    for placing in placings:
        value = placing.values["points_for"]
        assert value is not None
        found[placing.entry] = value if isinstance(value, int) else value[0] / value[1]
    return found


def seated(pairing: Pairing) -> list[int]:
    return [slot.entry_id or 0 for slot in pairing.slots.order_by("position")]


def seats(stage: Stage) -> set[int]:
    rows = Slot.objects.filter(pairing__round__group__stage=stage, entry__isnull=False)
    return {entry or 0 for entry in rows.values_list("entry_id", flat=True)}


def lots(first: Stage, final: Stage) -> None:
    """Lots are drawn for the entries tied at the cut; before that, the knock-out cannot be
    drawn."""
    actor = owner_of(first.event.club)
    tied = list_entries_tied_in_stage(first, final)
    assert len(tied) >= 2
    with pytest.raises(DrawRefused) as refused:
        prepare_draw(stage=final, reason="", actor=actor, now=NOW)
    assert refused.value.code == "level_at_the_cut"
    lots_here(stage=first, word=WORD, actor=actor, now=NOW)
    assert list_entries_tied_in_stage(first, final) == ()
    placings = load_ranking(first).placings
    drawn = [placing for placing in placings if placing.entry in tied]
    assert sorted(placing.values["lots"] or 0 for placing in drawn) == [*range(1, len(tied) + 1)]
    assert drawn[0].why.code == "drawn_first"
    through = select_through_to(final).entries
    assert len(through) == 32
    assert set(through) & set(tied)
    assert set(tied) - set(through)


def a_correction_moves_the_cut(event: Event, first: Stage, final: Stage) -> None:
    """A hand of the last who is through was written the other way round: he is not, and who is
    takes his place in the knock-out."""
    actor = owner_of(event.club)
    last = int(load_ranking(first).placings[31].entry)
    assert last in seats(final)
    slot = Slot.objects.select_related("pairing__match").filter(
        entry=last, pairing__round__group__stage=first, pairing__match__tally__forfeit=False
    )[0]
    line = Line.objects.filter(match=slot.pairing.match, kind="hand").earliest("n")
    thirds = [5, 30] if slot.side == 0 else [30, 5]
    data = {"line": line.n, "data": {"thirds": thirds}, "reason": "scritta al contrario"}
    match = slot.pairing.match_id or 0
    amend = act(match, "amend", data)
    with pytest.raises(CorrectionNotAgreed):
        record_line(match_id=match, act=amend, actor=actor, now=NOW)
    seen = preview_consequences(match_id=match, act=amend, actor=actor, now=NOW)
    (asked,) = seen.asked
    assert (asked.kind, asked.stage, asked.goes) == ("CUT_MOVED", 2, (last,))
    record_line(match_id=match, act=amend, actor=actor, now=NOW, agreed=True)
    question = PendingDecision.objects.get(event=event)
    swap(pending=question, reason="entra chi ne ha diritto", actor=actor, now=NOW)
    assert last not in seats(final)
    assert set(asked.comes) <= seats(final)
    assert len(seats(final)) == 32


def second_evening(event: Event, final: Stage) -> int:
    """The knock-out with its losers' bracket; one leaves in the middle of it."""
    random = Random(32)
    play_open(final, random, most=20)
    waiting = event.pairings.filter(round__group__stage=final, state="CALLED").order_by("pk")[0]
    gone = event.entries.get(pk=seated(waiting)[0])
    withdraw(entry=gone, reason="deve andare", actor=owner_of(event.club), now=NOW)
    play_stage(final, random)
    return gone.pk


def the_end(event: Event, first: Stage, final: Stage, gone: int) -> None:
    """Places 1 to 16 one by one, the others shared; the prizes; nobody's place is left open."""
    standings = load_standings_of_event(event)
    rows = standings.rows
    assert len({row.placing.entry for row in rows}) == len(rows) == 128
    assert [(row.placing.first, row.placing.last) for row in rows[:16]] == [
        (place, place) for place in range(1, 17)
    ]
    assert {int(row.placing.entry) for row in rows[:32]} == seats(final)
    bands = Counter((row.placing.first, row.placing.last) for row in rows)
    assert all(last - start + 1 == count for (start, last), count in bands.items())
    behind = [row.placing.entry for row in rows[32:]]
    assert behind == [
        placing.entry
        for placing in load_ranking(first).placings
        if int(placing.entry) not in seats(final)
    ]
    points = points_of(load_ranking(first).placings)
    assert all(points[one] >= points[other] for one, other in pairwise(behind))
    awards = list_awards(event, list_prizes(event), standings)
    assert [len(award.rows) for award in awards] == [1, 1, 1, 1, 4, 8]
    assert all(award.is_settled for award in awards)
    assert [award.band.text for award in awards] == [band.text for band in PRIZES]
    lost = Pairing.objects.filter(round__group__stage=final, match__tally__forfeit=True)
    assert lost.filter(slots__entry=gone).exists()
