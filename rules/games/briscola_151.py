"""Briscola 151: two players, a turned trump, marriages of 40 and 20 (pagat, Briscola 151)."""

from typing import Annotated, Literal

from pydantic import Field

from kernel.models import Frozen
from rules.contract import Rule
from rules.marriages import regulation
from rules.marriages.record import RaceRecord
from rules.marriages.rulebook import MarriageBook
from rules.marriages.terms import Terms

SEATS = 2


class BriscolaOptions(Frozen):
    """The options of the notation; every default is what pagat's main text says."""

    target: Annotated[int, Field(ge=51, le=1001)] = 151
    # Some play that the ace of trumps may be exchanged for a turned king or horse.
    ace_exchange: bool = False
    race: Literal["immediate", "end_of_deal"] = "immediate"


class Briscola151(MarriageBook[BriscolaOptions, RaceRecord]):
    """Source: pagat, Briscola 151."""

    name = "briscola_151"
    options_model = BriscolaOptions
    record_model = RaceRecord

    def terms(self, options: BriscolaOptions) -> Terms:
        return Terms(
            seats=SEATS,
            target=options.target,
            timing="own_turn",
            # A matrimonio cannot be declared in the first trick, nor after the last draw.
            in_first_trick=False,
            has_turned_trump=True,
            has_exchange=options.ace_exchange,
            # The winner is the first player whose score reaches the target.
            first_wins=options.race == "immediate",
        )

    def list_rules(self, options: BriscolaOptions) -> tuple[Rule, ...]:
        return regulation.list_rules(self.terms(options))
