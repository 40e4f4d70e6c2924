"""The first page of the desk: the events of one's clubs."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.permissions import clubs_of
from tournaments.selectors.events import events_of_clubs
from web.actors import actor_of


@login_required
def home(request: HttpRequest) -> HttpResponse:
    """The events of the clubs in which one has a role, the newest first."""
    clubs = list(clubs_of(actor_of(request)))
    context = {"clubs": clubs, "events": events_of_clubs(clubs), "tab": "events"}
    return render(request, "desk/home.html", context)
