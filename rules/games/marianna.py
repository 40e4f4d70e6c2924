"""Marianna: two pairs, marriages in a rising series that name trumps (pagat, Marianna)."""

from typing import Annotated, Literal

from pydantic import Field

from kernel.models import Frozen
from rules.contract import Rule
from rules.marriages import regulation
from rules.marriages.record import MarriageRecord
from rules.marriages.rulebook import MarriageBook
from rules.marriages.terms import Terms

SEATS = 4
Value = Annotated[int, Field(ge=0, le=200)]


class MariannaOptions(Frozen):
    """The options of the notation; every default is what pagat's main text says."""

    target: Annotated[int, Field(ge=101, le=2001)] = 501
    # By a variation 20, 40, 60 and 80.
    values: Annotated[tuple[Value, Value, Value, Value], Field(strict=False)] = (40, 60, 80, 100)
    # By variations, before the first card of a trick, or only by its leader.
    timing: Literal["own_turn", "trick_start", "leader"] = "own_turn"
    # By a variation only the first marriage names trumps.
    trump_changes: bool = True
    fifth_last: bool = False
    mariannino: bool = True
    mi_copri: bool = False


class Marianna(MarriageBook[MariannaOptions, MarriageRecord]):
    """Source: pagat, Marianna, with its variations."""

    name = "marianna"
    options_model = MariannaOptions
    record_model = MarriageRecord

    def terms(self, options: MariannaOptions) -> Terms:
        return Terms(
            seats=SEATS,
            target=options.target,
            values=options.values,
            timing=options.timing,
            trump_changes=options.trump_changes,
            # By a variation, also in the fifth trick from the end, after the last draw.
            until="fifth_last" if options.fifth_last else "last_draw",
            has_combinations=options.mariannino,
            has_mi_copri=options.mi_copri,
        )

    def list_rules(self, options: MariannaOptions) -> tuple[Rule, ...]:
        return regulation.list_rules(self.terms(options))
