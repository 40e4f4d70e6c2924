"""Reads the matches of a round for the desk that copies results from paper sheets."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from django.db.models import Max, QuerySet

from competition.standings.options import StandingsOptions
from competition.standings.recorded import RecordedDetail, find_unrecorded_metrics
from kernel.reading import read
from kernel.violations import Violation
from scoring.core.lines import RESULT_KINDS
from scoring.models import Line, Match
from tournaments.models import Event, Pairing, Round, Stage
from tournaments.selectors.stages.matches import seats_of
from tournaments.selectors.standings.penalties import metrics_in

ON_PAPER = (Pairing.State.READY, Pairing.State.CALLED, Pairing.State.DECIDED)


@dataclass(frozen=True, slots=True)
class PaperPlace:
    """Where a match of the round is played. ``number``: its table, or its number in the round where
    the event has no tables; None: it waits for a table."""

    match: int
    number: int | None
    is_written: bool


@dataclass(frozen=True, slots=True)
class PaperMatch:
    """A match of the round with its names and its result so far."""

    match: int
    number: int | None
    names: tuple[str, ...]
    winner: int | None
    wins: tuple[int, ...]
    totals: tuple[tuple[int, ...], ...]
    """Of the games that are known."""


@dataclass(frozen=True)
class PaperRound:
    """The matches of a round, in all groups of its stage, by their numbers."""

    event: Event
    round: Round
    has_tables: bool
    matches: tuple[PaperPlace, ...]

    @cached_property
    def numbered(self) -> tuple[PaperPlace, ...]:
        """Those that have a number."""
        return tuple(match for match in self.matches if match.number is not None)

    @cached_property
    def missing(self) -> tuple[PaperPlace, ...]:
        return tuple(match for match in self.matches if not match.is_written)

    @property
    def written(self) -> int:
        return len(self.matches) - len(self.missing)

    def find(self, number: int) -> PaperPlace | None:
        """The match at this table: the one that is missing, else the one written last."""
        at_table = [match for match in self.matches if match.number == number]
        missing = [match for match in at_table if not match.is_written]
        return next(iter(missing or reversed(at_table)), None)


@dataclass(frozen=True, slots=True)
class CopiedResult:
    """A result of the round that was copied from paper: its match, the key and the time of its
    lines, and whether nothing was written after them."""

    match: int
    key: str
    written_at: datetime
    is_last: bool


def load_paper_round(event: Event, round_id: int | None) -> PaperRound | None:
    """The round with that id, else the first that has a match to be written, else the last one
    played; None before any match can be played. Three queries, more for a round that is over."""
    chosen: Round | None = None
    if round_id is not None:
        rounds = Round.objects.filter(group__stage__event=event, pk=round_id)
        chosen = rounds.select_related("group__stage").first()
    if chosen is None:
        on_paper = Pairing.objects.filter(event=event, state__in=ON_PAPER)
        pairings = on_paper.select_related("round__group__stage")
        open_first = pairings.exclude(state=Pairing.State.DECIDED).order_by("pk").first()
        pairing = open_first or pairings.order_by("-pk").first()
        if pairing is None:
            return None
        chosen = pairing.round

    # Its documents are decoded once.
    chosen.group.stage.event = event
    has_tables = event.tables.exists()
    number_column = "table__number" if has_tables else "number"
    rows = _filter_round(event, chosen).exclude(match=None).order_by("pk")
    places = [
        PaperPlace(match, number, state != Match.State.OPEN)
        for match, number, state in rows.values_list("match_id", number_column, "match__state")
    ]
    # Those that wait for a table come last. The sort is stable: equal numbers stay by id.
    places.sort(key=lambda place: (place.number is None, place.number or 0))
    return PaperRound(event, chosen, has_tables, tuple(places))


def _filter_round(event: Event, chosen: Round) -> QuerySet[Pairing]:
    return Pairing.objects.filter(
        event=event,
        state__in=ON_PAPER,
        round__group__stage=chosen.group.stage_id,
        round__section=chosen.section,
        round__number=chosen.number,
    )


def load_paper_matches(paper_round: PaperRound, matches: Iterable[int]) -> dict[int, PaperMatch]:
    """These matches of the round with their names, by id. Three queries, none for no match."""
    wanted = set(matches)
    if not wanted:
        return {}
    rows = Pairing.objects.filter(event=paper_round.event, match__in=wanted)
    pairings = list(rows.select_related("match", "table").defer("match__format", "match__tally"))
    for pairing in pairings:
        # Read once: its documents, decoded for each match, cost more than all else here.
        pairing.event = paper_round.event
    seats = seats_of(pairings)
    found: dict[int, PaperMatch] = {}
    for pairing in pairings:
        match = pairing.match
        assert match is not None, "only a bye has no match"
        snapshot: Mapping[str, Any] = match.snapshot
        number: int | None = pairing.number
        if paper_round.has_tables:
            number = pairing.table.number if pairing.table else None
        names = [seat.name.short if seat.name else "…" for seat in seats[pairing.pk]]
        found[match.pk] = PaperMatch(
            match=match.pk,
            number=number,
            names=tuple(names),
            winner=match.winner,
            wins=tuple(snapshot["wins"]),
            totals=tuple(tuple(game["totals"]) for game in snapshot["games"]),
        )
    return found


def has_open_matches(event: Event) -> bool:
    """Whether a result of the event, in whichever round, can be written now."""
    can_be_written = ON_PAPER[:-1]
    return Pairing.objects.filter(event=event, state__in=can_be_written).exists()


def load_copied_results(paper_round: PaperRound, most: int) -> list[CopiedResult]:
    """The results of the round that were copied last, the newest first. Two queries, one if there
    are none."""
    pairings = _filter_round(paper_round.event, paper_round.round)
    decided = pairings.exclude(match__state=Match.State.OPEN).values("match")
    lines = Line.objects.filter(match__in=decided, kind__in=RESULT_KINDS, data__from_paper=True)
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
    return [
        CopiedResult(match_id, key.rpartition("-")[0], arrived_at, n == version)
        for match_id, n, key, arrived_at, version in rows.values_list(
            "match_id", "n", "key", "arrived_at", "match__version"
        )
    ]


def is_written_with(match_id: int, key: str) -> bool:
    """Whether the form with this key has written on the sheet already."""
    return Line.objects.filter(match=match_id, key=f"{key}-1").exists()


def list_unrecorded_metrics(stage: Stage, recorded: RecordedDetail) -> list[Violation]:
    """A violation for each metric of the stage that needs more than what is recorded."""
    options = read(StandingsOptions, stage.ranking)
    return list(find_unrecorded_metrics(metrics_in(stage), options, recorded))
