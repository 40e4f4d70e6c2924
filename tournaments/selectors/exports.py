"""Reads stages as the documents of the notation: what anyone derives again what we derived from."""

from collections.abc import Sequence
from typing import Any

from rules.reading import read
from tournaments.core.field import EntryField
from tournaments.core.formats import format_named
from tournaments.core.standings.options import StandingsOptions
from tournaments.core.standings.placing import round_results
from tournaments.core.standings.results import RoundResult
from tournaments.core.swiss.players import Player
from tournaments.core.swiss.strategy import RoundByRound
from tournaments.core.swiss.wishes import Wishes
from tournaments.models import PairedFrom, Stage
from tournaments.refusals import NotFound
from tournaments.selectors.fields import drawn_order, fields_of, progress_of
from tournaments.selectors.rankings import ranking_of


def rank_document(stage: Stage) -> dict[str, Any]:
    """A stage's ranking as the notation's ``rank`` takes it. A bracket ranks by itself: its
    results stand here all the same, without metrics to rank by."""
    ranking = ranking_of(stage)
    format_ = ranking.format
    options = {**format_.standings, **ranking.ruling.options}
    results = round_results(ranking.pairings, ranking.results, read(StandingsOptions, options))
    return {
        "id": f"stage {stage.pk}, version {stage.version}",
        "metrics": list(ranking.metrics),
        "options": options,
        "entries": [placing.entry for placing in ranking.placings],
        "results": [_result(found) for found in results],
        "lots": {str(entry): lot for entry, lot in ranking.ruling.lots.items()},
        "penalties": [
            {
                "entry": penalty.entry,
                "points": penalty.points,
                "metric": penalty.metric or None,
                "void": penalty.voids,
            }
            for penalty in ranking.ruling.penalties
        ],
    }


def _result(found: RoundResult) -> dict[str, Any]:
    by_slot = ("games", "points", "thirds", "shutouts", "marafonas")
    known = {name: list(values) for name in by_slot if (values := getattr(found, name))}
    return {
        "round": found.round,
        "slots": list(found.slots),
        "score": list(found.score),
        "kind": found.kind,
        "hands": found.hands,
        **known,
    }


def plan_document(stage: Stage) -> dict[str, Any]:
    """A stage's draw as the notation's ``plan`` takes it."""
    order = drawn_order(stage)
    return {
        "id": f"stage {stage.pk}",
        "format": stage.format,
        "options": stage.options,
        "entries": order[0] if len(order) == 1 else order,
    }


def pair_documents(stage: Stage, number: int) -> list[dict[str, Any]]:
    """The round ``number`` of each group as the notation's ``pair`` takes it: what it was paired
    from, or, of the next one, what it would be paired from now."""
    if not isinstance(format_named(stage.format), RoundByRound):
        return []
    paired = progress_of(stage).paired
    if not 1 < number <= paired + 1:
        raise NotFound
    kept = PairedFrom.objects.filter(round__group__stage=stage, round__number=number)
    documents = kept.order_by("round__group__number").values_list("document", flat=True)
    return list(documents) or documents_of(stage, number, fields_of(stage, number))


def documents_of(stage: Stage, number: int, fields: Sequence[EntryField]) -> list[dict[str, Any]]:
    """Each group before its round ``number``, those present as they stand; none where the format
    does not pair by rounds. No query."""
    format_ = format_named(stage.format)
    if not isinstance(format_, RoundByRound):
        return []
    options = format_.options(stage.options)
    return [
        {
            "id": f"stage {stage.pk}, group {group}, round {number}",
            "format": stage.format,
            "options": stage.options,
            **_asked(format_.asked(field, options)),
            "entries": [_player(player) for player in format_.players(field, options)],
        }
        for group, field in enumerate(fields, start=1)
    ]


def _asked(wishes: Wishes) -> dict[str, Any]:
    return {
        "forbidden": [list(pair) for pair in wishes.forbidden],
        "forced": [list(pair) for pair in wishes.forced],
    }


def _player(player: Player) -> dict[str, Any]:
    return {
        "id": player.id,
        "seed": player.seed,
        "club": player.club,
        "points": player.points,
        "met": sorted(player.met, key=str),
        "had_bye": player.had_bye,
        "floated": player.floated,
    }
