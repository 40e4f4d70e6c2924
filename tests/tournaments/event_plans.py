"""Small events of two or three stages, as Hypothesis makes them up."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from competition.draw.seeding import CROSSED
from competition.formats import format_named
from tests.tournaments.steps import QUICK
from tournaments.services.events.stages import StagePlan

HANDS = {"games": [{"game": "marafon", "options": {"count": "figure"}, "hands": 2}], "wins": None}
"""Two hands, all thirds count: few totals, and draws."""


@dataclass(frozen=True)
class Plan:
    """An event: its first stage, and the stages that follow."""

    pairs: int
    format: str
    options: Mapping[str, Any]
    match_format: Mapping[str, Any]
    later: tuple[StagePlan, ...]


FIRST: tuple[tuple[str, dict[str, Any]], ...] = (
    ("qualifying", {"rounds": 1}),
    ("qualifying", {"rounds": 2, "groups": 2}),
    ("groups", {"groups": 2}),
    ("round_robin", {}),
    ("swiss", {"rounds": 2}),
    ("danese", {"rounds": 2}),
    ("single_elimination", {"third_place": True}),
    ("consolation", {"places": 4}),
)
LATER: tuple[tuple[str, dict[str, Any]], ...] = (
    ("single_elimination", {"third_place": True}),
    ("double_elimination", {}),
    ("round_robin", {}),
    ("danese", {"rounds": 2}),
    ("swiss", {"rounds": 2}),
)


@st.composite
def plans(draw: st.DrawFn) -> Plan:
    pairs = draw(st.integers(4, 10))
    format_, options = draw(st.sampled_from(FIRST))
    is_bracket = format_ in ("single_elimination", "consolation")
    games: tuple[dict[str, Any], ...] = (QUICK,) if is_bracket else (QUICK, HANDS)
    match_format = draw(st.sampled_from(games))
    later = [draw(later_stages(format_, cut)) for cut in draw(cuts_of(pairs, format_))]
    (*_others, last) = later
    cut = last.cut or {}
    if cut["take"] == "places" and len(later) == 1 and cut["last"] > 2 and draw(st.booleans()):
        third = {"take": "places", "stage": 2, "last": draw(st.integers(2, cut["last"] - 1))}
        later.append(draw(later_stages(last.format, third)))
    return Plan(pairs, format_, options, match_format, tuple(later))


@st.composite
def later_stages(draw: st.DrawFn, before: str, cut: dict[str, Any]) -> StagePlan:
    """A stage after one of the format ``before``. Points are carried over where both rank by them;
    groups cross in a knock-out where the same number of each group advances, and nobody else."""
    name, options = draw(st.sampled_from(LATER))
    metrics = format_named(name).metrics[:1]
    if metrics and metrics[0] in format_named(before).metrics and cut["take"] != "losers":
        cut = {**cut, "carried": draw(st.sampled_from(("none", "half", "full")))}
    if name == "single_elimination" and cut["take"] == "of_each" and not cut["runners_up"]:
        table = draw(st.sampled_from(({}, {"seeding": "table", "table": CROSSED})))
        cut = {**cut, **table}
    return StagePlan(name, cut, options=options, match_format=QUICK)


@st.composite
def cuts_of(draw: st.DrawFn, pairs: int, format_: str) -> list[dict[str, Any]]:
    """One later stage or two; two take places that follow one another."""
    kinds = ["places", "two"]
    if format_ == "groups":
        kinds += ["of_each", "of_each"]
    if format_ == "single_elimination":
        kinds += ["losers"]
    kind = draw(st.sampled_from(kinds))
    if kind == "losers":
        return [{"take": "losers", "stage": 1, "rounds": [1]}]
    if kind == "of_each":
        more = {"of_each": draw(st.integers(1, 2)), "runners_up": draw(st.integers(0, 2))}
        how = draw(st.sampled_from(("fair", "average")))
        return [{"take": "of_each", "stage": 1, "compare": how, **more}]
    last = draw(st.integers(2, pairs - (2 if kind == "two" else 0)))
    shared = {
        "take": "places",
        "stage": 1,
        "level": draw(st.sampled_from(("lots", "lots", "in", "out"))),
        "seeded": draw(st.sampled_from((None, 0, 2))),
        "seeding": draw(st.sampled_from(("places", "pots"))),
    }
    cuts = [{**shared, "last": last}]
    if kind == "two":
        cuts.append({**shared, "first": last + 1, "last": pairs})
    return cuts
