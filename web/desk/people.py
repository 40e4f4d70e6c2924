"""The people of a club, for its owners."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.selectors.clubs import duties_in, own_club
from web.actors import actor_of


@login_required
def people(request: HttpRequest, club_slug: str) -> HttpResponse:
    """Who may do what in the club."""
    actor = actor_of(request)
    club = own_club(actor, club_slug)
    context = {"club": club, "duties": duties_in(actor, club), "tab": "events"}
    return render(request, "desk/people.html", context)
