"""Cinquecento: the Marianna of Sicily, declared at any moment (pagat, 500)."""

from typing import Annotated, Literal

from pydantic import Field

from kernel.models import Frozen
from kernel.violations import Violation
from rules.contract import Rule
from rules.marriages import regulation
from rules.marriages.record import MarriageRecord
from rules.marriages.rulebook import MarriageBook
from rules.marriages.terms import Terms

Value = Annotated[int, Field(ge=0, le=200)]


class CinquecentoOptions(Frozen):
    """The options of the notation; every default is what pagat's main text says."""

    target: Annotated[int, Field(ge=101, le=2001)] = 500
    # The first marriage 40, each later one 20, and only the first names trumps.
    values: Annotated[tuple[Value, Value, Value, Value], Field(strict=False)] = (40, 20, 20, 20)
    timing: Literal["any"] = "any"
    trump_changes: bool = False
    mi_copri: bool = False
    players: Literal[4, 2] = 4


class Cinquecento(MarriageBook[CinquecentoOptions, MarriageRecord]):
    """Source: pagat, 500, a variant of Marianna."""

    name = "cinquecento"
    options_model = CinquecentoOptions
    record_model = MarriageRecord

    def terms(self, options: CinquecentoOptions) -> Terms:
        return Terms(
            seats=options.players,
            target=options.target,
            values=options.values,
            timing=options.timing,
            trump_changes=options.trump_changes,
            # A player can declare whenever he wants, so also twice in a trick; there are no
            # combinations.
            one_a_trick=False,
            has_mi_copri=options.mi_copri,
        )

    def find_odd_options(self, options: CinquecentoOptions) -> list[Violation]:
        """Mi copri needs a partner, so it means nothing with two players."""
        if not options.mi_copri or options.players == 4:
            return []
        params = {"option": "mi_copri", "value": True, "without": "players"}
        return [Violation("option_without_meaning", params)]

    def list_rules(self, options: CinquecentoOptions) -> tuple[Rule, ...]:
        return regulation.list_rules(self.terms(options))
