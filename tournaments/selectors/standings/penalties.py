"""Reads penalties: of rankings, disqualifications, and those on the sheets."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from django.db.models import F, QuerySet

from accounts.actors import Actor
from competition.formats import format_named
from competition.standings.metrics import METRICS, put_lots_last
from scoring.core.lines import AMEND, PENALTY, WORD_KINDS
from scoring.models import Line, Match
from scoring.selectors import load_sheet
from tournaments.models import Event, Penalty, Slot, Stage
from tournaments.permissions import check_visible
from tournaments.refusals import NotFound
from tournaments.selectors.registration.names import EntryName, load_entry_names

Data: TypeAlias = Mapping[str, Any]
LineOfMatch: TypeAlias = tuple[int, int]
"""A match and the number of a line of it, or of a side."""


@dataclass(frozen=True, slots=True)
class SheetPenalty:
    """A line of a sheet that takes points off a side."""

    match: int
    line: int
    points: int
    article: str
    reason: str
    struck: bool
    is_set_aside: bool
    """Whether its game was over before it, by a correction."""
    names: tuple[EntryName, ...]
    """Of the entries on that side."""


def list_penalties(event: Event) -> QuerySet[Penalty]:
    """The penalties of rankings and the disqualifications of an event, those that count first."""
    return sort_penalties().filter(event=event)


def sort_penalties() -> QuerySet[Penalty]:
    """All there are, the cancelled after the others, the latest first."""
    rows = Penalty.objects.select_related("stage")
    return rows.order_by(F("cancelled_at").desc(nulls_first=True), "-pk")


def get_penalty(actor: Actor, penalty_id: int) -> Penalty:
    """The penalty of that id. Raises NotFound, also for who may not see its event."""
    rows = Penalty.objects.select_related("event__club", "stage", "entry")
    penalty = rows.filter(pk=penalty_id).first()
    if penalty is None:
        raise NotFound
    check_visible(actor, penalty.event)
    return penalty


def list_ranking_metrics(stage: Stage) -> tuple[str, ...]:
    """By what a stage ranks; by nothing where its bracket does."""
    metrics_of_format = format_named(stage.format).metrics
    if not metrics_of_format:
        return ()
    return put_lots_last(stage.metrics) or metrics_of_format


def list_metrics_with_penalties(stage: Stage) -> tuple[str, ...]:
    """Those of them that points can come off."""
    return tuple(name for name in list_ranking_metrics(stage) if METRICS[name].takes_penalties)


def list_sheet_penalties(event: Event) -> list[SheetPenalty]:
    """The penalties on the sheets of an event, in the order of writing. Three queries, and
    one more for each sheet on which a correction has named a penalty."""
    rows = Line.objects.filter(match__pairing__event=event, kind__in=(PENALTY, *WORD_KINDS))
    lines = list(rows.order_by("match_id", "n"))
    penalties = [line for line in lines if line.kind == PENALTY]
    if not penalties:
        return []
    readings = _read_corrections(lines)
    slots = Slot.objects.filter(
        pairing__match__in={line.match_id for line in penalties}, entry__isnull=False
    ).order_by("position")
    seats = list(slots.values_list("pairing__match_id", "side", "entry_id"))
    names = load_entry_names(event, {entry for *_, entry in seats})
    names_by_side: dict[tuple[int, int], list[EntryName]] = {}
    for match, side, entry in seats:
        names_by_side.setdefault((match, side), []).append(names[entry])
    lines_set_aside = _find_set_aside(lines, penalties)
    found_penalties: list[SheetPenalty] = []
    for line in penalties:
        # A penalty that was struck shows what it was before.
        corrected_data = readings.get((line.match_id, line.n), line.data)
        data = line.data if corrected_data is None else corrected_data
        found_penalties.append(
            SheetPenalty(
                match=line.match_id,
                line=line.n,
                points=data["points"],
                article=data.get("article", ""),
                reason=data.get("reason", "") or line.data["reason"],
                struck=corrected_data is None,
                is_set_aside=(line.match_id, line.n) in lines_set_aside,
                names=tuple(names_by_side.get((line.match_id, data["side"]), ())),
            )
        )
    return found_penalties


def _find_set_aside(lines: Sequence[Line], penalties: Sequence[Line]) -> set[LineOfMatch]:
    """The penalties that do not count because their game was over. A line that was set aside by a
    correction may count again after a later one: only the fold of its whole sheet decides."""
    named_lines: set[LineOfMatch] = set()
    for line in lines:
        if line.kind in WORD_KINDS:
            for named_line in line.data.get("aside", ()):
                named_lines.add((line.match_id, named_line["line"]))
    matches = {line.match_id for line in penalties if (line.match_id, line.n) in named_lines}
    lines_set_aside: set[LineOfMatch] = set()
    for match in Match.objects.filter(pk__in=matches):
        for row in load_sheet(match).rows:
            if row.reading.set_aside_by is not None:
                lines_set_aside.add((match.pk, row.line.n))
    return lines_set_aside


def _read_corrections(lines: Sequence[Line]) -> dict[LineOfMatch, Data | None]:
    """What the last word that counts has made of a line: other content, or nothing of it. A word
    may itself be struck by a later one."""
    # From the end: whether a word was struck by a later one is known when it is reached.
    content_by_line: dict[LineOfMatch, Data | None] = {}
    for line in reversed(lines):
        if line.kind not in WORD_KINDS or (line.match_id, line.n) in content_by_line:
            continue
        content: Data | None = None
        if line.kind == AMEND:
            content = line.data["data"]
        content_by_line.setdefault((line.match_id, line.data.get("line")), content)
    return content_by_line
