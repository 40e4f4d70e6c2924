"""Nouns that depend on what they count."""

from django.utils.translation import ngettext


def count_entries(count: int, players: int) -> str:
    """A number of entries, by how many play together: 32 pairs, 20 players."""
    if players == 1:
        return ngettext("%(count)s player", "%(count)s players", count) % {"count": count}
    if players == 2:
        return ngettext("%(count)s pair", "%(count)s pairs", count) % {"count": count}
    return ngettext("%(count)s team", "%(count)s teams", count) % {"count": count}
