"""Verifies an event, from the lines of its sheets to its standings. Nothing here writes."""

from collections.abc import Callable, Iterable, Iterator

from competition.trust.faults import Fault
from scoring.models import Match
from tournaments.models import Event
from tournaments.selectors.trust.anchor_faults import find_anchor_faults
from tournaments.selectors.trust.verification.advancement import find_advancement_faults
from tournaments.selectors.trust.verification.bindings import find_binding_faults
from tournaments.selectors.trust.verification.cuts import find_cut_faults
from tournaments.selectors.trust.verification.draws import find_draw_faults
from tournaments.selectors.trust.verification.payments import find_payment_faults
from tournaments.selectors.trust.verification.plans import find_plan_faults
from tournaments.selectors.trust.verification.rounds import find_round_faults
from tournaments.selectors.trust.verification.sheets import find_event_sheet_faults
from tournaments.selectors.trust.verification.standings import find_standings_faults

CHECKS: tuple[Callable[[Event], Iterable[Fault]], ...] = (
    find_event_sheet_faults,
    find_binding_faults,
    find_advancement_faults,
    find_draw_faults,
    find_plan_faults,
    find_round_faults,
    find_cut_faults,
    find_standings_faults,
    find_payment_faults,
    find_anchor_faults,
)


def find_faults(event: Event) -> Iterator[Fault]:
    """All faults of an event. A check that cannot go on over damaged data is a fault itself, and
    the next one runs."""
    for check in CHECKS:
        try:
            yield from check(event)
        except Exception as error:  # noqa: BLE001  (damaged rows can break any reader)
            yield Fault("check_failed", detail={"check": check.__name__, "error": repr(error)})


def find_matches_of_no_event() -> Iterator[Fault]:
    """Matches that no pairing has, or has had."""
    for match in Match.objects.filter(pairing=None, set_aside=None).order_by("pk"):
        yield Fault("match_of_no_event", match=match.pk)
