"""Remedies for a tie at a border, in the order in which a regulation applies them."""

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

Remedy: TypeAlias = Literal["all_advance", "play_off", "lots", "shared"]
TieRule: TypeAlias = Literal["lots", "play_off", "in", "in_play_off", "out"]
"""What a cut does with entries that are tied across it. out: none of them advances."""
GroupTieRule: TypeAlias = Literal["lots", "play_off", "in", "in_play_off"]
"""The same for a cut in each group, where some entry has to advance."""
PrizeTieRule: TypeAlias = Literal["shared", "play_off_shared", "play_off", "lots"]
"""What is done with entries that are tied where a prize ends."""
FinalTieRule: TypeAlias = Literal["usual", "shared", "play_off_shared", "play_off", "lots"]
"""The same of final places. usual: lots where the ranking ends in lots, else they are shared."""

REMEDIES: Final[Mapping[str, tuple[Remedy, ...]]] = {
    "lots": ("lots",),
    "play_off": ("play_off", "lots"),
    "in": ("all_advance", "lots"),
    "in_play_off": ("all_advance", "play_off", "lots"),
    "out": (),
    "play_off_shared": ("play_off", "shared"),
    "shared": ("shared",),
}
"""The remedies of each rule, in order. A rule is one of the orders that can be played: nothing
follows lots or a shared place, which always resolve a tie."""

BY_AN_ACT: Final[frozenset[Remedy]] = frozenset({"play_off", "lots"})
"""Remedies that need an action; the others follow from the ranking."""


def list_remedies(rule: TieRule) -> tuple[Remedy, ...]:
    """The remedies of a rule that must be carried out, in order."""
    return tuple(remedy for remedy in REMEDIES[rule] if remedy in BY_AN_ACT)


def advances_all(rule: TieRule) -> bool:
    """Whether all tied entries advance, as long as there is room."""
    return REMEDIES[rule][:1] == ("all_advance",)
