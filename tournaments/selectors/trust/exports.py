"""Reads stages as documents of the notation, from which anybody can derive our results again."""

from collections.abc import Sequence
from typing import Any

from competition.formats import format_named
from competition.formats.round_by_round import STANDINGS, RoundByRound
from competition.pairing.field import EntryField
from competition.plan import plan_as_json
from competition.standings.options import StandingsOptions
from competition.standings.placing import list_round_results
from kernel.reading import read
from kernel.refusals import Refused
from tournaments.models import Anchor, Draw, Event, PairedFrom, Stage
from tournaments.refusals import NotFound
from tournaments.selectors.draws.changes import (
    KINDS,
    find_draw_in_force,
    load_brackets,
    load_stage_changes,
)
from tournaments.selectors.stages.plans import plan_and_results
from tournaments.selectors.standings.fields import (
    load_drawn_entries,
    load_drawn_order,
    load_fields,
    load_progress,
)
from tournaments.selectors.standings.rankings import Ranking, load_ranking
from tournaments.selectors.trust.anchors import (
    list_anchors_of_event,
    make_anchor_statement,
    write_anchor_text,
)


def build_anchors_document(event: Event) -> dict[str, Any]:
    """The anchors of an event with their content: what ``manage.py verify --against`` takes."""
    return {
        "event": str(event.pk),
        "anchors": [build_anchor_document(anchor) for anchor in list_anchors_of_event(event)],
    }


def build_anchor_document(anchor: Anchor) -> dict[str, Any]:
    """An anchor with its content."""
    return {
        "number": anchor.number,
        "at": make_anchor_statement(anchor).at,
        "previous": anchor.previous,
        "digest": anchor.digest,
        "changes": anchor.changes,
        "signature": anchor.signature,
        "key": anchor.key,
        "text": write_anchor_text(anchor),
    }


def rank_document(stage: Stage) -> dict[str, Any]:
    """A stage's ranking as a document for ``rank``. A bracket ranks by its pairings, so the
    document has these with their winners in place of metrics."""
    ranking = load_ranking(stage)
    format_ = ranking.format
    options = {**format_.standings, **ranking.ruling.options}
    results = list_round_results(ranking.pairings, ranking.results, read(StandingsOptions, options))
    lots = ranking.lot_numbers
    metrics = list(ranking.metrics)
    # Lots that were drawn rank last, also where the regulation does not name them.
    if metrics and lots and "lots" not in metrics:
        metrics.append("lots")
    document = {
        "id": f"stage {stage.pk}, version {stage.version}",
        "metrics": metrics,
        **_make_bracket_document(ranking),
        "options": options,
        "entries": [placing.entry for placing in ranking.placings],
        "results": [result.as_json() for result in results],
    }
    # Points of the stage before, where there are any.
    carried: dict[str, int] = {}
    for entry in sorted(ranking.entries, key=int):
        points = ranking.ruling.carried.get(entry, 0)
        if points:
            carried[str(entry)] = points
    if carried:
        document["carried"] = carried
    document["lots"] = lots
    penalties: list[dict[str, Any]] = []
    for penalty in ranking.ruling.penalties:
        # A disqualification is from the whole event: its entry may not be in this stage.
        if penalty.entry not in ranking.entries:
            continue
        penalties.append(
            {
                "entry": penalty.entry,
                "points": penalty.points,
                "metric": penalty.metric or None,
                "void": penalty.voids,
            }
        )
    document["penalties"] = penalties
    return document


def _make_bracket_document(ranking: Ranking) -> dict[str, Any]:
    """The pairings of a bracket as they were played, with who won; nothing where metrics rank."""
    if ranking.format.metrics:
        return {}
    pairings: list[dict[str, Any]] = []
    for pairing in ranking.pairings:
        condition = pairing.only_if
        pairing_document = {
            **pairing.as_json(),
            "group": pairing.group,
            "only_if": condition and [condition.pairing, condition.slot],
            "winner": None,
        }
        if pairing.id in ranking.results:
            pairing_document["winner"] = ranking.results[pairing.id].winner
        pairings.append(pairing_document)
    return {"pairings": pairings, "out": sorted(ranking.vacating, key=int)}


def plan_document(stage: Stage) -> dict[str, Any]:
    """A stage's draw as the notation's ``plan`` takes it."""
    entries: list[Any] = load_drawn_order(stage)
    if len(entries) == 1:
        (entries,) = entries
    document = {
        "id": f"stage {stage.pk}",
        "format": stage.format,
        "options": stage.options,
        "entries": entries,
    }
    # The first round is paired by points and opponents that the entries bring along.
    if stage.options.get("first") == STANDINGS:
        document["entrants"] = load_drawn_entries(stage)
    # A draw that is held later begins without changes.
    draw = find_draw_in_force(stage)
    if draw is not None and draw.changes.exists():
        document["changes"] = _list_changes(stage)
    return document


def build_draw_record(draw: Draw) -> dict[str, Any]:
    """All data needed to repeat the draw, in the notation. It includes the secret, so it must only
    be shown for draws whose word has been said."""
    names = ("secret", "word", "format", "options", "entries", "constraints", "version")
    record = {name: getattr(draw, name) for name in names}
    return {**record, "commitment": draw.commitment, "order": draw.order}


def verify_document(draw: Draw) -> dict[str, Any]:
    """A draw as the notation's ``verify`` takes it; of a bracket that was changed by hand also the
    changes and the bracket as it is played. Raises NotFound before it is held: the record would
    give the secret away."""
    if draw.state != Draw.State.HELD:
        raise NotFound
    return {**build_draw_record(draw), **build_bracket_document(draw)}


def build_bracket_document(draw: Draw) -> dict[str, Any]:
    """What was changed by hand in the bracket of a draw, and that bracket as it is played: further
    members of the record of a draw. Nothing without changes, and of a draw that was replaced."""
    was_changed = draw.changes.filter(round__isnull=True).exists()
    if not was_changed or draw != find_draw_in_force(draw.stage):
        return {}
    pairings, _results = plan_and_results(draw.stage)
    return {
        "changes": _list_changes(draw.stage),
        "pairings": plan_as_json(pairings),
    }


def _list_changes(stage: Stage) -> list[dict[str, Any]]:
    try:
        brackets = load_brackets(stage)
    except Refused:
        # Damaged rows: published as they are, so that anybody sees that they do not apply.
        return [
            {"kind": KINDS.get(row.kind, row.kind), "entries": [row.entry_id, row.other_id]}
            for row in load_stage_changes(stage)
        ]
    if brackets is None:
        return []
    return [change.as_json() for change in (*brackets.replaced, *brackets.steps)]


def pair_documents(stage: Stage, number: int) -> list[dict[str, Any]]:
    """The round ``number`` of each group as the notation's ``pair`` takes it: what it was paired
    from, or, of the next one, what it would be paired from now."""
    if not isinstance(format_named(stage.format), RoundByRound):
        return []
    paired = load_progress(stage).paired
    if not 1 < number <= paired + 1:
        raise NotFound
    kept_documents = PairedFrom.objects.filter(round__group__stage=stage, round__number=number)
    documents = kept_documents.order_by("round__group__number").values_list("document", flat=True)
    return list(documents) or build_field_documents(stage, number, load_fields(stage, number))


def build_field_documents(
    stage: Stage, number: int, fields: Sequence[EntryField]
) -> list[dict[str, Any]]:
    """Each group before its round ``number``, those present as they stand; none where the format
    does not pair by rounds. No query."""
    format_ = format_named(stage.format)
    if not isinstance(format_, RoundByRound):
        return []
    options = format_.options(stage.options)
    documents: list[dict[str, Any]] = []
    for group, field in enumerate(fields, start=1):
        preferences = format_.asked(field, options)
        players = []
        for player in format_.players(field, options):
            player_document = {
                "id": player.id,
                "seed": player.seed,
                "club": player.club,
                "points": player.points,
                "met": sorted(player.met, key=str),
                "had_bye": player.had_bye,
                "floated": player.floated,
            }
            players.append(player_document)
        documents.append(
            {
                "id": f"stage {stage.pk}, group {group}, round {number}",
                "format": stage.format,
                "options": stage.options,
                "forbidden": [list(pair) for pair in preferences.forbidden],
                "forced": [list(pair) for pair in preferences.forced],
                "entries": players,
            }
        )
    return documents
