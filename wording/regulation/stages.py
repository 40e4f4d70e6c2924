"""The chapters on stages: who plays, the format, what results are worth, ties at the cut."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from competition.cuts.cut import CUT, Chosen, Cut, Losers, OfEach, Places
from competition.cuts.remedies import REMEDIES, list_remedies
from competition.draw.constraints import Constraints
from competition.formats import format_named
from competition.formats.contract import Format, FormatOptions
from competition.regulation import RegulationFacts, StageRules
from scoring.core.format import read_unfinished_rules
from wording.format_rules import WITHOUT_OPTION
from wording.formats import FORMATS
from wording.games.contract import word_choice
from wording.places import group_name
from wording.registry import SentenceRegistry
from wording.regulation.games import word_match_rules
from wording.regulation.ranking import word_ranking_rules
from wording.stages import (
    CUT_WORDS,
    describe_carried_points,
    describe_comparison,
    describe_cut,
    describe_groupmates,
    describe_seeding,
    name_stage,
)
from wording.ties import REMEDIES as REMEDY_WORDS
from wording.ties import word_play_off
from wording.unfinished import describe_unfinished_rules


def write_stage_chapters(facts: RegulationFacts) -> Iterator[tuple[str, list[str]]]:
    """The title and the rules of each stage, in the order of play."""
    stages_by_number = {stage.number: stage for stage in facts.stages}
    for stage in facts.stages:
        title = name_stage(stage)
        if len(facts.stages) > 1:
            params = {"number": stage.number, "stage": title}
            title = _("Stage %(number)s: %(stage)s") % params
        format_ = format_named(stage.format)
        options = format_.options(stage.options)
        rules: list[str] = []
        if stage.cut:
            previous_stage = stages_by_number.get(stage.cut["stage"])
            if previous_stage is not None:
                rules += word_entry_cut_rules(stage.cut, name_stage(previous_stage))
        rules += format_rules(format_, options)
        is_later = stage.cut is not None
        rules += draw_rules(format_, options, stage.constraints, is_later=is_later)
        for number, name, venue in stage.venues:
            place = {"group": group_name(number, name), "venue": venue}
            rules.append(_("%(group)s plays at %(venue)s.") % place)
        rules += word_match_rules(stage.match or facts.match)
        rules += word_unfinished_match_rules(facts, stage)
        rules += word_ranking_rules(stage, format_)
        # It holds for the draws of all stages: once is enough.
        if stage is facts.stages[0]:
            rules.append(
                _(
                    "Every draw is public: the computer commits to a secret, somebody in the hall "
                    "says a word, and anybody can verify the draw from the two."
                )
            )
        yield title, rules


def format_rules(format_: Format[Any], options: FormatOptions) -> Iterator[str]:
    """The format in a sentence, then the sentence of each of its options."""
    words = FORMATS[format_.name]
    if words.summary:
        yield _("%(format)s: %(summary)s") % {"format": words.name, "summary": words.summary}
    else:
        yield f"{words.name}."
    # Options with a rule in the order of the rules, then the others in the order of the form.
    for name in dict.fromkeys((*words.rules, *type(options).model_fields)):
        rule = words.rules.get(name)
        if rule is not None:
            yield rule(options)
        elif name in words.options:
            yield word_choice(words.options[name], getattr(options, name))
    if format_.name in WITHOUT_OPTION:
        yield str(WITHOUT_OPTION[format_.name])


def draw_rules(
    format_: Format[Any],
    options: FormatOptions,
    constraints: Mapping[str, Any],
    *,
    is_later: bool,
) -> Iterator[str]:
    """What the draw of a stage takes into account; ``is_later``: it follows another stage."""
    draw_constraints = Constraints(**constraints)
    if is_later:
        yield CONSTRAINT_RULES["groupmates_apart"](draw_constraints)
    if draw_looks_at_clubs(format_, options):
        yield CONSTRAINT_RULES["clubs_apart"](draw_constraints)


def word_unfinished_match_rules(facts: RegulationFacts, stage: StageRules) -> Iterator[str]:
    """What an unfinished match of this stage is worth; the rules of an earlier stage are referred
    to, not repeated."""
    rules = _describe_unfinished_matches(facts, stage)
    for earlier in facts.stages[: stage.number - 1]:
        # The sentences are compared, not the settings: a default may mean different things in a
        # knock-out and elsewhere.
        if _describe_unfinished_matches(facts, earlier) == rules:
            params = {"stage": name_stage(earlier)}
            yield _("Unfinished matches have the same value as in %(stage)s.") % params
            return
    yield from rules


def _describe_unfinished_matches(facts: RegulationFacts, stage: StageRules) -> tuple[str, ...]:
    is_knockout = format_named(stage.format).needs_a_winner
    return describe_unfinished_rules(
        read_unfinished_rules(stage.match or facts.match, is_knockout=is_knockout)
    )


def draw_looks_at_clubs(format_: Format[Any], options: FormatOptions) -> bool:
    """Whether the draw can keep clubmates apart: in a bracket, where groups are made, and where a
    first round is paired that takes clubs into account."""
    has_groups = options.groups != 1
    # Where everybody meets everybody, the draw decides only the groups.
    if format_.name in ("round_robin", "groups", "sittings"):
        return has_groups
    return has_groups or getattr(options, "club_level", 1) > 0


CONSTRAINT_RULES = SentenceRegistry[[Constraints]]()
"""By the name of the constraint."""


@CONSTRAINT_RULES.add("groupmates_apart")
def word_groupmates(constraints: Constraints) -> str:
    if constraints.groupmates_apart:
        return describe_groupmates()
    return _("The draw ignores who has met in the stage before.")


@CONSTRAINT_RULES.add("clubs_apart")
def word_clubmates(constraints: Constraints) -> str:
    if constraints.clubs_apart:
        return _("The draw keeps clubmates apart as long as possible.")
    return _("The draw ignores clubs.")


CUTS = (Places, OfEach, Losers, Chosen)
CUT_RULES: dict[str, SentenceRegistry[[Any]]] = {
    "places": SentenceRegistry(),
    "of_each": SentenceRegistry(),
    "losers": SentenceRegistry(),
    "chosen": SentenceRegistry(),
}
"""By kind of cut and name, the sentence of each option; a test checks that none is missing."""
# The sentence of these is that of ``describe_cut``.
CUT_RULES["places"].cover("take", "stage", "first", "last")
CUT_RULES["of_each"].cover("take", "stage", "of_each")
CUT_RULES["losers"].cover("take", "stage", "rounds")
CUT_RULES["chosen"].cover("take", "stage", "entries", "reason")


def word_entry_cut_rules(document: Mapping[str, Any], before: str) -> Iterator[str]:
    """Who advances from the stage before (its name), what decides a tie, and who is seeded."""
    if document["take"] == "chosen":
        # The regulation names no entries, but the model needs some to be valid.
        document = {**document, "entries": [0, 0]}
    cut: Cut = CUT.validate_python(document)
    yield describe_cut(document, before)
    for name in type(cut).model_fields:
        rule = CUT_RULES[cut.take].get(name)
        if rule is not None:
            yield rule(cut)


@CUT_RULES["places"].add("level")
@CUT_RULES["of_each"].add("level")
def word_ties_at_cut(cut: Places | OfEach) -> str:
    sentences = [word_choice(CUT_WORDS["level"], cut.level)]
    if isinstance(cut, OfEach):
        sentences.append(_("This applies in each group and among the runners-up."))
    if "play_off" in REMEDIES[cut.level]:
        sentences.append(word_play_off())
    # The remedy is for the last place; a tie for a seed is always decided by lots.
    if cut.level != "lots":
        sentences.append(_("Ties for a seed are decided by lots."))
    return " ".join(sentences)


@CUT_RULES["places"].add("room")
@CUT_RULES["of_each"].add("room")
def word_room_for_tied(cut: Places | OfEach) -> str:
    if cut.room is None:
        return ""
    return _("All tied entries play on only if at most %(room)s advance; otherwise %(next)s.") % {
        "room": cut.room,
        "next": REMEDY_WORDS[list_remedies(cut.level)[0]],
    }


@CUT_RULES["of_each"].add("runners_up")
def word_runners_up(cut: OfEach) -> str:
    if not cut.runners_up or cut.compare != "fair":
        return ""
    return _(
        "Runners-up of groups of different sizes are compared only by their matches against"
        " as many of the best of their group as the smallest group has."
    )


@CUT_RULES["of_each"].add("compare")
def word_comparison(cut: OfEach) -> str:
    return describe_comparison(cut.model_dump())


# The losers of a round are not seeded.
@CUT_RULES["places"].add("seeding", covers=("table", "seeded", "pot_size"))
@CUT_RULES["of_each"].add("seeding", covers=("table", "seeded"))
@CUT_RULES["chosen"].add("seeding", covers=("table", "seeded", "pot_size"))
def word_seeding(cut: Places | OfEach | Chosen) -> str:
    return " ".join(describe_seeding(cut.model_dump()))


@CUT_RULES["places"].add("carried")
@CUT_RULES["of_each"].add("carried")
@CUT_RULES["chosen"].add("carried")
def word_carried_points(cut: Places | OfEach | Chosen) -> str:
    return describe_carried_points(cut.model_dump())
