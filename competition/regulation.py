"""The regulation of an event as data: its settings in one document, from which the text is made."""

from collections.abc import Iterator
from typing import Annotated, Any, Final, Literal, TypeAlias, get_args

from pydantic import Field, StringConstraints

from competition.cuts.remedies import FinalTieRule, PrizeTieRule
from database.limits import (
    HIGHEST_MINIMUM_AGE,
    LONGEST_ARTICLE,
    LONGEST_OFFENCE,
    LONGEST_TITLE,
    MOST_CENTS,
    MOST_PENALTY_POINTS,
)
from kernel.models import Frozen
from kernel.violations import Violation

MOST_ARTICLES = 40
MOST_PENALTIES = 30
MOST_MINUTES = 180

ChapterKey: TypeAlias = Literal[
    "event",
    "entries",
    "stages",
    "matches",
    "presence",
    "penalties",
    "claims",
    "prizes",
    "authority",
    "club",
]
"""Where an article of the club can stand: behind the articles of that chapter. ``stages``: behind
those of the last stage; ``matches``: behind the rules of the last game; ``club``: a chapter of its
own, at the end."""

CHAPTERS: Final[tuple[str, ...]] = get_args(ChapterKey)
Clock: TypeAlias = Annotated[str, StringConstraints(pattern=r"^([01][0-9]|2[0-3]):[0-5][0-9]$")]
Name: TypeAlias = Annotated[str, StringConstraints(strip_whitespace=True, max_length=LONGEST_TITLE)]
Minutes: TypeAlias = Annotated[int, Field(ge=1, le=MOST_MINUTES)]
Sanction: TypeAlias = Literal["warning", "points", "game", "match", "ranking", "disqualified"]
OTHER: Final = "other"


class PenaltyRule(Frozen):
    """What an offence costs. ``offence`` other: the one that ``text`` names, in the club's words.

    ``sanction`` points: ``points`` off the total of the game; ranking: off what the stage ranks by;
    game, match: lost; disqualified: out of the event.
    """

    offence: Literal[
        "revoke", "signs", "false_word", "out_of_turn", "advice", "misconduct", "phone", "other"
    ]
    text: Annotated[str, StringConstraints(strip_whitespace=True, max_length=LONGEST_OFFENCE)] = ""
    sanction: Sanction = "warning"
    points: Annotated[int, Field(ge=0, le=MOST_PENALTY_POINTS)] = 0


USUAL_PENALTIES: Final = (
    PenaltyRule(offence="revoke", sanction="points", points=11),
    PenaltyRule(offence="signs", sanction="points", points=11),
    PenaltyRule(offence="advice"),
    PenaltyRule(offence="misconduct", sanction="disqualified"),
)
"""What clubs write: a hand lost by a shutout for words and signs (asdvillasantangelo, tressette
"muto"), a warning, a disqualification (cavamanara, palio briscone)."""


class HouseRules(Frozen):
    """The rules that a club sets, apart from formats and games. Times are local.

    ``check_in``, ``start``: until when entries present themselves, when play starts.
    ``open_to``: everybody; members of the club; pairs of which one is a member.
    ``fee_cents``: euro cents for each ``fee_per``; None: not said; 0: entry is free.
    ``minimum_age``: under it with the parents' written consent.
    ``substitutes``: whether another may take the place of an entry that has not begun.
    ``late_game``, ``late_match``: minutes after the call when the first game, and the match, is
    lost; None: the referee decides.
    ``claims_until``: a result is claimed against until it is signed, or within ``claims_minutes``
    of the end of the match. ``appeal``: who decides on an appeal against the referee.
    ``final_ties``, ``prize_ties``: what is done with entries that are tied at the end of the last
    stage, and across the last place of a prize (competition.cuts.remedies).
    """

    check_in: Clock | None = None
    start: Clock | None = None
    open_to: Literal["everybody", "members", "one_member"] = "everybody"
    fee_cents: Annotated[int, Field(ge=0, le=MOST_CENTS)] | None = None
    fee_per: Literal["entry", "player"] = "entry"
    minimum_age: Annotated[int, Field(ge=1, le=HIGHEST_MINIMUM_AGE)] | None = None
    substitutes: bool = True
    late_game: Minutes | None = None
    late_match: Minutes | None = None
    claims_until: Literal["signature", "minutes"] = "signature"
    claims_minutes: Minutes = 15
    appeal: Literal["none", "organizer", "committee"] = "none"
    referee: Name = ""
    organizer: Name = ""
    penalties: Annotated[
        tuple[PenaltyRule, ...], Field(strict=False, max_length=MOST_PENALTIES)
    ] = ()
    final_ties: FinalTieRule = "usual"
    prize_ties: PrizeTieRule = "shared"


class ClubArticle(Frozen):
    """An article in the club's own words, after those of a chapter. ``text_en``: in English;
    empty: the same text."""

    chapter: ChapterKey = "club"
    text: Annotated[
        str, StringConstraints(strip_whitespace=True, min_length=1, max_length=LONGEST_ARTICLE)
    ]
    text_en: Annotated[
        str, StringConstraints(strip_whitespace=True, max_length=LONGEST_ARTICLE)
    ] = ""


class StageRules(Frozen):
    """A stage as it was planned. ``match`` None: as the event plays; ``metrics`` empty: those of
    the format; ``venues``: where its groups play, by the name or letter of the group."""

    number: int
    name: str = ""
    format: str
    options: dict[str, Any] = {}
    constraints: dict[str, Any] = {}
    cut: dict[str, Any] | None = None
    match: dict[str, Any] | None = None
    metrics: list[str] = []
    ranking: dict[str, Any] = {}
    venues: list[tuple[int, str, str]] = []


class PrizeRule(Frozen):
    """What each entry on places ``first`` to ``last`` gets."""

    first: int
    last: int
    text: str


class HallRule(Frozen):
    """A further hall: tables ``first`` to ``last`` stand there."""

    name: str
    first: int
    last: int


class RegulationFacts(Frozen):
    """All settings of an event that its regulation states; ``date`` as ISO 8601."""

    date: str = ""
    club: str = ""
    venue: str = ""
    address: str = ""
    halls: list[HallRule] = []
    capacity: int | None = None
    match: dict[str, Any]
    recorded: Annotated[str, StringConstraints(pattern="^(HANDS|TOTALS|GAMES)$")] = "HANDS"
    stages: list[StageRules]
    prizes: list[PrizeRule] = []
    rules: HouseRules = HouseRules()
    articles: list[ClubArticle] = []


def find_house_rule_violations(rules: HouseRules) -> Iterator[Violation]:
    """Settings that are at odds with one another; ``field`` is one of them."""
    if rules.late_game and rules.late_match and rules.late_match < rules.late_game:
        minutes = {"game": rules.late_game, "match": rules.late_match}
        yield Violation("late_match_before_game", {**minutes, "field": "late_match"})
    if rules.check_in and rules.start and rules.start < rules.check_in:
        yield Violation("start_before_check_in", {"field": "start"})
    for number, penalty in enumerate(rules.penalties, start=1):
        place = f"penalties.{number - 1}"
        if (penalty.offence == OTHER) != bool(penalty.text):
            params = {"number": number, "field": f"{place}.text"}
            yield Violation("offence_without_text", params)
        if (penalty.sanction in ("points", "ranking")) != (penalty.points > 0):
            params = {"number": number, "field": f"{place}.points"}
            yield Violation("penalty_without_points", params)
