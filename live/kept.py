"""Caches answers by version, so that what has not changed is not rendered again. A reader with the
current version gets a 304; of five hundred requests after a notice, only one is rendered."""

from collections.abc import Callable
from functools import partial

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils.cache import patch_vary_headers
from django.utils.http import parse_etags
from django.utils.translation import get_language

EDITION = 4
"""Rises when the same rows would be rendered otherwise."""
KEPT = 600
READER = ("Accept-Language", "Authorization", "Cookie")
"""What an answer may depend on, for caches on the way."""


def tag_of(*parts: object) -> str:
    """The entity tag of an answer that depends on these versions and the reader's language."""
    return f'"{".".join(map(str, (EDITION, *parts, get_language())))}"'


def get_or_make_bytes(resource: str, tag: str, make: Callable[[], bytes]) -> bytes:
    """The bytes kept under this tag, or made now."""
    key = f"kept:{resource}:{tag}"
    body: bytes | None = cache.get(key)
    if body is None:
        body = make()
        cache.set(key, body, KEPT)
    return body


def answer_from_cache(
    request: HttpRequest, *, tag: str, resource: str, make: Callable[[], bytes], content_type: str
) -> HttpResponse:
    """304 to a client that has ``tag``; else the bytes kept under it, or made now."""
    kept = partial(get_or_make_bytes, resource, tag, make)
    return answer_if_changed(request, tag=tag, make=kept, content_type=content_type)


def answer_if_changed(
    request: HttpRequest, *, tag: str, make: Callable[[], bytes], content_type: str
) -> HttpResponse:
    """304 to a client that has ``tag``; else what ``make`` makes.

    The versions in ``tag`` were read before ``make`` reads the rows. So bytes may be younger than
    their tag, which costs a reader one more question, and are never older.
    """
    response: HttpResponse
    if has_tag(request, tag):
        response = HttpResponseNotModified()
    else:
        response = HttpResponse(make(), content_type=content_type)
    response["ETag"] = tag
    response["Cache-Control"] = "no-cache"
    patch_vary_headers(response, READER)
    return response


def has_tag(request: HttpRequest, tag: str) -> bool:
    """Whether the reader says that he has the answer with this tag."""
    known = request.META.get("HTTP_IF_NONE_MATCH")
    if not known:
        return False
    tags = parse_etags(known)
    return tag in (text.removeprefix("W/") for text in tags) or "*" in tags
