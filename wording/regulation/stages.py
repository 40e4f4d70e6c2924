"""The chapters on stages: who plays, in which format, what results are worth, the borders."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

from django.utils.translation import gettext as _

from competition.cuts.cut import CUT, Chosen, Cut, Losers, OfEach, Places
from competition.cuts.remedies import REMEDIES, remedies_of
from competition.draw.constraints import Constraints
from competition.formats import format_named
from competition.formats.contract import Format, FormatOptions
from competition.regulation import RegulationFacts, StageRules
from scoring.core.format import read_unfinished_rules
from wording.format_rules import WITHOUT_OPTION
from wording.formats import FORMATS
from wording.games.contract import choice_sentence
from wording.places import group_name
from wording.regulation.games import match_rules
from wording.regulation.ranking import ranking_rules
from wording.stages import (
    CUT_WORDS,
    carried_words,
    compared_words,
    cut_words,
    groupmates_words,
    seeding_words,
    stage_name,
)
from wording.ties import REMEDIES as REMEDY_WORDS
from wording.ties import play_off_words
from wording.unfinished import rules_words

CutRule: TypeAlias = Callable[[Any], str]


def stage_chapters(facts: RegulationFacts) -> Iterator[tuple[str, list[str]]]:
    """The title and the rules of each stage, in the order of play."""
    by_number = {stage.number: stage for stage in facts.stages}
    for stage in facts.stages:
        name = stage_name(stage.name, stage.format)
        params = {"number": stage.number, "stage": name}
        title = _("Stage %(number)s: %(stage)s") % params if len(facts.stages) > 1 else name
        before = by_number.get(stage.cut["stage"]) if stage.cut else None
        rules = list(_stage_rules(facts, stage, before))
        yield title, [*rules, _draw_is_public()] if stage is facts.stages[0] else rules


def _stage_rules(
    facts: RegulationFacts, stage: StageRules, before: StageRules | None
) -> Iterator[str]:
    format_ = format_named(stage.format)
    options = format_.options(stage.options)
    if stage.cut is not None and before is not None:
        yield from cut_rules(stage.cut, stage_name(before.name, before.format))
    yield from format_rules(format_, options)
    is_later = stage.cut is not None
    yield from draw_rules(format_, options, stage.constraints, is_later=is_later)
    for number, name, venue in stage.venues:
        params = {"group": group_name(number, name), "venue": venue}
        yield _("%(group)s plays at %(venue)s.") % params
    yield from match_rules(stage.match or facts.match)
    yield from unplayed_rules(facts, stage)
    yield from ranking_rules(stage, format_)


def _draw_is_public() -> str:
    return _(
        "Every draw is public: the computer commits to a secret, somebody in the hall says "
        "a word, and anybody can verify the draw from the two."
    )


def format_rules(format_: Format[Any], options: FormatOptions) -> Iterator[str]:
    """What the format is, then the sentence of each of its options."""
    words = FORMATS[format_.name]
    if words.summary:
        yield _("%(format)s: %(summary)s") % {"format": words.name, "summary": words.summary}
    else:
        yield f"{words.name}."
    for name in dict.fromkeys((*words.rules, *type(options).model_fields)):
        rule = words.rules.get(name)
        if rule is not None:
            yield rule(options)
        elif name in words.options:
            yield choice_sentence(words.options[name], getattr(options, name))
    if format_.name in WITHOUT_OPTION:
        yield WITHOUT_OPTION[format_.name](options)


def draw_rules(
    format_: Format[Any],
    options: FormatOptions,
    constraints: Mapping[str, Any],
    *,
    is_later: bool,
) -> Iterator[str]:
    """What the draw of a stage looks at; ``is_later``: it follows another stage."""
    read = Constraints(**constraints)
    if is_later:
        yield CONSTRAINT_RULES["groupmates_apart"](read)
    if draw_looks_at_clubs(format_, options):
        yield CONSTRAINT_RULES["clubs_apart"](read)


def unplayed_rules(facts: RegulationFacts, stage: StageRules) -> Iterator[str]:
    """What an unfinished match of this stage is worth. Rules that an earlier stage has are not
    repeated."""
    words = _unplayed_words(facts, stage)
    for earlier in facts.stages[: stage.number - 1]:
        if _unplayed_words(facts, earlier) == words:
            params = {"stage": stage_name(earlier.name, earlier.format)}
            yield _("Unfinished matches have the same value as in %(stage)s.") % params
            return
    yield from words


def _unplayed_words(facts: RegulationFacts, stage: StageRules) -> tuple[str, ...]:
    is_knockout = format_named(stage.format).needs_a_winner
    return rules_words(read_unfinished_rules(stage.match or facts.match, is_knockout=is_knockout))


def draw_looks_at_clubs(format_: Format[Any], options: FormatOptions) -> bool:
    """Whether clubmates can be kept apart: in a bracket, where groups are made, and where a first
    round is paired that counts clubs."""
    is_parted = options.groups != 1
    if format_.name in ("round_robin", "groups", "sittings"):
        return is_parted
    return is_parted or getattr(options, "club_level", 1) > 0


CONSTRAINT_RULES: dict[str, Callable[[Constraints], str]] = {
    "groupmates_apart": lambda constraints: (
        groupmates_words()
        if constraints.groupmates_apart
        else _("The draw ignores who has met in the stage before.")
    ),
    "clubs_apart": lambda constraints: (
        _("The draw keeps clubmates apart as long as possible.")
        if constraints.clubs_apart
        else _("The draw ignores clubs.")
    ),
}
"""By the name of the constraint."""


def cut_rules(document: Mapping[str, Any], before: str) -> Iterator[str]:
    """Who goes on from the stage before, what decides at the border, and who is seeded."""
    chosen = {"entries": [0, 0]} if document["take"] == "chosen" else {}
    cut: Cut = CUT.validate_python({**document, **chosen})
    yield cut_words(document, before)
    for name in type(cut).model_fields:
        rule = CUT_RULES.get((cut.take, name))
        if rule is not None:
            yield rule(cut)


def _word_level(cut: Places | OfEach) -> str:
    said = [choice_sentence(CUT_WORDS["level"], cut.level)]
    if isinstance(cut, OfEach):
        said.append(_("This applies in each group and among the runners-up."))
    if "play_off" in REMEDIES[cut.level]:
        said.append(play_off_words())
    if cut.level != "lots":
        said.append(_("Ties for a seed are decided by lots."))
    return " ".join(said)


def _word_room(cut: Places | OfEach) -> str:
    if cut.room is None:
        return ""
    return _("All tied entries play on only if at most %(room)s advance; otherwise %(next)s.") % {
        "room": cut.room,
        "next": REMEDY_WORDS[remedies_of(cut.level)[0]],
    }


def _runners_up(cut: OfEach) -> str:
    if not cut.runners_up or cut.compare != "fair":
        return ""
    return _(
        "Runners-up of groups of different sizes are compared only by their matches against"
        " as many of the best of their group as the smallest group has."
    )


def _word_compared(cut: OfEach) -> str:
    return compared_words(cut.model_dump())


def _word_seeding(cut: Places | OfEach | Chosen) -> str:
    return " ".join(seeding_words(cut.model_dump()))


def _word_carried(cut: Places | OfEach | Chosen) -> str:
    return carried_words(cut.model_dump())


def _no_sentence(_cut: Any) -> str:
    """An option that stands in the first sentence, of ``cut_words``."""
    return ""


SEEDING_RULES: dict[str, CutRule] = {
    "seeding": _word_seeding,
    "carried": _word_carried,
    **dict.fromkeys(("table", "seeded"), _no_sentence),
}
"""Of a cut that says how its entries are seeded: the table, the pots and how many stand in the
sentence of ``seeding``."""
CUT_RULES: dict[tuple[str, str], CutRule] = {
    **{("places", name): _no_sentence for name in ("take", "stage", "first", "last")},
    **{(take, "level"): _word_level for take in ("places", "of_each")},
    **{(take, "room"): _word_room for take in ("places", "of_each")},
    **{("of_each", name): _no_sentence for name in ("take", "stage", "of_each")},
    ("of_each", "runners_up"): _runners_up,
    ("of_each", "compare"): _word_compared,
    **{("losers", name): _no_sentence for name in ("take", "stage", "rounds")},
    **{("chosen", name): _no_sentence for name in ("take", "stage", "entries", "reason")},
    **{
        (take, name): rule
        for take in ("places", "of_each", "chosen")
        for name, rule in SEEDING_RULES.items()
    },
    **{(take, "pot_size"): _no_sentence for take in ("places", "chosen")},
}
"""The sentence of each option of a cut, by kind and name; how a stage is seeded stands here."""
CUTS = (Places, OfEach, Losers, Chosen)
