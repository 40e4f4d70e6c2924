"""Complete answers with public parts, kept for the next reader. Between two hands hundreds ask for
the same: they cost one query and nothing of what Django does around a view."""

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
from tournaments.selectors.versions import event_versions, hall_version

MOST_KEPT = 512
LONGEST_KEPT = 60.0
"""Seconds; limited because pages also depend on the date."""
ADDRESSES = "/events/"
STATE = "public_state"
"""The attribute of a response that may be kept."""


@dataclass(frozen=True, slots=True)
class PublicState:
    """The versions of an event that everybody may see; ``hands`` where its tables are shown."""

    event: UUID
    event_version: int
    stage_version: int
    hands: int | None

    def is_current(self) -> bool:
        """Whether nothing has changed, and everybody may still see it. Two queries at most."""
        try:
            now = event_versions(self.event)
        except NotFound:
            return False
        if now.restricted or now.event_version != self.event_version:
            return False
        if now.stage_version != self.stage_version:
            return False
        return self.hands is None or hall_version(self.event) == self.hands


@dataclass(frozen=True, slots=True)
class _KeptAnswer:
    state: PublicState
    headers: tuple[tuple[str, str], ...]
    body: bytes
    kept_at: float

    @property
    def is_good(self) -> bool:
        return monotonic() - self.kept_at < LONGEST_KEPT and self.state.is_current()

    def answer(self, request: HttpRequest) -> HttpResponse:
        headers = dict(self.headers)
        response: HttpResponse
        if has_tag(request, headers["ETag"].removeprefix("W/")):
            response = HttpResponseNotModified()
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
    """Placed second, so that an answer has the id of its own request. What it answers has passed
    all that is below it: for the same host and scheme, in the same language."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method != "GET" or not request.path_info.startswith(ADDRESSES):
            return self.get_response(request)
        key = _key_of(request)
        kept = _kept.get(key)
        if kept is not None and kept.is_good:
            return kept.answer(request)
        response = self.get_response(request)
        state: PublicState | None = getattr(response, STATE, None)
        if state is not None and response.status_code == 200 and not response.cookies:
            _keep(key, _KeptAnswer(state, tuple(response.items()), response.content, monotonic()))
        return response


def forget_kept_answers() -> None:
    _kept.clear()


def _key_of(request: HttpRequest) -> Key:
    meta = request.META
    return (
        request.scheme or "",
        meta.get("HTTP_HOST", ""),
        request.get_full_path(),
        get_language_from_request(request),
        str("gzip" in meta.get("HTTP_ACCEPT_ENCODING", "")),
    )


def _keep(key: Key, answer: _KeptAnswer) -> None:
    _kept.pop(key, None)
    _kept[key] = answer
    if len(_kept) > MOST_KEPT:
        _kept.popitem(last=False)
