"""The base classes of all admin pages: they show rows and never write them."""

from django.contrib import admin
from django.contrib.admin.options import InlineModelAdmin
from django.contrib.auth import get_permission_codename
from django.db.models import Model, QuerySet
from django.http import HttpRequest


class _ReadOnly:
    """Only services change rows, because they check permissions, take locks and write notices.
    Support staff look rows up here; to change one, an admin action calls a service."""

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class ReadOnlyAdmin(_ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]  # generic in the stubs only
    """Lists, searches and shows rows of a model."""

    show_full_result_count = False
    list_per_page = 50

    def has_action_permission(self, request: HttpRequest) -> bool:
        """Whether the actions are offered and done: ``permissions=["action"]``. They change rows,
        which ``has_change_permission`` allows to nobody, so they ask for the permission itself."""
        return request.user.has_perm(
            f"{self.opts.app_label}.{get_permission_codename('change', self.opts)}"
        )


class ReadOnlyInline(_ReadOnly, InlineModelAdmin):  # type: ignore[type-arg]
    """Rows that belong to the row on the page."""

    template = "admin/edit_inline/tabular.html"
    show_change_link = True
    extra = 0
    list_select_related: tuple[str, ...] = ()
    """What is shown of each row and stands in another table, as in the list of a ReadOnlyAdmin."""

    def get_queryset(self, request: HttpRequest) -> QuerySet[Model]:
        rows: QuerySet[Model] = super().get_queryset(request)
        # Without names it would join every table that a column points at.
        return rows.select_related(*self.list_select_related or (None,))
