"""The keys of the desk, as a page for browsers without scripts."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe


@login_required
@require_safe
def keys(request: HttpRequest) -> HttpResponse:
    """The list that ``?`` opens on every page of an event."""
    return render(request, "desk/keys.html", {"tab": "events"})
