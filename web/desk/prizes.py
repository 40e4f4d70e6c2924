"""The prizes of an event on the desk: a form with a row for each, and the list to print."""

from collections.abc import Sequence
from functools import partial
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
from database.limits import LONGEST_PRIZE, MOST_ENTRIES
from tournaments.models import Event
from tournaments.selectors.regulation.prizes import digest_bands, list_prizes
from tournaments.selectors.standings.standings import load_standings_of_event
from tournaments.services.regulation.prizes import set_prizes
from web.actors import get_actor
from web.desk.access import about, get_managed_event
from web.desk.amending import ask_for_reason, read_reason
from web.desk.posting import are_valid, get_posted_data
from web.desk.resending import add_seen, read_seen, shown_to_resend
from web.fields import FreeTextFormField
from web.prizes import build_prize_views
from web.refusals import FORM_REFUSED, find_status

MORE = 4
"""Empty rows below the filled ones."""
USUAL = ((1, 1), (2, 2), (3, 3), (4, 4), (5, 8), (9, 16))
"""The places that clubs usually give prizes for."""


class PrizeForm(forms.Form):
    """A prize: its first place, its last (empty: the same) and its text. All empty: no prize."""

    first = forms.IntegerField(
        label=gettext_lazy("From place"), min_value=1, max_value=MOST_ENTRIES, required=False
    )
    last = forms.IntegerField(
        label=gettext_lazy("To place"), min_value=1, max_value=MOST_ENTRIES, required=False
    )
    text = FreeTextFormField(label=gettext_lazy("Prize"), max_length=LONGEST_PRIZE, required=False)

    def clean(self) -> dict[str, Any]:
        # Without a first place the row has to be empty: the prize would be of no place.
        data = super().clean() or {}
        if data.get("first") is None and not self.errors and (data.get("last") or data.get("text")):
            self.add_error("first", _("Write from which place this prize is."))
        return data

    @property
    def is_empty(self) -> bool:
        return self.cleaned_data["first"] is None

    def make_band(self) -> PrizeBand:
        """The prize of a row that is not empty."""
        data = self.cleaned_data
        return PrizeBand(data["first"], data["last"] or data["first"], data["text"])


class PrizesForm(forms.Form):
    """The list as a whole, which is accepted or rejected as one: its number of rows."""

    count = forms.IntegerField(min_value=0, max_value=MOST_BANDS + MORE)

    def bind_rows(self, posted: QueryDict) -> list[PrizeForm]:
        prefixes = map(str, range(self.cleaned_data["count"]))
        return [PrizeForm(posted, prefix=prefix) for prefix in prefixes]


@login_required
def prizes(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """The prizes, one row each. ``more`` and ``usual`` add rows to the unsaved form."""
    event = get_managed_event(request, event_id)
    form = PrizesForm(get_posted_data(request))
    ask_for_reason(form, event)
    bands = list_prizes(event)
    add_seen(form, digest_bands(bands))
    if not form.is_valid():
        rows = _show_bands(bands)
        status = 200
        if form.is_bound:
            status = 400
        return _render_page(request, event, form, rows, status=status)
    rows = form.bind_rows(request.POST)
    if not are_valid(rows):
        return _render_page(request, event, form, rows, status=FORM_REFUSED)

    bands = [row.make_band() for row in rows if not row.is_empty]
    # These two buttons store nothing: the page shows what was typed, with more rows.
    if "usual" in request.POST:
        # Places that have a prize already keep theirs.
        taken_places: set[int] = set()
        for band in bands:
            taken_places.update(range(band.first, band.last + 1))
        bands += [PrizeBand(first, last, "") for first, last in USUAL if first not in taken_places]
        bands.sort(key=lambda band: band.first)
    if "usual" in request.POST or "more" in request.POST:
        return _render_page(request, event, form, _show_bands(bands))
    with shown_to_resend(form):
        set_prizes(
            event=event,
            bands=bands,
            actor=get_actor(request),
            now=timezone.now(),
            reason=read_reason(form),
            seen=read_seen(form),
        )
        messages.success(request, _("The prizes are saved. They are on the public page."))
        return redirect("desk:prizes", event.pk)
    return _render_page(request, event, form, rows, status=find_status(form))


def _show_bands(bands: Sequence[PrizeBand]) -> list[PrizeForm]:
    """A row for each prize, and some empty ones below."""
    rows: list[PrizeForm] = []
    for band in bands:
        initial = {"first": band.first, "last": band.last, "text": band.text}
        rows.append(PrizeForm(initial=initial, prefix=str(len(rows))))
    # More than this many rows could not be sent (the limit of ``count``).
    row_count = min(len(rows) + MORE, MOST_BANDS + MORE)
    while len(rows) < row_count:
        rows.append(PrizeForm(initial={}, prefix=str(len(rows))))
    return rows


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
        "prizes": build_prize_views(event, partial(load_standings_of_event, event)),
        "can_write": event.state != Event.State.ARCHIVED,
    }
    return render(request, "desk/prizes.html", context, status=status)


@login_required
@require_safe
def prize_list(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """The prize list on one page, to be read out and signed."""
    event = get_managed_event(request, event_id)
    views = build_prize_views(event, partial(load_standings_of_event, event))
    context = {
        **about(request, event, "prizes"),
        "prizes": views,
        "is_settled": all(view.is_settled for view in views),
        "at": timezone.now(),
    }
    return render(request, "desk/prize_list.html", context)
