"""The players of a club: found, corrected, put together, made anonymous."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Page
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from competition.entry_lists.names import Name
from database.limits import EARLIEST_BIRTH_YEAR, LATEST_BIRTH_YEAR, LONGEST_PERSON_NAME
from tournaments.models import Player
from tournaments.permissions import Right, check, may
from tournaments.selectors.events.clubs import get_own_club
from tournaments.selectors.registration.players import (
    digest_player,
    find_common_entry,
    find_namesakes,
    get_managed_player,
    list_entries_of_player,
    list_players_to_manage,
)
from tournaments.services.registration.players import (
    anonymise_player,
    correct_player,
    merge_players,
)
from web.actors import get_actor
from web.desk.posting import get_form_data, get_posted_data
from web.desk.resending import add_seen, read_seen, shown_to_resend
from web.fields import FreeTextFormField
from web.paging import choose_page
from web.refusals import find_status, find_status_if_invalid, shown_on
from web.searching import read_search
from web.sorting import PLAYER_ORDERS, build_sort_links, read_sort

PLAYERS_A_PAGE = 100
MOST_FOUND = 20
"""The players among whom the one who is the same person is chosen."""


class PlayerForm(forms.Form):
    """The name of a player as it should be."""

    first_name = FreeTextFormField(
        label=gettext_lazy("First name"), max_length=LONGEST_PERSON_NAME, required=False
    )
    last_name = FreeTextFormField(label=gettext_lazy("Surname"), max_length=LONGEST_PERSON_NAME)
    birth_year = forms.IntegerField(
        label=gettext_lazy("Year of birth"),
        min_value=EARLIEST_BIRTH_YEAR,
        max_value=LATEST_BIRTH_YEAR,
        required=False,
        help_text=gettext_lazy("Only to tell two of the same name apart; it is never shown."),
    )

    def make_name(self) -> Name:
        data = self.cleaned_data
        return Name(data["first_name"], data["last_name"], data["birth_year"])


@login_required
@require_safe
def players(request: HttpRequest, club_slug: str) -> HttpResponse:
    """The players of a club, with a search."""
    actor = get_actor(request)
    club = get_own_club(actor, club_slug)
    sought = read_search(request)
    sort = read_sort(request, PLAYER_ORDERS)
    matching_players = list_players_to_manage(actor, club, sought, by_events=sort == "events")
    page: Page[Player] = choose_page(request, matching_players, PLAYERS_A_PAGE)
    context = {
        "club": club,
        "sought": sought,
        "sort": sort,
        "sorts": build_sort_links(PLAYER_ORDERS, sort, {"q": sought}),
        "count": page.paginator.count,
        "page": page,
        "tab": "events",
    }
    return render(request, "desk/players.html", context)


@login_required
def player(request: HttpRequest, player_id: int) -> HttpResponse:
    """A player: his name, where he plays, and who may be the same person."""
    shown_player = get_managed_player(get_actor(request), player_id)
    initial = {name: getattr(shown_player, name) for name in PlayerForm.base_fields}
    form = PlayerForm(get_posted_data(request), initial=initial)
    add_seen(form, digest_player(shown_player))
    if form.is_bound and form.is_valid():
        with shown_to_resend(form, tells_stored=True):
            correct_player(
                player=shown_player,
                name=form.make_name(),
                actor=get_actor(request),
                now=timezone.now(),
                seen=read_seen(form),
            )
            messages.success(request, _("The name is corrected in all events."))
            return redirect("desk:player", shown_player.pk)
    sought = read_search(request)
    if sought:
        rows = list_players_to_manage(get_actor(request), shown_player.club, sought)
        other_players = rows.exclude(pk=shown_player.pk)[:MOST_FOUND]
    else:
        other_players = find_namesakes(shown_player)
    context = {
        **_make_context(request, shown_player),
        "form": form,
        "entries": list_entries_of_player(shown_player),
        # A player without a name cannot be recognized as the same person.
        "others": [other for other in other_players if other.anonymised_at is None],
        "sought": sought,
        "may_anonymise": may(get_actor(request), Right.MANAGE_CLUB, club_id=shown_player.club_id),
    }
    return render(request, "desk/player.html", context, status=find_status(form))


def _make_context(request: HttpRequest, found: Player) -> dict[str, Any]:
    return {"player": found, "club": found.club, "tab": "events"}


@login_required
def merge(request: HttpRequest, player_id: int) -> HttpResponse:
    """What changes if two players are one person; then puts them together."""
    actor = get_actor(request)
    found = get_managed_player(actor, player_id)
    # The page that asks names the other player in its address; the button posts it.
    form = MergeForm(get_form_data(request) or None)
    into = None
    if form.is_valid():
        into = get_managed_player(actor, form.cleaned_data["into"])
    if request.method == "POST" and into is not None:
        with shown_on(form):
            merge_players(player=found, into=into, actor=actor, now=timezone.now())
            messages.success(request, _("They are one player now."))
            # The page of the merged player is gone.
            return redirect("desk:player", into.pk)
    if into is None:
        return redirect("desk:player", found.pk)
    context = {
        **_make_context(request, found),
        "into": into,
        # Players of one event are two people: the service refuses to merge them.
        "common": find_common_entry(found, into),
        "form": form,
        "entries": list_entries_of_player(found),
        "entries_of_other": list_entries_of_player(into),
    }
    return render(request, "desk/player_merge.html", context, status=find_status_if_invalid(form))


class MergeForm(forms.Form):
    """The player who is the same person."""

    into = forms.IntegerField(min_value=1, max_value=2**62)


@login_required
def anonymise(request: HttpRequest, player_id: int) -> HttpResponse:
    """What stays if a player's name is taken away; then takes it away."""
    actor = get_actor(request)
    found = get_managed_player(actor, player_id)
    check(actor, Right.MANAGE_CLUB, club_id=found.club_id)
    if request.method == "POST":
        anonymise_player(player=found, actor=actor, now=timezone.now())
        messages.success(request, _("The name is removed."))
        return redirect("desk:player", found.pk)
    context = {**_make_context(request, found), "entries": list_entries_of_player(found)}
    return render(request, "desk/player_anonymise.html", context)
