"""Stages in words: what each is called, and who plays in it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from competition.draw.seeding import BYE, CROSSED, crossing_labels
from kernel.refusals import Refused
from wording.formats import FORMATS
from wording.games.contract import OptionWords
from wording.metrics import metric_in_sentence
from wording.numbers import join_words

CUT_WORDS: dict[str, OptionWords] = {
    "level": OptionWords(
        gettext_lazy("Level across the last place"),
        gettext_lazy("A play-off is one more match at a table. It decides only the tie."),
        choices={
            "lots": gettext_lazy("Lots are drawn"),
            "play_off": gettext_lazy("A play-off between two, lots between more"),
            "in": gettext_lazy("All of them play on"),
            "in_play_off": gettext_lazy(
                "All of them play on if there is room; if not, a play-off between two, lots"
                " between more"
            ),
            "out": gettext_lazy("None of them does"),
        },
    ),
    "room": OptionWords(
        gettext_lazy("Room for at most"),
        gettext_lazy(
            "Where all tied entries play on. Empty: no limit. If there were more, the next remedy"
            " applies."
        ),
    ),
}
"""The options of a cut that are chosen by name; the form and the regulation have them here."""


def stage_name(name: str, format_: str) -> str:
    """A stage as its organizer calls it, else as its format is called; empty for none."""
    return name or (str(FORMATS[format_].name) if format_ else "")


def cut_words(cut: Mapping[str, Any] | None, before: str) -> str:
    """Who plays in a stage: "The best 32 of Qualifying." ``before`` is what the stage is called
    that they come from."""
    if cut is None:
        return _("All entries.")
    match cut["take"]:
        case "places":
            said = _places_words(cut, before)
        case "of_each":
            said = _of_each_words(cut, before)
        case "losers":
            params = {
                "rounds": join_words([str(number) for number in cut["rounds"]]),
                "stage": before,
            }
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


def following_words(
    cut: Mapping[str, Any] | None, constraints: Mapping[str, Any]
) -> tuple[str, ...]:
    """How the entries of a later stage are seeded, and what they bring from the one before, a
    sentence each; nothing of a first stage."""
    if cut is None:
        return ()
    is_apart = constraints.get("groupmates_apart", True)
    found = (
        *seeding_words(cut),
        compared_words(cut),
        groupmates_words() if is_apart else "",
        carried_words(cut),
    )
    return tuple(filter(None, found))


def compared_words(cut: Mapping[str, Any]) -> str:
    """How runners-up of groups of different sizes are compared, where that is by averages."""
    if cut.get("compare") != "average":
        return ""
    return _("The runners-up are compared by the average per match.")


def groupmates_words() -> str:
    return _("Those who have met in the stage before are kept apart as long as possible.")


def carried_words(cut: Mapping[str, Any]) -> str:
    """The points that entries bring from the stage before; empty where they bring none."""
    match cut.get("carried", "none"):
        case "full":
            return _("All points are carried over.")
        case "half":
            return _("Half of the points is carried over, rounded down.")
        case _:
            return ""


def seeding_words(cut: Mapping[str, Any]) -> Iterator[str]:
    if cut["take"] == "losers":
        yield _("Nobody is seeded: all places are drawn.")
        return
    match cut.get("seeding", "places"):
        case "pots":
            yield _pots_words(cut)
        case "table" if cut.get("table") == CROSSED:
            yield _("Neighbouring groups cross in the first round: 1A–2B, 1B–2A and so on.")
        case "table":
            params = {"table": _table_words(cut.get("table", ""))}
            yield _("First round by the crossing table: %(table)s.") % params
        case _:
            yield _places_seeded(cut)


def _pots_words(cut: Mapping[str, Any]) -> str:
    if cut["take"] == "of_each":
        return _("Seeded in pots: the firsts, the seconds and so on; lots within each pot.")
    size = cut.get("pot_size")
    if size is None:
        return _("Seeded in pots: 1, 2, 3–4, 5–8 and so on; lots within each pot.")
    return ngettext(
        "Seeded in pots of %(size)s place; lots within each pot.",
        "Seeded in pots of %(size)s places; lots within each pot.",
        size,
    ) % {"size": size}


def _table_words(table: str) -> str:
    """A table as it is printed: "1A–2B, 1B–2A"."""
    try:
        pairs = crossing_labels(table)
    except Refused:
        return table
    return ", ".join(f"{one}–{other}" for one, other in pairs).replace(BYE, _("bye"))


def _places_seeded(cut: Mapping[str, Any]) -> str:
    seeded = cut.get("seeded")
    if seeded is None and cut["take"] == "of_each":
        return _("The first of each group are seeded; lots are drawn for the others.")
    if seeded is None:
        return _("All are seeded by their places.")
    if seeded == 0:
        return _("Nobody is seeded: all places are drawn.")
    return ngettext(
        "%(count)s is seeded by its place; lots are drawn for the others.",
        "%(count)s are seeded by their places; lots are drawn for the others.",
        seeded,
    ) % {"count": seeded}


def ranked_words(metrics: Sequence[str]) -> str:
    """By what a stage ranks, on its ranking and in the regulation."""
    ranked = listed_in_order([metric_in_sentence(name) for name in metrics])
    return _("Ranked by %(metrics)s.") % {"metrics": ranked}


def listed_in_order(words: Sequence[str]) -> str:
    """First this, then that."""
    return _(", then ").join(words)


def meeting_again_words(one: str, other: str, number: int, *, is_certain: bool) -> str:
    """Two who have met in an earlier stage and whom the draw could not keep apart."""
    params = {"one": one, "other": other, "round": number}
    if is_certain:
        return _("%(one)s and %(other)s meet again in round %(round)s.") % params
    return _("%(one)s and %(other)s can meet again in round %(round)s.") % params
