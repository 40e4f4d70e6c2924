"""The tokens of programs: made, shown once, revoked."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any
from uuid import uuid4

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_POST

from accounts.actors import Actor
from accounts.models import Token, User
from accounts.services import make_token, revoke_token
from database.limits import LONGEST_LABEL
from tournaments.permissions import CLUB, EVENT, clubs_of
from tournaments.selectors.events import events_worked_at
from web.actors import actor_of
from web.fields import FreeTextFormField
from wording.dates import day_words

TOLD_AGAIN_FOR = timedelta(minutes=5)
"""A form sent twice shows the token that it made; an old form shows nothing."""


class TokenForm(forms.Form):
    """A token for a program: what it may, where, and until when."""

    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)
    """Made with the page: sent twice, it is one token."""
    name = FreeTextFormField(label=_("Which program is it for?"), max_length=LONGEST_LABEL)
    within = forms.ChoiceField(
        label=_("Where is it good?"),
        required=False,
        help_text=_("What is public, it reads everywhere."),
    )
    lasts = forms.TypedChoiceField(
        label=_("How long is it good?"),
        coerce=int,
        initial=365,
        choices=[
            (1, _("One day")),
            (30, _("30 days")),
            (365, _("One year")),
            (0, _("Until it is revoked")),
        ],
    )
    may_write = forms.BooleanField(
        label=_("It may also write"),
        required=False,
        help_text=_("Without this it only reads: right for a web site or a projector."),
    )

    def __init__(self, data: Mapping[str, Any] | None = None, *, places: list[Any]) -> None:
        super().__init__(data)
        self.fields["within"].choices = places  # type: ignore[attr-defined]

    def make(self, user: User) -> tuple[Token, str]:
        """The token, and its secret."""
        data, lasts = self.cleaned_data, self.cleaned_data["lasts"]
        return make_token(
            user=user,
            name=data["name"],
            may_write=data["may_write"],
            within=data["within"],
            expiry=timezone.now() + timedelta(days=lasts) if lasts else None,
            form=data["key"],
        )


@login_required
@cache_control(private=True, no_store=True)
def tokens(request: HttpRequest) -> HttpResponse:
    """The user's tokens, and a form for a new one, whose secret is shown only once."""
    user = request.user
    assert isinstance(user, User)
    places = _list_places(actor_of(request))
    form = TokenForm(request.POST or None, places=places)
    made, secret = None, ""
    if form.is_valid():
        made, secret = form.make(user)
        form = TokenForm(places=places)
    context = {
        "tokens": _list_tokens(user, places),
        "form": form,
        "made": made,
        "secret": secret if made is not None and _is_new(made) else "",
        "tab": "tokens",
    }
    return render(request, "desk/tokens.html", context, status=422 if form.is_bound else 200)


@login_required
@require_POST
def revoke(request: HttpRequest, key: str) -> HttpResponse:
    """Ends a token at once."""
    user = request.user
    assert isinstance(user, User)
    revoke_token(user=user, key=key)
    return redirect("desk:tokens")


def _is_new(token: Token) -> bool:
    return token.revoked_at is None and token.created > timezone.now() - TOLD_AGAIN_FOR


def _list_places(actor: Actor) -> list[Any]:
    """Where a token may be good: everywhere, in a club, at one of its events."""
    clubs = list(clubs_of(actor))
    events = events_worked_at(actor)
    return [
        ("", _("Wherever I work")),
        *(
            (
                club.name,
                [
                    (f"{CLUB}{club.pk}", _("The whole club: %(club)s") % {"club": club.name}),
                    *(
                        (f"{EVENT}{event.pk}", f"{event.name}, {day_words(event.date)}")
                        for event in events
                        if event.club_id == club.pk
                    ),
                ],
            )
            for club in clubs
        ),
    ]


def _list_tokens(user: User, places: list[Any]) -> list[dict[str, Any]]:
    """The tokens that are not revoked, the newest first, each with the place it is good in."""
    names = dict(choice for _club, choices in places[1:] for choice in choices)
    now = timezone.now()
    rows = Token.objects.filter(user=user, revoked_at__isnull=True).order_by("-created")
    return [
        {
            "token": token,
            "place": names.get(token.within, _("a place where you no longer work"))
            if token.within
            else "",
            "expired": token.expiry is not None and token.expiry <= now,
        }
        for token in rows
    ]
