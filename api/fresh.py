"""Documents that are kept by version (``live.kept``)."""

import hashlib
from collections.abc import Callable, Mapping
from typing import Any
from uuid import UUID

from django.db.models import Max, QuerySet
from django.http import HttpResponse, HttpResponseNotModified
from django.utils.cache import patch_vary_headers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.actors import Actor
from api.csv_rendering import MEDIA_TYPE, CsvRenderer, render_csv
from api.rendering import render_json
from live.computed import computed_cache
from live.kept import KEPT, READER, answer_from_cache, has_tag, make_tag
from tournaments.models import Event
from tournaments.selectors.events.events import get_visible_event
from tournaments.selectors.versions import Versions, load_event_versions, load_match_versions

__all__ = [
    "answer_document",
    "answer_list",
    "get_event_versions",
    "get_match_versions",
    "list_tag",
    "make_event_tag",
    "make_match_tag",
    "make_tag",
]


def answer_document(
    request: Request, *, tag: str, resource: str, document: Callable[[], Mapping[str, Any]]
) -> HttpResponse:
    """304 to a client that has ``tag``; else the document kept under it, or rendered now: its rows
    as CSV to a client that asks for that."""
    if request.accepted_renderer.format == CsvRenderer.format:
        view = request.parser_context["view"]
        return answer_from_cache(
            request._request,  # noqa: SLF001  (what Django itself was asked)
            # The same version in another format is another answer.
            tag=f'{tag[:-1]}.csv"',
            resource=f"api:{resource}",
            make=lambda: render_csv(document()[view.csv_member], view.find_row_class()),
            content_type=f"{MEDIA_TYPE}; charset=utf-8",
        )
    return answer_from_cache(
        request._request,  # noqa: SLF001  (what Django itself was asked)
        tag=tag,
        resource=f"api:{resource}",
        make=lambda: render_json(document()),
        content_type="application/json",
    )


def answer_list(request: Request, *, tag: str, make: Callable[[], Response]) -> HttpResponse:
    """304 to a client that has ``tag``; else the page that ``make`` reads now. The tag must be read
    before it: rows may be newer than their tag, never older."""
    # Before the closing quote: the same version in another format is another answer.
    tag = f'{tag[:-1]}.{request.accepted_renderer.format}"'
    asked = request._request  # noqa: SLF001  (what Django itself was asked)
    # The pages beside this one (``Link``) are known only once the page was read. Until then nobody
    # knows whether its query can be read, so that one that cannot is never answered with a 304.
    address = hashlib.sha256(request.build_absolute_uri().encode()).hexdigest()
    key = f"link:{address}:{tag}"
    if not has_tag(asked, tag):
        response: HttpResponse = make()
        computed_cache.set(key, response.get("Link", ""), KEPT)
        return add_tag(response, tag)
    link = computed_cache.get(key)
    if link is None:
        link = make().get("Link", "")
        computed_cache.set(key, link, KEPT)
    unchanged = HttpResponseNotModified()
    if link:
        unchanged["Link"] = link
    return add_tag(unchanged, tag)


def tag_content(request: Request, response: Response) -> None:
    """Gives a page whose rows have no version the digest of its content as tag."""

    def answer_if_changed(rendered: Response) -> HttpResponse:
        tag = f'"{hashlib.sha256(rendered.content).hexdigest()[:32]}"'
        asked = request._request  # noqa: SLF001  (what Django itself was asked)
        if not has_tag(asked, tag):
            return add_tag(rendered, tag)
        # The headers of the page stay: the next one (``Link``), and how many requests are left.
        unchanged = HttpResponseNotModified()
        for name in set(rendered.headers) - {"Content-Type", "Content-Length"}:
            unchanged[name] = rendered[name]
        return add_tag(unchanged, tag)

    response.add_post_render_callback(answer_if_changed)


def add_tag(response: HttpResponse, tag: str) -> HttpResponse:
    response["ETag"] = tag
    response["Cache-Control"] = "no-cache"
    patch_vary_headers(response, READER)
    return response


def list_tag(event: Event, rows: QuerySet[Any], *more: object) -> str:
    """The tag of a list within an event: the versions of the event, and when the latest of the rows
    was written. Two queries, however many the rows are."""
    versions = load_event_versions(event.pk)
    latest = rows.order_by().aggregate(Max("updated_at"))["updated_at__max"]
    numbers = (versions.event_version, versions.stage_version)
    return make_tag(*numbers, latest and latest.timestamp(), *more)


def get_event_versions(actor: Actor, event_id: UUID) -> Versions:
    """The versions of an event that the actor may see. Raises NotFound."""
    versions = load_event_versions(event_id)
    # An event that is not restricted is for everybody: its versions are all that is read then.
    if versions.restricted:
        get_visible_event(actor, event_id)
    return versions


def make_event_tag(versions: Versions) -> str:
    return make_tag(versions.event_version, versions.stage_version)


def get_match_versions(actor: Actor, match_id: int) -> Versions:
    """The versions of a match that the actor may see. Raises NotFound."""
    versions = load_match_versions(match_id)
    # An event that is not restricted is for everybody: its versions are all that is read then.
    if versions.restricted:
        get_visible_event(actor, versions.event)
    return versions


def make_match_tag(versions: Versions, *audience: str) -> str:
    return make_tag(
        str(versions.event)[:8],
        versions.event_version,
        versions.stage_version,
        versions.match_version,
        *audience,
    )
