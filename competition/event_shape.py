"""The shape of an event: all that is set before anybody enters, as one document."""

from typing import Annotated, Any

from pydantic import AfterValidator, Field

from competition.regulation import ClubArticle, HouseRules, PrizeRule
from competition.standings.metrics import put_lots_last
from kernel.models import Frozen

MOST_STAGES_OF_A_SHAPE = 8
MOST_HALLS = 50
MOST_GROUPS_OF_A_SHAPE = 512


class HallShape(Frozen):
    """A further hall by its name, with its number of tables."""

    name: str
    tables: int


class StageShape(Frozen):
    """A stage as it is planned. ``match`` None: as the event plays; ``cut`` None for the first."""

    format: str
    name: str = ""
    options: dict[str, Any] = {}
    constraints: dict[str, Any] = {}
    cut: dict[str, Any] | None = None
    match: dict[str, Any] | None = None
    # Templates and copies of before may name lots earlier than a regulation can now.
    metrics: Annotated[list[str], AfterValidator(put_lots_last), AfterValidator(list)] = []
    ranking: dict[str, Any] = {}


class GroupShape(Frozen):
    """Where a group of a stage plays, both by their numbers from 1."""

    stage: int
    number: int
    name: str = ""
    venue: str = ""
    tables: Annotated[tuple[int, int], Field(strict=False)] | None = None


class EventShape(Frozen):
    """What one event may have in common with another: never its name and date, its entries, draws
    or results. ``tables`` counts those of all halls."""

    match: dict[str, Any]
    stages: Annotated[
        tuple[StageShape, ...],
        Field(strict=False, min_length=1, max_length=MOST_STAGES_OF_A_SHAPE),
    ]
    venue: str = ""
    tables: int = 16
    halls: Annotated[tuple[HallShape, ...], Field(strict=False, max_length=MOST_HALLS)] = ()
    groups: Annotated[
        tuple[GroupShape, ...], Field(strict=False, max_length=MOST_GROUPS_OF_A_SHAPE)
    ] = ()
    capacity: int | None = None
    visibility: str = "PUBLIC"
    names: str = "FULL"
    recorded: str = "HANDS"
    contact: str = ""
    notes: str = ""
    rules: HouseRules = HouseRules()
    prizes: Annotated[tuple[PrizeRule, ...], Field(strict=False)] = ()
    articles: Annotated[tuple[ClubArticle, ...], Field(strict=False)] = ()
