"""The live part of a public page. It is the same for all readers, so it is rendered once for each
version of its content, for the page itself and for requests after a notice."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from threading import Lock
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

from accounts.actors import PUBLIC, Actor
from live.kept import answer_if_changed, get_or_make_bytes, make_tag
from live.tickets import ticket
from tournaments.models import Event
from tournaments.notices import (
    make_hiding_revocation,
    name_event_topic,
    name_hall_topic,
    name_results_topic,
)
from tournaments.selectors.events.events import get_visible_event
from tournaments.selectors.versions import (
    load_event_versions,
    load_match_versions,
    open_match_versions,
)
from tournaments.stream_access import hold_for_reader
from web.actors import get_actor
from web.brackets import Box, build_boxes_of_matches
from web.fragments import fill_holes, leaving_holes
from web.kept_answers import STATE, PublicState

HTML = "text/html; charset=utf-8"


# After a notice hundreds of readers ask for the same part: one thread renders it, the others wait
# and find it in the cache. Several resources share a lock, so their number is bounded.
_render_locks = tuple(Lock() for _ in range(32))


def _render_once(resource: str, tag: str, render: Callable[[], bytes]) -> bytes:
    """The bytes cached under this tag, or rendered now by one thread at a time. ``render`` must not
    render another part: two parts may share a lock, which is not reentrant."""
    with _render_locks[hash(resource) % len(_render_locks)]:
        return get_or_make_bytes(resource, tag, render)


@dataclass(frozen=True, slots=True)
class PagePart:
    """A part that depends on versions alone. ``resource`` names what is shown and ``tag`` its
    version; ``context`` reads it."""

    resource: str
    tag: str
    template: str
    context: Callable[[], Mapping[str, Any]]

    def render(self) -> bytes:
        """From the cache, or rendered now."""

        def render_template() -> bytes:
            return render_to_string(self.template, dict(self.context())).encode()

        return _render_once(self.resource, self.tag, render_template)


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
        return make_tag(*self.of_results, f"h{self.of_hands}", *more)

    def make_tag_without(self, matches: Collection[int], *more: object) -> str:
        """The tag of everything but the boxes of these matches: a hand does not change it."""
        match_ids = ",".join(map(str, sorted(matches)))
        return make_tag(*self.of_results, digest_search(match_ids), *more)


@dataclass(frozen=True, slots=True)
class HallPart:
    """A part that shows the tables. ``more`` distinguishes it from others of the same
    resource. It is rendered again after a result; after a hand, only the box of its match is."""

    resource: str
    versions: HallVersions
    more: tuple[object, ...]
    template: str
    context: Callable[[], Mapping[str, Any]]
    event: Callable[[], Event]

    @property
    def tag(self) -> str:
        return self.versions.tag(*self.more)

    def render(self) -> bytes:
        """From the cache, or rendered now."""
        return _render_once(self.resource, self.tag, self._render_with_boxes)

    def _render_with_boxes(self) -> bytes:
        """The page without the boxes of open matches, cached until a result, and these boxes, each
        cached until the next hand of its match."""
        open_matches = self.versions.matches
        boxes_left_out: dict[int, Box] = {}

        def render_page() -> bytes:
            with leaving_holes(open_matches) as boxes:
                page = render_to_string(self.template, dict(self.context())).encode()
            boxes_left_out.update(boxes)
            return page

        def load_boxes(matches: Collection[int]) -> Mapping[int, Box]:
            # If the page was rendered just now, its boxes have been read already.
            return boxes_left_out or build_boxes_of_matches(self.event(), matches)

        def load_box_context() -> Mapping[str, Any]:
            return {"event": self.event(), "sheet_url": "board:sheet", "is_first": True}

        tag = self.versions.make_tag_without(open_matches, *self.more)
        page = get_or_make_bytes(f"{self.resource}:holes", tag, render_page)
        # A box also depends on results: they decide the names and the table in it.
        box_versions = {
            match: (*self.versions.of_results, version) for match, version in open_matches.items()
        }
        return fill_holes(page, box_versions, load_boxes, load_box_context)


@dataclass(frozen=True, slots=True)
class Joined:
    """The live part of a page, as the element with this id: parts of the same version. ``key``
    distinguishes it from others of that version at the same address."""

    id: str
    parts: Sequence[PagePart | HallPart]
    key: str = ""

    @property
    def html(self) -> SafeString:
        """For the page itself."""
        return mark_safe(self._render_bytes().decode())  # noqa: S308  (rendered by our templates)

    def answer_to_all(self, request: HttpRequest, reader: "EventReader") -> HttpResponse:
        """As ``answer``; of an event that everybody may see, the middleware keeps the response for
        the next reader."""
        response = self.answer(request)
        versions = reader.versions
        if versions.restricted:
            return response

        # All parts of the hall have the same versions.
        hands: int | None = None
        for part in self.parts:
            if isinstance(part, HallPart):
                hands = part.versions.of_hands
                break
        state = PublicState(versions.event, versions.event_version, versions.stage_version, hands)
        setattr(response, STATE, state)
        return response

    def answer(self, request: HttpRequest) -> HttpResponse:
        """For a request of this part alone: 304 if nothing has changed."""
        # All parts have the same versions, so the tag of any of them stands for the whole.
        tag = self.parts[-1].tag
        if self.key:
            tag = f'"{self.key}.{tag[1:]}'
        return answer_if_changed(request, tag=tag, make=self._render_bytes, content_type=HTML)

    def _render_bytes(self) -> bytes:
        content = b"".join(part.render() for part in self.parts)
        return b'<div id="%s" class="live-part">%s</div>' % (self.id.encode(), content)


def digest_search(text: str) -> str:
    """A text of any length, such as a reader's search, as a part of an entity tag."""
    return sha256(text.encode()).hexdigest()[:16]


def make_results_tag(event_id: UUID, *more: object) -> str:
    """The entity tag of a page that only changes with results. One query. Raises NotFound."""
    versions = load_event_versions(event_id)
    # The tag is a part of the cache's key, beside the resource: a piece of the id is enough.
    return make_tag(str(event_id)[:8], versions.event_version, versions.stage_version, *more)


def get_hall_versions(event_id: UUID) -> HallVersions:
    """The versions of a page that shows the tables as well. Two queries. Raises NotFound."""
    versions = load_event_versions(event_id)
    of_results = str(event_id)[:8], versions.event_version, versions.stage_version
    return HallVersions(event_id, of_results, open_match_versions(event_id))


class EventReader:
    """Loads the event of a part once, and checks that the reader may see it. The event of a public
    page is loaded only when something has to be rendered. One query. Raises NotFound."""

    def __init__(self, request: HttpRequest, event_id: UUID) -> None:
        self._request = request
        self._event: Event | None = None
        # Read before any rows, so that a kept answer is never older than its versions.
        self.versions = load_event_versions(event_id)
        if self.versions.restricted:
            self()

    def get_reader(self) -> Actor:
        """Who reads. Asked only when the event is loaded: it reads the session."""
        return get_actor(self._request)

    def __call__(self) -> Event:
        if self._event is None:
            self._event = get_visible_event(self.get_reader(), self.versions.event)
        return self._event


def make_sheet_tag(match_id: int) -> str:
    """The entity tag of the page of a sheet. One query. Raises NotFound."""
    versions = load_match_versions(match_id)
    return make_tag(
        match_id, versions.event_version, versions.stage_version, versions.match_version
    )


def make_results_ticket(event: Event, actor: Actor = PUBLIC) -> str:
    """The ticket for the stream of public pages that only change with results
    (``make_results_tag``)."""
    return make_ticket([name_event_topic(event.pk), name_results_topic(event.pk)], event, actor)


def make_hall_ticket(event: Event, actor: Actor = PUBLIC) -> str:
    """The ticket for the stream of public pages that show the tables too."""
    return make_ticket([name_event_topic(event.pk), name_hall_topic(event.pk)], event, actor)


def make_ticket(topics: Sequence[str], event: Event, actor: Actor) -> str:
    """The ticket of a public page for this reader. The stream ends if the event is hidden while
    somebody follows it; where it is hidden already, if the reader loses the role."""
    revocation = make_hiding_revocation(event)
    return ticket(topics, revocation, holder=hold_for_reader(actor, event))
