"""How a game of Marafon ends: at the target, or by a claim."""

from typing import Annotated

from kernel.models import Frozen
from kernel.refusals import Refused
from kernel.violations import Violation
from rules.card import FirstProof, Gain, Taken
from rules.contract import Ending, Side, Situation, Totals
from rules.fields import a_side, up_to
from rules.games.marafon.cards import ALL_POINTS, ALL_THIRDS, LAST_TRICK, POINT, SIDES
from rules.games.marafon.marafona import check_marafona
from rules.games.marafon.options import MarafonOptions
from rules.games.marafon.record import MarafonRecord, read_points, read_thirds
from rules.games.marafon.score import score
from rules.target import find_target_ending


class MarafonClaim(Frozen):
    """ "We are there": the claimer's thirds in complete tricks of this hand so far, and the side
    for which a marafona counts in it."""

    side: Annotated[int, a_side(SIDES)]
    thirds: Annotated[int, up_to(ALL_THIRDS)]
    marafona: Annotated[int, a_side(SIDES)] | None = None


def find_ending(totals: Totals, options: MarafonOptions, first: Side | None) -> Ending | None:
    """The partnership that first reaches the target wins the game (pagat, The Scoring). With both
    there in one hand, the options say whether the first or the higher has won."""
    if options.both_reach != "first_in_play":
        first = None
    return find_target_ending(totals, options.total_needed, first)


def both_reach_target(record: MarafonRecord, options: MarafonOptions, before: Situation) -> bool:
    """Whether this hand takes both sides to the target, so that it matters who was first."""
    if not before.to_target:
        return False
    (step,) = score(record, options)
    return min(step.add_to(before.totals)) >= options.total_needed


def find_proved_first(
    record: MarafonRecord, options: MarafonOptions, before: Situation
) -> Side | None:
    """The side that must have been the first at the target, given that both are there; None if the
    record does not prove it. All in exact thirds."""
    need = options.thirds_needed
    totals = options.list_thirds(before.totals)
    # The marafona is declared in the first trick (pagat, The Play), before any trick counts.
    if record.marafona is not None:
        totals[record.marafona] += POINT * options.marafona_points
        if totals[record.marafona] >= need:
            return record.marafona
    last = record.last_trick
    if last is None:
        return None
    thirds, points = read_thirds(record), read_points(record)
    if thirds is not None:
        most_thirds = thirds[last]
    elif points is not None:
        # Of whole points, two thirds may have been dropped.
        most_thirds = POINT * points[last] + POINT - 1
    else:
        most_thirds = ALL_THIRDS
    # The point of the last trick comes at the very end. A side that cannot have been there without
    # it was there last.
    most_before_end = totals[last] + most_thirds - LAST_TRICK
    if most_before_end >= need:
        return None
    return 1 - last


def build_first_proof(options: MarafonOptions) -> FirstProof | None:
    """The rule of ``find_proved_first`` as data; None where the higher total wins."""
    if options.both_reach != "first_in_play":
        return None
    return FirstProof(
        need=options.thirds_needed,
        factor=options.thirds_in(1),
        opening=Gain(field="marafona", points=POINT * options.marafona_points),
        closing=Gain(field="last_trick", points=LAST_TRICK),
        taken=(
            Taken(field="thirds", total=ALL_THIRDS, factor=1, dropped=0),
            Taken(field="points", total=ALL_POINTS, factor=POINT, dropped=POINT - 1),
        ),
        most=ALL_THIRDS,
    )


def decide_claim(claimed: MarafonClaim, options: MarafonOptions, before: Situation) -> Ending:
    """A right claim wins, whatever the total of the other side; a wrong one loses (pagat, The
    Scoring). Raises Refused if it cannot be made."""
    violations = []
    if not options.claims:
        violations.append(Violation("claims_not_allowed"))
    for field, most in (("side", SIDES - 1), ("thirds", ALL_THIRDS), ("marafona", SIDES - 1)):
        value = getattr(claimed, field)
        if value is not None and not 0 <= value <= most:
            params = {"field": field, "value": value, "least": 0, "most": most}
            violations.append(Violation("out_of_range", params))
    violations += check_marafona(claimed.marafona, options, before.turn)
    if violations:
        raise Refused(violations)
    # In thirds, also where the sheet has whole points: the exact total decides.
    total_before = options.thirds_in(before.totals[claimed.side])
    if total_before + count_claim(claimed, options) >= options.thirds_to_claim:
        return Ending(claimed.side, "claim")
    return Ending(1 - claimed.side, "wrong_claim")


def count_claim(claimed: MarafonClaim, options: MarafonOptions) -> int:
    """What the claimer has in this hand, in thirds. By some house rules a marafona does not count
    in a claim (pagat, the variations)."""
    has_marafona = options.marafona_in_claim and claimed.marafona == claimed.side
    return claimed.thirds + POINT * options.marafona_points * has_marafona
