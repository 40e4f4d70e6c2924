"""The people of a club, for its owners: their roles, and invitations."""

from collections import defaultdict
from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import cache_control

from database.limits import LONGEST_TITLE
from printing.addresses import find_unreachable
from tournaments.models import Club, Event, Group, Role
from tournaments.permissions import Right, check
from tournaments.selectors.events.clubs import (
    get_invitation,
    get_own_club,
    get_role,
    list_duties,
    list_invitations,
)
from tournaments.selectors.events.events import list_events_of_clubs
from tournaments.selectors.stages.stages import list_groups_to_referee
from tournaments.services.club.invitations import call_back, invite, take_role
from web.actors import get_actor
from web.desk.confirmations import Confirmation, ask_in_club
from web.desk.posting import get_posted_data
from web.desk.resending import KeyField, shown_to_resend
from web.fields import FreeTextFormField
from web.groups import group_title
from web.phone_hosts import find_phone_host, find_phone_root
from web.refusals import find_status
from wording.duties import word_duty


class InvitationForm(forms.Form):
    """The recipient and the role of an invitation."""

    kind = forms.ChoiceField(label=gettext_lazy("What for?"))
    event = forms.ChoiceField(
        label=gettext_lazy("Only for one event, or for one group of it?"),
        required=False,
        help_text=gettext_lazy(
            "For a referee: his role ends there. A group is listed here once it has a name or a "
            "place on the page of the stages, or is drawn."
        ),
    )
    tables = forms.RegexField(
        r"^[0-9 ,]{0,200}$",
        label=gettext_lazy("Only at some tables?"),
        required=False,
        help_text=gettext_lazy("Their numbers, for a referee at one event. Empty: all."),
    )
    note = FreeTextFormField(
        label=gettext_lazy("Who is it for?"), max_length=LONGEST_TITLE, required=False
    )

    key = KeyField()
    """Made with the page: sent twice, it is one invitation, whose link is shown again."""

    def __init__(self, club: Club, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data)
        self._scopes: dict[str, tuple[Event | None, Group | None]] = {"": (None, None)}
        kinds = [(kind, word_duty(kind)) for kind in reversed(Role.Kind.values)]
        self.fields["kind"].choices = kinds  # type: ignore[attr-defined]
        # An event with groups is a list of choices of its own: the whole event, then each group.
        groups_by_event: dict[UUID, list[Group]] = defaultdict(list)
        for group in list_groups_to_referee(club):
            groups_by_event[group.stage.event_id].append(group)
        events: list[tuple[str, Any]] = [("", _("no, for all"))]
        for event in list_events_of_clubs([club]):
            event_key = str(event.pk)
            self._scopes[event_key] = (event, None)
            # The keys are checked on the way back: only what was offered can be chosen.
            group_choices = []
            for group in groups_by_event[event.pk]:
                group_key = f"{event_key}/{group.pk}"
                self._scopes[group_key] = (event, group)
                group_choices.append((group_key, group_title(group)))
            if group_choices:
                group_choices.insert(0, (event_key, _("the whole event")))
                events.append((event.name, group_choices))
            else:
                events.append((event_key, event.name))
        self.fields["event"].choices = events  # type: ignore[attr-defined]

    @property
    def scope(self) -> tuple[Event | None, Group | None]:
        """The event and the group that were chosen; None stands for all."""
        return self._scopes[self.cleaned_data["event"]]

    @property
    def table_numbers(self) -> list[int]:
        numbers = self.cleaned_data["tables"].replace(",", " ").split()
        return [int(number) for number in numbers]


@login_required
@cache_control(private=True, no_store=True)
def people(request: HttpRequest, club_slug: str) -> HttpResponse:
    """The roles in the club, and the open invitations. The link of a new one is shown only once."""
    actor = get_actor(request)
    club = get_own_club(actor, club_slug)
    duties = list_duties(actor, club)
    form = InvitationForm(club, get_posted_data(request))
    link = ""
    if form.is_valid():
        with shown_to_resend(form):
            # Only a digest of the secret is stored, so the page that is loaded again has no link.
            event, group = form.scope
            invited = invite(
                club=club,
                kind=form.cleaned_data["kind"],
                event=event,
                group=group,
                tables=form.table_numbers,
                note=form.cleaned_data["note"],
                key=form.cleaned_data["key"],
                actor=actor,
                now=timezone.now(),
            )
            path = reverse("desk:invitation", args=[invited.secret])
            # It may be opened on a phone: its host is the one that was chosen for QR codes.
            link = find_phone_root(request) + path
            form = InvitationForm(club)
    context = {
        "club": club,
        "duties": duties,
        "invitations": list_invitations(club, timezone.now()),
        "form": form,
        "link": link,
        "unreachable": find_unreachable(find_phone_host(request)),
        "tab": "events",
    }
    return render(request, "desk/people.html", context, status=find_status(form))


@login_required
def take_role_back(request: HttpRequest, club_slug: str, role_id: int) -> HttpResponse:
    """Asks, then takes a role back at once."""
    club = _get_club(request, club_slug)
    # The question itself names a person: who may not answer it does not see it.
    check(get_actor(request), Right.MANAGE_CLUB, club_id=club.pk)
    role = get_role(club, role_id)
    if request.method == "POST":
        take_role(role=role, actor=get_actor(request))
        messages.success(request, _("Taken back. It holds from this moment."))
        return redirect("desk:people", club.slug)
    confirmation = Confirmation(
        _("Remove the role of %(person)s?") % {"person": role.user},
        [_("It holds at once. To have it again, the person needs a new invitation.")],
        _("Remove the role"),
        reverse("desk:people", args=[club.slug]),
    )
    return ask_in_club(request, "events", confirmation)


@login_required
def withdraw_invitation(request: HttpRequest, club_slug: str, invitation_id: int) -> HttpResponse:
    """Asks, then withdraws an invitation."""
    club = _get_club(request, club_slug)
    check(get_actor(request), Right.MANAGE_CLUB, club_id=club.pk)
    invitation = get_invitation(club, invitation_id)
    if request.method == "POST":
        call_back(invitation=invitation, actor=get_actor(request), now=timezone.now())
        return redirect("desk:people", club.slug)
    confirmation = Confirmation(
        _("Withdraw the invitation?"),
        [_("Its link no longer works. To invite the person again, make a new one.")],
        _("Withdraw the invitation"),
        reverse("desk:people", args=[club.slug]),
    )
    return ask_in_club(request, "events", confirmation)


def _get_club(request: HttpRequest, club_slug: str) -> Club:
    return get_own_club(get_actor(request), club_slug)
