"""The cuts of a ranking: which entries advance to a later stage, and the ties at the border."""

from typing import Annotated, Any, cast

from pydantic import Field
from typing_extensions import TypedDict

from api.documents import CutDict
from competition.cuts.cut import Through
from competition.cuts.remedies import Remedy
from tournaments.models import Stage


class BorderDocument(TypedDict):
    """Entries that are tied where only ``places`` of them go on; ``for_seeds``: all of them go on,
    and ``places`` of them get the better seeds. ``remedies``: what settles the tie, in the order of
    the regulation; the first one that applies does."""

    tied: Annotated[list[int], Field(description="The ids of the tied entries.")]
    places: Annotated[int, Field(description="How many of them go on, or get the better seeds.")]
    for_seeds: Annotated[bool, Field(description="Whether all go on, and only seeds are at stake.")]
    remedies: Annotated[list[Remedy], Field(description="What settles the tie, in order.")]


class SettledBorderDocument(TypedDict):
    """Entries that are tied at the cut by their results, and the ``remedy`` that settled it."""

    tied: Annotated[list[int], Field(description="The ids of the tied entries.")]
    remedy: Annotated[Remedy, Field(description="What settled the tie.")]


class CutLineDocument(TypedDict):
    """The entries that advance to stage ``stage`` by the current ranking, the best first.
    ``level``: tied entries for whom lots or a play-off must first decide about ``places`` places;
    ``borders``: the same tie by tie; ``settled``: the ties that were settled, and how."""

    stage: Annotated[int, Field(description="The number of the later stage in its event.")]
    stage_id: Annotated[int, Field(description="The id of the later stage.")]
    cut: Annotated[CutDict, Field(description="Which entries advance to it.")]
    through: Annotated[
        list[int], Field(description="The ids of the entries that advance, the best first.")
    ]
    level: Annotated[
        list[int],
        Field(description="The ids of the tied entries that lots or a play-off must part."),
    ]
    places: Annotated[int, Field(description="How many places these are tied for.")]
    borders: Annotated[list[BorderDocument], Field(description="The ties that must be settled.")]
    settled: Annotated[
        list[SettledBorderDocument], Field(description="The ties that were settled.")
    ]


def build_cut_line_document(later_stage: Stage, through: Through) -> CutLineDocument:
    """Who goes on to a later stage, with the ties at the border, open and settled ones."""
    borders = []
    places_to_decide = 0
    for border in through.borders:
        if not border.for_seeds:
            places_to_decide += border.places
        tied = [int(entry) for entry in border.tied]
        borders.append(
            BorderDocument(
                tied=tied,
                places=border.places,
                for_seeds=border.for_seeds,
                remedies=list(border.remedies),
            )
        )
    settled_borders = []
    for settled_tie in through.settled:
        tied = [int(entry) for entry in settled_tie.tied]
        settled_borders.append(SettledBorderDocument(tied=tied, remedy=settled_tie.remedy))
    # A tie for seeds holds nobody back: its entries are in ``through``, and it has no places to
    # decide.
    return CutLineDocument(
        stage=later_stage.number,
        stage_id=later_stage.pk,
        cut=cast("dict[str, Any]", later_stage.cut),
        through=[int(entry) for entry in through.entries],
        level=[int(entry) for entry in through.tied if entry not in through.entries],
        places=places_to_decide,
        borders=borders,
        settled=settled_borders,
    )
