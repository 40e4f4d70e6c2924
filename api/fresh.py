"""Answers that are kept by version: a reader who has the last one is told so at once."""

from collections.abc import Callable, Mapping
from typing import Any

from django.core.cache import cache
from django.http import HttpResponse, HttpResponseNotModified
from django.utils.cache import patch_vary_headers
from django.utils.http import parse_etags
from django.utils.translation import get_language
from rest_framework.request import Request

from api.rendering import rendered

EDITION = 1
"""Rises when the same rows would be rendered otherwise."""
KEPT = 600
READER = ("Accept-Language", "Authorization", "Cookie")
"""What an answer may depend on, for caches on the way."""


def tag_of(*parts: object) -> str:
    """The entity tag of an answer that hangs on these versions, in the reader's language."""
    return f'"{".".join(map(str, (EDITION, *parts, get_language())))}"'


def fresh(
    request: Request, *, tag: str, resource: str, document: Callable[[], Mapping[str, Any]]
) -> HttpResponse:
    """304 to whoever has ``tag`` already; else the bytes kept under it, or rendered now.

    The versions in ``tag`` were read before ``document`` reads the rows. So bytes may be younger
    than their tag, which costs a reader one more question, and are never older.
    """
    response: HttpResponse
    if _has(request, tag):
        response = HttpResponseNotModified()
    else:
        key = f"api:{resource}:{tag}"
        body = cache.get(key)
        if body is None:
            body = rendered(document())
            cache.set(key, body, KEPT)
        response = HttpResponse(body, content_type="application/json")
    response["ETag"] = tag
    response["Cache-Control"] = "no-cache"
    patch_vary_headers(response, READER)
    return response


def _has(request: Request, tag: str) -> bool:
    known = request.META.get("HTTP_IF_NONE_MATCH")
    if not known:
        return False
    tags = parse_etags(known)
    return tag in (text.removeprefix("W/") for text in tags) or "*" in tags
