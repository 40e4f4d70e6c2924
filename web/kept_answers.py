"""Complete answers with public parts, kept for the next reader.

Between two hands, hundreds of readers ask for the same part. A kept answer costs them one or two
queries, and skips the session, the user and the view.
"""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from typing import Final
from uuid import UUID

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils.translation import get_language_from_request

from live.kept import has_tag
from tournaments.refusals import NotFound
from tournaments.selectors.versions import load_event_versions, load_hall_version

MOST_KEPT = 512
LONGEST_KEPT = 60.0
"""Seconds; limited because pages also depend on the date and the time."""
ADDRESSES = ("/events/", "/embed/")
STATE = "public_state"
"""The attribute of a response that may be kept."""


@dataclass(frozen=True, slots=True)
class PublicState:
    """The versions of an event that everybody may see; ``hands`` if its tables are shown."""

    event: UUID
    event_version: int
    stage_version: int
    hands: int | None

    def is_current(self) -> bool:
        """Whether nothing has changed, and everybody may still see it. Two queries at most."""
        try:
            now = load_event_versions(self.event)
        except NotFound:
            # The event was deleted.
            return False
        if now.restricted or now.event_version != self.event_version:
            return False
        if now.stage_version != self.stage_version:
            return False
        # Asked last, as most pages do not show the tables and need no second query.
        return self.hands is None or load_hall_version(self.event) == self.hands


@dataclass(frozen=True, slots=True)
class _KeptAnswer:
    state: PublicState
    headers: tuple[tuple[str, str], ...]
    body: bytes
    kept_at: float

    @property
    def is_usable(self) -> bool:
        return monotonic() - self.kept_at < LONGEST_KEPT and self.state.is_current()

    def answer(self, request: HttpRequest) -> HttpResponse:
        headers = dict(self.headers)
        response: HttpResponse
        # The compression of Django makes an entity tag weak: "W/" before the same tag.
        if has_tag(request, headers["ETag"].removeprefix("W/")):
            response = HttpResponseNotModified()
            # A 304 has no body, so these headers would describe nothing.
            for name in ("Content-Type", "Content-Encoding", "Content-Length"):
                headers.pop(name, None)
        else:
            response = HttpResponse(self.body)
        for name, value in headers.items():
            response[name] = value
        return response


Key = tuple[str, ...]
_kept: Final[OrderedDict[Key, _KeptAnswer]] = OrderedDict()


class KeptAnswersMiddleware:
    """Keeps answers that a view has marked (STATE), and gives them to the next readers.

    Placed second, below the middleware that gives each request its own id. A kept answer has passed
    all middleware below this one for the same host, scheme and language, so these are in its key.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method != "GET" or not request.path_info.startswith(ADDRESSES):
            return self.get_response(request)
        # All on which an answer to a public page depends, besides the versions in its state.
        key = (
            request.scheme or "",
            request.META.get("HTTP_HOST", ""),
            request.get_full_path(),
            get_language_from_request(request),
            # The body is kept compressed, for clients that take it so.
            str("gzip" in request.META.get("HTTP_ACCEPT_ENCODING", "")),
        )
        kept_answer = _kept.get(key)
        if kept_answer is not None and kept_answer.is_usable:
            return kept_answer.answer(request)
        response = self.get_response(request)
        state: PublicState | None = getattr(response, STATE, None)
        # A response with cookies is meant for one reader.
        if state is not None and response.status_code == 200 and not response.cookies:
            # Taken out first, so that it moves to the end: the answer kept longest ago is dropped.
            _kept.pop(key, None)
            headers = tuple(response.items())
            _kept[key] = _KeptAnswer(state, headers, response.content, monotonic())
            if len(_kept) > MOST_KEPT:
                _kept.popitem(last=False)
        return response


def forget_kept_answers() -> None:
    _kept.clear()
