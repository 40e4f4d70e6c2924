"""Ties at a cut or for a prize in words: the tied entries and what settles the tie."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from competition.cuts.remedies import REMEDIES as ORDERS
from wording.games.contract import OptionWords, word_choice
from wording.numbers import join_words

REMEDIES: dict[str, Promise] = {
    "all_advance": gettext_lazy("all of them advance"),
    "play_off": gettext_lazy("a play-off between the two"),
    "lots": gettext_lazy("lots are drawn"),
    "shared": gettext_lazy("the place is shared"),
}
"""By the code of the remedy (competition.cuts.remedies)."""

SETTLED: dict[str, Promise] = {
    "all_advance": gettext_lazy("%(names)s were tied for the last place: all of them advance."),
    "play_off": gettext_lazy("%(names)s were tied for the last place: a play-off decided."),
    "lots": gettext_lazy("%(names)s were tied for the last place: lots decided."),
}
"""A tie at a cut that is settled, by the code of its remedy."""


PLACE_TIES: dict[str, OptionWords] = {
    "final_ties": OptionWords(
        gettext_lazy("Tied for a final place"),
        gettext_lazy("At the end of the last stage."),
        choices={
            "usual": gettext_lazy("As the ranking says: by lots, or the place is shared"),
            "shared": gettext_lazy("The place is shared"),
            "play_off_shared": gettext_lazy("A play-off between two; more share the place"),
            "play_off": gettext_lazy("A play-off between two, lots between more"),
            "lots": gettext_lazy("Lots are drawn"),
        },
    ),
    "prize_ties": OptionWords(
        gettext_lazy("Tied across the last place of a prize"),
        choices={
            "shared": gettext_lazy("The prizes of those places are shared, ex aequo"),
            "play_off_shared": gettext_lazy(
                "A play-off between two; more share the prizes of those places, ex aequo"
            ),
            "play_off": gettext_lazy("A play-off between two, lots between more"),
            "lots": gettext_lazy("Lots are drawn"),
        },
    ),
}
"""The house rules on ties, for the form and for the regulation."""


def word_open_ties(params: Mapping[str, Any], _sides: Sequence[str] = ()) -> str:
    """Why the next stage cannot be drawn: the ties at its cut, and what settles each of them."""
    count = int(params["count"])
    summary = ngettext(
        "%(count)s is tied at the cut, or for a seed.",
        "%(count)s are tied at the cut, or for their seeds.",
        count,
    ) % {"count": count}
    return " ".join((summary, *list_tie_sentences(params.get("ties", ()))))


def word_final_ties(params: Mapping[str, Any], _sides: Sequence[str] = ()) -> str:
    """Why an event cannot be closed: the ties for final places or prizes, and what settles each."""
    count = int(params["count"])
    summary = ngettext(
        "%(count)s shares a place at the end that the regulation does not let them share.",
        "%(count)s share places at the end that the regulation does not let them share.",
        count,
    ) % {"count": count}
    return " ".join((summary, *list_tie_sentences(params.get("ties", ()))))


def list_tie_sentences(ties: Iterable[Mapping[str, Any]]) -> list[str]:
    """A sentence for each tie, with its entries and its remedy."""
    sentences: list[str] = []
    for tie in ties:
        params = {"names": join_words(list(tie["names"])), "remedy": REMEDIES[tie["remedy"]]}
        sentences.append(_("%(names)s: %(remedy)s.") % params)
    return sentences


def describe_settled_tie(names: Sequence[str], remedy: str) -> str:
    """A tie at a cut, and how it was settled."""
    return str(SETTLED[remedy]) % {"names": join_words(list(names))}


def word_play_off() -> str:
    """What a play-off is, for the regulation."""
    return _(
        "A play-off is one match, played like the others of the stage; it decides only the tie. If"
        " more than two are tied, or it has no winner, the next remedy applies."
    )


def word_place_ties(name: str, rule: str) -> str:
    """A house rule on ties, for the regulation."""
    sentence = word_choice(PLACE_TIES[name], rule)
    # "usual" is no order of remedies: it leaves the tie to the ranking.
    if "play_off" not in ORDERS.get(rule, ()):
        return sentence
    return f"{sentence} {word_play_off()}"
