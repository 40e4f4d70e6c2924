"""The prizes of an event on the desk: written in rows, and the list to print."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from competition.prizes import MOST_BANDS, PrizeBand
from database.limits import LONGEST_PRIZE
from tournaments.models import Event
from tournaments.selectors.prizes import prizes_of
from tournaments.selectors.standings import standings_of
from tournaments.services.prizes import set_prizes
from web.actors import actor_of
from web.desk.access import about, get_managed_event
from web.desk.amending import ask_for_reason, reason_in
from web.fields import FreeTextFormField
from web.prizes import prize_views
from web.refusals import shown_on

LAST_PLACE = 4096
MORE = 4
"""Empty rows below the filled ones."""
USUAL = ((1, 1), (2, 2), (3, 3), (4, 4), (5, 8), (9, 16))
"""The places that clubs give prizes for."""


class PrizeForm(forms.Form):
    """A prize: from which place, to which (empty: that one alone), and what. All empty: none."""

    first = forms.IntegerField(
        label=gettext_lazy("From place"), min_value=1, max_value=LAST_PLACE, required=False
    )
    last = forms.IntegerField(
        label=gettext_lazy("To place"), min_value=1, max_value=LAST_PLACE, required=False
    )
    text = FreeTextFormField(label=gettext_lazy("Prize"), max_length=LONGEST_PRIZE, required=False)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("first") is None and not self.errors and (data.get("last") or data.get("text")):
            self.add_error("first", _("Write from which place this prize is."))
        return data

    def band(self) -> PrizeBand | None:
        """The prize of this row; none if it is empty."""
        first = self.cleaned_data["first"]
        if first is None:
            return None
        return PrizeBand(first, self.cleaned_data["last"] or first, self.cleaned_data["text"])


class PrizesForm(forms.Form):
    """The list as a whole, which is taken or refused as one."""

    count = forms.IntegerField(min_value=0, max_value=MOST_BANDS + MORE)

    def rows_in(self, posted: QueryDict) -> list[PrizeForm]:
        return [PrizeForm(posted, prefix=str(at)) for at in range(self.cleaned_data["count"])]


@login_required
def prizes(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """The prizes, one row each. ``more`` and ``usual`` add rows to the unsaved form."""
    event = get_managed_event(request, event_id)
    form = PrizesForm(request.POST if request.method == "POST" else None)
    ask_for_reason(form, event)
    if not form.is_valid():
        rows = _rows_of(prizes_of(event))
        return _render_page(request, event, form, rows, status=400 if form.is_bound else 200)
    rows = form.rows_in(request.POST)
    if [row for row in rows if not row.is_valid()]:
        return _render_page(request, event, form, rows, status=422)
    bands = [band for row in rows if (band := row.band()) is not None]
    if "more" in request.POST or "usual" in request.POST:
        more = _with_usual(bands) if "usual" in request.POST else bands
        return _render_page(request, event, form, _rows_of(more))
    with shown_on(form):
        set_prizes(
            event=event,
            bands=bands,
            actor=actor_of(request),
            now=timezone.now(),
            reason=reason_in(form),
        )
        messages.success(request, _("The prizes are written. They stand on the public page."))
        return redirect("desk:prizes", event.pk)
    return _render_page(request, event, form, rows, status=422)


def _rows_of(bands: Sequence[PrizeBand]) -> list[PrizeForm]:
    """A row for each prize, and some empty ones."""
    said = [{"first": band.first, "last": band.last, "text": band.text} for band in bands]
    empty = min(MORE, MOST_BANDS + MORE - len(said))
    return [
        PrizeForm(initial=row, prefix=str(at))
        for at, row in enumerate([*said, *({} for _empty in range(empty))])
    ]


def _with_usual(bands: Sequence[PrizeBand]) -> list[PrizeBand]:
    """The places that usually have a prize, beside those that have one already."""
    taken = {place for band in bands for place in range(band.first, band.last + 1)}
    usual = [PrizeBand(first, last, "") for first, last in USUAL if first not in taken]
    return sorted([*bands, *usual], key=lambda band: band.first)


def _render_page(
    request: HttpRequest,
    event: Event,
    form: PrizesForm,
    rows: Sequence[PrizeForm],
    *,
    status: int = 200,
) -> HttpResponse:
    context = {
        **about(request, event, "prizes"),
        "form": form,
        "rows": rows,
        "prizes": prize_views(event, standings_of(event)),
        "can_write": event.state != Event.State.ARCHIVED,
    }
    return render(request, "desk/prizes.html", context, status=status)


@login_required
@require_safe
def prize_list(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """The prize list on one sheet, to be read out and signed."""
    event = get_managed_event(request, event_id)
    views = prize_views(event, standings_of(event))
    context = {
        **about(request, event, "prizes"),
        "prizes": views,
        "is_settled": all(view.is_settled for view in views),
        "at": timezone.now(),
    }
    return render(request, "desk/prize_list.html", context)
