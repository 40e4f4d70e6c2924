"""The page that asks before an act that cannot be taken back: it says what the act changes."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.models import Event
from web.desk.access import about
from web.refusals import find_status


@dataclass(frozen=True, slots=True)
class Confirmation:
    """What the page says: ``effects`` are sentences on what the act changes, ``button`` names the
    act, and ``back`` is the address of the page that offered it. ``form`` asks for what the act
    needs in addition, usually nothing."""

    title: str
    effects: Sequence[str]
    button: str
    back: str
    form: forms.Form = field(default_factory=forms.Form)


def ask_to_confirm(
    request: HttpRequest, event: Event, page: str, confirmation: Confirmation
) -> HttpResponse:
    """Asks on a page of the event, in the tab of ``page``."""
    context = {**about(request, event, page), "asked": confirmation}
    return _render_question(request, "desk/confirm.html", context, confirmation)


def ask_in_club(request: HttpRequest, tab: str, confirmation: Confirmation) -> HttpResponse:
    """Asks on a page of a club, which belongs to no event."""
    context = {"tab": tab, "asked": confirmation}
    return _render_question(request, "desk/confirm_in_club.html", context, confirmation)


def _render_question(
    request: HttpRequest, template: str, context: dict[str, object], confirmation: Confirmation
) -> HttpResponse:
    return render(request, template, context, status=find_status(confirmation.form))
