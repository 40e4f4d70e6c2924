"""Reads the matches of a round for the desk that copies results from paper sheets."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q

from competition.standings.options import StandingsOptions
from competition.standings.recorded import RecordedDetail, find_unrecorded_metrics
from kernel.reading import read
from kernel.violations import Violation
from scoring.core.lines import RESULT_KINDS
from scoring.models import Line
from tournaments.models import Event, Pairing, Round, Stage
from tournaments.selectors.stages.matches import seats_of
from tournaments.selectors.standings.penalties import metrics_in

ON_PAPER = (Pairing.State.READY, Pairing.State.CALLED, Pairing.State.DECIDED)


@dataclass(frozen=True, slots=True)
class PaperMatch:
    """A match of the round. ``number``: its table, or its number in the round where the event has
    no tables; None: it waits for a table."""

    match: int
    number: int | None
    names: tuple[str, ...]
    is_written: bool
    winner: int | None
    wins: tuple[int, ...]
    totals: tuple[tuple[int, ...], ...]
    """Of the games that are known."""
    decided_at: datetime | None


@dataclass(frozen=True, slots=True)
class PaperRound:
    """The matches of a round, in all groups of its stage."""

    round: Round
    has_tables: bool
    matches: tuple[PaperMatch, ...]

    @property
    def written(self) -> int:
        return sum(match.is_written for match in self.matches)

    @property
    def missing(self) -> tuple[PaperMatch, ...]:
        return tuple(match for match in self.matches if not match.is_written)

    def find(self, number: int) -> PaperMatch | None:
        """The match at this table: the one that is missing, else the one written last."""
        at_table = [match for match in self.matches if match.number == number]
        missing = [match for match in at_table if not match.is_written]
        return next(iter(missing or reversed(at_table)), None)


@dataclass(frozen=True, slots=True)
class CopiedResult:
    """A result of the round that was copied from paper: its match, the key and the time of its
    lines, and whether nothing was written after them."""

    match: PaperMatch
    key: str
    written_at: datetime
    is_last: bool


def load_paper_round(event: Event, round_id: int | None) -> PaperRound | None:
    """The round with that id, else the first that has a match to be written, else the last one
    played; None before any match can be played. Five queries."""
    rounds = Round.objects.filter(group__stage__event=event).select_related("group__stage")
    pairings = Pairing.objects.filter(event=event, state__in=ON_PAPER)
    chosen = rounds.filter(pk=round_id).first() if round_id is not None else None
    if chosen is None:
        open_first = pairings.exclude(state=Pairing.State.DECIDED).order_by("pk").first()
        round_ = open_first or pairings.order_by("-pk").first()
        if round_ is None:
            return None
        chosen = rounds.get(pk=round_.round_id)
    return PaperRound(chosen, *_load_matches(event, chosen))


def _load_matches(event: Event, chosen: Round) -> tuple[bool, tuple[PaperMatch, ...]]:
    has_tables = event.tables.exists()
    of_round = Q(
        round__group__stage=chosen.group.stage_id,
        round__section=chosen.section,
        round__number=chosen.number,
    )
    rows = Pairing.objects.filter(of_round, event=event, state__in=ON_PAPER)
    in_order = rows.select_related("match", "table").order_by("pk")
    loaded = list(in_order.defer("match__format", "match__tally"))
    for pairing in loaded:
        # Read once: its documents, decoded for each match, cost more than all else here.
        pairing.event = event
    seats = seats_of(loaded)
    matches = [
        _build_match(
            pairing,
            tuple(seat.name.short if seat.name else "…" for seat in seats[pairing.pk]),
            has_tables=has_tables,
        )
        for pairing in loaded
    ]
    matches.sort(key=lambda match: (match.number is None, match.number or 0))
    return has_tables, tuple(matches)


def _build_match(pairing: Pairing, names: tuple[str, ...], *, has_tables: bool) -> PaperMatch:
    assert pairing.match is not None, "only a bye has no match"
    snapshot: Mapping[str, Any] = pairing.match.snapshot
    number: int | None = pairing.number
    if has_tables:
        number = pairing.table.number if pairing.table else None
    return PaperMatch(
        match=pairing.match.pk,
        number=number,
        names=names,
        is_written=pairing.match.decided,
        winner=pairing.match.winner,
        wins=tuple(snapshot["wins"]),
        totals=tuple(tuple(game["totals"]) for game in snapshot["games"]),
        decided_at=pairing.decided_at,
    )


def has_open_matches(event: Event) -> bool:
    """Whether a result of the event, in whichever round, can be written now."""
    can_be_written = ON_PAPER[:-1]
    return Pairing.objects.filter(event=event, state__in=can_be_written).exists()


def load_copied_results(paper_round: PaperRound, most: int) -> list[CopiedResult]:
    """The results of the round that were copied last, the newest first. One query."""
    decided = {match.match: match for match in paper_round.matches if match.is_written}
    lines = Line.objects.filter(match__in=decided, kind__in=RESULT_KINDS).order_by(
        "-arrived_at", "-pk"
    )
    results: dict[int, CopiedResult] = {}
    rows = lines.values_list("match_id", "n", "key", "arrived_at", "match__version", "data")
    for match_id, n, key, arrived_at, version, data in rows:
        # The newest line of a match is the one that counts; older ones were corrected.
        if match_id in results or not data.get("from_paper"):
            continue
        if len(results) == most:
            break
        form_key = key.rpartition("-")[0]
        results[match_id] = CopiedResult(decided[match_id], form_key, arrived_at, n == version)
    return list(results.values())


def is_written_with(match_id: int, key: str) -> bool:
    """Whether the form with this key has written on the sheet already."""
    return Line.objects.filter(match=match_id, key=f"{key}-1").exists()


def list_unrecorded_metrics(stage: Stage, recorded: RecordedDetail) -> list[Violation]:
    """A violation for each metric of the stage that needs more than what is recorded."""
    options = read(StandingsOptions, stage.ranking)
    return list(find_unrecorded_metrics(metrics_in(stage), options, recorded))
