"""Admin pages of users and their tokens."""

from typing import TypeVar

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest

from accounts.models import Token, User
from accounts.services import revoke_token, set_active
from database.admin import ReadOnlyAdmin

RowT = TypeVar("RowT", User, Token)


def _leave_out_superusers(
    page: ReadOnlyAdmin, request: HttpRequest, rows: QuerySet[RowT], is_superuser: str
) -> QuerySet[RowT]:
    """The rows without those of superusers, unless a superuser asks: the permission to change
    accounts must not lock out who gives the permissions. ``is_superuser`` is the lookup."""
    assert isinstance(request.user, User)  # the admin is for staff, who are signed in
    if request.user.is_superuser:
        return rows
    left_out = rows.filter(**{is_superuser: True}).count()
    if left_out:
        message = f"Left out, for only a superuser may do this: {left_out}"
        page.message_user(request, message, messages.WARNING)
    return rows.filter(**{is_superuser: False})


@admin.register(User)
class UserAdmin(ReadOnlyAdmin):
    """Who can sign in. An account is closed and opened again by an action."""

    list_display = ("email", "first_name", "last_name", "is_active", "is_staff", "last_login")
    list_filter = ("is_active", "is_staff")
    search_fields = ("email", "first_name", "last_name")
    ordering = ("email",)
    fields = (
        ("first_name", "last_name"),
        "email",
        ("is_active", "is_staff", "is_superuser"),
        ("joined_at", "last_login"),
    )
    actions = ("close_accounts", "open_accounts")

    @admin.action(
        description="Close the accounts: nobody can sign in with them", permissions=["action"]
    )
    def close_accounts(self, request: HttpRequest, users: QuerySet[User]) -> None:
        for user in _leave_out_superusers(self, request, users, "is_superuser"):
            if user != request.user:
                set_active(user=user, is_active=False)

    @admin.action(description="Open the accounts again", permissions=["action"])
    def open_accounts(self, request: HttpRequest, users: QuerySet[User]) -> None:
        for user in _leave_out_superusers(self, request, users, "is_superuser"):
            set_active(user=user, is_active=True)


@admin.register(Token)
class TokenAdmin(ReadOnlyAdmin):
    """The keys of programs, by their public ids."""

    list_display = (
        "name",
        "user",
        "token_key",
        "access",
        "club",
        "event",
        "expiry",
        "last_used_at",
        "revoked_at",
    )
    list_filter = ("access", "revoked_at")
    list_select_related = ("user", "club", "event")
    search_fields = ("name", "token_key", "user__email")
    ordering = ("-created",)
    fields = (
        "name",
        "user",
        "token_key",
        ("access", "club", "event"),
        ("created", "expiry"),
        ("last_used_at", "revoked_at"),
    )
    actions = ("revoke",)

    @admin.action(description="Revoke the tokens at once", permissions=["action"])
    def revoke(self, request: HttpRequest, tokens: QuerySet[Token]) -> None:
        allowed = _leave_out_superusers(self, request, tokens, "user__is_superuser")
        for token in allowed.select_related("user"):
            revoke_token(user=token.user, key=token.token_key)
