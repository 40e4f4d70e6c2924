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


def tell_event(event_id: UUID, version: int, now: datetime) -> None:
    """Says that an event or its entries have changed."""
    tell(topic=event_topic(event_id), version=version, now=now)


def tell_stage(stage_id: int, version: int, now: datetime) -> None:
    """Says that results have changed: bracket, tables, standings."""
    tell(topic=stage_topic(stage_id), version=version, now=now)


def tell_match(match_id: int, version: int, now: datetime) -> None:
    """Says that a sheet has grown."""
    tell(topic=match_topic(match_id), version=version, now=now)
