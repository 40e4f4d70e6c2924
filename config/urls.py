"""The URLs: the API, the desk, the pad, the board, sign-in, and the checks of the server."""

from django.contrib import admin
from django.urls import include, path

from config.health import healthz, readyz
from config.metrics import metrics

urlpatterns = [
    path("healthz/", healthz, name="healthz"),
    path("readyz/", readyz, name="readyz"),
    path("metrics/", metrics, name="metrics"),
    path("admin/", admin.site.urls),
    path("accounts/2fa/", include("allauth.mfa.urls")),
    path("accounts/", include("allauth.account.urls")),
    path("i18n/", include("django.conf.urls.i18n")),
    path("api/", include("api.urls")),
    path("desk/", include("web.desk.urls")),
    path("pad/", include("web.pad.urls")),
    path("", include("web.embed.urls")),
    path("", include("web.board.urls")),
]
handler400 = "config.errors.bad_request"
handler403 = "config.errors.forbidden"
handler404 = "config.errors.not_found"
handler429 = "web.errors.too_many_requests"
handler500 = "config.errors.server_error"
