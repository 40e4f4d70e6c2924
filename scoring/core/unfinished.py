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
side keeps what it has; stands: what was played; one_game: only the game in play is given to the
winner."""
Counted: TypeAlias = Literal["shown", "played", "none"]
"""What rankings count: all that the sheet shows, only what was played at the table, or nothing."""
PlaysOn: TypeAlias = bool | None
"""Whether the side that lost in this way plays its later matches. Null: not in a knock-out, else
yes."""


class WalkoverRule(Frozen):
    """A side does not appear: the match never began."""

    score: Annotated[ShownScore, Field(description="What the sheet shows.")] = "completed"
    games: Annotated[
        Literal["shown", "none"], Field(description="Whether rankings count the games shown.")
    ] = "shown"
    points: Annotated[
        Literal["shown", "none"], Field(description="Whether rankings count the points shown.")
    ] = "shown"
    plays_on: Annotated[
        PlaysOn,
        Field(
            description="Whether the losing side plays its later matches; null: not in a knock-out."
        ),
    ] = None


class RetirementRule(Frozen):
    """A side leaves a match that has begun. ``played``: it counts as a played match where rankings
    treat unplayed rounds differently."""

    score: Annotated[ShownScore, Field(description="What the sheet shows.")] = "completed"
    games: Annotated[Counted, Field(description="The games that rankings count.")] = "shown"
    points: Annotated[Counted, Field(description="The points that rankings count.")] = "shown"
    played: Annotated[bool, Field(description="Whether it counts as a played match.")] = True
    plays_on: Annotated[
        PlaysOn,
        Field(
            description="Whether the losing side plays its later matches; null: not in a knock-out."
        ),
    ] = None


class DisqualificationRule(RetirementRule):
    """A side loses the match by a decision of the referee, before the match or during it."""

    plays_on: Annotated[
        PlaysOn,
        Field(
            description="Whether the losing side plays its later matches; null: not in a knock-out."
        ),
    ] = False


class DoubleForfeitRule(Frozen):
    """Both sides lose the match; the sheet shows what was played."""

    games: Annotated[
        Literal["played", "none"], Field(description="The games that rankings count.")
    ] = "none"
    points: Annotated[
        Literal["played", "none"], Field(description="The points that rankings count.")
    ] = "none"
    plays_on: Annotated[
        PlaysOn,
        Field(description="Whether the sides play their later matches; null: not in a knock-out."),
    ] = None


class TimeRule(Frozen):
    """Time is up: the score stands, and the side that is ahead has won: in games, else in
    the game in play, else in all totals.

    ``level``: what happens if the sides are tied in all of them. draw: the match is drawn;
    hand: one more hand must be played first; null: a hand in a knock-out, else a draw.
    """

    level: Annotated[
        Literal["draw", "hand"] | None,
        Field(description="What a tie leads to; null: a hand in a knock-out, else a draw."),
    ] = None


class AwardRule(Frozen):
    """The referee decides who has won, and with which games if necessary."""

    games: Annotated[Counted, Field(description="The games that rankings count.")] = "shown"
    points: Annotated[Counted, Field(description="The points that rankings count.")] = "shown"


class UnfinishedRules(Frozen):
    """The value of a match that is not played out, by case. A void match counts for neither
    side."""

    walkover: Annotated[WalkoverRule, Field(description="A side does not appear.")] = WalkoverRule()
    retirement: Annotated[
        RetirementRule, Field(description="A side leaves a match that has begun.")
    ] = RetirementRule()
    disqualification: Annotated[
        DisqualificationRule, Field(description="A side loses by a decision of the referee.")
    ] = DisqualificationRule()
    double_forfeit: Annotated[DoubleForfeitRule, Field(description="Both sides lose.")] = (
        DoubleForfeitRule()
    )
    time: Annotated[TimeRule, Field(description="Time is up.")] = TimeRule()
    award: Annotated[AwardRule, Field(description="The referee decides who has won.")] = AwardRule()

    def settle(self, *, is_knockout: bool) -> "UnfinishedRules":
        """The rules, completed with all defaults that depend on the format of play."""
        settled_rules: dict[str, Frozen] = {}
        for case in ("walkover", "retirement", "disqualification", "double_forfeit"):
            rule = getattr(self, case)
            if rule.plays_on is None:
                settled_rules[case] = rule.model_copy(update={"plays_on": not is_knockout})
        if self.time.level is None:
            # A knock-out match needs a winner, so a tie is played on rather than drawn.
            if is_knockout:
                settled_rules["time"] = TimeRule(level="hand")
            else:
                settled_rules["time"] = TimeRule(level="draw")
        return self.model_copy(update=settled_rules)


DEFAULT_RULES: Final = UnfinishedRules()


@dataclass(frozen=True, slots=True)
class Unfinished:
    """How a match ended that was not played out. ``games`` and ``points`` are what rankings count,
    by side; None: they are not known, or do not count."""

    case: Case
    side: Side | None
    """The side that lost in this way; None: both, or neither."""
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
            "games": _list_totals(self.games),
            "points": _list_totals(self.points),
            "played": self.is_played,
            "out": list(self.out),
        }


def _list_totals(totals: Totals | None) -> list[int] | None:
    if totals is None:
        return None
    return list(totals)


GameTotals: TypeAlias = Annotated[
    list[Annotated[int, Field(ge=-9999, le=99_999)]], Field(min_length=2, max_length=10)
]


def make_rules_document(rules: UnfinishedRules) -> Mapping[str, Any]:
    """The rules with every value written out, as a match keeps them."""
    return rules.model_dump()
