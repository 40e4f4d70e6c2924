"""The topics of notices about changes of events and matches."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from uuid import UUID

from database.statements import Query
from live.services import build_notices_query, write_notices
from live.tickets import Revocation
from tournaments.models import Event


def name_event_topic(event_id: UUID) -> str:
    return f"event:{event_id}"


def name_stage_topic(stage_id: int) -> str:
    return f"stage:{stage_id}"


def name_match_topic(match_id: int) -> str:
    return f"match:{match_id}"


def name_hall_topic(event_id: UUID) -> str:
    """Something was written at a table of the event."""
    return f"hall:{event_id}"


def name_table_topic(table_id: int) -> str:
    """A match comes to a table or leaves it, or the codes of the table change."""
    return f"table:{table_id}"


def name_results_topic(event_id: UUID) -> str:
    """Results or pairings of any stage of the event have changed: who plays next, and where."""
    return f"results:{event_id}"


def name_hidden_topic(event_id: UUID) -> str:
    """The event is hidden from the public: streams that the public opened get nothing more."""
    return f"hidden:{event_id}"


def make_hiding_revocation(event: Event) -> Revocation:
    """What ends the tickets of public pages of an event."""
    return Revocation(name_hidden_topic(event.pk), event.version)


def tell_hidden(event: Event, now: datetime) -> None:
    """Ends the streams of the public pages of an event."""
    write_notices(name_hidden_topic(event.pk), version=event.version, now=now)


def tell_event(event_id: UUID, version: int, now: datetime) -> None:
    """Says that an event or its entries have changed."""
    write_notices(name_event_topic(event_id), version=version, now=now)


def build_stage_notices_query(stage_id: int, event_id: UUID, version: int, now: datetime) -> Query:
    """The notices that results have changed (bracket, tables, standings), as a query."""
    topics = name_stage_topic(stage_id), name_hall_topic(event_id), name_results_topic(event_id)
    return build_notices_query(*topics, version=version, now=now)


def tell_match(match_id: int, event_id: UUID, version: int, now: datetime) -> None:
    """Notifies the pages of a sheet and of its hall that the sheet has new lines."""
    write_notices(*_name_match_topics(match_id, event_id), version=version, now=now)


def tell_matches(versions: Mapping[int, int], event_id: UUID, now: datetime) -> None:
    """Does the same for several sheets of an event: the versions of their matches, by id."""
    topics_by_version: dict[int, list[str]] = {}
    for match_id, version in versions.items():
        topics = topics_by_version.setdefault(version, [name_hall_topic(event_id)])
        topics.append(name_match_topic(match_id))
    for version, topics in topics_by_version.items():
        write_notices(*topics, version=version, now=now)


def build_match_notices_query(match_id: int, event_id: UUID, version: int, now: datetime) -> Query:
    """The notices of ``tell_match`` as a query."""
    topics = _name_match_topics(match_id, event_id)
    return build_notices_query(*topics, version=version, now=now)


def _name_match_topics(match_id: int, event_id: UUID) -> tuple[str, str]:
    return name_match_topic(match_id), name_hall_topic(event_id)


def tell_tables(table_ids: Iterable[int | None], now: datetime) -> None:
    """Notifies the phones of these tables that their match has changed; None is no table."""
    tables = {pk for pk in table_ids if pk is not None}
    topics = [name_table_topic(pk) for pk in sorted(tables)]
    if topics:
        # A table has no version: a phone that gets this notice asks what is on there now.
        write_notices(*topics, version=0, now=now)
