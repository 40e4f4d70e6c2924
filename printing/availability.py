"""Which layouts have something to print, and why the others have not. A fixed number of queries."""

from collections.abc import Sequence
from dataclasses import dataclass

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


def find_availability(event: Event) -> Availability:
    """What can be printed of an event now. Six queries."""
    rows = list(
        event.entries.exclude(state=Entry.State.REPLACED)
        .order_by()
        .values_list("paid", "paid_cents", "state")
    )
    formats = set(event.stages.order_by().values_list("format", flat=True))
    rounds = list_printable_rounds(event)
    is_drawn = bool(rounds) or event.pairings.exists()
    current = choose_current_rounds(rounds)
    has_codes = TableCode.objects.filter(event=event, revoked_at__isnull=True).exists()
    has_prizes = Prize.objects.filter(event=event).exists()

    no_entries = "" if rows else "print_no_entries"
    not_drawn = no_entries or ("" if is_drawn else "print_not_drawn")
    no_round = not_drawn or ("" if current else "print_no_round")
    no_prizes = "" if has_prizes else "print_no_prizes"
    no_fee = "" if read_entry_fee(event) else "print_no_fee"
    reasons = {
        "pairings": no_round,
        "names": no_round,
        "sheets": no_round,
        "round": no_round,
        "bracket": "" if formats.intersection(BRACKETS) else "print_no_bracket",
        "groups": "" if formats.intersection(FORMATS_OF_ALL) else "print_no_groups",
        "regulation": "",
        "blank": "",
        "entries": no_entries,
        "cash": no_entries,
        "check_in": no_entries if any(row[2] in EXPECTED for row in rows) else "print_no_entries",
        "cards": "" if has_codes else "print_no_codes",
        "standings": not_drawn,
        "prizes": no_prizes or not_drawn,
        "certificates": no_prizes or not_drawn,
        "receipts": no_fee
        or no_entries
        or ("" if any(paid or cents for paid, cents, _ in rows) else "print_nobody_paid"),
    }
    for layout in ("bracket", "groups"):
        reasons[layout] = reasons[layout] or not_drawn
    return Availability(reasons, rounds, current, len(rows))
