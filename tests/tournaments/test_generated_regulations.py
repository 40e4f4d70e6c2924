"""Sixty regulations (formats, games, cuts, rules of walkovers, points carried over), each played to
the end and checked by an independent ranking: places, who goes on, prizes."""

from dataclasses import dataclass
from itertools import count
from random import Random
from typing import Any

import pytest

from competition.prizes import PrizeBand
from scoring.core.format import best_of, read_format
from scoring.models import Match
from tests.factories import NOW, WORD, draw_stage_now, make_event, owner_of
from tests.tournaments.event_checks import check_exports, open_pairings, seated_in
from tests.tournaments.printed_rules import (
    GoesOn,
    Met,
    Pair,
    Printed,
    Results,
    Tied,
    by_lots,
    first_places,
    knockout_places,
    match_points,
    places,
    ranked,
    tied_across,
)
from tests.tournaments.steps import QUICK, win, write
from tournaments.models import Draw, Event, Pairing, Slot, Stage
from tournaments.playing import simulate_hand
from tournaments.refusals import DrawRefused
from tournaments.selectors.regulation.prizes import list_awards, list_prizes
from tournaments.selectors.standings.standings import load_standings_of_event
from tournaments.services.draws.draws import prepare_draw
from tournaments.services.events.events import finish_event, start_play
from tournaments.services.events.stages import StagePlan, add_stage, change_stage
from tournaments.services.regulation.prizes import set_prizes
from tournaments.tasks import lots_here, pair_here

pytestmark = pytest.mark.django_db

REGULATIONS = 60
BEST_OF_THREE = best_of(3, "marafon", {"target": 11})


def hands_of(game: str, hands: int, **options: Any) -> dict[str, Any]:
    return {"games": [{"game": game, "options": options, "hands": hands}], "wins": None}


A_FIGURE = hands_of("marafon", 2, count="figure")
GAMES: tuple[dict[str, Any], ...] = (
    QUICK,
    BEST_OF_THREE,
    A_FIGURE,
    hands_of("mariglia", 1),
    hands_of("cinquecento", 1),
    hands_of("marianna", 1),
)
WALKOVERS: tuple[dict[str, Any], ...] = (
    {},
    {"score": "stands"},
    {"score": "one_game"},
    {"games": "none", "points": "none"},
    {"points": "none"},
)
"""What differs from the usual: the match is completed, and all that it shows counts."""
FORMATS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("round_robin", {}),
    ("groups", {"groups": 2}),
    ("groups", {"groups": 3}),
    ("qualifying", {"rounds": 2}),
    ("qualifying", {"rounds": 3, "groups": 2}),
    ("swiss", {"rounds": 2}),
)
METRICS: tuple[tuple[str, ...], ...] = (
    ("match_points", "mini_table", "games_difference", "points_difference", "points_for"),
    ("match_points", "head_to_head", "points_difference"),
    ("points_for", "wins", "lots"),
    ("match_points",),
    ("wins", "games_difference"),
)
FINAL_METRICS = ("match_points", "mini_table")
"""Of a second stage in which everybody meets."""
PRIZES = (
    PrizeBand(1, 1, "prosciutto"),
    PrizeBand(2, 2, "spalla"),
    PrizeBand(3, 4, "salame"),
    PrizeBand(5, 8, "vino"),
)


@dataclass(frozen=True)
class GeneratedRegulation:
    """All that is generated; ``cut`` as the event has it."""

    pairs: int
    format: str
    options: dict[str, Any]
    game: dict[str, Any]
    walkover: dict[str, Any]
    metrics: tuple[str, ...]
    cut: dict[str, Any]
    final: str
    """The format of the second stage."""

    @property
    def printed(self) -> Printed:
        everybody_meets = self.format in ("round_robin", "groups")
        return Printed(self.metrics, everybody_meets, self.format == "qualifying")

    @property
    def over_groups(self) -> bool:
        return self.format in ("qualifying", "swiss")


def generated(number: int) -> GeneratedRegulation:
    """The same for the same number; all formats, games and rules of walkovers take turns."""
    random = Random(number)
    format_, options = FORMATS[number % len(FORMATS)]
    groups = options.get("groups", 1)
    pairs = random.randint(max(5, 3 * groups), 9)
    cut: dict[str, Any] = {"stage": 1, "seeded": random.choice((0, None))}
    if format_ == "groups" and random.random() < 0.7:
        cut |= {"take": "of_each", "of_each": random.randint(1, 2), "seeded": 0}
        cut |= {"runners_up": number // len(FORMATS) % groups}
    else:
        level = random.choice(("lots", "lots", "in", "out"))
        cut |= {"take": "places", "last": random.randint(2, 4), "level": level}
        if level != "lots":
            cut["seeded"] = 0
    metrics = random.choice(METRICS)
    final = random.choice(("single_elimination", "single_elimination", "round_robin"))
    if final == "round_robin" and metrics[0] == "match_points":
        cut["carried"] = random.choice(("none", "half", "full"))
    return GeneratedRegulation(
        pairs,
        format_,
        options,
        GAMES[number // len(FORMATS) % len(GAMES)],
        WALKOVERS[number % len(WALKOVERS)],
        metrics,
        cut,
        final,
    )


@pytest.mark.parametrize("number", range(REGULATIONS))
def test_every_place_of_a_generated_regulation_is_that_of_its_printed_rules(number: int) -> None:
    regulation = generated(number)
    event = entered(regulation)
    random = Random(number)
    results = play_first(event, regulation, random)
    first, final = event.stages.select_related("event__club").order_by("number")
    going = settled_cut(regulation, results, first, final)
    if len(going.certain) < 2:
        with pytest.raises(DrawRefused):
            draw_stage_now(final)
        return
    draw_stage_now(final)
    assert seated_in(final) == {*going.certain}
    if regulation.final == "round_robin":
        best = play_final_table(final, carried(regulation, results), random)
    else:
        best = play_final(final, random)
    order = overall(regulation, results, lots_of(first))
    event = finish_event(event=event, actor=owner_of(event.club), now=NOW)
    behind = [[entry for entry in tied if entry not in going.certain] for tied in order]
    check_places(event, [*best, *(tied for tied in behind if tied)])
    for stage in (first, final):
        check_exports(stage)


def entered(regulation: GeneratedRegulation) -> Event:
    """The event, drawn and begun, with its final stage and its prizes."""
    event = make_event(
        pairs=regulation.pairs,
        drawn=False,
        match_format={**regulation.game, "unfinished": {"walkover": regulation.walkover}},
        format=regulation.format,
        options=regulation.options,
    )
    actor = owner_of(event.club)
    stage = event.stages.get(number=1)
    ranked_by = StagePlan(
        regulation.format, None, options=regulation.options, metrics=regulation.metrics
    )
    change_stage(stage=stage, plan=ranked_by, actor=actor, now=NOW)
    plan = StagePlan(
        regulation.final,
        regulation.cut,
        options={"third_place": True} if regulation.final == "single_elimination" else {},
        metrics=FINAL_METRICS if regulation.final == "round_robin" else (),
        match_format=QUICK,
    )
    add_stage(event=event, plan=plan, actor=actor, now=NOW)
    set_prizes(event=event, bands=list(PRIZES), actor=actor, now=NOW)
    draw_stage_now(stage)
    return start_play(event=event, actor=actor, now=NOW)


def play_first(event: Event, regulation: GeneratedRegulation, random: Random) -> dict[int, Results]:
    """Plays the first stage; what was played, by group."""
    stage = event.stages.select_related("event__club").get(number=1)
    met: dict[int, list[Met]] = {}
    for number in count(1):
        for pairing in open_pairings(event):
            group = pairing.round.group.number
            met.setdefault(group, []).append(played(pairing, regulation, random))
        if regulation.format != "swiss" or number == regulation.options["rounds"]:
            break
        pair_here(stage=stage, actor=owner_of(event.club), now=NOW)
    rests = Slot.objects.filter(pairing__state="BYE", entry__isnull=False).filter(
        pairing__round__group__stage=stage
    )
    found = {}
    for each in stage.groups.order_by("number"):
        seats = Slot.objects.filter(pairing__round__group=each, entry__isnull=False)
        entries = sorted(set(seats.values_list("entry_id", flat=True)))
        mine = rests.filter(pairing__round__group=each).values_list("entry_id", flat=True)
        found[each.number] = Results(tuple(entries), tuple(met.get(each.number, ())), tuple(mine))
    return found


def played(pairing: Pairing, regulation: GeneratedRegulation, random: Random) -> Met:
    """Plays a match, or gives it; with few scores, so that many are tied."""
    first, second = pairing.slots.order_by("side").values_list("entry_id", flat=True)
    entries = first, second
    chance = random.random()
    if chance < 0.12:
        loser = random.randrange(2)
        write(pairing, "forfeit", {"side": loser, "of": "match", "reason": "assenti"})
        return Met(entries, 1 - loser, *walkover(regulation, 1 - loser), is_forfeit=True)
    if chance < 0.15:
        both = {"side": None, "of": "match", "case": "double_forfeit", "reason": "assenti"}
        write(pairing, "forfeit", both)
        return Met(entries, None, (0, 0), None, is_forfeit=True)
    if regulation.game == QUICK:
        side = random.randrange(2)
        win(pairing, side)
        return Met(entries, side, by_side(side, 1), by_side(side, 11))
    if regulation.game == BEST_OF_THREE:
        return played_in_games(pairing, entries, random)
    if regulation.game == A_FIGURE:
        return played_in_thirds(pairing, entries, random)
    return played_with_cards(pairing, entries, random)


def by_side(side: int, value: int) -> Pair:
    return (value, 0) if side == 0 else (0, value)


def walkover(regulation: GeneratedRegulation, winner: int) -> tuple[Pair, Pair | None]:
    """The games and points that a walkover counts, by the printed rule."""
    rule = {"score": "completed", "games": "shown", "points": "shown"} | regulation.walkover
    needed = 2 if regulation.game == BEST_OF_THREE else 1
    games = {"completed": needed, "one_game": 1, "stands": 0}[rule["score"]]
    has_target = "hands" not in regulation.game["games"][0]
    total = {"completed": 11 * needed, "one_game": 0}.get(rule["score"])
    points = by_side(winner, total) if has_target and total is not None else None
    if rule["points"] == "none":
        points = None
    return by_side(winner, 0 if rule["games"] == "none" else games), points


def played_in_games(pairing: Pairing, entries: tuple[int, int], random: Random) -> Met:
    winner, is_long = random.randrange(2), random.random() < 0.4
    order = [winner, 1 - winner, winner] if is_long else [winner, winner]
    for side in order:
        win(pairing, side)
    games = order.count(0), order.count(1)
    return Met(entries, winner, games, (11 * games[0], 11 * games[1]))


def played_in_thirds(pairing: Pairing, entries: tuple[int, int], random: Random) -> Met:
    thirds = [random.choice((15, 20)) for _hand in range(2)]
    for mine in thirds:
        write(pairing, "hand", {"thirds": [mine, 35 - mine]})
    points = sum(thirds), 70 - sum(thirds)
    winner = None if points[0] == points[1] else int(points[1] > points[0])
    return Met(entries, winner, (0, 0) if winner is None else by_side(winner, 1), points)


def played_with_cards(pairing: Pairing, entries: tuple[int, int], random: Random) -> Met:
    """A hand of the game itself; its points are those of the sheet, which the rules have tested."""
    assert pairing.match is not None
    state = pairing.match.snapshot or {"games": [], "turn": None}
    hand = simulate_hand(read_format(pairing.match.format), state, random)
    write(pairing, "hand", hand)
    (game,) = Match.objects.get(pairing=pairing).snapshot["games"]
    first, second = game["totals"]
    winner = None if first == second else int(second > first)
    games = (0, 0) if winner is None else by_side(winner, 1)
    return Met(entries, winner, games, (first, second))


def lots_of(first: Stage) -> list[list[int]]:
    """The drawings that were held, as they were drawn."""
    drawn = Draw.objects.filter(stage=first, purpose="LOTS", state="HELD").order_by("number")
    return [list(order or ()) for order in drawn.values_list("order", flat=True)]


def in_groups(
    regulation: GeneratedRegulation, results: dict[int, Results], lots: list[list[int]]
) -> list[list[Tied]]:
    """The ranking of each group."""
    return [ranked(each, regulation.printed, lots) for each in results.values()]


def overall(
    regulation: GeneratedRegulation, results: dict[int, Results], lots: list[list[int]]
) -> list[Tied]:
    """One ranking over all groups: of all that was played, or of the places in the groups."""
    if not regulation.over_groups:
        bands = side_by_side(in_groups(regulation, results, lots))
        return [part for tied in bands for part in by_lots(tied, lots)]
    entries = tuple(entry for each in results.values() for entry in each.entries)
    matches = tuple(match for each in results.values() for match in each.matches)
    rests = tuple(entry for each in results.values() for entry in each.rests)
    return ranked(Results(entries, matches, rests), regulation.printed, lots)


def side_by_side(found: list[list[Tied]]) -> list[Tied]:
    """The first of all groups share the first places, then come all the seconds."""
    bands: dict[tuple[int, int], Tied] = {}
    for table in found:
        for entry, (first, last) in places(table).items():
            bands.setdefault((last, first), []).append(entry)
    return [bands[band] for band in sorted(bands)]


def goes_on(
    regulation: GeneratedRegulation, results: dict[int, Results], lots: list[list[int]]
) -> GoesOn:
    """Who is in the knock-out by the printed cut."""
    cut = regulation.cut
    if cut["take"] == "of_each":
        tables = in_groups(regulation, results, lots)
        each = [first_places(one, cut["of_each"], "lots", all_seeded=False) for one in tables]
        certain = [entry for one in each for entry in one.certain]
        lots_for = [tied for one in each for tied in one.lots_for]
        if not cut["runners_up"]:
            return GoesOn(certain, lots_for)
        fewest = min(map(len, (each.entries for each in results.values())))
        borders = {cut["of_each"], cut["of_each"] + 1, fewest}
        lots_for = [tied for one in tables for tied in tied_across(one, borders)]
        if lots_for:
            return GoesOn(certain, lots_for)
        best = runners_up(regulation, results, tables, fewest, lots)
        return GoesOn(certain + best.certain, best.lots_for)
    tied = overall(regulation, results, lots)
    return first_places(tied, cut["last"], cut["level"], all_seeded=cut["seeded"] is None)


def runners_up(
    regulation: GeneratedRegulation,
    results: dict[int, Results],
    tables: list[list[Tied]],
    fewest: int,
    lots: list[list[int]],
) -> GoesOn:
    """Those just behind the first of their groups, compared by what they did against as many of
    their group as the smallest group has."""
    cut = regulation.cut
    order = [[entry for tied in table for entry in tied] for table in tables]
    counted = {entry for entries in order for entry in entries[:fewest]}
    matches = [
        match for each in results.values() for match in each.matches if {*match.entries} <= counted
    ]
    behind = tuple(each[cut["of_each"]] for each in order if len(each) > cut["of_each"])
    table = ranked(Results(behind, tuple(matches)), regulation.printed, lots)
    return first_places(table, cut["runners_up"], "lots", all_seeded=False)


def carried(regulation: GeneratedRegulation, results: dict[int, Results]) -> dict[int, int]:
    """The match points of the first stage that each takes along."""
    share = {"none": 0, "half": 2, "full": 1}[regulation.cut.get("carried", "none")]
    return {
        entry: int(match_points(entry, each, regulation.printed)) // share if share else 0
        for each in results.values()
        for entry in each.entries
    }


def settled_cut(
    regulation: GeneratedRegulation, results: dict[int, Results], first: Stage, final: Stage
) -> GoesOn:
    """Who goes on once lots are drawn; as long as there are ties, nothing can be drawn."""
    for _drawing in range(3):
        going = goes_on(regulation, results, lots_of(first))
        if not going.lots_for:
            return going
        actor = owner_of(first.event.club)
        with pytest.raises(DrawRefused) as refused:
            prepare_draw(stage=final, reason="", actor=actor, now=NOW)
        assert refused.value.code == "level_at_the_cut"
        draw = lots_here(stage=first, word=WORD, actor=actor, now=NOW)
        assert {*(draw.order or ())} == {entry for tied in going.lots_for for entry in tied}
    pytest.fail("lots are drawn again and again")


def play_final(final: Stage, random: Random) -> list[Tied]:
    """Plays the knock-out; its places."""
    lost: dict[int, int] = {}
    third: list[int] = []
    while open_ := open_pairings(final.event):
        pairing = open_[0]
        side = random.randrange(2)
        entries = list(pairing.slots.order_by("side").values_list("entry_id", flat=True))
        win(pairing, side)
        if pairing.round.section == "third":
            third = [entries[side], entries[1 - side]]
        else:
            lost[entries[1 - side]] = pairing.round.number
    rounds = max(lost.values())
    return knockout_places(lost, rounds, third, sorted(int(entry) for entry in seated_in(final)))


def play_final_table(final: Stage, points: dict[int, int], random: Random) -> list[Tied]:
    """Plays a stage in which everybody meets; its places."""
    met = []
    while open_ := open_pairings(final.event):
        pairing = open_[0]
        side = random.randrange(2)
        first, second = pairing.slots.order_by("side").values_list("entry_id", flat=True)
        win(pairing, side)
        met.append(Met((first, second), side, by_side(side, 1), by_side(side, 11)))
    entries = tuple(sorted(int(entry) for entry in seated_in(final)))
    printed = Printed(FINAL_METRICS, everybody_meets=True, fills_with_average=False)
    return ranked(Results(entries, tuple(met), carried=points), printed)


def check_places(event: Event, tied: list[Tied]) -> None:
    """Everybody's places, and the prizes that go with them."""
    expected = places(tied)
    standings = load_standings_of_event(event)
    assert {
        row.placing.entry: (row.placing.first, row.placing.last) for row in standings.rows
    } == expected
    for award in list_awards(event, list_prizes(event), standings):
        band = award.band
        winners = {
            entry
            for entry, (first, last) in expected.items()
            if first <= band.last and last >= band.first
        }
        assert {row.placing.entry for row in award.rows} == winners
        sharing = {
            entry
            for entry in winners
            if expected[entry][0] < band.first or expected[entry][1] > band.last
        }
        assert award.shared == sharing
        assert award.is_settled
