"""Stages in words: what each is called, and who plays in it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.selectors.road import StageFacts
from wording.formats import FORMATS, match_words
from wording.metrics import metric_in_sentence
from wording.numbers import listed


def stage_name(name: str, format_: str) -> str:
    """A stage as its organizer calls it, else as its format is called; empty for none."""
    return name or (str(FORMATS[format_].name) if format_ else "")


def cut_words(cut: Mapping[str, Any] | None, before: str) -> str:
    """Who plays in a stage: "The best 32 of Qualifying." ``before`` is what the stage is called
    that they come from."""
    if cut is None:
        return _("Whoever has entered.")
    match cut["take"]:
        case "places":
            said = _places_words(cut, before)
        case "of_each":
            said = _of_each_words(cut, before)
        case "losers":
            params = {"rounds": listed([str(number) for number in cut["rounds"]]), "stage": before}
            said = _("Who loses in round %(rounds)s of %(stage)s.") % params
        case _:
            params = {"reason": cut["reason"], "stage": before}
            said = _("Chosen by the organizer from %(stage)s: %(reason)s.") % params
    return said


def _places_words(cut: Mapping[str, Any], before: str) -> str:
    first, last = cut.get("first", 1), cut["last"]
    params = {"count": last, "first": first, "last": last, "stage": before}
    if last == 1:
        return _("The best of %(stage)s.") % params
    if first == 1:
        return _("The best %(count)s of %(stage)s.") % params
    return _("Places %(first)s to %(last)s of %(stage)s.") % params


def _of_each_words(cut: Mapping[str, Any], before: str) -> str:
    count, runners = cut["of_each"], cut.get("runners_up", 0)
    params = {"count": count, "stage": before, "runners": runners}
    said = (
        _("The first of each group of %(stage)s.")
        if count == 1
        else _("The first %(count)s of each group of %(stage)s.")
    )
    if runners:
        said += " " + ngettext(
            "And %(runners)s more, the best behind them.",
            "And %(runners)s more, the best behind them.",
            runners,
        )
    return said % params


def road_words(stages: Sequence[StageFacts]) -> tuple[str, ...]:
    """How an event is played from stage to stage, a sentence or two a stage; nothing is said of a
    single stage that ranks as its format does and has no groups."""
    if len(stages) == 1 and not stages[0].metrics and stages[0].groups == 1:
        return ()
    return tuple(" ".join(_said(each)) for each in stages)


def _said(stage: StageFacts) -> Iterator[str]:
    params = {"number": stage.number, "stage": stage_name(stage.name, stage.format)}
    yield _("Stage %(number)s, %(stage)s.") % params
    if stage.name:
        yield f"{FORMATS[stage.format].name}."
    yield cut_words(stage.cut, stage_name(stage.before_name, stage.before_format))
    if stage.groups > 1:
        yield ngettext("%(count)s group.", "%(count)s groups.", stage.groups) % {
            "count": stage.groups
        }
    if stage.match is not None:
        yield match_words(stage.match)
    if stage.metrics:
        ranked = listed_in_order([metric_in_sentence(name) for name in stage.metrics])
        yield _("Ranked by %(metrics)s.") % {"metrics": ranked}


def listed_in_order(words: Sequence[str]) -> str:
    """First this, then that."""
    return _(", then ").join(words)
