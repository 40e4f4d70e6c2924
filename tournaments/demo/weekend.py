"""The weekend of the demo: 128 pairs at two places, a qualifying a figure, the best 32 go on."""

from datetime import datetime
from random import Random

from accounts.actors import Actor
from competition.cuts.cut import Places
from competition.prizes import PrizeBand
from competition.regulation import USUAL_PENALTIES, ClubArticle, HouseRules
from scoring.core.format import best_of
from tournaments.demo.evenings import WORD
from tournaments.demo.people import demo_pairs
from tournaments.models import Club, Event
from tournaments.playing import play_out
from tournaments.selectors.decisions.borders import list_entries_tied_in_stage
from tournaments.selectors.standings.rankings import load_ranking
from tournaments.services.club.clubs import add_venue
from tournaments.services.events.events import EventPlan, create_event, open_entries, start_play
from tournaments.services.events.stages import GroupPlan, StagePlan, add_stage, set_group
from tournaments.services.registration.entries import import_entries
from tournaments.services.registration.withdrawals import withdraw
from tournaments.services.regulation.prizes import set_prizes
from tournaments.services.regulation.regulations import set_articles, set_house_rules
from tournaments.services.results.simulation import ServiceWriter
from tournaments.services.standings.penalties import give_penalty
from tournaments.tasks import draw_here, lots_here

PAIRS, THROUGH, TABLES, HANDS = 128, 32, 64, 4
A_FIGURE = {
    "games": [{"game": "marafon", "options": {"count": "figure"}, "hands": HANDS}],
    "wins": None,
}
PLACES = ("Circolo del Savio", "Palazzetto di Sarsina")
PRIZES = (
    PrizeBand(1, 1, "Due prosciutti e la coppa"),
    PrizeBand(2, 2, "Due spalle"),
    PrizeBand(3, 3, "Due salami e un formaggio"),
    PrizeBand(4, 4, "Due salami"),
    PrizeBand(5, 8, "Un salame"),
    PrizeBand(9, 16, "Due bottiglie"),
)
HOUSE_RULES = HouseRules(
    check_in="20:00",
    start="20:30",
    fee_cents=2000,
    late_game=10,
    late_match=20,
    appeal="organizer",
    referee="Secondo Ravaioli",
    penalties=USUAL_PENALTIES,
)
ARTICLES = (
    ClubArticle(
        chapter="prizes",
        text="L’incasso va in beneficenza.",
        text_en="The takings go to charity.",
    ),
    ClubArticle(
        text="In sala non si fuma e non si commenta la mano prima che sia scritta.",
        text_en="No smoking in the hall, and no comment on a hand before it is written down.",
    ),
)
MOST_HANDS = 40
"""Of the second evening's second round."""


def weekend(club: Club, actor: Actor, now: datetime, random: Random) -> Event:
    """The first evening is over and the second has come to the middle of its knock-out."""
    event = plan_weekend(club, actor, now)
    forms = demo_pairs(PAIRS, random)
    import_entries(event=event, forms=forms, actor=actor, now=now)
    first, second = event.stages.order_by("number")
    draw_here(stage=first, word=WORD, actor=actor, now=now)
    event = start_play(event=event, actor=actor, now=now)
    writer = ServiceWriter(event.pk, actor)
    play_out(writer, random)

    # What a weekend brings: one who is penalised, and one who is through and cannot come.
    rows = load_ranking(first).placings
    penalised = event.entries.get(pk=rows[39].entry)
    withdrawn = event.entries.get(pk=rows[11].entry)
    give_penalty(
        stage=first,
        entry=penalised,
        points=9,
        article="12",
        reason="Segni al compagno",
        actor=actor,
        now=now,
    )
    withdraw(entry=withdrawn, reason="Domani lavora", actor=actor, now=now)

    # The penalty and the withdrawal may make or settle a tie at the cut.
    if list_entries_tied_in_stage(first):
        lots_here(stage=first, word=WORD, actor=actor, now=now)
    draw_here(stage=second, word=WORD, actor=actor, now=now)
    play_out(writer, random, rounds=1)
    play_out(writer, random, most_hands=MOST_HANDS)
    event.refresh_from_db()
    return event


def plan_weekend(club: Club, actor: Actor, now: datetime) -> Event:
    """Open for entries: two groups with tables of their own, one ranking, the cut at 32, a
    knock-out whose losers play on, prizes to the sixteenth."""
    venues = []
    for name in PLACES:
        venue = club.venues.filter(name=name).first()
        if venue is None:
            venue = add_venue(club=club, name=name, address="Sarsina", actor=actor)
        venues.append(venue)
    here, there = venues
    plan = EventPlan(
        name="Due sere di maraffone a Sarsina",
        date=now.date(),
        match_format=A_FIGURE,
        format="qualifying",
        options={"rounds": 3, "groups": 2},
        venue=here,
        tables=TABLES,
        capacity=PAIRS,
    )
    event = create_event(club=club, plan=plan, actor=actor, now=now)
    first = event.stages.get()
    for number, venue in enumerate((here, there), start=1):
        tables = (1, TABLES // 2) if venue is here else (TABLES // 2 + 1, TABLES)
        group = GroupPlan(name=venue.name, venue=venue, tables=tables)
        set_group(stage=first, number=number, plan=group, actor=actor, now=now)
    final = StagePlan(
        "consolation",
        Places(stage=1, last=THROUGH).model_dump(mode="json"),
        name="Finale",
        options={"losers_of": [1], "places": 16},
        match_format=best_of(1, "marafon"),
    )
    add_stage(event=event, plan=final, actor=actor, now=now)
    set_prizes(event=event, bands=PRIZES, actor=actor, now=now)
    set_house_rules(event=event, rules=HOUSE_RULES, actor=actor, now=now)
    set_articles(event=event, articles=ARTICLES, actor=actor, now=now)
    return open_entries(event=event, actor=actor, now=now)
