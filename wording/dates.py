"""Days as people write them."""

from datetime import date

from django.utils.formats import date_format
from django.utils.translation import get_language

SMALL_MONTHS = ("it",)
"""Languages that write days and months without capitals."""


def long_date_words(day: date) -> str:
    """Sunday 13 December 2026; Domenica 13 dicembre 2026."""
    words = date_format(day, "l j F Y")
    if (get_language() or "").startswith(SMALL_MONTHS):
        words = words.lower()
    return words[:1].upper() + words[1:]
