"""The topics under which changes of events and matches are told."""

from datetime import datetime
from uuid import UUID

from live.services import tell


def event_topic(event_id: UUID) -> str:
    return f"event:{event_id}"


def stage_topic(stage_id: int) -> str:
    return f"stage:{stage_id}"


def match_topic(match_id: int) -> str:
    return f"match:{match_id}"


def hall_topic(event_id: UUID) -> str:
    """Something was written at a table of the event."""
    return f"hall:{event_id}"


def tell_event(event_id: UUID, version: int, now: datetime) -> None:
    """Says that an event or its entries have changed."""
    tell(event_topic(event_id), version=version, now=now)


def tell_stage(stage_id: int, event_id: UUID, version: int, now: datetime) -> None:
    """Says that results have changed: bracket, tables, standings."""
    tell(stage_topic(stage_id), hall_topic(event_id), version=version, now=now)


def tell_match(match_id: int, event_id: UUID, version: int, now: datetime) -> None:
    """Says that a sheet has grown, to who looks at it and to who looks at the whole hall."""
    tell(match_topic(match_id), hall_topic(event_id), version=version, now=now)
