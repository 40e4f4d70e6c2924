"""How a game of the group ends: at the target, or by a claim."""

from itertools import product
from typing import Annotated

from kernel.models import Frozen
from kernel.refusals import Refused
from kernel.violations import Violation
from rules.checks import check_range
from rules.contract import Ending, Side, Situation, Totals
from rules.fields import a_side, up_to
from rules.marriages.cards import ALL_POINTS, CANNOT_BE, MOST_MARRIAGES, SIDES
from rules.marriages.terms import IN_OTHERS, IN_TRUMPS, Terms
from rules.target import find_target_ending

# In Mariaccia, the only game of the group with claims: one marriage in trumps, three others.
MOST_DECLARED = IN_TRUMPS + (MOST_MARRIAGES - 1) * IN_OTHERS
_POSSIBLE_CARD_POINTS = set(range(ALL_POINTS + 1)) - CANNOT_BE
_POSSIBLE_DECLARED = range(0, MOST_DECLARED + 1, IN_OTHERS)
CLAIMABLE = frozenset(map(sum, product(_POSSIBLE_CARD_POINTS, _POSSIBLE_DECLARED)))
"""The points that a side can have in a hand so far."""


class PointsClaim(Frozen):
    """ "I am there": the claimer's points in this hand so far, complete tricks and declarations."""

    side: Annotated[int, a_side(SIDES)]
    points: Annotated[int, up_to(ALL_POINTS + MOST_DECLARED)]


def find_ending(totals: Totals, terms: Terms, first: Side | None) -> Ending | None:
    """With both sides at the target: the first to reach it, if the terms decide by that and it is
    known, else the higher (pagat, Marianna); a tie goes on."""
    if not terms.first_wins:
        first = None
    return find_target_ending(totals, terms.target, first)


def decide_claim(claimed: PointsClaim, terms: Terms, before: Situation) -> Ending:
    """A right claim wins, whatever the total of the other side; a wrong one loses (pagat,
    Mariaccia). Raises Refused if it cannot be made."""
    violations = check_range("side", claimed.side, SIDES)
    if not terms.has_claims:
        violations.append(Violation("claims_not_allowed"))
    if claimed.points not in CLAIMABLE:
        params = {"field": "points", "value": claimed.points, "least": 0, "most": max(CLAIMABLE)}
        violations.append(Violation("out_of_range", params))
    if violations:
        raise Refused(violations)
    if before.totals[claimed.side] + claimed.points >= terms.target:
        return Ending(claimed.side, "claim")
    return Ending(1 - claimed.side, "wrong_claim")
