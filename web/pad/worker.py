"""What a browser needs to install the pad: the service worker and the manifest."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from web.pad.assets import edition, pad_assets

THEME_COLOR = "#114c3d"
"""Of the bar around the pad, where it is installed: the green of the icon."""


@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """The script of the service worker. It is served from the folder that it controls."""
    context = {"assets": pad_assets(), "edition": edition(), "home": reverse("pad:pad")}
    response = render(request, "pad/worker.js", context, content_type="text/javascript")
    # Browsers must ask for it at each visit, or an old pad would stay installed.
    response["Cache-Control"] = "no-cache"
    return response


@require_safe
def manifest(request: HttpRequest) -> JsonResponse:
    """The web manifest: name, colours and icons of the pad as an installed application."""
    sizes = {f"{size}x{size}": static(f"img/icon-{size}.png") for size in (192, 512)}
    icons = [{"src": src, "sizes": size, "type": "image/png"} for size, src in sizes.items()]
    icons.append({"src": static("img/favicon.svg"), "sizes": "any", "type": "image/svg+xml"})
    return JsonResponse(
        {
            "name": _("La Bella, at the table"),
            "short_name": "La Bella",
            "start_url": reverse("pad:pad"),
            "scope": reverse("pad:pad"),
            "display": "standalone",
            "background_color": "#f4f1ea",
            "theme_color": THEME_COLOR,
            "icons": [*icons, {**icons[-1], "purpose": "maskable"}],
        },
        content_type="application/manifest+json",
    )
