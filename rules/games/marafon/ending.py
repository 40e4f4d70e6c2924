"""How a game of Marafon ends: at the target, or by a claim."""

from typing import Annotated

from kernel.models import Frozen
from kernel.refusals import Refused
from kernel.violations import Violation
from rules.contract import Ending, Side, Situation, Totals
from rules.fields import a_side, up_to
from rules.games.marafon.cards import ALL_THIRDS, LAST_TRICK, POINT, SIDES
from rules.games.marafon.marafona import check_marafona
from rules.games.marafon.options import MarafonOptions
from rules.games.marafon.record import MarafonRecord, points_of, thirds_of
from rules.games.marafon.score import score


class MarafonClaim(Frozen):
    """ "We are there": the claimer's thirds in complete tricks of this hand so far, and the side
    for which a marafona counts in it."""

    side: Annotated[int, a_side(SIDES)]
    thirds: Annotated[int, up_to(ALL_THIRDS)]
    marafona: Annotated[int, a_side(SIDES)] | None = None


def over(totals: Totals, options: MarafonOptions, first: Side | None) -> Ending | None:
    """Both at the target: who got there first, if that is played and known, else the higher."""
    need = options.total_needed
    ours, theirs = totals
    if ours < need and theirs < need:
        return None
    if ours < need or theirs < need:
        return Ending(0 if ours >= need else 1, "target")
    if options.both_reach == "first_in_play" and first is not None:
        return Ending(first, "first")
    return None if ours == theirs else Ending(0 if ours > theirs else 1, "higher")


def both_there(record: MarafonRecord, options: MarafonOptions, before: Situation) -> bool:
    """Whether this hand takes both sides to the target, so that it matters who was first."""
    if not before.to_target:
        return False
    (step,) = score(record, options)
    return min(step.added(before.totals)) >= options.total_needed


def find_shown_first(
    record: MarafonRecord, options: MarafonOptions, before: Situation
) -> Side | None:
    """The side that must have been first, both being there: the marafona comes ahead of trick 0,
    the last trick's point at the very end. In exact thirds."""
    need = options.thirds_needed
    totals = [options.thirds_in(total) for total in before.totals]
    if record.marafona is not None:
        totals[record.marafona] += POINT * options.marafona_points
        if totals[record.marafona] >= need:
            return record.marafona
    last = record.last_trick
    if last is not None and totals[last] + _most_thirds(record, last) - LAST_TRICK < need:
        return 1 - last
    return None


def _most_thirds(record: MarafonRecord, side: Side) -> int:
    """What the side has at most: of whole points, two thirds may have been dropped."""
    thirds = thirds_of(record)
    if thirds is not None:
        return thirds[side]
    points = points_of(record)
    return ALL_THIRDS if points is None else POINT * points[side] + POINT - 1


def claim(claimed: MarafonClaim, options: MarafonOptions, before: Situation) -> Ending:
    """Enough: the claimer has won, whatever the other has; not enough: the other has.

    Raises Refused where it cannot be made.
    """
    violations = _check_claim(claimed, options, before)
    if violations:
        raise Refused(violations)
    total = options.thirds_in(before.totals[claimed.side])
    if total + count_claim(claimed, options) >= options.thirds_to_claim:
        return Ending(claimed.side, "claim")
    return Ending(1 - claimed.side, "wrong_claim")


def count_claim(claimed: MarafonClaim, options: MarafonOptions) -> int:
    """What the claimer has of this hand, in thirds."""
    has_marafona = options.marafona_in_claim and claimed.marafona == claimed.side
    return claimed.thirds + POINT * options.marafona_points * has_marafona


def _check_claim(
    claimed: MarafonClaim, options: MarafonOptions, before: Situation
) -> list[Violation]:
    violations = [] if options.claims else [Violation("claims_not_allowed")]
    for field, most in (("side", SIDES - 1), ("thirds", ALL_THIRDS), ("marafona", SIDES - 1)):
        value = getattr(claimed, field)
        if value is not None and not 0 <= value <= most:
            params = {"field": field, "value": value, "least": 0, "most": most}
            violations.append(Violation("out_of_range", params))
    return violations + check_marafona(claimed.marafona, options, before.turn)
