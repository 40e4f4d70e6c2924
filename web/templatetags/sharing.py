"""What messengers and social networks show of a link to a page of an event."""

from typing import Any

from django import template
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import get_language

from printing.pictures import HEIGHT, WIDTH
from tournaments.models import Event
from tournaments.permissions import is_restricted
from web.board.pictures import describe_event

register = template.Library()
LOCALES = {"it": "it_IT", "en": "en_GB"}


@register.inclusion_tag("board/_shared_link.html", takes_context=True)
def shared_link(context: dict[str, Any], event: Event) -> dict[str, Any]:
    """The tags of Open Graph; of an event that not everybody may see only the name of the site. No
    query."""
    if is_restricted(event.state, event.visibility):
        return {"event": None}
    request, language = context["request"], get_language() or ""
    picture = reverse("board:picture", args=[event.pk])
    # Networks keep a picture by its address, so another version has another one.
    query = urlencode({"lang": language, "v": str(event.version)})
    return {
        "event": event,
        "description": describe_event(event),
        "address": request.build_absolute_uri(reverse("board:event", args=[event.pk])),
        "picture": request.build_absolute_uri(f"{picture}?{query}"),
        "width": WIDTH,
        "height": HEIGHT,
        "locale": LOCALES.get(language, language),
    }
