"""The script that puts an embedded view into a page of another site."""

from functools import cache
from hashlib import sha256
from pathlib import Path

from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from live.kept import has_tag

FILE = "js/embed.js"
MAX_AGE = 3600
"""Seconds for which a browser uses it without asking. Its address stands in pages that nobody
changes again, so it cannot have a version of its own."""


@require_safe
def embed_script(request: HttpRequest) -> HttpResponse:
    """The script itself, for pages of any origin."""
    body, tag = _read_script()
    response = HttpResponse(status=304) if has_tag(request, tag) else HttpResponse(body)
    response["Content-Type"] = "text/javascript; charset=utf-8"
    response["Cache-Control"] = f"public, max-age={MAX_AGE}"
    response["ETag"] = tag
    return response


@cache
def _read_script() -> tuple[bytes, str]:
    body = Path(str(finders.find(FILE))).read_bytes()
    return body, f'"{sha256(body).hexdigest()[:16]}"'
