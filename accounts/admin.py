"""Admin pages of users and their tokens."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from accounts.models import Token, User
from accounts.services import revoke_token, set_active
from database.admin import ReadOnlyAdmin


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

    @admin.action(description="Close the accounts: nobody can sign in with them")
    def close_accounts(self, request: HttpRequest, users: QuerySet[User]) -> None:
        for user in users:
            if user != request.user:
                set_active(user=user, is_active=False)

    @admin.action(description="Open the accounts again")
    def open_accounts(self, request: HttpRequest, users: QuerySet[User]) -> None:
        for user in users:
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

    @admin.action(description="Revoke the tokens at once")
    def revoke(self, request: HttpRequest, tokens: QuerySet[Token]) -> None:
        for token in tokens.select_related("user"):
            revoke_token(user=token.user, key=token.token_key)
