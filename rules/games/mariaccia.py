"""Mariaccia: two players, a turned trump, duties when the stock is gone, claims (pagat)."""

from typing import Annotated

from pydantic import Field

from kernel.models import Frozen
from rules.contract import Rule
from rules.marriages import regulation
from rules.marriages.ending import PointsClaim
from rules.marriages.record import CoupleRecord
from rules.marriages.rulebook import MarriageBook
from rules.marriages.terms import Terms

SEATS = 2


class MariacciaOptions(Frozen):
    """The options of the notation; every default is what pagat's main text says."""

    # "Normally 200 or 250 points".
    target: Annotated[int, Field(ge=51, le=1001)] = 200
    claims: bool = True


class Mariaccia(MarriageBook[MariacciaOptions, CoupleRecord]):
    """Source: pagat, the two-player variant Mariaccia or Mariaggia."""

    name = "mariaccia"
    options_model = MariacciaOptions
    record_model = CoupleRecord
    claim_model = PointsClaim

    def terms(self, options: MariacciaOptions) -> Terms:
        return Terms(
            seats=SEATS,
            target=options.target,
            # A player who has just won a trick may declare, up to the last trick.
            timing="after_winning",
            until="end",
            has_turned_trump=True,
            # Without a stock, the second player must follow suit and beat, or trump.
            is_strict_at_end=True,
            has_claims=options.claims,
        )

    def list_rules(self, options: MariacciaOptions) -> tuple[Rule, ...]:
        return regulation.list_rules(self.terms(options))
