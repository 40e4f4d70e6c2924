"""Reads the matches of a round for the desk that copies results from paper sheets."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from functools import cached_property
from typing import Any

from django.db.models import Case, Count, Exists, F, Max, Min, QuerySet, Subquery, Value, When
from django.db.models.expressions import Combinable

from competition.hall.match_labels import MatchLabel
from competition.standings.options import StandingsOptions
from competition.standings.recorded import RecordedDetail, find_unrecorded_metrics
from kernel.reading import read
from kernel.violations import Violation
from scoring.core.lines import RESULT_KINDS, STRIKE
from scoring.models import Line, Match
from tournaments.models import Event, Pairing, Round, Stage
from tournaments.selectors.stages.matches import load_seats
from tournaments.selectors.standings.penalties import list_ranking_metrics

NO_LABEL = MatchLabel(0, 0)
"""Stands in the order of labels for one that is missing."""
RECENTLY_DECIDED = 200
"""Matches decided last, among which the results just copied are: phones write others in between."""


@dataclass(frozen=True, slots=True)
class PaperPlace:
    """Where a match is played. ``label``: its table, or its group and its number in its round where
    the event has no tables; None: it waits for a table."""

    match: int
    label: MatchLabel | None
    is_written: bool


@dataclass(frozen=True, slots=True)
class PaperMatch:
    """A match with its round, its names and its result so far."""

    match: int
    stage: int
    round: int
    label: MatchLabel | None
    names: tuple[str, ...]
    winner: int | None
    wins: tuple[int, ...]
    totals: tuple[tuple[int, ...], ...]
    """Of the games that are known."""
    is_written: bool


@dataclass(frozen=True)
class PaperRound:
    """The matches of a round, in all groups of its stage, in the order of their labels. Where the
    event has no tables, no two of them have the same label."""

    event: Event
    round: Round
    has_tables: bool
    matches: tuple[PaperPlace, ...]

    @cached_property
    def labelled(self) -> tuple[PaperPlace, ...]:
        """Those that have a label."""
        return tuple(match for match in self.matches if match.label is not None)

    @property
    def has_groups(self) -> bool:
        """Whether a label needs the group too."""
        return any(match.label is not None and match.label.group for match in self.matches)

    @cached_property
    def missing(self) -> tuple[PaperPlace, ...]:
        return tuple(match for match in self.matches if not match.is_written)

    @property
    def written(self) -> int:
        return len(self.matches) - len(self.missing)

    def find_missing(self, label: MatchLabel) -> PaperPlace | None:
        """The match with this label whose result is missing."""
        for match in self.missing:
            if match.label == label:
                return match
        return None

    def find_written(self, label: MatchLabel) -> PaperPlace | None:
        """The match with this label that was written; of several at a table the last one."""
        for match in reversed(self.matches):
            if match.label == label and match.is_written:
                return match
        return None

    def has_match(self, match_id: int) -> bool:
        return any(match.match == match_id for match in self.matches)


@dataclass(frozen=True, slots=True)
class OpenRound:
    """A round, in all groups of its stage, with the number of its matches that can be written now.
    ``round``: the id of its round in the first of these groups."""

    round: int
    matches: int


@dataclass(frozen=True, slots=True)
class CopiedResult:
    """A result that was copied from paper: its match, the key and the time of its lines, and
    whether nothing was written after them."""

    match: int
    key: str
    written_at: datetime
    is_last: bool


def load_paper_round(event: Event, round_id: int | None) -> PaperRound | None:
    """The round with that id, else the first that has a match to be written, else the last one
    played; None before any match can be played. Two queries, one more for a round that is over."""
    of_event = Round.objects.filter(group__stage__event=event).select_related("group__stage")
    rounds = of_event.annotate(has_tables=Exists(event.tables.all()))
    chosen: Round | None = None
    if round_id is not None:
        chosen = rounds.filter(pk=round_id).first()
    if chosen is None:
        seated_pairings = Pairing.objects.filter(event=event, state__in=Pairing.SEATED_STATES)
        rounds_on_paper = seated_pairings.values("round")
        open_rounds = rounds_on_paper.exclude(state=Pairing.State.DECIDED)
        chosen = (
            rounds.filter(pk=Subquery(open_rounds.order_by("pk")[:1])).first()
            or rounds.filter(pk=Subquery(rounds_on_paper.order_by("-pk")[:1])).first()
        )
    if chosen is None:
        return None

    # Its documents are decoded once.
    chosen.group.stage.event = event
    has_tables: bool = chosen.has_tables  # type: ignore[attr-defined]
    pairings = Pairing.objects.filter(
        event=event,
        state__in=Pairing.SEATED_STATES,
        round__group__stage=chosen.group.stage_id,
        round__section=chosen.section,
        round__number=chosen.number,
    )
    places = _load_places(event, pairings, has_tables=has_tables)
    # Those that wait for a table come last. The sort is stable: equal labels stay by id.
    places.sort(key=lambda place: (place.label is None, place.label or NO_LABEL))
    return PaperRound(event, chosen, has_tables, tuple(places))


def _make_label_columns(event: Event, *, has_tables: bool) -> dict[str, Combinable]:
    """The parts of the label of a pairing: ``label_group``, and ``label_number``, which is None for
    one that waits for a table."""
    if has_tables:
        return {"label_group": Value(0), "label_number": F("table__number")}
    rounds = Round.objects.filter(group__stage__event=event).order_by().values("group__stage")
    group_counts = rounds.annotate(groups=Count("group", distinct=True))
    with_groups = group_counts.filter(groups__gt=1).values("group__stage")
    label_group = Case(
        When(round__group__stage__in=with_groups, then=F("round__group__number")),
        default=Value(0),
    )
    return {"label_group": label_group, "label_number": F("number")}


def _load_places(
    event: Event, pairings: QuerySet[Pairing], *, has_tables: bool
) -> list[PaperPlace]:
    """In the order of the pairings' ids."""
    with_labels = pairings.annotate(**_make_label_columns(event, has_tables=has_tables))
    rows = with_labels.exclude(match=None).order_by("pk")
    columns = ("match_id", "label_group", "label_number", "match__state")
    places: list[PaperPlace] = []
    for match, group, number, state in rows.values_list(*columns):
        is_written = state != Match.State.OPEN
        places.append(PaperPlace(match, _make_label(group, number), is_written))
    return places


def _make_label(group: int, number: int | None) -> MatchLabel | None:
    if number is None:
        return None
    return MatchLabel(group, number)


def load_label(pairing: Pairing) -> MatchLabel:
    """The label under which the result of a match is copied: its table, or its group and its number
    in the round. One query, none for a pairing with a table that was read with it."""
    if pairing.table_number is not None:
        return MatchLabel(0, pairing.table_number)
    rows = Pairing.objects.filter(pk=pairing.pk)
    (place,) = _load_places(pairing.event, rows, has_tables=False)
    assert place.label is not None, "only at tables is a number missing"
    return place.label


def find_by_label(paper_round: PaperRound, label: MatchLabel) -> PaperPlace | None:
    """The match that a label names: the one that is missing in the round, else the open one that
    another round has at this table, else the one written in the round. Two queries at most.

    Where the event has no tables, the label names a match of the round and no other.
    """
    missing = paper_round.find_missing(label)
    if missing is not None:
        return missing
    if paper_round.has_tables and not label.group:
        event = paper_round.event
        at_table = Pairing.objects.filter(event=event, table__number=label.number)
        # A table has one called pairing. One that was decided and is open again keeps its table,
        # and waits for it while another one is called there.
        for state in (Pairing.State.CALLED, Pairing.State.READY):
            places = _load_places(event, at_table.filter(state=state), has_tables=True)
            if places:
                return places[0]
    return paper_round.find_written(label)


def load_place(paper_round: PaperRound, match_id: int) -> PaperPlace | None:
    """The place of a match of the event, in whichever round; None if its result cannot be written
    now and is not written. One query."""
    pairings = Pairing.objects.filter(
        event=paper_round.event, match=match_id, state__in=Pairing.SEATED_STATES
    )
    places = _load_places(paper_round.event, pairings, has_tables=paper_round.has_tables)
    if not places:
        return None
    return places[0]


def load_paper_matches(paper_round: PaperRound, matches: Iterable[int]) -> dict[int, PaperMatch]:
    """These matches of the event with their names, by id. Three queries, none for no match."""
    wanted = set(matches)
    if not wanted:
        return {}
    columns = _make_label_columns(paper_round.event, has_tables=paper_round.has_tables)
    event_rows = Pairing.objects.filter(event=paper_round.event, match__in=wanted)
    rows = event_rows.annotate(**columns).select_related("match")
    rows = rows.defer("match__format", "match__tally").annotate(stage=F("round__group__stage"))
    # The types know no attribute of an annotation.
    pairings = list(rows)
    for pairing in pairings:
        # Read once: its documents, decoded for each match, cost more than all else here.
        pairing.event = paper_round.event
    seats = load_seats(pairings)
    found: dict[int, PaperMatch] = {}
    for pairing in pairings:
        match = pairing.match
        assert match is not None, "only a bye has no match"
        snapshot: Mapping[str, Any] = match.snapshot
        found[match.pk] = PaperMatch(
            match=match.pk,
            stage=pairing.stage,  # type: ignore[attr-defined]
            round=pairing.round_id,
            label=_make_label(pairing.label_group, pairing.label_number),  # type: ignore[attr-defined]
            names=tuple(seat.short_name for seat in seats[pairing.pk]),
            winner=match.winner,
            wins=tuple(snapshot["wins"]),
            totals=tuple(tuple(game["totals"]) for game in snapshot["games"]),
            is_written=match.state != Match.State.OPEN,
        )
    return found


def load_open_rounds(paper_round: PaperRound) -> list[OpenRound]:
    """The other rounds of the event that have a match to be written, in the order of play. One
    query."""
    shown = paper_round.round
    open_pairings = Pairing.objects.filter(
        event=paper_round.event, state__in=Pairing.PLAYABLE_STATES
    )
    rows = (
        open_pairings.exclude(
            round__group__stage=shown.group.stage_id,
            round__section=shown.section,
            round__number=shown.number,
        )
        .order_by()
        .values("round__group__stage", "round__section", "round__number")
        .annotate(first=Min("round"), place=Min("round__order"), matches=Count("pk"))
        .order_by("round__group__stage__number", "place", "first")
    )
    return [OpenRound(row["first"], row["matches"]) for row in rows]


def load_copied_results(paper_round: PaperRound, most: int) -> list[CopiedResult]:
    """The results of the event that were copied last, in whichever round, the newest first. Two
    queries, one if there are none."""
    decided = Pairing.objects.filter(event=paper_round.event, state=Pairing.State.DECIDED)
    recent = decided.order_by("-decided_at", "-pk").values("match")[:RECENTLY_DECIDED]
    lines = Line.objects.filter(match__in=recent, kind__in=RESULT_KINDS, data__from_paper=True)
    newest_first = (
        lines.values("match_id")
        .annotate(last_at=Max("arrived_at"), last_line=Max("pk"))
        .order_by("-last_at", "-last_line")
    )
    # The newest line of a match is the one that counts; older ones were corrected.
    last_lines = [row["last_line"] for row in newest_first[:most]]
    if not last_lines:
        return []
    rows = Line.objects.filter(pk__in=last_lines).order_by("-arrived_at", "-pk")
    columns = ("match_id", "n", "key", "arrived_at", "match__version")
    copied: list[CopiedResult] = []
    for match_id, n, line_key, arrived_at, version in rows.values_list(*columns):
        # The lines of one form have its key and a number.
        form_key, _, _number = line_key.rpartition("-")
        copied.append(CopiedResult(match_id, form_key, arrived_at, is_last=n == version))
    return copied


class FormState(StrEnum):
    """What has become of a form: not sent yet; written, and its result stands; taken back."""

    NEW = "NEW"
    WRITTEN = "WRITTEN"
    TAKEN_BACK = "TAKEN_BACK"


def find_form_state(match_id: int, key: str) -> FormState:
    """What has become of the form with this key. Two queries at most."""
    lines = Line.objects.filter(match=match_id)
    first_line = lines.filter(key=f"{key}-1").values_list("n", flat=True).first()
    if first_line is None:
        return FormState.NEW
    if lines.filter(kind=STRIKE, data__line=first_line).exists():
        return FormState.TAKEN_BACK
    return FormState.WRITTEN


def get_stage_of_match(paper_round: PaperRound, match: PaperMatch) -> Stage:
    """The stage of a match of the event. One query, none for that of the round on the page."""
    stage = paper_round.round.group.stage
    if match.stage != stage.pk:
        stage = Stage.objects.get(pk=match.stage)
    # Its matches may be played as those of the event are, which is there already.
    stage.event = paper_round.event
    return stage


def find_needed_detail(stage: Stage) -> RecordedDetail:
    """The least that must be written of a match, so that the ranking of its stage can be
    counted."""
    for recorded in (RecordedDetail.GAMES, RecordedDetail.TOTALS):
        if not list_unrecorded_metrics(stage, recorded):
            return recorded
    return RecordedDetail.HANDS


def list_unrecorded_metrics(stage: Stage, recorded: RecordedDetail) -> list[Violation]:
    """A violation for each metric of the stage that needs more than what is recorded."""
    options = read(StandingsOptions, stage.ranking)
    return list(find_unrecorded_metrics(list_ranking_metrics(stage), options, recorded))
