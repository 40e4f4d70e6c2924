"""The search for entries by name."""

from django.http import HttpRequest

from database.limits import LONGEST_SOUGHT
from database.text import fold_text, split_search
from tournaments.selectors.registration.entries import EntryName


def read_search(request: HttpRequest) -> str:
    """The search text in the address, cut to a sensible length."""
    return " ".join(request.GET.get("q", "")[:LONGEST_SOUGHT].split())


def has_words(name: EntryName, sought: str) -> bool:
    """Whether an entry's names or its club contain all words of ``sought``, whatever their accents
    and capitals."""
    words = split_search(sought)
    if not words:
        return True
    text = fold_text(" ".join((*name.players, name.club_name)))
    return all(word in text for word in words)
