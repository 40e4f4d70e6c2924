"""Caches answers by version, so that what has not changed is not rendered again. A reader with the
current version gets a 304; of five hundred requests after a notice, only one is rendered."""

from collections.abc import Callable
from functools import partial

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils.cache import patch_vary_headers
from django.utils.http import parse_etags
from django.utils.translation import get_language

from live.computed import EDITION, computed_cache, get_database_identity

KEPT = 600
"""Seconds for which bytes stay in the cache."""
READER = ("Accept-Language", "Authorization", "Cookie")
"""The request headers that an answer may depend on, for caches between server and reader."""


def make_tag(*parts: object) -> str:
    """The entity tag of an answer that depends on these versions and the reader's language."""
    all_parts = (EDITION, get_database_identity(), *parts, get_language())
    return f'"{".".join(map(str, all_parts))}"'


def get_or_make_bytes(resource: str, tag: str, make: Callable[[], bytes]) -> bytes:
    """The bytes cached under this tag, or made now. Two requests at the same moment may both make
    them: they make the same, so nothing is locked."""
    key = f"kept:{resource}:{tag}"
    body: bytes | None = computed_cache.get(key)
    if body is None:
        body = make()
        computed_cache.set(key, body, KEPT)
    return body


def answer_from_cache(
    request: HttpRequest, *, tag: str, resource: str, make: Callable[[], bytes], content_type: str
) -> HttpResponse:
    """304 to a client that has ``tag``; else the bytes cached under it, or made now."""
    get_bytes = partial(get_or_make_bytes, resource, tag, make)
    return answer_if_changed(request, tag=tag, make=get_bytes, content_type=content_type)


def answer_if_changed(
    request: HttpRequest, *, tag: str, make: Callable[[], bytes], content_type: str
) -> HttpResponse:
    """304 to a client that has ``tag``; else what ``make`` returns.

    The versions in ``tag`` must be read before ``make`` reads the rows. Then bytes may be newer
    than their tag, which costs a reader one more request, but they are never older.
    """
    response: HttpResponse
    if has_tag(request, tag):
        response = HttpResponseNotModified()
    else:
        response = HttpResponse(make(), content_type=content_type)
    response["ETag"] = tag
    # "no-cache" lets a browser store the answer, but makes it ask with the tag before each use.
    response["Cache-Control"] = "no-cache"
    patch_vary_headers(response, READER)
    return response


def has_tag(request: HttpRequest, tag: str) -> bool:
    """Whether the client has the answer with this tag (header If-None-Match)."""
    if_none_match = request.META.get("HTTP_IF_NONE_MATCH")
    if not if_none_match:
        return False
    client_tags = parse_etags(if_none_match)
    # Compression on the way makes a tag weak (``W/``); the answer behind it is the same.
    strong_tags = [client_tag.removeprefix("W/") for client_tag in client_tags]
    return tag in strong_tags or "*" in client_tags
