"""Matches that are not played out: what the sheet shows of them and what counts, case by case."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal, TypeAlias, get_args

from pydantic import Field

from kernel.models import Frozen
from rules.contract import Side, Totals

Case: TypeAlias = Literal[
    "walkover", "retirement", "disqualification", "double_forfeit", "time", "award", "void"
]
CASES: Final[tuple[Case, ...]] = get_args(Case)

ShownScore: TypeAlias = Literal["completed", "stands", "one_game"]
"""What the sheet shows. completed: the winner gets the least that decides the match, the other
side keeps what it has; stands: what was played; one_game: the game being played goes to the
winner, and no other."""
Counted: TypeAlias = Literal["shown", "played", "none"]
"""What rankings count: all that the sheet shows, what was played at the table, or nothing."""
PlaysOn: TypeAlias = bool | None
"""Whether who lost so plays its later matches. Null: not in a knock-out, else yes."""


class WalkoverRule(Frozen):
    """A side is not there: the match never began."""

    score: ShownScore = "completed"
    games: Literal["shown", "none"] = "shown"
    points: Literal["shown", "none"] = "shown"
    plays_on: PlaysOn = None


class RetirementRule(Frozen):
    """A side leaves a match that has begun. ``played``: it counts as a played match where rankings
    treat unplayed rounds in a way of their own."""

    score: ShownScore = "completed"
    games: Counted = "shown"
    points: Counted = "shown"
    played: bool = True
    plays_on: PlaysOn = None


class DisqualificationRule(RetirementRule):
    """A side loses the match by a decision of the referee, before it begins or in it."""

    plays_on: PlaysOn = False


class DoubleForfeitRule(Frozen):
    """Both sides lose the match; the sheet shows what was played."""

    games: Literal["played", "none"] = "none"
    points: Literal["played", "none"] = "none"
    plays_on: PlaysOn = None


class TimeRule(Frozen):
    """Time is up: the score stands, and the side that is ahead has won: in games, else in
    the game being played, else in all totals.

    ``level`` says what happens if the sides are level in all of them. draw: the match is drawn;
    hand: one more hand must be played first; null: a hand in a knock-out, else a draw.
    """

    level: Literal["draw", "hand"] | None = None


class AwardRule(Frozen):
    """The referee says who has won, and with which games if need be."""

    games: Counted = "shown"
    points: Counted = "shown"


class UnfinishedRules(Frozen):
    """The value of a match that is not played out, by case. A void match counts for neither
    side."""

    walkover: WalkoverRule = WalkoverRule()
    retirement: RetirementRule = RetirementRule()
    disqualification: DisqualificationRule = DisqualificationRule()
    double_forfeit: DoubleForfeitRule = DoubleForfeitRule()
    time: TimeRule = TimeRule()
    award: AwardRule = AwardRule()

    def settled(self, *, is_knockout: bool) -> "UnfinishedRules":
        """The rules, completed with all defaults that depend on the format of play."""
        stays = not is_knockout
        level: Literal["draw", "hand"] = "hand" if is_knockout else "draw"
        return self.model_copy(
            update={
                **{
                    name: rule.model_copy(update={"plays_on": stays})
                    for name in ("walkover", "retirement", "disqualification", "double_forfeit")
                    if (rule := getattr(self, name)).plays_on is None
                },
                **({"time": TimeRule(level=level)} if self.time.level is None else {}),
            }
        )


DEFAULT_RULES: Final = UnfinishedRules()


@dataclass(frozen=True, slots=True)
class Unfinished:
    """How a match ended that was not played out. ``games`` and ``points`` are what rankings count,
    by side; None: nothing is known of them, or nothing counts."""

    case: Case
    side: Side | None
    """The side that lost so; None: both, or neither."""
    games: Totals | None
    points: Totals | None
    is_played: bool
    """Whether it counts as a played match."""
    out: tuple[Side, ...] = ()
    """The sides that do not play on."""

    @property
    def is_void(self) -> bool:
        return self.case == "void"

    @property
    def is_forfeit(self) -> bool:
        return not self.is_played and not self.is_void

    def as_json(self) -> dict[str, Any]:
        return {
            "case": self.case,
            "side": self.side,
            "games": None if self.games is None else list(self.games),
            "points": None if self.points is None else list(self.points),
            "played": self.is_played,
            "out": list(self.out),
        }


GameTotals: TypeAlias = Annotated[
    list[Annotated[int, Field(ge=-9999, le=99_999)]], Field(min_length=2, max_length=10)
]


def rules_document(rules: UnfinishedRules) -> Mapping[str, Any]:
    """The rules with every value written out, as a match keeps them."""
    return rules.model_dump()
