"""The map of addresses: the API, the desk, the pad, the board, who one is."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.urls import include, path
from django.views.decorators.http import require_safe

admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]


@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """An answer without a database: the web process is up."""
    return HttpResponse("ok", content_type="text/plain")


urlpatterns = [
    path("healthz/", healthz, name="healthz"),
    path("admin/", admin.site.urls),
    path("accounts/", include("allauth.account.urls")),
    path("i18n/", include("django.conf.urls.i18n")),
    path("api/", include("api.urls")),
    path("desk/", include("web.desk.urls")),
    path("pad/", include("web.pad.urls")),
    path("", include("web.board.urls")),
]
handler400 = "config.errors.bad_request"
handler403 = "config.errors.forbidden"
handler404 = "config.errors.not_found"
handler429 = "web.errors.too_many_requests"
handler500 = "config.errors.server_error"
