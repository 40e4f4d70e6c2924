"""What an organizer should look at, beside the one thing that comes next."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Event, RefereeCall
from tournaments.selectors.entries import EntryCounts
from tournaments.selectors.questions import open_questions
from web.desk.hall import TableView
from web.questions import QuestionView, question_views
from wording.dates import clock

MOST = 8


@dataclass(frozen=True, slots=True)
class Item:
    """Something to look at: what, why, and one way to deal with it: a call to answer, a match to
    open, the entries, or a question to decide."""

    what: str
    why: str
    call: int | None = None
    match: int | None = None
    entries: bool = False
    question: int | None = None


def todo_of(
    event: Event,
    tables: Sequence[TableView],
    calls: Iterable[RefereeCall],
    counts: EntryCounts,
) -> list[Item]:
    """What a correction has left to decide, the tables that call or are silent, and who has not
    paid."""
    items = [
        _make_decision_item(view) for view in question_views(event, list(open_questions(event)))
    ]
    items += [_make_call_item(call) for call in calls]
    items += [_silent(table) for table in tables if table.silent]
    if counts.unpaid and event.state in (Event.State.OPEN, Event.State.DRAWN, Event.State.RUNNING):
        items.append(_unpaid(counts.unpaid))
    return items[:MOST]


def _make_decision_item(view: QuestionView) -> Item:
    return Item(view.title, view.said, question=view.id)


def _make_call_item(call: RefereeCall) -> Item:
    what = _("Table %(number)s calls the referee") % {"number": call.table.number}
    why = _("At %(time)s, from a phone at the table.") % {"time": clock(call.called_at)}
    return Item(what, why, call=call.pk)


def _silent(table: TableView) -> Item:
    number, minutes = table.box.pairing.table, table.silent
    what = ngettext(
        "Table %(number)s: nothing written for %(minutes)s minute",
        "Table %(number)s: nothing written for %(minutes)s minutes",
        minutes,
    ) % {"number": number, "minutes": minutes}
    why = _("A hand takes three to five minutes as a rule.")
    return Item(what, why, match=table.box.pairing.match)


def _unpaid(count: int) -> Item:
    what = ngettext("%(count)s pair has not paid", "%(count)s pairs have not paid", count) % {
        "count": count
    }
    return Item(what, _("Tick them off in the list of entries."), entries=True)
