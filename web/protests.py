"""Protests on the screen, for the desk and the board."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from accounts.actors import Actor
from accounts.selectors import load_author_names
from tournaments.models import Event, Protest
from tournaments.selectors.registration.names import EntryName, load_names_of_rows
from wording.decisions import PROTEST_DECISIONS


@dataclass(frozen=True, slots=True)
class ProtestView:
    """A protest in words. ``match``: the number of the match that it is about."""

    id: int
    name: str
    decision: str
    author: str
    decided_by: str
    match: int | None
    protest: Protest


def build_protest_views(
    event: Event, protests: Sequence[Protest], names: Mapping[int, EntryName] | None = None
) -> list[ProtestView]:
    """Protests of one event in words. The number of queries does not depend on their number; none
    without protests. ``names``: of all entries, if the caller has loaded them."""
    if not protests:
        return []
    if names is None:
        names = load_names_of_rows(event, protests)
    authors: list[Actor | None] = []
    for row in protests:
        authors += [row.author, row.decided_by]
    author_names = load_author_names(authors)
    views = []
    for row in protests:
        decision = ""
        if row.decision:
            decision = str(PROTEST_DECISIONS[row.decision])
        view = ProtestView(
            id=row.pk,
            name=names[row.entry_id].short,
            decision=decision,
            author=author_names.get(row.author, ""),
            decided_by=author_names.get(row.decided_by, ""),
            match=row.match_id,
            protest=row,
        )
        views.append(view)
    return views
