"""The house rules of a club that plays Mariglia."""

from typing import Annotated, Literal

from pydantic import Field

from kernel.models import Frozen
from rules.games.mariglia.cards import Honours


class MarigliaOptions(Frozen):
    """The options of the notation, and the conventions on questions between partners, which are
    printed and never scored (Mariglia, The Count and note 7)."""

    # Both orders of jack and horse are met (note 3).
    honours: Honours = "J2H1"
    # Games to 35, 45 or 70 (The Game). The trionfo wins "above" the target (Il Trionfo).
    target: Annotated[int, Field(ge=20, le=200)] = 45
    win_above_target: bool = False
    # Printed only: they change what the players know, not what they may play.
    deal: Literal["orthodox", "scoperto"] = "orthodox"
    speaking: Literal["leaders", "winners"] = "leaders"
    hide_mariglia: bool = False

    @property
    def total_needed(self) -> int:
        """The total that wins a game: the target, or a point more if it must be passed. The source
        speaks of reaching the score (The Game) and of a trionfo above it (Il Trionfo)."""
        return self.target + self.win_above_target
