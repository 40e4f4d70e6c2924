"""How far an anchor reaches, as paper says it."""

from django.db.models import Q

from tournaments.models import Anchor, Event, Pairing
from tournaments.selectors.stages.stages import RoundCount, load_round_counts
from tournaments.selectors.trust.anchors import add_up_reached


def find_last_covered_round(event: Event, anchor: Anchor) -> RoundCount | None:
    """The last round, in the order of play, that was played out in all its groups when the anchor
    was made; None if there was none. Two queries, three if rounds have ended since."""
    round_counts = load_round_counts(event)
    open_ids = {count.id for count in round_counts if count.open}
    if anchor.reached != add_up_reached(event, len(round_counts) - len(open_ids)):
        # Rounds, or the event, have ended since. A result that was corrected has the time of its
        # correction, so times are asked only here: at worst the paper names an earlier round.
        later_pairings = Pairing.objects.filter(
            ~Q(state__in=Pairing.CLOSED_STATES) | Q(decided_at__gt=anchor.at), event=event
        )
        open_ids = set(later_pairings.order_by().values_list("round_id", flat=True).distinct())

    # Groups play the same round side by side: it is over when the last of them has played it.
    open_rounds = {_make_round_key(count) for count in round_counts if count.id in open_ids}
    for count in reversed(round_counts):
        # A round of byes alone is not played, so no paper names it.
        is_played = count.pairings > count.byes
        if is_played and _make_round_key(count) not in open_rounds:
            return count
    return None


def _make_round_key(count: RoundCount) -> tuple[int, str, int]:
    return count.stage.number, count.section, count.number
