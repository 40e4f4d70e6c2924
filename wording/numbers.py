"""Numbers as people write them: 7⅔, 7 to 4, 25–22."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from wording.cards import suit_word

THIRDS = "thirds"
_FRACTIONS = ("", "⅓", "⅔")


def score(total: int, unit: str) -> str:
    """A total in the unit of its sheet: whole points as they are, thirds as 7⅔."""
    if unit != THIRDS:
        return str(total).replace("-", "−")
    whole, rest = divmod(abs(total), 3)
    sign = "−" if total < 0 else ""
    return f"{sign}{whole or ('' if rest else 0)}{_FRACTIONS[rest]}"


def against(totals: Sequence[int], unit: str) -> str:
    """Two totals in a sentence: 25 to 22. More than two stand one after the other."""
    numbers = [score(total, unit) for total in totals]
    if len(numbers) == 2:
        return _("%(ours)s to %(theirs)s") % {"ours": numbers[0], "theirs": numbers[1]}
    return ", ".join(numbers)


def listed(words: Sequence[str]) -> str:
    """One, two and three."""
    if len(words) < 2:
        return "".join(words)
    return _("%(before)s and %(last)s") % {"before": ", ".join(words[:-1]), "last": words[-1]}


def suit_name(suit: str) -> str:
    """Coins, Cups, Swords, Clubs, as a choice in a form."""
    return suit_word(suit).capitalize()
