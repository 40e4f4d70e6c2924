"""The pages of the pad: one for phones with the code of a table, one for referees."""

from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from database.limits import LONGEST_REASON
from tournaments.notices import name_event_topic, name_match_topic
from tournaments.selectors.stages.matches import get_played_match
from web.desk.access import get_worked_event, make_desk_ticket
from web.pad.assets import edition, first_modules
from wording.pad import list_pad_words


@ensure_csrf_cookie  # a phone switches the language with the token of the cookie
@require_safe
def pad(request: HttpRequest) -> HttpResponse:
    """The pad for a phone at a table, which has the code of the card or the secret of its QR code.
    ``event`` in the address is the event from whose page it comes."""
    event_id: str | None
    try:
        event_id = str(UUID(request.GET.get("event", "")[:36]))
    except ValueError:
        event_id = None
    return _render_pad(request, {"event": event_id})


@login_required
@require_safe
def match(request: HttpRequest, match_id: int) -> HttpResponse:
    """The pad of a match, for its referee. The lines that are entered on it are those of the user:
    it sends no others."""
    played = get_played_match(match_id)
    pairing = played.pairing
    event = get_worked_event(request, pairing.event_id)
    topics = [name_event_topic(pairing.event_id), name_match_topic(match_id)]
    sheet = reverse("desk:sheet", args=[match_id])
    ticket = make_desk_ticket(request, event, topics)
    sign_in = f"{reverse('account_login')}?{urlencode({'next': request.path})}"
    new_match: str | None = None
    if played.replaced_by is not None:
        new_match = reverse("pad:match", args=[played.replaced_by])
    here = {
        "match": match_id,
        "csrf": get_token(request),
        "person": {"id": str(request.user.pk), "name": str(request.user)},
        "ticket": ticket,
        "sheet": sheet,
        "signIn": sign_in,
        "newMatch": new_match,
    }
    return _render_pad(request, here)


def _render_pad(request: HttpRequest, page_settings: dict[str, Any]) -> HttpResponse:
    # The scripts read these as JSON: addresses and words are known to the server alone.
    settings = {
        "setLanguage": reverse("set_language"),
        "worker": reverse("pad:worker"),
        "api": reverse("api:index"),
        "language": get_language(),
        "words": list_pad_words(),
        "longest": {"reason": LONGEST_REASON},
        "urls": {"marks": static("img/marks.svg"), "suits": static("img/suits.svg")},
        **page_settings,
    }
    context = {"pad": settings, "first_modules": first_modules()}
    response = render(request, "pad/pad.html", context)
    # The service worker keeps a page only together with the files of its own edition.
    response["X-Pad-Edition"] = edition()
    return response
