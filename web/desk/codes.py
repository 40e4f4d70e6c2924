"""Table codes on the desk: made, revoked, and printed as cards with a QR."""

from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from competition.hall.codes import format_code
from tournaments.models import Event, TableCode
from tournaments.selectors.hall import code_for, codes_of
from tournaments.selectors.stages import open_rounds, round_of
from tournaments.services.table_codes import make_codes, revoke_codes
from web.actors import actor_of
from web.desk.access import about, get_managed_event
from web.qr import draw_qr
from web.refusals import shown_on
from web.rounds import round_titles


@dataclass(frozen=True, slots=True)
class HallCard:
    """A card for the middle of a table."""

    id: int
    table: int
    spaced: str
    round: str
    qr: SafeString
    devices: int


class CodesForm(forms.Form):
    """For the whole event, or for one round of it."""

    round = forms.ChoiceField(label=gettext_lazy("Good for"), required=False)

    def __init__(self, titles: dict[int, str], data: object = None) -> None:
        super().__init__(data)  # type: ignore[arg-type]
        whole = ("", _("the whole event"))
        self.fields["round"].choices = [whole, *((str(pk), title) for pk, title in titles.items())]  # type: ignore[attr-defined]


@login_required
def codes(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """The codes in force, and new ones."""
    event = get_managed_event(request, event_id)
    actor = actor_of(request)
    titles = round_titles(event)
    still_open = {pk: titles[pk] for pk in open_rounds(event)}
    form = CodesForm(still_open, request.POST or None)
    if request.method == "POST" and form.is_valid():
        with shown_on(form):
            chosen = form.cleaned_data["round"]
            make_codes(
                event=event,
                round=round_of(event, int(chosen)) if chosen else None,
                actor=actor,
                now=timezone.now(),
            )
            return redirect("desk:codes", event.pk)
    context = {
        **about(request, event, "codes"),
        "form": form,
        "tables": event.tables.count(),
        "cards": _cards(request, codes_of(actor, event), titles),
    }
    return render(request, "desk/codes.html", context, status=422 if form.is_bound else 200)


@login_required
@require_safe
def cards(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """The cards to print: one for each table, to be cut out."""
    event = get_managed_event(request, event_id)
    found = _cards(request, codes_of(actor_of(request), event), round_titles(event))
    context = {"event": event, "cards": found, "address": _address(request)}
    return render(request, "desk/cards.html", context)


@login_required
@require_POST
def revoke(request: HttpRequest, code_id: int) -> HttpResponse:
    """Ends one code at once, with the phones that came in by it."""
    code = code_for(actor_of(request), code_id)
    revoke_codes(codes=[code], event=code.event, actor=actor_of(request), now=timezone.now())
    return redirect("desk:codes", code.event_id)


@login_required
@require_POST
def revoke_all(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """Ends all codes of an event."""
    event: Event = get_managed_event(request, event_id)
    found = list(codes_of(actor_of(request), event))
    revoke_codes(codes=found, event=event, actor=actor_of(request), now=timezone.now())
    return redirect("desk:codes", event.pk)


def _cards(
    request: HttpRequest, found: Iterable[TableCode], titles: dict[int, str]
) -> tuple[HallCard, ...]:
    address = _address(request)
    return tuple(
        HallCard(
            id=code.pk,
            table=code.table.number,
            spaced=format_code(code.code),
            round=titles.get(code.round_id or 0, ""),
            qr=draw_qr(f"{address}#{code.secret}"),
            devices=getattr(code, "device_count", 0),
        )
        for code in found
    )


def _address(request: HttpRequest) -> str:
    return request.build_absolute_uri(reverse("pad:pad"))
