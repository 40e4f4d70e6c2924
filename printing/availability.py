"""Which layouts have something to print, and why the others have not. A fixed number of queries."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Exists

from printing.builders.brackets import BRACKETS
from printing.builders.check_in import EXPECTED
from printing.builders.entries import read_entry_fee
from printing.builders.groups import FORMATS_OF_ALL
from printing.rounds import PrintableRound, choose_current_rounds, list_printable_rounds
from tournaments.models import Entry, Event, Prize, TableCode


@dataclass(frozen=True, slots=True)
class Availability:
    """``reasons``: the code of why a layout has nothing to print, empty if it has. ``rounds``:
    those that can be chosen; ``current``: those that are played now."""

    reasons: dict[str, str]
    rounds: Sequence[PrintableRound]
    current: Sequence[PrintableRound]
    entries: int
    """How many have entered, which decides whether a worker prints."""


class PrintRequirement(NamedTuple):
    """What a layout needs, and the code of the reason if it is not there."""

    is_met: bool
    code: str


def find_availability(event: Event) -> Availability:
    """What can be printed of an event now. Four queries, one more before anything is drawn."""
    rows = list(
        event.entries.exclude(state=Entry.State.REPLACED)
        .order_by()
        .values_list("paid", "paid_cents", "state")
    )
    # An event always has a stage, so its rows can carry what is looked for in the event.
    stages = event.stages.order_by().annotate(
        has_prizes=Exists(Prize.objects.filter(event=event)),
        has_codes=Exists(TableCode.objects.filter(event=event, revoked_at__isnull=True)),
    )
    stage_rows = list(stages.values_list("format", "has_prizes", "has_codes"))
    formats = {format_ for format_, _prizes, _codes in stage_rows}
    rounds = list_printable_rounds(event)
    current = choose_current_rounds(rounds)

    has_entries = PrintRequirement(bool(rows), "print_no_entries")
    is_drawn = PrintRequirement(bool(rounds) or event.pairings.exists(), "print_not_drawn")
    has_round = PrintRequirement(bool(current), "print_no_round")
    has_bracket = PrintRequirement(bool(formats.intersection(BRACKETS)), "print_no_bracket")
    has_groups = PrintRequirement(bool(formats.intersection(FORMATS_OF_ALL)), "print_no_groups")
    has_prizes = PrintRequirement(any(prizes for _, prizes, _ in stage_rows), "print_no_prizes")
    has_fee = PrintRequirement(bool(read_entry_fee(event)), "print_no_fee")
    has_codes = PrintRequirement(any(codes for _, _, codes in stage_rows), "print_no_codes")
    somebody_is_expected = PrintRequirement(
        any(state in EXPECTED for _, _, state in rows), "print_no_entries"
    )
    somebody_has_paid = PrintRequirement(
        any(paid or cents for paid, cents, _ in rows), "print_nobody_paid"
    )
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
    reasons = {layout: _find_reason(needed) for layout, needed in requirements.items()}
    return Availability(reasons, rounds, current, len(rows))


def _find_reason(requirements: Sequence[PrintRequirement]) -> str:
    """The code of the first requirement that is not met; empty if all are."""
    for requirement in requirements:
        if not requirement.is_met:
            return requirement.code
    return ""
