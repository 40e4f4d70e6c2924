"""What a correction would change, on the screen."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.models import Event
from tournaments.selectors.entries import EntryName, names_of
from tournaments.services.corrections import (
    Consequences,
    ForeseenDecision,
    Moved,
    Reseated,
    Standing,
)
from web.questions import Wheres, wheres_of
from web.sheets import SheetView
from wording import decisions
from wording.decisions import place_of, question_words
from wording.numbers import score
from wording.unfinished import short_words

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
    """How a match stands: the totals of its games, and who has won."""

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
    exits: tuple[str, ...] = ()
    """Who would be out of the event, and who back in it."""


def consequences_view(event: Event, view: SheetView, found: Consequences) -> ConsequencesView:
    """The consequences of a line on the sheet ``view``. Four queries at most."""
    names = names_of(event, _entries_in(found))
    pairings = [each.pairing_id for each in found.reseated]
    pairings += [each.pairing_id for each in found.asked if each.pairing_id]
    wheres = wheres_of(event, pairings)
    moved = sorted(found.moved, key=lambda each: (each.after, each.entry))
    return ConsequencesView(
        before=_result(found.before, view),
        after=_result(found.after, view),
        moved=tuple(_view_move(each, names) for each in moved[:MOST_MOVED]),
        more=max(0, len(moved) - MOST_MOVED),
        reseated=tuple(_describe_reseated(each, names, wheres) for each in found.reseated),
        asked=tuple(_describe_decision(each, names, wheres) for each in found.asked),
        exits=tuple(_exits(found, names)),
    )


def _exits(found: Consequences, names: dict[int, EntryName]) -> Iterator[str]:
    for entry in found.out:
        yield _("%(entry)s would be out of the event.") % {"entry": names[entry].short}
    for entry in found.back:
        yield _("%(entry)s would be in the event again.") % {"entry": names[entry].short}


def _entries_in(found: Consequences) -> set[int]:
    moved = {each.entry for each in found.moved}
    seats = {each for row in found.reseated for each in (row.before, row.after) if each}
    asked = {each for row in found.asked for each in (*row.comes, *row.goes)}
    asked |= {each["entry"] for row in found.asked for each in row.changed}
    return moved | seats | asked | {*found.out, *found.back}


def _result(standing: Standing, view: SheetView) -> ResultView:
    games = tuple(
        " – ".join(score(total, view.unit) for total in totals) for totals in standing.games
    )
    ended = short_words(standing.unfinished)
    if standing.winner is not None:
        said = _("%(winner)s have won") % {"winner": view.sides[standing.winner]}
        return ResultView(games, f"{said}, {ended}" if ended else said)
    if ended:
        return ResultView(games, ended)
    if standing.state == "DRAWN":
        return ResultView(games, _("level at the end"))
    return ResultView(games, _("not decided"))


def _view_move(moved: Moved, names: dict[int, EntryName]) -> MovedView:
    return MovedView(names[moved.entry].short, place_of(moved.before), place_of(moved.after))


def _describe_reseated(row: Reseated, names: dict[int, EntryName], wheres: Wheres) -> str:
    words = {
        "where": wheres.match(row.pairing_id),
        "before": names[row.before].short if row.before else "",
        "after": names[row.after].short if row.after else "",
    }
    if row.before and row.after:
        return _("%(where)s: %(after)s in the place of %(before)s.") % words
    if row.after:
        return _("%(where)s: %(after)s come in.") % words
    return _("%(where)s: %(before)s no longer sit there.") % words


def _describe_decision(asked: ForeseenDecision, names: dict[int, EntryName], wheres: Wheres) -> str:
    return question_words(
        decisions.DecisionSubject(
            asked.kind,
            wheres.of(asked.pairing_id, asked.stage),
            _names(asked.comes, names),
            _names(asked.goes, names),
            asked.round,
            decisions.name_changes(asked.changed, {pk: name.short for pk, name in names.items()}),
        )
    )


def _names(entries: Iterable[int], names: dict[int, EntryName]) -> list[str]:
    return [names[entry].short for entry in entries]
