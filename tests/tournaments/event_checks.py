"""What must hold in any event at any moment: seats, ties, places, brackets and exports.

Who goes on is worked out again here from the printed rule of the cut, not by the cut itself.
"""

import io
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, permutations
from typing import Any

from competition.documents.draws import verify
from competition.documents.plans import plan as plan_verb
from competition.documents.rankings import rank as rank_verb
from competition.documents.rounds import pair as pair_verb
from competition.plan import EntryId, Placing
from competition.stages.stage import rank_groups, rank_stage
from kernel.json_lines import answers
from tournaments.models import Draw, Entry, Event, PairedFrom, Pairing, PendingDecision, Slot, Stage
from tournaments.selectors.standings.cuts import (
    get_stage_before,
    list_stages_after,
    select_through_to,
)
from tournaments.selectors.standings.fields import load_progress
from tournaments.selectors.standings.rankings import Ranking, load_ranking
from tournaments.selectors.standings.standings import load_standings_of_event
from tournaments.selectors.trust.exports import plan_document, rank_document
from tournaments.selectors.trust.verification import find_faults

State = Pairing.State


@dataclass(frozen=True)
class Cut:
    """Who goes on for certain, and who is tied for the last places and waits for lots."""

    certain: frozenset[EntryId]
    tied: frozenset[EntryId] = frozenset()


def check_event(event: Event) -> None:
    """Raises AssertionError for whatever does not hold."""
    check_places(event)
    faults = list(find_faults(event))
    assert not faults, faults
    for stage in event.stages.order_by("number"):
        check_brackets(stage)
        if stage.cut is not None and seated_in(stage):
            check_seats(stage)
    check_siblings(event)


def check_places(event: Event) -> None:
    """Each entry is ranked once; tied entries are exactly as many as the places they share."""
    rows = [row.placing for row in load_standings_of_event(event).rows]
    assert sorted(row.entry for row in rows) == sorted(event.entries.values_list("pk", flat=True))
    if any(row.still_in for row in rows):
        return
    place = 1
    for (first, last), tied in Counter((row.first, row.last) for row in rows).items():
        assert (first, last) == (place, place + tied - 1), rows
        place += tied


def check_seats(stage: Stage) -> None:
    """A drawn stage seats whom its cut names, or a question says who should be there; nobody who
    is tied with one of them stays behind without lots that both have drawn."""
    before = get_stage_before(stage)
    if not load_progress(before).is_over and (stage.cut or {})["take"] != "losers":
        return
    ranking = load_ranking(before)
    cut = expected_cut(stage, ranking)
    seated = seated_in(stage)
    elsewhere, owed = seats_of_siblings(stage, ranking)
    goes = seated - cut.certain - cut.tied - owed
    comes = (cut.certain | cut.tied) - seated - elsewhere
    asked = PendingDecision.objects.filter(stage=stage, kind="CUT_MOVED").order_by("-pk").first()
    if goes or comes:
        told = f"{sorted(goes)} sit in stage {stage.number}, and {sorted(comes)} do not"
        assert asked is not None, told
        told += f"; asked: {asked.decision or 'open'}, {asked.goes} go, {asked.comes} come"
        assert asked.decision in ("", "LEFT"), told
        assert {*asked.goes} == goes, told
        assert {*asked.comes} <= comes, told
        return
    is_about_seats = asked is not None and not asked.decision and (asked.comes or asked.goes)
    assert not is_about_seats, "nothing is left to ask"
    check_remedies(stage, ranking, seated)


def seats_of_siblings(
    stage: Stage, ranking: Ranking
) -> tuple[frozenset[EntryId], frozenset[EntryId]]:
    """Who was left by decision in a sibling stage, and who is owed a seat for it."""
    elsewhere: set[EntryId] = set()
    owed: set[EntryId] = set()
    for sibling in list_stages_after(ranking.stage):
        asked = PendingDecision.objects.filter(stage=sibling, kind="CUT_MOVED", decision="LEFT")
        if sibling.pk != stage.pk and asked.exists():
            seated, cut = seated_in(sibling), expected_cut(sibling, ranking)
            elsewhere |= seated - cut.certain - cut.tied
            owed |= (cut.certain | cut.tied) - seated
    return frozenset(elsewhere), frozenset(owed)


def expected_cut(stage: Stage, ranking: Ranking) -> Cut:
    """Whom the printed rule sends on. Who has left keeps the place where it has gone on already,
    and makes room where it has not. Where all who are tied advance, or none, lots that were drawn
    for something else have not parted them."""
    staying = left(ranking) - gone_on(ranking.stage)
    cut = stage.cut or {}
    if cut["take"] == "places":
        level = cut.get("level", "lots")
        ranked = ranking.unsettled if level in ("in", "out") else ranking.placings
        rows = [row for row in ranked if row.entry not in staying]
        return _by_places(rows, cut.get("first", 1), cut["last"], level)
    if cut["take"] == "of_each" and not cut.get("runners_up"):
        groups = [[row for row in rows if row.entry not in staying] for rows in ranking.groups]
        found = [_by_places(rows, 1, cut["of_each"], "lots") for rows in groups]
        certain = frozenset(entry for each in found for entry in each.certain)
        return Cut(certain, frozenset(entry for each in found for entry in each.tied))
    through = select_through_to(stage)
    return Cut(frozenset(through.entries), frozenset(through.tied))


def _by_places(rows: Sequence[Placing], first: int, last: int, level: str) -> Cut:
    certain, tied = set(), set()
    place = 1
    for _band, group in groupby(rows, key=lambda row: (row.first, row.last)):
        entries = {row.entry for row in group}
        best, worst = place, place + len(entries) - 1
        place += len(entries)
        goes_at = {"in": best, "out": worst}.get(level)
        if goes_at is not None:
            certain |= entries if first <= goes_at <= last else set()
        elif first <= best and worst <= last:
            certain |= entries
        elif best <= last and worst >= first:
            tied |= entries
    return Cut(frozenset(certain), frozenset(tied))


def check_remedies(stage: Stage, ranking: Ranking, seated: frozenset[EntryId]) -> None:
    """Who shares a place of the ranking before lots with somebody who has gone on, and stays
    behind, has drawn lots with him; the drawing is public."""
    cut = stage.cut or {}
    if cut["take"] not in ("places", "of_each"):
        return
    core = ranking.format, ranking.pairings, ranking.results, ranking.ruling
    is_overall = cut["take"] == "places"
    tables = [rank_stage(*core)] if is_overall else rank_groups(*core)
    lots = [{*drawing} for drawing in ranking.ruling.drawings]
    drawn = frozenset().union(*map(seated_in, list_stages_after(ranking.stage)))
    behind = {row.entry for row in ranking.placings} - drawn - left(ranking)
    for rows in tables:
        for one, other in permutations(rows, 2):
            if one.entry in seated and other.entry in behind and _shares(one, other):
                assert any({one.entry, other.entry} <= drawing for drawing in lots), (one, other)


def _shares(one: Placing, other: Placing) -> bool:
    return (one.first, one.last) == (other.first, other.last)


def check_siblings(event: Event) -> None:
    """Of the stages that follow one, no two seat the same entry; and where one takes the places
    behind another, nobody between them is left out."""
    for stage in event.stages.order_by("number"):
        after = [each for each in list_stages_after(stage) if seated_in(each)]
        seats = [seated_in(each) for each in after]
        settled = not PendingDecision.objects.filter(stage__in=after, kind="CUT_MOVED").exists()
        if settled and load_progress(stage).is_over:
            assert sum(map(len, seats)) == len(frozenset().union(*seats)), "seated in two stages"


def check_brackets(stage: Stage) -> None:
    """Who sits in a slot that a decided pairing fills is who it sends there, or a question was
    asked about it or about the slot where the other side goes: both keep their seats until then.
    A slot whose entry sits on the other side of the same pairing waits."""
    rows = Slot.objects.filter(
        pairing__round__group__stage=stage, source_pairing__state=State.DECIDED
    ).select_related("pairing__match", "source_pairing__match")
    for slot in rows:
        source = slot.source_pairing
        assert source is not None
        assert source.match is not None
        entries = dict(source.slots.values_list("side", "entry_id"))
        winner = source.match.winner
        assert winner is not None, f"{source.code} has nobody to send on"
        side = winner if slot.source == Slot.Source.WINNER_OF else 1 - winner
        fed = source.feeds.values("pairing")
        asked = PendingDecision.objects.filter(kind="PLAYED_ON", pairing__in=fed)
        pairing = slot.pairing
        is_asked = asked.exists() or pairing.state == State.NOT_NEEDED
        sits_opposite = pairing.slots.filter(entry=entries[side]).exclude(pk=slot.pk).exists()
        waits = slot.entry_id is None and sits_opposite
        assert slot.entry_id == entries[side] or is_asked or waits, pairing.code
    for pairing in Pairing.objects.filter(round__group__stage=stage, state=State.WAITING):
        empty = pairing.slots.filter(entry=None).exclude(source=Slot.Source.BYE)
        assert empty.exists(), f"{pairing.code} waits for nobody"


def check_exports(stage: Stage) -> None:
    """Whatever is published is what anybody derives again: draws, lots, plans, rounds, rankings."""
    for draw in stage.draws.filter(state=Draw.State.HELD):
        check_draw(draw)
    if seated_in(stage):
        answer(plan_verb, plan_document(stage))
        for kept in PairedFrom.objects.filter(round__group__stage=stage):
            answer(pair_verb, kept.document)
        check_ranking(stage)


def check_draw(draw: Draw) -> None:
    names = ("secret", "word", "entries", "constraints", "format", "options", "version")
    record = {name: getattr(draw, name) for name in names}
    told = answer(verify, {**record, "commitment": draw.commitment, "order": draw.order})
    assert told["valid"], (draw.purpose, told)


def check_ranking(stage: Stage) -> None:
    """The exported ranking gives the places that we show, where one ranking goes over all groups;
    the places of a bracket as it was played on are not told by its winners alone."""
    ranking = load_ranking(stage)
    groups = {row.group for row in ranking.placings}
    told = answer(rank_verb, rank_document(stage))["ranking"]
    if len(groups) > 1 and not ranking.format.over_groups:
        return
    if not ranking.metrics and PendingDecision.objects.filter(event=stage.event_id).exists():
        return
    if any(row.still_in for row in ranking.placings):
        return
    places = {row.entry: row.first for row in ranking.placings}
    assert {row["entry"]: row["place"] for row in told} == places


def answer(verb: Any, document: Mapping[str, Any]) -> Any:
    """What the command line answers."""
    (line,) = answers(io.BytesIO(json.dumps(document).encode()), verb)
    told = json.loads(line)
    assert told["legal"], told
    return told


def seated_in(stage: Stage) -> frozenset[EntryId]:
    slots = Slot.objects.filter(pairing__round__group__stage=stage, entry__isnull=False)
    return frozenset(slots.values_list("entry_id", flat=True))


def gone_on(stage: Stage) -> frozenset[EntryId]:
    """Who sits in a stage that follows this one and has begun."""
    begun = [each for each in list_stages_after(stage) if has_begun(each)]
    return frozenset().union(*map(seated_in, begun))


def has_begun(stage: Stage) -> bool:
    written = Pairing.objects.filter(round__group__stage=stage, match__version__gt=0)
    return written.exists()


def left(ranking: Ranking) -> frozenset[EntryId]:
    entries = Entry.objects.filter(event=ranking.stage.event_id)
    return frozenset(entries.exclude(state=Entry.State.ENTERED).values_list("pk", flat=True))


def open_pairings(event: Event) -> list[Pairing]:
    """What can be played now."""
    ready = event.pairings.filter(state__in=(State.READY, State.CALLED))
    return list(ready.select_related("event__club", "match").order_by("pk"))


def decided_pairings(event: Event) -> Iterator[Pairing]:
    """What was played or given, the later first."""
    rows = event.pairings.filter(state=State.DECIDED, match__isnull=False)
    yield from rows.select_related("event__club", "match", "round__group__stage").order_by("-pk")
