"""What the reader looks for."""

from django.http import HttpRequest

from competition.entry_lists.names import fold_name
from tournaments.selectors.entries import MOST_WORDS, EntryName

LONGEST = 80


def sought_in(request: HttpRequest) -> str:
    """The part of a name in the address, cut to a sensible length."""
    return " ".join(request.GET.get("q", "")[:LONGEST].split())


def has_words(name: EntryName, sought: str) -> bool:
    """Whether an entry's names or its club contain all words of ``sought``."""
    text = fold_name(" ".join(name.players), name.club_name)
    return all(fold_name(word, "") in text for word in sought.split()[:MOST_WORDS])
