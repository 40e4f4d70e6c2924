"""The house rules of a club that plays Marafon, and what they come to in thirds."""

from typing import Annotated, Literal

from pydantic import Field

from kernel.models import Frozen
from kernel.violations import Violation
from rules.games.marafon.cards import ALL_POINTS, POINT

Announcement = Annotated[str, Field(min_length=1, max_length=30, pattern=r"^\w[\w '-]*$")]

THREE = ("busso", "volo", "striscio")
"""What a leader may say, one a trick (pagat, The Play)."""


class MarafonOptions(Frozen):
    """The options of the notation; every default is what pagat's main text says."""

    count: Literal["points", "figure"] = "points"
    target: Annotated[int, Field(ge=11, le=101)] = 41
    plus_figure: bool = False
    claims: bool = True
    claim_plus_figure: bool = False
    marafona_in_claim: bool = True
    marafona_points: Annotated[int, Field(ge=0, le=ALL_POINTS)] = 3
    marafona_who: Literal["any", "caller"] = "any"
    marafona_must_declare: bool = True
    marafona_lead_ace: bool = False
    redeal: bool = False
    both_reach: Literal["higher", "first_in_play"] = "higher"
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
        """What a game takes, in exact thirds."""
        return POINT * self.target + self.plus_figure

    @property
    def thirds_to_claim(self) -> int:
        """What a claim takes, in exact thirds."""
        return POINT * self.target + (self.plus_figure or self.claim_plus_figure)

    @property
    def total_needed(self) -> int:
        """What a game takes, in the unit of the sheet: a third more is a whole point more there."""
        return self.thirds_needed if self.in_thirds else self.target + self.plus_figure

    def thirds_in(self, total: int) -> int:
        """A total of the sheet in thirds."""
        return total if self.in_thirds else POINT * total

    @property
    def marafona_booked(self) -> int:
        """What a marafona adds to a total, in the unit of the sheet."""
        return self.marafona_points * (POINT if self.in_thirds else 1)


MEANINGLESS = {
    # option: (the option that takes its meaning away, by which value)
    "claim_plus_figure": ("claims", False),
    "marafona_in_claim": ("claims", False),
    "marafona_who": ("marafona_points", 0),
    "marafona_must_declare": ("marafona_points", 0),
    "marafona_lead_ace": ("marafona_points", 0),
    "false_announcements": ("announcements", ()),
}


def at_odds(options: MarafonOptions) -> list[Violation]:
    """A refinement of something that is switched off cannot have been meant."""
    violations = []
    for name, (without, value) in MEANINGLESS.items():
        chosen = getattr(options, name)
        if (
            chosen != MarafonOptions.model_fields[name].default
            and getattr(options, without) == value
        ):
            params = {"option": name, "value": chosen, "without": without}
            violations.append(Violation("option_without_meaning", params))
    if len(set(options.announcements)) < len(options.announcements):
        violations.append(Violation("announcement_twice", {"field": "announcements"}))
    return violations
