"""The clock of the rounds on the desk: their start and target time, and more time for a table."""

from collections.abc import Iterable
from datetime import date, datetime, time, timedelta
from typing import Any, cast
from uuid import UUID

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from database.limits import LARGEST_TABLE
from tournaments.models import Event, Pairing, RoundClock
from tournaments.models.clocks import MOST_EXTRA_MINUTES
from tournaments.selectors.events.evening_times import NIGHT_HOURS, find_evening
from tournaments.selectors.stages.stages import get_stage_by_number
from tournaments.services.undo.clocks import give_extra_time, set_clock
from web.actors import get_actor
from web.desk.access import about, get_managed_event
from web.desk.posting import get_posted_data, posted_from
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
    """When a round starts and shall end; both empty: it has no clock. ``chosen``: the round whose
    times are in the fields; by default the first. ``shown``, a hidden field, names it, as the times
    of one round are not to be set for another."""

    round = forms.ChoiceField(label=_("Round"))
    shown = forms.CharField(max_length=20, required=False, widget=forms.HiddenInput)
    starts = make_time_field(_("Starts at"))
    target = make_time_field(_("Should end by"))

    def __init__(
        self, data: Any = None, *, rounds: Iterable[RoundState], chosen: str | None = None
    ) -> None:
        self.rounds: dict[str, RoundState] = {}
        for row in rounds:
            if row.open:
                self.rounds[f"{row.stage}-{row.section}-{row.number}"] = row
        if chosen not in self.rounds:
            chosen = next(iter(self.rounds), None)
        initial: dict[str, Any] = {}
        clock: RoundClock | None = None
        if chosen is not None:
            initial |= {"round": chosen, "shown": chosen}
            clock = RoundClock.objects.filter(round=self.rounds[chosen].id).first()
        if clock is not None:
            # Times of another evening are not shown: the fields are about this one.
            evening = find_evening(timezone.now())
            for name, moment in (("starts", clock.starts_at), ("target", clock.target_at)):
                if moment is not None and find_evening(moment) == evening:
                    initial[name] = timezone.localtime(moment).time()
        super().__init__(data, initial=initial)
        choices = [(key, row.short) for key, row in self.rounds.items()]
        self.fields["round"].choices = choices  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        chosen, shown = data.get("round"), self.rounds.get(data.get("shown", ""))
        # Without scripts, the fields still have the times of the round that was shown first.
        if chosen is not None and shown not in (None, self.rounds[chosen]):
            words = gettext("The times below are those of %(round)s: check them, then go on.")
            self.add_error("round", words % {"round": shown.short})
            # Sent again, they are meant for the chosen one.
            sent_data = cast("QueryDict", self.data).copy()
            sent_data["shown"] = chosen
            self.data = sent_data
        return data


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
    form = RoundClockForm(
        get_posted_data(request),
        rounds=merge_parallel_rounds(rounds),
        chosen=request.GET.get("round"),
    )
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
@posted_from("desk:clocks", "event_id")
def extra_time(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """Gives the match at a table more time."""
    event = get_managed_event(request, event_id)
    form = ExtraTimeForm(request.POST)
    pairing: Pairing | None = None
    if form.is_valid():
        at_table = event.pairings.filter(table__number=form.cleaned_data["table"])
        pairing = at_table.filter(state=Pairing.State.CALLED).first()
        if pairing is None:
            form.add_error("table", gettext("No match is being played at this table."))
    if pairing is not None:
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
