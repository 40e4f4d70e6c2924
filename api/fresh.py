"""Documents that are kept by version (``live.kept``)."""

from collections.abc import Callable, Mapping
from typing import Any

from django.http import HttpResponse
from rest_framework.request import Request

from api.rendering import render_json
from live.kept import answer_from_cache, tag_of

__all__ = ["fresh", "tag_of"]


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
