"""The living part of a public page. It is the same for everybody, so it is rendered once for each
version of what it shows, for the page itself and for whoever asks again after a notice."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

from live.kept import kept_bytes, tag_of, versioned
from live.tickets import ticket
from tournaments.models import Event
from tournaments.notices import event_topic, hall_topic
from tournaments.selectors.versions import event_versions, hall_version, match_versions

HTML = "text/html; charset=utf-8"


@dataclass(frozen=True, slots=True)
class Part:
    """``resource`` and ``tag`` name what is shown and its version; ``context`` reads it."""

    resource: str
    tag: str
    template: str
    context: Callable[[], Mapping[str, Any]]

    def rendered(self) -> bytes:
        """Out of the cache, or now."""
        return kept_bytes(self.resource, self.tag, self._made)

    def _made(self) -> bytes:
        return render_to_string(self.template, dict(self.context())).encode()


@dataclass(frozen=True, slots=True)
class Joined:
    """The living part of a page, as the element with this id: parts of one version. ``key`` tells
    it from others of the same version at the same address."""

    id: str
    parts: Sequence[Part]
    key: str = ""

    @property
    def html(self) -> SafeString:
        """For the page itself."""
        return mark_safe(self._bytes().decode())  # noqa: S308  (rendered by our templates)

    def answer(self, request: HttpRequest) -> HttpResponse:
        """For whoever asks for it alone: 304 where nothing has changed."""
        tag = self.parts[-1].tag
        tag = f'"{self.key}.{tag[1:]}' if self.key else tag
        return versioned(request, tag=tag, make=self._bytes, content_type=HTML)

    def _bytes(self) -> bytes:
        inside = b"".join(part.rendered() for part in self.parts)
        return b'<div id="%s" class="live-part">%s</div>' % (self.id.encode(), inside)


def results_tag(event_id: UUID, *more: object) -> str:
    """What a page hangs on that changes with results alone. One query. Raises NotFound."""
    versions = event_versions(event_id)
    return tag_of(str(event_id)[:8], versions.event_version, versions.stage_version, *more)


def hall_tag(event_id: UUID, *more: object) -> str:
    """What a page hangs on that shows the tables as well. Two queries. Raises NotFound."""
    return results_tag(event_id, f"h{hall_version(event_id)}", *more)


def match_tag(match_id: int) -> str:
    """What a sheet's page hangs on. One query. Raises NotFound."""
    versions = match_versions(match_id)
    return tag_of(match_id, versions.event_version, versions.stage_version, versions.match_version)


def ticket_for(event: Event) -> str:
    """What opens the stream of an event's public pages."""
    return ticket([event_topic(event.pk), hall_topic(event.pk)])
