"""Documents that are kept by version (``live.kept``)."""

from collections.abc import Callable, Mapping
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from rest_framework.request import Request

from accounts.actors import Actor
from api.rendering import render_json
from live.kept import answer_from_cache, tag_of
from tournaments.selectors.events.events import visible_event
from tournaments.selectors.versions import Versions, event_versions

__all__ = ["event_tag", "event_versions_for", "fresh", "tag_of"]


def fresh(
    request: Request, *, tag: str, resource: str, document: Callable[[], Mapping[str, Any]]
) -> HttpResponse:
    """304 to a client that has ``tag``; else the document kept under it, or rendered now."""
    return answer_from_cache(
        request._request,  # noqa: SLF001  (what Django itself was asked)
        tag=tag,
        resource=f"api:{resource}",
        make=lambda: render_json(document()),
        content_type="application/json",
    )


def event_versions_for(actor: Actor, event_id: UUID) -> Versions:
    """The versions of an event that the actor may see. Raises NotFound."""
    versions = event_versions(event_id)
    if versions.restricted:
        visible_event(actor, event_id)
    return versions


def event_tag(versions: Versions) -> str:
    return tag_of(versions.event_version, versions.stage_version)
