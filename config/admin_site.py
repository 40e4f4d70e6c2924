"""The admin site, on which support staff look rows up."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from allauth.account.decorators import secure_admin_login
from django.contrib.admin import AdminSite, ModelAdmin
from django.db.models import Model
from django.http import HttpRequest, HttpResponse

from database.admin import ReadOnlyAdmin


class SupportSite(AdminSite):
    """Shows rows and changes none. Libraries register forms that write without our services (e-mail
    addresses, second factors, groups): these are left out."""

    site_header = site_title = "La Bella"
    site_url = "/desk/"

    def login(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Sign in as on the other pages, so that the limits and the second factor apply here."""
        sign_in = secure_admin_login(super().login)
        response: HttpResponse = sign_in(request, extra_context)
        return response

    def register(
        self,
        model_or_iterable: type[Model] | Iterable[type[Model]],
        admin_class: type[ModelAdmin[Any]] | None = None,
        **options: Any,
    ) -> None:
        """Register read-only pages; ignore all others."""
        if admin_class is not None and issubclass(admin_class, ReadOnlyAdmin):
            super().register(model_or_iterable, admin_class, **options)
