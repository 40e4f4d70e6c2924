"""Embedded views: pages without cookies, sign-in and controls, for the frames of allowed sites."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, Final
from uuid import UUID

from csp.constants import SELF
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.http import urlencode
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from tournaments.models import Event
from tournaments.refusals import NotFound
from tournaments.selectors.events.embedding import list_allowed_origins
from web.board.parts import Joined, make_hall_ticket, make_results_ticket
from web.embed.parts import (
    PublicEventReader,
    build_bracket,
    build_standings,
    build_tables,
    load_public_event,
)

THEMES = ("light", "dark")
LANGUAGES = dict(settings.LANGUAGES)
WITHOUT_FRAME_OPTIONS, POLICY = "xframe_options_exempt", "_csp_replace"
"""The attributes of a response that make Django and django-csp send other headers."""


@dataclass(frozen=True, slots=True)
class View:
    """One of the embedded views: its title, its part, and the ticket of what it follows."""

    title: Any
    build: Callable[[UUID, Callable[[], Event]], Joined]
    ticket: Callable[[Event], str]


VIEWS: Final = {
    "standings": View(gettext_lazy("Standings"), build_standings, make_results_ticket),
    "bracket": View(gettext_lazy("Bracket"), build_bracket, make_hall_ticket),
    "tables": View(gettext_lazy("Tables"), build_tables, make_hall_ticket),
}


def in_chosen_language(
    view: Callable[[HttpRequest, UUID, str], HttpResponse],
) -> Callable[[HttpRequest, UUID, str], HttpResponse]:
    """Answers in the language of ``?lang=``, chosen by the site that shows the view; without it in
    the reader's own. An event that is not public has no page: the answer has no form and no link,
    because those would set a cookie."""

    @wraps(view)
    def wrapped(request: HttpRequest, event_id: UUID, view_name: str) -> HttpResponse:
        language = _read_choice(request, "lang", LANGUAGES) or translation.get_language()
        with translation.override(language):
            try:
                response = view(request, event_id, view_name)
            except NotFound as refusal:
                body = render_to_string("embed/missing.html", {"language": language})
                response = HttpResponse(body, status=refusal.status)
            response["Content-Language"] = language or ""
        return response

    return wrapped


@require_safe
@in_chosen_language
def page(request: HttpRequest, event_id: UUID, view_name: str) -> HttpResponse:
    """A view of a public event, for the frame of another site."""
    event = load_public_event(event_id)
    shown_view = VIEWS[view_name]
    language = translation.get_language()
    source = reverse(f"embed:{view_name}_part", args=[event.pk])
    context = {
        "event": event,
        "title": shown_view.title,
        "language": language,
        "theme": _read_choice(request, "theme", THEMES),
        "ticket": shown_view.ticket(event),
        "source": f"{source}?{urlencode({'lang': language})}",
        "part": shown_view.build(event.pk, lambda: event).html,
    }
    # Rendered without the request: no context processor reads the session.
    response = HttpResponse(render_to_string("embed/page.html", context))
    response["Cache-Control"] = "no-cache"
    # Only the allowed sites may frame the page, and the desk, which shows how it looks.
    # X-Frame-Options knows no list of origins; browsers ignore it where frame-ancestors is sent.
    setattr(response, WITHOUT_FRAME_OPTIONS, True)
    setattr(response, POLICY, {"frame-ancestors": [SELF, *list_allowed_origins(event.club_id)]})
    return response


@require_safe
@in_chosen_language
def part(request: HttpRequest, event_id: UUID, view_name: str) -> HttpResponse:
    """The live part of a view alone."""
    read_event = PublicEventReader(request, event_id)
    return VIEWS[view_name].build(event_id, read_event).answer_to_all(request, read_event)


def _read_choice(request: HttpRequest, name: str, choices: Any) -> str:
    chosen_value = request.GET.get(name, "")
    return chosen_value if chosen_value in choices else ""
