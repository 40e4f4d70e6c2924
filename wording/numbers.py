"""Numbers and lists as people write them: 7⅔, 7 to 4, one and two, 11 points, 5th."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import get_language, ngettext_lazy
from django.utils.translation import gettext as _

from wording.cards import word_suit

THIRDS = "thirds"
_FRACTIONS = ("", "⅓", "⅔")


def score(total: int, unit: str) -> str:
    """A total in the unit of its sheet: points as 7, thirds as 7⅔."""
    if unit != THIRDS:
        return str(total).replace("-", "−")
    # Of the absolute value: −7⅔ is minus (7 + ⅔), and divmod rounds down.
    whole, thirds = divmod(abs(total), 3)
    sign = "−" if total < 0 else ""
    if not whole and thirds:
        return f"{sign}{_FRACTIONS[thirds]}"
    return f"{sign}{whole}{_FRACTIONS[thirds]}"


def join_scores(totals: Iterable[int], unit: str, between: str) -> str:
    """The totals of all sides, with this between them."""
    return between.join(score(total, unit) for total in totals)


def against(totals: Sequence[int], unit: str) -> str:
    """Two totals in a sentence: 25 to 22. More than two are listed."""
    numbers = [score(total, unit) for total in totals]
    # In a sitting each player has a total of his own.
    if len(numbers) == 2:
        return _("%(ours)s to %(theirs)s") % {"ours": numbers[0], "theirs": numbers[1]}
    return ", ".join(numbers)


def join_words(words: Sequence[str]) -> str:
    """One, two and three."""
    if len(words) < 2:
        return "".join(words)
    return _("%(before)s and %(last)s") % {"before": ", ".join(words[:-1]), "last": words[-1]}


_COUNTED: dict[str, Promise] = {
    "points": ngettext_lazy("%(count)s point", "%(count)s points", "count"),
    "totals": ngettext_lazy("%(count)s point", "%(count)s points", "count"),
    "thirds": ngettext_lazy("%(count)s figura", "%(count)s figure", "count"),
    "tricks": ngettext_lazy("%(count)s trick", "%(count)s tricks", "count"),
}


def format_count(count: Any, field: str) -> str:
    """A number with the unit of its field: 11 points, 1 trick."""
    words = _COUNTED.get(field)
    if words is None or not isinstance(count, int):
        return str(count)
    return str(words % {"count": count})


def ordinal(number: int) -> str:
    """A place: 5th, in Italian 5º."""
    if (get_language() or "").startswith("it"):
        return f"{number}º"
    is_teen = number // 10 % 10 == 1  # 11th, 12th, 13th
    ending = "th" if is_teen else _ENDINGS.get(number % 10, "th")
    return f"{number}{ending}"


_ENDINGS = {1: "st", 2: "nd", 3: "rd"}


def name_suit(suit: str) -> str:
    """Coins, Cups, Swords, Batons, as a choice in a form."""
    return word_suit(suit).capitalize()
