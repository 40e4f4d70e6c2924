"""``/live/`` for programs: server-sent events of what a token may read. An ASGI application, as the
stream of pages is (``live.stream``): a stream holds no thread."""

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from random import random
from typing import Any, Final, ParamSpec, TypeVar
from urllib.parse import parse_qs
from uuid import UUID

import structlog
from django.conf import settings
from django.db import DatabaseError, InterfaceError
from django.utils import timezone
from django.utils.translation import get_supported_language_variant, override
from django.utils.translation.trans_real import parse_accept_lang_header

from api.problems import Problem, build_problem_document
from api.program_access import MOST_EVENTS, ProgramAccess, is_still_given, read_access
from api.rendering import render_json
from kernel.refusals import Refusal
from kernel.violations import Violation
from live.hub import Full, hub
from live.programs import ProgramListener
from live.stream import (
    LONGEST_QUERY,
    Header,
    Receive,
    Scope,
    Send,
    read_last_event_id,
    send_events,
    send_problem,
)

P = ParamSpec("P")
T = TypeVar("T")
log = structlog.get_logger(__name__)

MOST_STREAMS = 10
"""Of a token, in one process of the server."""
RECHECK: Final = 60.0
"""Seconds after which it is asked again whether the token is good and may read its events."""
BEGINNING = b"retry: 5000\n\n"
STILL_HERE = b": still here\n\n"
WAIT: Final = 30
"""Seconds after which a program that was refused may ask again."""
PREFLIGHT: Final[Sequence[Header]] = (
    (b"access-control-allow-methods", b"GET"),
    (b"access-control-allow-headers", b"authorization, last-event-id, cache-control"),
    (b"access-control-max-age", b"600"),
)
"""Headers of the answer to a browser that asks first, for a page of an allowed site."""

_streams: Counter[str] = Counter()
"""The open streams of each token. Changed in the event loop only."""
_readers = ThreadPoolExecutor(2, "program-access")
"""A burst of programs that come back asks the database with two connections, not with hundreds."""


def is_of_program(scope: Scope) -> bool:
    """Whether a request for ``/live/`` comes from a program, and not from a page with a ticket. A
    browser asks first whether a program of another site may send its token."""
    return scope["method"] == "OPTIONS" or any(
        name == b"authorization" for name, _ in scope["headers"]
    )


async def stream_to_program(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer ``GET /live/?event=…`` with ``Authorization: Token …``: an event for each change,
    until the program leaves or may read no more. It begins after ``Last-Event-ID``, or now."""
    headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
    # What lets a page of an allowed site read the answer; the sites are those of the API.
    cross_origin: list[Header] = []
    origin = headers.get(b"origin", "")
    if origin and origin in getattr(settings, "CORS_ALLOWED_ORIGINS", ()):
        cross_origin = [(b"access-control-allow-origin", origin.encode()), (b"vary", b"Origin")]
    if scope["method"] == "OPTIONS":
        preflight_headers = [*cross_origin, *PREFLIGHT] if cross_origin else []
        await send({"type": "http.response.start", "status": 204, "headers": preflight_headers})
        return await send({"type": "http.response.body", "body": b""})
    if cross_origin:
        exposed = ", ".join(settings.CORS_EXPOSE_HEADERS)
        cross_origin.append((b"access-control-expose-headers", exposed.encode()))
    authorization = headers.get(b"authorization", "")
    try:
        access, listener = await _open_stream(scope, authorization)
    except StreamRefused as refused:
        with override(_find_language(headers.get(b"accept-language", ""))):
            problem = render_json(build_problem_document(refused.problem))
        status = refused.problem.status
        return await send_problem(send, status, problem, *refused.headers, *cross_origin)
    _streams[access.token] += 1
    recheck = asyncio.create_task(_end_when_refused(listener, authorization, access))
    try:
        await send_events(
            listener,
            receive,
            send,
            headers=cross_origin,
            beginning=BEGINNING,
            still_here=STILL_HERE,
        )
    finally:
        recheck.cancel()
        hub.leave(listener)
        _streams[access.token] -= 1
        # Tokens without streams are not kept: there may be many in the life of a process.
        if not _streams[access.token]:
            del _streams[access.token]


class StreamRefused(Exception):
    """A stream that is not opened: the problem, and further headers of the answer."""

    def __init__(self, problem: Problem, *headers: Header) -> None:
        super().__init__(problem.code)
        self.problem = problem
        self.headers = headers

    @classmethod
    def until_later(cls, status: int, code: str) -> "StreamRefused":
        """Refused now; the program may ask again in a while."""
        return cls(Problem(status, code, {"wait": WAIT}), (b"retry-after", str(WAIT).encode()))


def _refuse_events() -> Problem:
    """That the events of a query cannot be read, or are too many to be."""
    violation = Violation("parameter_refused", {"field": "event"})
    return Problem(400, "query_refused", {}, (violation,))


async def _open_stream(scope: Scope, authorization: str) -> tuple[ProgramAccess, ProgramListener]:
    """What the program may follow, and its place among the listeners. Raises StreamRefused."""
    if scope["method"] != "GET":
        raise StreamRefused(Problem(405, "method_not_allowed", {}), (b"allow", b"GET"))
    query = scope["query_string"]
    if len(query) > LONGEST_QUERY:
        raise StreamRefused(_refuse_events())
    params = parse_qs(query.decode("latin-1"))
    # Before access is read: a change between the two is not missed.
    now = timezone.now()
    try:
        # Each event once, and at most one more than are allowed: the address may be long.
        events = tuple(dict.fromkeys(map(UUID, params.get("event", ())[: MOST_EVENTS + 1])))
        access = await _in_thread(read_access, authorization, events)
    except ValueError as error:
        raise StreamRefused(_refuse_events()) from error
    except Refusal as refusal:
        challenge = ((b"www-authenticate", b"Token"),) if refusal.status == 401 else ()
        problem = Problem(refusal.status, refusal.code, refusal.params, refusal.violations)
        raise StreamRefused(problem, *challenge) from refusal
    except (DatabaseError, InterfaceError) as error:
        log.warning("a program's access cannot be read", exc_info=True)
        raise StreamRefused.until_later(503, "database_away") from error

    # Nothing suspends between this check and the count in ``stream_to_program``, so that two
    # streams at once cannot both take the last place.
    if _streams[access.token] >= MOST_STREAMS:
        raise StreamRefused.until_later(429, "too_many_streams")
    last_id = read_last_event_id(scope, params)
    listener = ProgramListener(
        access.topics,
        now if last_id is None else last_id,
        followed=access.topics,
        revocations=access.revocations,
        is_for_play=True,
    )
    try:
        hub.add(listener)
    except Full as error:
        raise StreamRefused.until_later(503, "hall_full") from error
    return access, listener


async def _end_when_refused(
    listener: ProgramListener, authorization: str, access: ProgramAccess
) -> None:
    """End the stream of a token that was revoked, or whose user has lost his role."""
    while True:
        # Spread, so that the streams of a restarted server do not ask in the same second.
        await asyncio.sleep(RECHECK * (0.75 + random() / 2))  # noqa: S311  (no secret)
        try:
            if not await _in_thread(is_still_given, authorization, access):
                return listener.end()
        except (DatabaseError, InterfaceError):
            # A stream needs no database until something has changed: it is asked again later.
            log.warning("a program's access cannot be read", exc_info=True)


async def _in_thread(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    # A query blocks, and the event loop serves all streams meanwhile.
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(_readers, partial(function, *args, **kwargs))


def describe_refusal(scope: Scope, status: int, code: str, params: Mapping[str, Any]) -> bytes:
    """The document of a refused stream of a page, in the language of its reader."""
    headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
    with override(_find_language(headers.get(b"accept-language", ""))):
        return render_json(build_problem_document(Problem(status, code, params)))


def _find_language(accepted: str) -> str:
    """The language of the program's reader, as Django finds it for other requests."""
    # No middleware runs before this application.
    for code, _quality in parse_accept_lang_header(accepted.lower()):
        try:
            return get_supported_language_variant(code)
        except LookupError:
            continue
    return settings.LANGUAGE_CODE
