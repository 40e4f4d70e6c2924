"""Stages in words: their names, who plays in them, how they are seeded and ranked."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from competition.draw.seeding import BYE, CROSSED, read_crossing_table
from kernel.refusals import Refused
from wording.formats import FORMATS
from wording.games.contract import OptionWords
from wording.metrics import put_metric_in_sentence
from wording.numbers import join_words

CUT_WORDS: dict[str, OptionWords] = {
    "level": OptionWords(
        gettext_lazy("Tied across the last place"),
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
"""The options of a cut that are chosen by name, for the form and for the regulation."""


class NamedStage(Protocol):
    """A stage, in whichever form it is known."""

    @property
    def name(self) -> str: ...

    @property
    def format(self) -> str: ...


def name_stage(stage: NamedStage) -> str:
    """The name that the organizer gave a stage, else that of its format; empty without both."""
    return stage.name or name_format(stage.format)


def name_format(format_: str) -> str:
    """The name of a format; empty for none."""
    if not format_:
        return ""
    return str(FORMATS[format_].name)


def describe_cut(cut: Mapping[str, Any] | None, before: str) -> str:
    """Who plays in a stage: "The best 32 of Qualifying." ``before`` is the name of the stage that
    they come from."""
    if cut is None:
        return _("All entries.")
    match cut["take"]:
        case "places":
            first, last = cut.get("first", 1), cut["last"]
            params = {"count": last, "first": first, "last": last, "stage": before}
            if last == 1:
                sentence = _("The best of %(stage)s.")
            elif first == 1:
                sentence = _("The best %(count)s of %(stage)s.")
            else:
                sentence = _("Places %(first)s to %(last)s of %(stage)s.")
            return sentence % params
        case "of_each":
            count, runners_up = cut["of_each"], cut.get("runners_up", 0)
            params = {"count": count, "stage": before, "runners": runners_up}
            if count == 1:
                sentence = _("The first of each group of %(stage)s.")
            else:
                sentence = _("The first %(count)s of each group of %(stage)s.")
            if runners_up:
                # One form in English, two in Italian: the catalogue needs the plural.
                sentence += " " + ngettext(
                    "And %(runners)s more, the best behind them.",
                    "And %(runners)s more, the best behind them.",
                    runners_up,
                )
            return sentence % params
        case "losers":
            rounds = join_words([str(number) for number in cut["rounds"]])
            params = {"rounds": rounds, "stage": before}
            return _("The losers of round %(rounds)s of %(stage)s.") % params
        case _:
            params = {"reason": cut["reason"], "stage": before}
            return _("Chosen by the organizer from %(stage)s: %(reason)s.") % params


def describe_later_stage(
    cut: Mapping[str, Any] | None, constraints: Mapping[str, Any]
) -> tuple[str, ...]:
    """How the entries of a later stage are seeded, and what they bring from the one before, in
    sentences; none for a first stage."""
    if cut is None:
        return ()
    sentences = [*describe_seeding(cut), describe_comparison(cut)]
    if constraints.get("groupmates_apart", True):
        sentences.append(describe_groupmates())
    sentences.append(describe_carried_points(cut))
    return tuple(filter(None, sentences))


def describe_comparison(cut: Mapping[str, Any]) -> str:
    """How runners-up of groups of different sizes are compared, if by averages; else empty."""
    if cut.get("compare") != "average":
        return ""
    return _("The runners-up are compared by the average per match.")


def describe_groupmates() -> str:
    """What the draw does about entries that have met in the stage before."""
    return _("Those who have met in the stage before are kept apart as long as possible.")


def describe_carried_points(cut: Mapping[str, Any]) -> str:
    """The points that entries bring from the stage before; empty if they bring none."""
    match cut.get("carried", "none"):
        case "full":
            return _("All points are carried over.")
        case "half":
            return _("Half of the points is carried over, rounded down.")
        case _:
            return ""


def describe_seeding(cut: Mapping[str, Any]) -> Iterator[str]:
    """How the entries of a later stage are placed in its draw."""
    if cut["take"] == "losers":
        yield _("Nobody is seeded: all places are drawn.")
        return
    match cut.get("seeding", "places"):
        case "pots" if cut["take"] == "of_each":
            yield _("Seeded in pots: the firsts, the seconds and so on; lots within each pot.")
        case "pots" if cut.get("pot_size") is None:
            yield _("Seeded in pots: 1, 2, 3–4, 5–8 and so on; lots within each pot.")
        case "pots":
            pot_size = cut["pot_size"]
            sentence = ngettext(
                "Seeded in pots of %(size)s place; lots within each pot.",
                "Seeded in pots of %(size)s places; lots within each pot.",
                pot_size,
            )
            yield sentence % {"size": pot_size}
        case "table" if cut.get("table") == CROSSED:
            yield _("Neighbouring groups cross in the first round: 1A–2B, 1B–2A and so on.")
        case "table":
            params = {"table": _format_crossing_table(cut.get("table", ""))}
            yield _("First round by the crossing table: %(table)s.") % params
        case _:
            yield _describe_seeds_by_place(cut)


def _format_crossing_table(table: str) -> str:
    """A crossing table as it is printed: "1A–2B, 1B–2A". One that cannot be read stays as it
    was typed."""
    try:
        pairs = read_crossing_table(table)
    except Refused:
        return table
    printed_pairs = ", ".join(f"{first}–{second}" for first, second in pairs)
    return printed_pairs.replace(BYE, _("bye"))


def _describe_seeds_by_place(cut: Mapping[str, Any]) -> str:
    seeded = cut.get("seeded")  # None: not limited to a number
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


def describe_ranking(metrics: Sequence[str]) -> str:
    """The criteria of a ranking in their order."""
    names = [put_metric_in_sentence(metric) for metric in metrics]
    return _("Ranked by %(metrics)s.") % {"metrics": join_in_order(names)}


def join_in_order(words: Sequence[str]) -> str:
    """Words in an order that matters: "wins, then points"."""
    return _(", then ").join(words)


def word_meeting_again(one: str, other: str, number: int, *, is_certain: bool) -> str:
    """Two entries that have met in an earlier stage and that the draw could not keep apart."""
    params = {"one": one, "other": other, "round": number}
    if is_certain:
        return _("%(one)s and %(other)s meet again in round %(round)s.") % params
    return _("%(one)s and %(other)s can meet again in round %(round)s.") % params
