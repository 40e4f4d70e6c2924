"""The clock of the rounds on the desk: their start and target time, and more time for a table."""

from collections.abc import Iterable
from datetime import date, datetime, time, timedelta
from typing import Any
from uuid import UUID

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from database.limits import LARGEST_TABLE
from tournaments.models import Event, Pairing
from tournaments.models.clocks import MOST_EXTRA_MINUTES
from tournaments.refusals import NotFound
from tournaments.selectors.events.evening_times import NIGHT_HOURS, find_evening
from tournaments.selectors.stages.stages import get_stage_by_number
from tournaments.services.undo.clocks import give_extra_time, set_clock
from web.actors import get_actor
from web.desk.access import about, get_managed_event
from web.desk.undo_offers import offer_undo
from web.forecast import build_forecast_view
from web.refusals import find_status, shown_on
from web.rounds import Rounds, RoundState, load_rounds, merge_parallel_rounds


def make_time_field(label: Any) -> forms.TimeField:
    return forms.TimeField(
        label=label,
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        input_formats=("%H:%M", "%H.%M"),
    )


class RoundClockForm(forms.Form):
    """When a round starts and shall end; both empty: it has no clock."""

    round = forms.ChoiceField(label=_("Round"))
    starts = make_time_field(_("Starts at"))
    target = make_time_field(_("Should end by"))

    def __init__(self, *args: Any, rounds: Iterable[RoundState], **more: Any) -> None:
        super().__init__(*args, **more)
        self.rounds: dict[str, RoundState] = {}
        choices = []
        for row in rounds:
            if row.open:
                key = f"{row.stage}-{row.section}-{row.number}"
                self.rounds[key] = row
                choices.append((key, row.short))
        self.fields["round"].choices = choices  # type: ignore[attr-defined]


class ExtraTimeForm(forms.Form):
    """More minutes for the match at a table; 0 takes them back."""

    table = forms.IntegerField(label=_("Table"), min_value=1, max_value=LARGEST_TABLE)
    minutes = forms.IntegerField(
        label=_("More minutes"), min_value=0, max_value=MOST_EXTRA_MINUTES, initial=5
    )


@login_required
def clocks(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """The page, with the form of a round."""
    event = get_managed_event(request, event_id)
    rounds = load_rounds(event)
    # Rounds that groups play side by side are one choice: they share a clock.
    form = RoundClockForm(request.POST or None, rounds=merge_parallel_rounds(rounds))
    if request.method == "POST" and form.is_valid():
        row, evening = form.rounds[form.cleaned_data["round"]], find_evening(timezone.now())
        with shown_on(form):
            steps = set_clock(
                stage=get_stage_by_number(event, row.stage),
                section=row.section,
                number=row.number,
                starts_at=_find_moment(evening, form.cleaned_data["starts"]),
                target_at=_find_moment(evening, form.cleaned_data["target"]),
                actor=get_actor(request),
                now=timezone.now(),
            )
            offer_undo(request, gettext("Times of %(round)s") % {"round": row.short}, steps)
            return redirect("desk:clocks", event.pk)
    return _render_page(request, event, rounds, form, ExtraTimeForm())


@login_required
@require_POST
def extra_time(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """Gives the match at a table more time."""
    event = get_managed_event(request, event_id)
    form = ExtraTimeForm(request.POST)
    if form.is_valid():
        at_table = event.pairings.filter(table__number=form.cleaned_data["table"])
        pairing = at_table.filter(state=Pairing.State.CALLED).first()
        if pairing is None:
            raise NotFound
        # The service needs the event, which is loaded already.
        pairing.event = event
        with shown_on(form):
            steps = give_extra_time(
                pairing=pairing,
                minutes=form.cleaned_data["minutes"],
                actor=get_actor(request),
                now=timezone.now(),
            )
            number = form.cleaned_data["table"]
            offer_undo(
                request, gettext("More time for table %(number)s") % {"number": number}, steps
            )
            return redirect("desk:clocks", event.pk)
    rounds = load_rounds(event)
    round_form = RoundClockForm(rounds=merge_parallel_rounds(rounds))
    return _render_page(request, event, rounds, round_form, form)


def _render_page(
    request: HttpRequest,
    event: Event,
    rounds: Rounds,
    form: RoundClockForm,
    extra_form: ExtraTimeForm,
) -> HttpResponse:
    context = {
        **about(request, event, "today"),
        "form": form,
        "extra_form": extra_form,
        "forecast": build_forecast_view(event, rounds, timezone.now(), with_chart=False),
    }
    return render(request, "desk/clocks.html", context, status=find_status(form, extra_form))


def _find_moment(evening: date, clock: time | None) -> datetime | None:
    """A time of this evening, which goes on after midnight."""
    if clock is None:
        return None
    if clock.hour < NIGHT_HOURS:
        evening += timedelta(days=1)
    return datetime.combine(evening, clock, timezone.get_current_timezone())
