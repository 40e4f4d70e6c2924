"""Nine bars play at the same time; at every border of the cut there is a tie, settled by lots."""

from collections import Counter
from datetime import datetime
from random import Random

from accounts.actors import Actor
from competition.cuts.cut import OfEach
from competition.prizes import PrizeBand
from scoring.acts import Act
from scoring.core.format import best_of
from scoring.core.lines import HAND
from tournaments.demo.evenings import WORD
from tournaments.demo.people import demo_pairs
from tournaments.models import Club, Event, Pairing, Stage
from tournaments.playing import play_out
from tournaments.selectors.decisions.borders import list_entries_tied_in_stage
from tournaments.services.club.clubs import add_venue
from tournaments.services.events.events import EventPlan, create_event, open_entries, start_play
from tournaments.services.events.stages import GroupPlan, StagePlan, add_stage, set_group
from tournaments.services.registration.entries import import_entries
from tournaments.services.regulation.prizes import set_prizes
from tournaments.services.results.sheets import record_line
from tournaments.services.results.simulation import ServiceWriter
from tournaments.tasks import draw_here, lots_here

BARS = (
    "Bar Fiume",
    "Bar Centrale",
    "Bar Stazione",
    "Bar Ponte Vecchio",
    "Bar della Pieve",
    "Bar Sport",
    "Bar Mazzini",
    "Circolo I Portici",
    "Circolo San Vicinio",
)
PAIRS = 3 * len(BARS)
RUNNERS_UP = 7
"""With the nine winners they fill a knock-out of 16."""
ONE_HAND = {
    "games": [{"game": "marafon", "options": {"count": "figure"}, "hands": 1}],
    "wins": None,
}
PRIZES = (
    PrizeBand(1, 1, "Due prosciutti"),
    PrizeBand(2, 2, "Due spalle"),
    PrizeBand(3, 4, "Due salami"),
    PrizeBand(5, 8, "Un salame"),
    PrizeBand(9, 16, "Due bottiglie"),
)


def nine_bars(club: Club, actor: Actor, now: datetime, random: Random) -> Event:
    """In each bar every pair has won once; lots have been drawn, and the final has begun."""
    event = plan_nine_bars(club, actor, now)
    import_entries(event=event, forms=demo_pairs(PAIRS, random), actor=actor, now=now)
    first, final = event.stages.order_by("number")
    draw_here(stage=first, word=WORD, actor=actor, now=now)
    event = start_play(event=event, actor=actor, now=now)
    win_once_each(first, actor, now)
    while list_entries_tied_in_stage(first, final):
        lots_here(stage=first, word=WORD, actor=actor, now=now)
    draw_here(stage=final, word=WORD, actor=actor, now=now)
    play_out(ServiceWriter(event.pk, actor), random, most_hands=len(BARS))
    event.refresh_from_db()
    return event


def plan_nine_bars(club: Club, actor: Actor, now: datetime) -> Event:
    """Open for entries: a group in each bar, the winners and the best seconds in a knock-out."""
    plan = EventPlan(
        name="Torneo dei nove bar",
        date=now.date(),
        match_format=ONE_HAND,
        format="groups",
        options={"groups": len(BARS)},
        tables=len(BARS),
        capacity=PAIRS,
    )
    event = create_event(club=club, plan=plan, actor=actor, now=now)
    first = event.stages.get()
    for number, name in enumerate(BARS, start=1):
        venue = add_venue(club=club, name=name, address="", actor=actor)
        group = GroupPlan(name=name, venue=venue, tables=(number, number))
        set_group(stage=first, number=number, plan=group, actor=actor, now=now)
    final = StagePlan(
        "single_elimination",
        OfEach(stage=1, of_each=1, runners_up=RUNNERS_UP).model_dump(mode="json"),
        name="Finale",
        options={"third_place": True},
        match_format=best_of(1, "marafon", {"target": 31}),
    )
    add_stage(event=event, plan=final, actor=actor, now=now)
    set_prizes(event=event, bands=PRIZES, actor=actor, now=now)
    return open_entries(event=event, actor=actor, now=now)


def win_once_each(stage: Stage, actor: Actor, now: datetime) -> None:
    """Plays the groups of three so that each pair wins once, always with the same score."""
    won: Counter[int] = Counter()
    lost: Counter[int] = Counter()
    pairings = Pairing.objects.filter(round__group__stage=stage, match__isnull=False)
    for pairing in pairings.order_by("pk"):
        assert pairing.match_id is not None
        seats = pairing.slots.order_by("side").values_list("entry_id", flat=True)
        first, second = (entry or 0 for entry in seats)
        # Who has lost already is the next to win: so nobody wins twice.
        first_wins = (won[first], -lost[first]) <= (won[second], -lost[second])
        winner, loser = (first, second) if first_wins else (second, first)
        won[winner], lost[loser] = won[winner] + 1, lost[loser] + 1
        thirds = [20, 15] if first_wins else [15, 20]
        act = Act(HAND, {"thirds": thirds}, "nine-bars", 0, "", now)
        record_line(match_id=pairing.match_id, act=act, actor=actor, now=now)
