"""An invitation, for who opened its link: with an account or with a new one, the role is taken."""

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
from accounts.services import AddressTaken, create_account
from database.limits import LONGEST_PERSON_NAME
from tournaments.services.invitations import accept, invitation_by
from web.fields import FreeTextFormField

BACKEND = "allauth.account.auth_backends.AuthenticationBackend"


class AccountForm(forms.Form):
    """A new account, with what it takes and no more."""

    first_name = FreeTextFormField(label=gettext_lazy("First name"), max_length=LONGEST_PERSON_NAME)
    last_name = FreeTextFormField(label=gettext_lazy("Surname"), max_length=LONGEST_PERSON_NAME)
    email = forms.EmailField(label=gettext_lazy("E-mail"), max_length=254)
    password = forms.CharField(
        label=gettext_lazy("A password"),
        max_length=128,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=gettext_lazy("Ten signs at least; a short sentence is easy to keep in mind."),
    )

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        names = {name: data.get(name, "") for name in ("first_name", "last_name", "email")}
        if "password" in data:
            try:
                validate_password(data["password"], User(**names))
            except ValidationError as error:
                self.add_error("password", error)
        return data


@cache_control(private=True, no_store=True)
def invitation(request: HttpRequest, secret: str) -> HttpResponse:
    """What one is invited to; taken with one's own account or a new one."""
    found = invitation_by(secret, timezone.now())
    user = request.user if request.user.is_authenticated else None
    form = AccountForm(request.POST if request.method == "POST" and user is None else None)
    if request.method == "POST":
        if user is None and form.is_valid():
            user = _new_account(form)
            if user is not None:
                login(request, user, backend=BACKEND)
        if user is not None:
            role = accept(secret=secret, user=user, now=timezone.now())
            messages.success(request, _("Welcome. This is what you work on."))
            if role.event_id is not None:
                return redirect("desk:event", role.event_id)
            return redirect("desk:home")
    context = {"invitation": found, "form": form}
    return render(request, "desk/invitation.html", context, status=422 if form.is_bound else 200)


def _new_account(form: AccountForm) -> User | None:
    """The account, or the form says that there is one of that address already."""
    try:
        return create_account(**form.cleaned_data)
    except AddressTaken:
        said = _(
            "There is an account with this address. Sign in with it, then open the link again."
        )
        form.add_error("email", said)
        return None
