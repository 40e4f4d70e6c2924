"""The house rules of a club that plays Mariglia."""

from typing import Annotated, Literal

from pydantic import Field

from kernel.models import Frozen
from rules.games.mariglia.cards import Honours


class MarigliaOptions(Frozen):
    """The options of the notation, and the conventions on questions between partners, which are
    printed and never scored (Mariglia, The Count and note 7)."""

    honours: Honours = "J2H1"
    target: Annotated[int, Field(ge=20, le=200)] = 45
    win_above_target: bool = False
    deal: Literal["orthodox", "scoperto"] = "orthodox"
    speaking: Literal["leaders", "winners"] = "leaders"
    hide_mariglia: bool = False

    @property
    def total_needed(self) -> int:
        """What a game takes: the target, or a point more where it must be passed."""
        return self.target + self.win_above_target
