"""The live part of a public page. It is the same for all readers, so it is rendered once for each
version of its content, for the page itself and for requests after a notice."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from threading import Lock
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

from live.kept import answer_if_changed, get_or_make_bytes, tag_of
from live.tickets import ticket
from tournaments.models import Event
from tournaments.notices import event_topic, hall_topic, make_hiding_revocation, results_topic
from tournaments.selectors.events import visible_event
from tournaments.selectors.versions import (
    event_versions,
    match_versions,
    open_match_versions,
)
from web.actors import actor_of
from web.brackets import Box, boxes_of_matches
from web.fragments import fill_holes, leaving_holes
from web.kept_answers import STATE, PublicState

HTML = "text/html; charset=utf-8"


_making = tuple(Lock() for _ in range(32))


def _make_once(resource: str, tag: str, make: Callable[[], bytes]) -> bytes:
    """The bytes kept under this tag, or made now: while a thread makes them, those that need them
    too wait for it. ``make`` must not make another part."""
    with _making[hash(resource) % len(_making)]:
        return get_or_make_bytes(resource, tag, make)


@dataclass(frozen=True, slots=True)
class PagePart:
    """``resource`` and ``tag`` name what is shown and its version; ``context`` reads it."""

    resource: str
    tag: str
    template: str
    context: Callable[[], Mapping[str, Any]]

    def rendered(self) -> bytes:
        """Out of the cache, or now."""
        return _make_once(self.resource, self.tag, self._made)

    def _made(self) -> bytes:
        return render_to_string(self.template, dict(self.context())).encode()


@dataclass(frozen=True, slots=True)
class HallVersions:
    """The versions on which a page with the tables depends."""

    event: UUID
    of_results: tuple[object, ...]
    matches: Mapping[int, int]
    """The versions of the matches that are being played, by match."""

    @property
    def of_hands(self) -> int:
        """Rises with every hand as long as ``of_results`` stays."""
        return sum(self.matches.values())

    def tag(self, *more: object) -> str:
        return tag_of(*self.of_results, f"h{self.of_hands}", *more)

    def tag_without(self, matches: Collection[int], *more: object) -> str:
        """Of all but the boxes of these matches, in which hands change nothing."""
        return tag_of(*self.of_results, digest_of(",".join(map(str, sorted(matches)))), *more)


@dataclass(frozen=True, slots=True)
class HallPart:
    """A part that shows the tables. ``more`` distinguishes it from others of the same
    resource. It is rendered after a result; after a hand, only the box of its match is."""

    resource: str
    versions: HallVersions
    more: tuple[object, ...]
    template: str
    context: Callable[[], Mapping[str, Any]]
    event: Callable[[], Event]

    @property
    def tag(self) -> str:
        return self.versions.tag(*self.more)

    def rendered(self) -> bytes:
        """Out of the cache, or now."""
        return _make_once(self.resource, self.tag, self._made)

    def _made(self) -> bytes:
        matches = self.versions.matches
        tag = self.versions.tag_without(matches, *self.more)
        left_out: dict[int, Box] = {}
        page = get_or_make_bytes(
            f"{self.resource}:holes", tag, lambda: self._with_holes(matches, left_out)
        )
        versions = {
            match: (*self.versions.of_results, version) for match, version in matches.items()
        }

        def read_boxes(matches: Collection[int]) -> Mapping[int, Box]:
            return left_out or boxes_of_matches(self.event(), matches)

        return fill_holes(page, versions, read_boxes, self._beside_box)

    def _with_holes(self, matches: Collection[int], left_out: dict[int, Box]) -> bytes:
        with leaving_holes(matches) as boxes:
            page = render_to_string(self.template, dict(self.context())).encode()
        left_out.update(boxes)
        return page

    def _beside_box(self) -> Mapping[str, Any]:
        return {"event": self.event(), "sheet_url": "board:sheet", "is_first": True}


@dataclass(frozen=True, slots=True)
class Joined:
    """The live part of a page, as the element with this id: parts of one version. ``key``
    distinguishes it from others of the same version at the same address."""

    id: str
    parts: Sequence[PagePart | HallPart]
    key: str = ""

    @property
    def html(self) -> SafeString:
        """For the page itself."""
        return mark_safe(self._bytes().decode())  # noqa: S308  (rendered by our templates)

    def answer_to_all(self, request: HttpRequest, reader: "EventReader") -> HttpResponse:
        """The same, kept for the next who asks where everybody may see the event."""
        response, seen = self.answer(request), reader.versions
        halls = [part.versions.of_hands for part in self.parts if isinstance(part, HallPart)]
        hands = halls[0] if halls else None
        if not seen.restricted:
            state = PublicState(seen.event, seen.event_version, seen.stage_version, hands)
            setattr(response, STATE, state)
        return response

    def answer(self, request: HttpRequest) -> HttpResponse:
        """For a request of this part alone: 304 if nothing has changed."""
        tag = self.parts[-1].tag
        tag = f'"{self.key}.{tag[1:]}' if self.key else tag
        return answer_if_changed(request, tag=tag, make=self._bytes, content_type=HTML)

    def _bytes(self) -> bytes:
        inside = b"".join(part.rendered() for part in self.parts)
        return b'<div id="%s" class="live-part">%s</div>' % (self.id.encode(), inside)


def digest_of(asked: str) -> str:
    """The search text of a reader, as a part of an entity tag."""
    return sha256(asked.encode()).hexdigest()[:16]


def results_tag(event_id: UUID, *more: object) -> str:
    """The versions on which a page depends that only changes with results. One query. Raises
    NotFound."""
    versions = event_versions(event_id)
    return tag_of(str(event_id)[:8], versions.event_version, versions.stage_version, *more)


def hall_versions(event_id: UUID) -> HallVersions:
    """Of a page that shows the tables as well. Two queries. Raises NotFound."""
    versions = event_versions(event_id)
    of_results = str(event_id)[:8], versions.event_version, versions.stage_version
    return HallVersions(event_id, of_results, open_match_versions(event_id))


class EventReader:
    """Reads the event of a part once, and checks that the reader may see it. If it is public,
    neither is read before something has to be rendered. One query. Raises NotFound."""

    def __init__(self, request: HttpRequest, event_id: UUID) -> None:
        self._request = request
        self.versions = event_versions(event_id)
        """Read before everything that is shown."""
        if self.versions.restricted:
            self()

    @cached_property
    def _event(self) -> Event:
        return visible_event(actor_of(self._request), self.versions.event)

    def __call__(self) -> Event:
        return self._event


def match_tag(match_id: int) -> str:
    """The versions on which the page of a sheet depends. One query. Raises NotFound."""
    versions = match_versions(match_id)
    return tag_of(match_id, versions.event_version, versions.stage_version, versions.match_version)


def results_ticket_for(event: Event) -> str:
    """What opens the stream of public pages that change with results alone (``results_tag``)."""
    return ticket([event_topic(event.pk), results_topic(event.pk)], make_hiding_revocation(event))


def ticket_for(event: Event) -> str:
    """What opens the stream of public pages that show the tables too (``hall_versions``)."""
    return ticket([event_topic(event.pk), hall_topic(event.pk)], make_hiding_revocation(event))
