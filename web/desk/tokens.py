"""The tokens of programs: made, shown once, revoked."""

from collections.abc import Mapping, Sequence
from datetime import datetime, time, timedelta
from types import MappingProxyType
from typing import Any, TypeAlias
from uuid import uuid4

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import cache_control

from accounts.actors import EVERYWHERE, TokenAccess, TokenScope
from accounts.models import Token, User
from accounts.services import make_token, revoke_token
from database.limits import LONGEST_LABEL
from tournaments.permissions import list_clubs
from tournaments.selectors.events.events import list_events_worked_at
from web.actors import get_actor
from web.desk.posting import get_posted_data
from web.desk.resending import shown_to_resend
from web.fields import FreeTextFormField
from web.refusals import find_status
from wording.dates import word_day

SHOWN_AGAIN_FOR = timedelta(minutes=5)
"""A form that is sent twice shows the secret again, but an old form does not."""

EVENING_ENDS = time(6)
"""An evening at the club goes on after midnight."""
ACCESS_CHOICES = {
    TokenAccess.READ: _("Read"),
    TokenAccess.SCORE: _("Read and score: what a referee does at the tables"),
    TokenAccess.ORGANIZE: _("Read, score and organize"),
}
ACCESS_WORDS: Mapping[str, Promise] = MappingProxyType(
    {
        TokenAccess.READ: _("only reads"),
        TokenAccess.SCORE: _("reads and scores"),
        TokenAccess.ORGANIZE: _("reads, scores and organizes"),
    }
)

Places: TypeAlias = tuple[str, Mapping[TokenScope, str]]
"""A club by its name, and where in it a token may be good, in words."""


class TokenForm(forms.Form):
    """A token for a program: its permissions, where they hold, and its expiry."""

    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)
    """Made with the page: if the form is sent twice, it is still one token."""
    name = FreeTextFormField(label=_("Which program is it for?"), max_length=LONGEST_LABEL)
    scope = forms.TypedChoiceField(
        label=_("Where is it valid?"),
        required=False,
        help_text=_("It can read public data everywhere."),
    )
    lasts = forms.ChoiceField(
        label=_("How long is it valid?"),
        initial="365",
        choices=[
            ("tonight", _("Tonight, until 6 in the morning")),
            ("30", _("30 days")),
            ("365", _("One year")),
            ("never", _("Until it is revoked")),
        ],
    )
    access = forms.TypedChoiceField(
        label=_("What may it do?"),
        coerce=TokenAccess,
        initial=TokenAccess.READ,
        choices=ACCESS_CHOICES.items(),
        widget=forms.RadioSelect,
        help_text=_("Never more than you may. A web site or a projector only reads."),
    )

    def __init__(self, data: Mapping[str, Any] | None = None, *, places: Sequence[Places]) -> None:
        super().__init__(data)
        field = self.fields["scope"]
        assert isinstance(field, forms.TypedChoiceField)
        scopes: dict[str, TokenScope] = {}
        choices: list[Any] = [("", _("Wherever I work"))]
        for club, names in places:
            choices_of_club = []
            for scope, name in names.items():
                value = f"club:{scope.club_id}"
                if scope.club_id is None:
                    value = f"event:{scope.event_id}"
                scopes[value] = scope
                choices_of_club.append((value, name))
            choices.append((club, choices_of_club))
        # Django checks the choice before it converts it, so every value is known here.
        field.coerce = scopes.__getitem__
        field.choices = choices

    def make(self, user: User) -> tuple[Token, str]:
        """The token, and its secret. Raises FormReused."""
        data = self.cleaned_data
        return make_token(
            user=user,
            name=data["name"],
            access=data["access"],
            scope=data["scope"] or EVERYWHERE,
            expiry=choose_expiry(data["lasts"], timezone.now()),
            form=data["key"],
        )


def choose_expiry(lasts: str, now: datetime) -> datetime | None:
    """When a token ends that is made now; None: never."""
    if lasts == "never":
        return None
    if lasts == "tonight":
        local = timezone.localtime(now)
        # Between midnight and six the evening of the day before still goes on.
        morning = local.date()
        if local.time() >= EVENING_ENDS:
            morning += timedelta(days=1)
        return datetime.combine(morning, EVENING_ENDS, local.tzinfo)
    return now + timedelta(days=int(lasts))


@login_required
@cache_control(private=True, no_store=True)
def tokens(request: HttpRequest) -> HttpResponse:
    """The user's tokens, and a form for a new one, whose secret is shown only once."""
    user = request.user
    assert isinstance(user, User)
    # A token can be limited to a club, or to one event of it, where its user has a role.
    actor = get_actor(request)
    clubs = list(list_clubs(actor))
    events = list_events_worked_at(actor)
    places: list[Places] = []
    for club in clubs:
        names = {TokenScope(club_id=club.pk): _("The whole club: %(club)s") % {"club": club.name}}
        for event in events:
            if event.club_id == club.pk:
                names[TokenScope(event_id=event.pk)] = f"{event.name}, {word_day(event.date)}"
        places.append((club.name, names))
    form = TokenForm(get_posted_data(request), places=places)
    new_token, new_secret = None, ""
    if form.is_valid():
        with shown_to_resend(form):
            new_token, new_secret = form.make(user)
            form = TokenForm(places=places)
    # A form that is sent again within this time makes the same token, and shows its secret again.
    shows_secret = (
        new_token is not None
        and new_token.revoked_at is None
        and new_token.created > timezone.now() - SHOWN_AGAIN_FOR
    )
    if not shows_secret:
        new_secret = ""
    context = {
        "tokens": _list_tokens(user, places),
        "form": form,
        "made": new_token,
        "secret": new_secret,
        "tab": "tokens",
    }
    return render(request, "desk/tokens.html", context, status=find_status(form))


@login_required
def revoke(request: HttpRequest, key: str) -> HttpResponse:
    """What ends with a token; then revokes it."""
    user = request.user
    assert isinstance(user, User)
    if request.method == "POST":
        revoke_token(user=user, key=key)
        messages.success(request, _("The token is revoked."))
        return redirect("desk:tokens")
    token = get_object_or_404(Token, user=user, token_key=key)
    # Revoked meanwhile, perhaps by a second tap: there is nothing to ask.
    if token.revoked_at is not None:
        return redirect("desk:tokens")
    context = {"token": token, "access": ACCESS_WORDS[token.access], "tab": "tokens"}
    return render(request, "desk/token_revoke.html", context)


def _list_tokens(user: User, places: Sequence[Places]) -> list[dict[str, Any]]:
    """The tokens that are not revoked, the newest first, each with the place it is good in."""
    names: dict[TokenScope, str] = {}
    for _club, names_in_club in places:
        names |= names_in_club
    now = timezone.now()
    rows = Token.objects.filter(user=user, revoked_at__isnull=True).order_by("-created")
    described_tokens = []
    for token in rows:
        place = ""
        if token.scope != EVERYWHERE:
            # The user may have lost the role there since the token was made.
            place = names.get(token.scope, str(_("a place where you no longer work")))
        described_tokens.append(
            {
                "token": token,
                "access": ACCESS_WORDS[token.access],
                "place": place,
                "expired": token.expiry is not None and token.expiry <= now,
            }
        )
    return described_tokens
