"""The changes that other programs are notified of, by their names in live.vocabulary.

Called by services in the transaction of the change, beside the notices for our own pages
(tournaments.notices).
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from database.statements import Query
from live.news import format_news
from live.services import build_notices_query, signal_after_commit
from live.vocabulary import (
    DELETED,
    DRAW_PUBLISHED,
    ENTRY_CHANGED,
    ENTRY_CREATED,
    ENTRY_WITHDRAWN,
    EVENT_CHANGED,
    EVENT_CREATED,
    EVENT_DELETED,
    EVENT_FINISHED,
    EVENT_STATE_CHANGED,
    MATCH_CALLED,
    MATCH_DECIDED,
    PROTEST_DECIDED,
    PROTEST_FILED,
    RESULT_CORRECTED,
    ROUND_PAIRED,
    ROUND_TAKEN_BACK,
    STANDINGS_CHANGED,
    ChangeType,
)
from scoring.models import Match
from tournaments.models import Draw, Entry, Event, Pairing, Protest, Stage
from webhooks.outbox import Change, write_changes


def _write_of_event(event: Event, now: datetime, *changes: Change) -> None:
    _write(*changes, event_id=event.pk, now=now)


def _write(
    *changes: Change, event_id: UUID, now: datetime, together_with: Sequence[Query] = ()
) -> None:
    """Notifies programs: the webhooks of the club, and those that follow the event.
    ``together_with``: further notices, written in the same message to the database."""
    # Notices of one version are written together; a change without a version has 0.
    versions: dict[int, list[str]] = {}
    for change in changes:
        if change.kind.is_news:
            topic = format_news(change.kind, event_id, change.ids, change.data)
            versions.setdefault(change.version or 0, []).append(topic)
    notices = list(together_with)
    for version, topics in versions.items():
        notices.append(build_notices_query(*topics, version=version, now=now))
    write_changes(*changes, event_id=event_id, now=now, together_with=notices)
    if notices:
        signal_after_commit()


def report_event_created(event: Event, now: datetime) -> None:
    _write_of_event(event, now, Change(EVENT_CREATED, event.version, data={"state": event.state}))


def report_event_deleted(event: Event, now: datetime) -> None:
    """A draft is about to be deleted."""
    _write_of_event(event, now, Change(EVENT_DELETED, event.version))


def report_event_changed(event: Event, now: datetime) -> None:
    _write_of_event(event, now, Change(EVENT_CHANGED, event.version, data={"state": event.state}))


def report_event_state(event: Event, *, before: str, now: datetime) -> None:
    """The event is in another state."""
    data = {"state": event.state, "before": before}
    changes = [Change(EVENT_STATE_CHANGED, event.version, data=data)]
    # Only play ends an event: one that comes back from the archive was finished before.
    if event.state == Event.State.FINISHED and before == Event.State.RUNNING:
        changes.append(Change(EVENT_FINISHED, event.version, data={"state": event.state}))
    _write_of_event(event, now, *changes)


def report_entries_created(event: Event, entries: Iterable[Entry], now: datetime) -> None:
    _write_entries(ENTRY_CREATED, event, entries, now)


def report_entries_changed(event: Event, entries: Iterable[Entry], now: datetime) -> None:
    _write_entries(ENTRY_CHANGED, event, entries, now)


def report_entry_seated(event: Event, entry: Entry, now: datetime) -> None:
    """An entry has a place after the draw: a new one, or one that has waited for it."""
    if entry.moved_up_at is None:
        report_entries_created(event, [entry], now)
    else:
        report_entries_changed(event, [entry], now)


def report_entries_left(event: Event, entries: Iterable[Entry], now: datetime) -> None:
    """Entries are withdrawn, disqualified or replaced."""
    _write_entries(ENTRY_WITHDRAWN, event, entries, now)


def report_entries_deleted(event: Event, entries: Iterable[Entry], now: datetime) -> None:
    """Entries are deleted: they have left too, and have no state any more."""
    _write_entries(ENTRY_WITHDRAWN, event, entries, now, state=DELETED)


def _write_entries(
    kind: ChangeType, event: Event, entries: Iterable[Entry], now: datetime, state: str = ""
) -> None:
    changes = []
    for entry in entries:
        data = {"state": state or entry.state}
        changes.append(Change(kind, event.version, ids={"entry": entry.pk}, data=data))
    _write_of_event(event, now, *changes)


def report_draw_held(event: Event, draw: Draw, now: datetime) -> None:
    ids = {"stage": draw.stage_id, "draw": draw.pk}
    _write_of_event(
        event, now, Change(DRAW_PUBLISHED, event.version, ids, {"purpose": draw.purpose})
    )


def report_round_paired(
    event: Event, stage: Stage, *, number: int, count: int, version: int, now: datetime
) -> None:
    data = {"number": number, "count": count}
    _write_of_event(event, now, Change(ROUND_PAIRED, version, {"stage": stage.pk}, data))


def report_round_taken_back(
    event: Event, stage: Stage, *, number: int, version: int, now: datetime
) -> None:
    data = {"number": number}
    _write_of_event(event, now, Change(ROUND_TAKEN_BACK, version, {"stage": stage.pk}, data))


def report_called(event_id: UUID, called: Sequence[tuple[Pairing, int]], now: datetime) -> None:
    """Matches were called to tables, which are given by their numbers."""
    changes = []
    for pairing, number in called:
        ids = _list_ids_of_pairing(pairing)
        changes.append(Change(MATCH_CALLED, None, ids, {"table": number}))
    _write(*changes, event_id=event_id, now=now)


def report_result(pairing: Pairing, match: Match, *, was_decided: bool, now: datetime) -> None:
    """A match was decided, reopened or decided differently."""
    data: dict[str, Any] = {"winner": match.winner}
    # A correction may have reopened the match: then there is no result by now.
    if was_decided:
        data["decided"] = match.decided
    kind = RESULT_CORRECTED if was_decided else MATCH_DECIDED
    if was_decided or match.decided:
        change = Change(kind, match.version, _list_ids_of_result(pairing), data)
        _write(change, event_id=pairing.event_id, now=now)


def report_decided(
    decided: Sequence[tuple[Pairing, Match]], *, event_id: UUID, now: datetime
) -> None:
    """Several matches of an event were decided that had no result before."""
    changes: list[Change] = []
    for pairing, match in decided:
        ids, data = _list_ids_of_result(pairing), {"winner": match.winner}
        changes.append(Change(MATCH_DECIDED, match.version, ids, data))
    _write(*changes, event_id=event_id, now=now)


def report_result_taken_back(pairing: Pairing, now: datetime) -> None:
    """A decided match is set aside: it is played again, as another match."""
    match = pairing.match
    if match is not None and match.decided:
        data = {"winner": None, "decided": False}
        change = Change(RESULT_CORRECTED, match.version, _list_ids_of_result(pairing), data)
        _write(change, event_id=pairing.event_id, now=now)


def _list_ids_of_pairing(pairing: Pairing) -> dict[str, int | str]:
    ids: dict[str, int | str] = {"pairing": pairing.pk}
    if pairing.match_id is not None:
        ids["match"] = pairing.match_id
    return ids


def _list_ids_of_result(pairing: Pairing) -> dict[str, int | str]:
    return {"stage": pairing.round.group.stage_id, **_list_ids_of_pairing(pairing)}


def report_standings(
    stage_id: int,
    event_id: UUID,
    version: int,
    now: datetime,
    *,
    together_with: Sequence[Query] = (),
) -> None:
    """``together_with``: further notices, written in the same message to the database."""
    change = Change(STANDINGS_CHANGED, version, {"stage": stage_id})
    _write(change, event_id=event_id, now=now, together_with=together_with)


def report_protest_filed(event: Event, protest: Protest, now: datetime) -> None:
    ids = {"protest": protest.pk, "entry": protest.entry_id}
    _write_of_event(event, now, Change(PROTEST_FILED, event.version, ids))


def report_protest_decided(event: Event, protest: Protest, now: datetime) -> None:
    ids = {"protest": protest.pk, "entry": protest.entry_id}
    data = {"decision": protest.decision}
    _write_of_event(event, now, Change(PROTEST_DECIDED, event.version, ids, data))
