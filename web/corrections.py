"""The consequences of a correction, on the screen, before it is written."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.models import Event
from tournaments.selectors.registration.names import load_short_names
from tournaments.services.corrections.previews import (
    Consequences,
    Reseated,
    Standing,
)
from web.questions import PlaceTitles, load_place_titles
from web.sheets import SheetView
from wording.decisions import make_decision_subject, word_place, word_question
from wording.numbers import join_scores
from wording.unfinished import word_case_briefly

MOST_MOVED = 12
"""The most moved places that are listed one by one."""


@dataclass(frozen=True, slots=True)
class MovedView:
    """An entry whose places would change, with both in words."""

    name: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class ResultView:
    """The score of a match: the totals of its games, and the result in words."""

    games: tuple[str, ...]
    said: str


@dataclass(frozen=True, slots=True)
class ConsequencesView:
    """All that a correction would change, in words. ``more``: the number of places not listed."""

    before: ResultView
    after: ResultView
    moved: tuple[MovedView, ...]
    more: int
    reseated: tuple[str, ...]
    asked: tuple[str, ...]
    """The decisions that the organizer would have to make."""
    kept_round: int | None
    """The round that was paired from the result before and is being played already."""
    exits: tuple[str, ...] = ()
    """The entries that would be out of the event, and those that would be back in it."""


def build_consequences_view(
    event: Event, view: SheetView, consequences: Consequences
) -> ConsequencesView:
    """The consequences of a line on the sheet ``view``. Four queries at most."""
    names = load_short_names(event, _collect_entries(consequences))
    pairings = [reseated.pairing_id for reseated in consequences.reseated]
    pairings += [decision.pairing_id for decision in consequences.asked if decision.pairing_id]
    titles = load_place_titles(event, pairings)

    out_words = _("%(entry)s would be out of the event.")
    back_words = _("%(entry)s would be in the event again.")
    exits = [out_words % {"entry": names[entry]} for entry in consequences.out]
    exits += [back_words % {"entry": names[entry]} for entry in consequences.back]
    # By the new places, so that those at the top are the ones listed.
    moved_entries = sorted(consequences.moved, key=lambda moved: (moved.after, moved.entry))
    listed = []
    for moved in moved_entries[:MOST_MOVED]:
        before, after = word_place(moved.before), word_place(moved.after)
        listed.append(MovedView(names[moved.entry], before, after))
    reseated = [_describe_reseated(row, names, titles) for row in consequences.reseated]
    asked = []
    for decision in consequences.asked:
        where = titles.match_or_stage(decision.pairing_id, decision.stage)
        asked.append(word_question(make_decision_subject(decision, where, names)))
    return ConsequencesView(
        before=_describe_result(consequences.before, view),
        after=_describe_result(consequences.after, view),
        moved=tuple(listed),
        more=max(0, len(moved_entries) - MOST_MOVED),
        reseated=tuple(reseated),
        asked=tuple(asked),
        kept_round=consequences.kept_round,
        exits=tuple(exits),
    )


def _collect_entries(consequences: Consequences) -> set[int]:
    """All entries that the page names, so that their names are one query."""
    entry_ids = {*consequences.out, *consequences.back}
    entry_ids.update(moved_entry.entry for moved_entry in consequences.moved)
    for reseated in consequences.reseated:
        # None where a slot was empty, or would be.
        for entry in (reseated.before, reseated.after):
            if entry:
                entry_ids.add(entry)
    for decision in consequences.asked:
        entry_ids.update(decision.entries)
    return entry_ids


def _describe_result(standing: Standing, view: SheetView) -> ResultView:
    games = tuple(join_scores(totals, view.unit, " – ") for totals in standing.games)
    ending = word_case_briefly(standing.unfinished)
    if standing.winner is not None:
        winner = _("%(winner)s won") % {"winner": view.sides[standing.winner]}
        if ending:
            winner = f"{winner}, {ending}"
        return ResultView(games, winner)
    if ending:
        return ResultView(games, ending)
    if standing.state == "DRAWN":
        return ResultView(games, _("tied at the end"))
    return ResultView(games, _("not decided"))


def _describe_reseated(row: Reseated, names: Mapping[int, str], titles: PlaceTitles) -> str:
    words = {"where": titles.match(row.pairing_id), "before": "", "after": ""}
    # A slot may have been empty before, or be empty afterwards.
    if row.before:
        words["before"] = names[row.before]
    if row.after:
        words["after"] = names[row.after]
    if row.before and row.after:
        return _("%(where)s: %(after)s in the place of %(before)s.") % words
    if row.after:
        return _("%(where)s: %(after)s come in.") % words
    return _("%(where)s: %(before)s no longer sit there.") % words
