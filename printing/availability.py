"""Which layouts have something to print, and why the others have not. A fixed number of queries."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Count, Exists, Q

from printing.builders.brackets import BRACKETS
from printing.builders.groups import FORMATS_OF_ALL
from printing.catalog import Layout
from printing.rounds import PrintableRound, choose_current_rounds, list_printable_rounds
from tournaments.models import Entry, Event, Prize, TableCode
from tournaments.selectors.registration.fees import get_entry_fee


@dataclass(frozen=True, slots=True)
class Availability:
    """``reasons``: the code of why a layout has nothing to print, empty if it has. ``rounds``:
    those that can be chosen; ``current``: those that are played now."""

    reasons: dict[str, str]
    rounds: Sequence[PrintableRound]
    current: Sequence[PrintableRound]
    entries: int
    """How many have entered; one that was replaced does not count."""

    def is_large(self, layout: Layout) -> bool:
        """Whether a worker prints this layout, because it takes too long for a request."""
        return self.entries > layout.entries_at_once


class PrintRequirement(NamedTuple):
    """What a layout needs, and the code of the reason if it is not there."""

    is_met: bool
    code: str


def find_availability(event: Event) -> Availability:
    """What can be printed of an event now. Four queries, one more before anything is drawn."""
    entries = event.entries.aggregate(
        total=Count("pk", filter=~Q(state=Entry.State.REPLACED)),
        expected=Count("pk", filter=Q(state__in=Entry.EXPECTED_STATES)),
        # The money of an entry that was replaced has a receipt too.
        paid=Count("pk", filter=Q(paid=True) | Q(paid_cents__gt=0)),
    )
    # An event always has a stage, so its rows can carry what is looked for in the event.
    stages = event.stages.order_by().annotate(
        has_prizes=Exists(Prize.objects.filter(event=event)),
        has_codes=Exists(TableCode.objects.filter(event=event, revoked_at__isnull=True)),
    )
    stage_rows = list(stages.only("event", "format"))
    formats = {stage.format for stage in stage_rows}
    rounds = list_printable_rounds(event)
    current = choose_current_rounds(rounds)

    has_entries = PrintRequirement(entries["total"] > 0, "print_no_entries")
    is_drawn = PrintRequirement(bool(rounds) or event.pairings.exists(), "print_not_drawn")
    has_round = PrintRequirement(bool(current), "print_no_round")
    has_bracket = PrintRequirement(bool(formats.intersection(BRACKETS)), "print_no_bracket")
    has_groups = PrintRequirement(bool(formats.intersection(FORMATS_OF_ALL)), "print_no_groups")
    has_prizes = PrintRequirement(stage_rows[0].has_prizes, "print_no_prizes")
    has_fee = PrintRequirement(bool(get_entry_fee(event)), "print_no_fee")
    has_codes = PrintRequirement(stage_rows[0].has_codes, "print_no_codes")
    somebody_is_expected = PrintRequirement(entries["expected"] > 0, "print_no_entries")
    somebody_has_paid = PrintRequirement(entries["paid"] > 0, "print_nobody_paid")
    of_round = (has_entries, is_drawn, has_round)
    of_prizes = (has_prizes, has_entries, is_drawn)
    requirements: dict[str, Sequence[PrintRequirement]] = {
        "pairings": of_round,
        "names": of_round,
        "sheets": of_round,
        "round": of_round,
        "bracket": (has_bracket, has_entries, is_drawn),
        "groups": (has_groups, has_entries, is_drawn),
        "regulation": (),
        "blank": (),
        "entries": (has_entries,),
        "cash": (has_entries,),
        "check_in": (somebody_is_expected,),
        "cards": (has_codes,),
        "standings": (has_entries, is_drawn),
        "prizes": of_prizes,
        "certificates": of_prizes,
        "receipts": (has_fee, has_entries, somebody_has_paid),
    }
    reasons = dict.fromkeys(requirements, "")
    for layout, needed in requirements.items():
        # The first requirement that is not met is the reason.
        for requirement in needed:
            if not requirement.is_met:
                reasons[layout] = requirement.code
                break
    return Availability(reasons, rounds, current, entries["total"])
