"""The admin site, on which support staff look rows up."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import update_wrapper
from typing import Any, TypeVar, cast

from allauth.account.decorators import secure_admin_login
from django.contrib.admin import AdminSite, ModelAdmin
from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.template.response import SimpleTemplateResponse
from django.utils import translation

from database.admin import ReadOnlyAdmin

ViewT = TypeVar("ViewT", bound=Callable[..., HttpResponseBase])


class SupportSite(AdminSite):
    """Shows rows and changes none. Libraries register forms that write without our services (e-mail
    addresses, second factors, groups): these are left out.

    It is in English for everybody: models and columns have the names of the code, which are not
    translated, and half a page in another language would be harder to read than none."""

    site_header = site_title = "La Bella"
    site_url = "/desk/"

    def login(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Sign in as on the other pages, so that the limits and the second factor apply here."""
        sign_in = secure_admin_login(super().login)
        response: HttpResponse = sign_in(request, extra_context)
        return response

    def admin_view(
        self,
        view: ViewT,
        cacheable: bool = False,  # noqa: FBT001, FBT002  # as the framework calls it
    ) -> ViewT:
        answer = super().admin_view(view, cacheable)

        def answer_in_english(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            with translation.override("en"):
                response = answer(request, *args, **kwargs)
                if isinstance(response, SimpleTemplateResponse):
                    # It would be rendered after the view, in the language of the reader.
                    response.render()
            response.headers["Content-Language"] = "en"
            return response

        return cast("ViewT", update_wrapper(answer_in_english, answer))

    def register(
        self,
        model_or_iterable: type[Model] | Iterable[type[Model]],
        admin_class: type[ModelAdmin[Any]] | None = None,
        **options: Any,
    ) -> None:
        """Register read-only pages; ignore all others."""
        if admin_class is not None and issubclass(admin_class, ReadOnlyAdmin):
            super().register(model_or_iterable, admin_class, **options)
