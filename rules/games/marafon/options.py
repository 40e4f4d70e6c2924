"""The house rules of a club that plays Marafon, and its targets in thirds."""

from typing import Annotated, Literal

from pydantic import Field

from kernel.models import Frozen
from kernel.violations import Violation
from rules.contract import Totals
from rules.games.marafon.cards import ALL_POINTS, POINT

Announcement = Annotated[str, Field(min_length=1, max_length=30, pattern=r"^\w[\w '-]*$")]

THREE = ("busso", "volo", "striscio")
"""The announcements of a leader, at most one for each trick (pagat, The Play)."""


class MarafonOptions(Frozen):
    """The options of the notation; every default is what pagat's main text says."""

    # Fractions are dropped after each hand (The Scoring); some clubs keep the thirds.
    count: Literal["points", "figure"] = "points"
    # 41 points (The Scoring), 31 in a variation; on a club site of Romagna 41 and a figura.
    target: Annotated[int, Field(ge=11, le=101)] = 41
    plus_figure: bool = False
    # A player can claim at any point (The Scoring). By a variation a claim needs a third more, and
    # the marafona does not count in it.
    claims: bool = True
    claim_plus_figure: bool = False
    marafona_in_claim: bool = True
    # Three points for a declaration in the first trick (The Play); on the club site its
    # holder must lead the ace of trumps.
    marafona_points: Annotated[int, Field(ge=0, le=ALL_POINTS)] = 3
    marafona_who: Literal["any", "caller"] = "any"
    marafona_must_declare: bool = True
    marafona_lead_ace: bool = False
    # A variation: a caller with less than one point and one figura may send the hand a monte.
    redeal: bool = False
    # Pagat leaves open who wins if both sides pass the target in one hand
    # (docs/reference/rules/marafon.md).
    both_reach: Literal["higher", "first_in_play"] = "higher"
    # Busso, volo and striscio, and false ones are legal (The Play); the club site forbids those.
    announcements: Annotated[
        tuple[Announcement, ...],
        Field(strict=False, max_length=8, json_schema_extra={"uniqueItems": True}),
    ] = THREE
    false_announcements: bool = True

    @property
    def in_thirds(self) -> bool:
        return self.count == "figure"

    @property
    def thirds_needed(self) -> int:
        """The total that wins a game, in exact thirds."""
        return POINT * self.target + self.plus_figure

    @property
    def thirds_to_claim(self) -> int:
        """The total that makes a claim right, in exact thirds."""
        return POINT * self.target + (self.plus_figure or self.claim_plus_figure)

    @property
    def total_needed(self) -> int:
        """The total that wins a game, in the unit of the sheet: in whole points, a third more is a
        point more."""
        if self.in_thirds:
            return self.thirds_needed
        return self.target + self.plus_figure

    def thirds_in(self, total: int) -> int:
        """A total of the sheet, in thirds."""
        if self.in_thirds:
            return total
        return POINT * total

    def list_thirds(self, totals: Totals) -> list[int]:
        """The totals of the sheet, in thirds."""
        return [self.thirds_in(total) for total in totals]

    @property
    def unit(self) -> Literal["thirds", "points"]:
        """The unit of the sheet."""
        if self.in_thirds:
            return "thirds"
        return "points"

    @property
    def marafona_booked(self) -> int:
        """What a marafona adds to a total, in the unit of the sheet."""
        if self.in_thirds:
            return POINT * self.marafona_points
        return self.marafona_points


MEANINGLESS = {
    # option: (the option that takes its meaning away, by which value)
    "claim_plus_figure": ("claims", False),
    "marafona_in_claim": ("claims", False),
    "marafona_who": ("marafona_points", 0),
    "marafona_must_declare": ("marafona_points", 0),
    "marafona_lead_ace": ("marafona_points", 0),
    "false_announcements": ("announcements", ()),
}


def find_odd_options(options: MarafonOptions) -> list[Violation]:
    """Options that refine something that is switched off: they cannot have been meant."""
    violations = []
    for name, (without, value) in MEANINGLESS.items():
        chosen = getattr(options, name)
        # A default says nothing, so it is not at odds with anything.
        is_chosen = chosen != MarafonOptions.model_fields[name].default
        if is_chosen and getattr(options, without) == value:
            params = {"option": name, "value": chosen, "without": without}
            violations.append(Violation("option_without_meaning", params))
    if len(set(options.announcements)) < len(options.announcements):
        violations.append(Violation("announcement_twice", {"field": "announcements"}))
    return violations
