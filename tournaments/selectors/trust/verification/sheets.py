"""Lines against sheets, and sheets against the columns of their matches."""

from collections.abc import Iterator

from django.db.models import Prefetch, Q, QuerySet

from competition.trust.faults import Fault
from scoring.models import Line, Match
from scoring.verification import find_sheet_faults
from tournaments.models import Event, Pairing, VoidedMatch

CHUNK = 200


def list_matches(event: Event) -> QuerySet[Match]:
    """The matches of an event with those that were set aside."""
    played_ids = Pairing.objects.filter(event=event, match__isnull=False).values("match")
    voided_ids = VoidedMatch.objects.filter(pairing__event=event).values("match")
    return Match.objects.filter(Q(pk__in=played_ids) | Q(pk__in=voided_ids)).order_by("pk")


def iterate_matches_with_lines(event: Event) -> Iterator[Match]:
    """The same, each with all its lines in order."""
    lines = Prefetch("lines", Line.objects.order_by("n"))
    # In chunks: an event of any size is verified in little memory.
    return list_matches(event).prefetch_related(lines).iterator(chunk_size=CHUNK)


def find_event_sheet_faults(event: Event) -> Iterator[Fault]:
    """Every match of the event, also after one that is damaged."""
    rows = Pairing.objects.filter(event=event).values_list(
        "match_id", "code", "round__group__stage__number"
    )
    places = {match: (code, stage) for match, code, stage in rows}
    for match in iterate_matches_with_lines(event):
        code, stage = places.get(match.pk, ("", None))
        for fault in find_sheet_faults(match, list(match.lines.all())):
            detail: dict[str, object] = {}
            if fault.line is not None:
                detail["line"] = fault.line
            if fault.column:
                detail["column"] = fault.column
            if fault.stored is not None or fault.expected is not None:
                detail |= {"stored": fault.stored, "expected": fault.expected}
            yield Fault(fault.code, stage, code, match.pk, detail)
