"""The page of an invitation link. Its reader accepts the role, with a new account if needed."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import cache_control

from accounts.models import User
from accounts.services import AddressTaken
from database.limits import LONGEST_EMAIL, LONGEST_PERSON_NAME
from tournaments.models import Role
from tournaments.services.club.invitations import accept, accept_as_new_user, find_invitation
from web.desk.posting import get_posted_data
from web.fields import FreeTextFormField
from web.refusals import find_status

BACKEND = "allauth.account.auth_backends.AuthenticationBackend"
"""The backend of the session that begins with a new account."""


class AccountForm(forms.Form):
    """A new account, with the data it needs and no more."""

    first_name = FreeTextFormField(label=gettext_lazy("First name"), max_length=LONGEST_PERSON_NAME)
    last_name = FreeTextFormField(label=gettext_lazy("Surname"), max_length=LONGEST_PERSON_NAME)
    email = forms.EmailField(label=gettext_lazy("E-mail"), max_length=LONGEST_EMAIL)
    password = forms.CharField(
        label=gettext_lazy("A password"),
        max_length=128,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=gettext_lazy("Ten characters at least; a short sentence is easy to remember."),
    )

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        names = {name: data.get(name, "") for name in ("first_name", "last_name", "email")}
        if "password" in data:
            # With the user's names, so that a password like one of them is rejected.
            try:
                validate_password(data["password"], User(**names))
            except ValidationError as error:
                self.add_error("password", error)
        return data


@cache_control(private=True, no_store=True)
def invitation(request: HttpRequest, secret: str) -> HttpResponse:
    """The role that the link offers. POST accepts it, with a new account if nobody is signed in."""
    invitation = find_invitation(secret, timezone.now())
    user: User | None = None
    if isinstance(request.user, User):
        user = request.user
    # A signed-in user accepts with a button, without the form.
    form = AccountForm()
    if user is None:
        form = AccountForm(get_posted_data(request))
    if request.method == "POST":
        role: Role | None = None
        if user is None and form.is_valid():
            try:
                user, role = accept_as_new_user(
                    secret=secret, **form.cleaned_data, now=timezone.now()
                )
            except AddressTaken:
                # An account of this address belongs to somebody: only its password opens it.
                message = _(
                    "There is an account with this address. Sign in with it, then open the link"
                    " again."
                )
                form.add_error("email", message)
            else:
                login(request, user, backend=BACKEND)
        elif user is not None:
            role = accept(secret=secret, user=user, now=timezone.now())
        if role is not None:
            messages.success(request, _("Welcome. This is what you work on."))
            if role.event_id is not None:
                return redirect("desk:event", role.event_id)
            return redirect("desk:home")
    context = {"invitation": invitation, "form": form}
    return render(request, "desk/invitation.html", context, status=find_status(form))
