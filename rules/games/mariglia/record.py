"""The record of a hand of Mariglia: the dealer, the exposed card, the points."""

from typing import Annotated

from pydantic import Field

from kernel.models import Frozen
from rules.fields import A_CARD, a_seat, up_to, whole
from rules.games.mariglia.cards import ALL_POINTS, SEATS

_Points = Annotated[int, up_to(ALL_POINTS)]


class MarigliaRecord(Frozen):
    """A hand as the sheet has it. ``totals`` are each side's points, cards and tricks together;
    where one side's are missing, they follow; None where the trionfo has already won."""

    totals: Annotated[tuple[_Points | None, _Points | None] | None, Field(strict=False)] = None
    dealer: Annotated[int, a_seat(SEATS)]
    trionfo: Annotated[str, A_CARD]


def read_totals(record: MarigliaRecord) -> tuple[int, int] | None:
    return whole(record.totals, ALL_POINTS)
