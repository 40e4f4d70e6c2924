"""When the rounds of a stage are played: its calendar, and rounds that are moved."""

from collections.abc import Sequence
from datetime import date
from typing import Any
from uuid import UUID

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from competition.calendar import MOST_SKIPPED, Calendar
from tournaments.models import Event, Stage
from tournaments.selectors.calendars import calendar_of
from tournaments.selectors.road import stage_of
from tournaments.selectors.stages import RoundCount, load_round_counts
from tournaments.services.calendars import move_rounds, remove_calendar, set_calendar
from tournaments.services.stages import CLOSED
from web.actors import actor_of
from web.desk.access import about, get_managed_event
from web.fields import FreeTextFormField
from web.refusals import shown_on
from web.rounds import round_states
from web.stages import stage_tabs
from wording.dates import day_words
from wording.places import group_name
from wording.rounds import short_title

WRITTEN = "%d/%m/%Y"
FORMS = (WRITTEN, "%Y-%m-%d", "%d.%m.%Y", "%d-%m-%Y")
"""How a date may be typed, in any language: the day before the month."""
MOST_A_DATE = 50


def day_input() -> forms.DateInput:
    return forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")


class DatesField(FreeTextFormField):
    """Dates as text, one a line or with commas between."""

    widget = forms.Textarea(attrs={"rows": 3})

    def prepare_value(self, value: Any) -> Any:
        if isinstance(value, frozenset):
            return "\n".join(day.strftime(WRITTEN) for day in sorted(value))
        return value

    def clean(self, value: Any) -> frozenset[date]:
        said = [part.strip() for part in super().clean(value).replace(",", "\n").splitlines()]
        found, wrong = set(), []
        for text in filter(None, said):
            try:
                found.add(forms.DateField(input_formats=FORMS).clean(text))
            except forms.ValidationError:
                params = {"text": text}
                wrong.append(gettext("“%(text)s” is no date: write it as 8/12/2026.") % params)
        if len(found) > MOST_SKIPPED:
            wrong.append(gettext("%(most)s dates at most.") % {"most": MOST_SKIPPED})
        if wrong:
            raise forms.ValidationError(wrong)
        return frozenset(found)


class CalendarForm(forms.Form):
    """On which days a stage is played, from when on."""

    start = forms.DateField(label=_("From this date"), widget=day_input())
    rounds_a_date = forms.IntegerField(
        label=_("Rounds an evening"), min_value=1, max_value=MOST_A_DATE, initial=1
    )
    weekdays = forms.TypedMultipleChoiceField(
        label=_("Days of the week"),
        coerce=int,
        choices=list(WEEKDAYS.items()),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Choose one day of the week at least.")},
    )
    skipped = DatesField(
        label=_("But not on"),
        required=False,
        max_length=4000,
        help_text=_("Feasts and holidays, one a line or with commas between: 8/12/2026."),
    )

    def calendar(self) -> Calendar:
        return Calendar(**self.cleaned_data)


class MoveRoundForm(forms.Form):
    """Another date for a round, in all groups or in one."""

    round = forms.ChoiceField(label=_("Round"))
    group = forms.TypedChoiceField(label=_("Group"), coerce=int, empty_value=None, required=False)
    date = forms.DateField(label=_("New date"), widget=day_input())

    def __init__(self, *args: Any, rounds: Sequence[RoundCount], **more: Any) -> None:
        super().__init__(*args, **more)
        self.rounds = [row for row in rounds if row.open]
        self.fields["round"].choices = list(  # type: ignore[attr-defined]
            {_key(row): _label(row) for row in self.rounds}.items()
        )
        groups = {row.stage.group: row.stage.group_name for row in self.rounds}
        if len(groups) < 2:
            del self.fields["group"]
            return
        self.fields["group"].choices = [  # type: ignore[attr-defined]
            ("", _("All groups")),
            *((number, group_name(number, name)) for number, name in sorted(groups.items())),
        ]

    def chosen(self) -> set[int]:
        """The ids of the rounds that are moved."""
        group = self.cleaned_data.get("group")
        return {
            row.id
            for row in self.rounds
            if _key(row) == self.cleaned_data["round"] and group in (None, row.stage.group)
        }


def _key(row: RoundCount) -> str:
    return f"{row.section}-{row.number}"


def _label(row: RoundCount) -> str:
    return short_title(row) if row.date is None else f"{short_title(row)}, {day_words(row.date)}"


@login_required
def calendar(request: HttpRequest, event_id: UUID, number: int) -> HttpResponse:
    """The dates of a stage's rounds, and the form that sets them."""
    event = get_managed_event(request, event_id)
    stage = stage_of(event, number)
    if request.method != "POST":
        return _render_page(request, event, stage)
    form = CalendarForm(request.POST)
    if form.is_valid():
        with shown_on(form):
            set_calendar(
                stage=stage,
                calendar=form.calendar(),
                actor=actor_of(request),
                now=timezone.now(),
            )
            return redirect("desk:calendar", event.pk, number)
    return _render_page(request, event, stage, form=form)


@login_required
@require_POST
def move(request: HttpRequest, event_id: UUID, number: int) -> HttpResponse:
    """A round to another date."""
    event = get_managed_event(request, event_id)
    stage = stage_of(event, number)
    form = MoveRoundForm(request.POST, rounds=_rounds(event, stage), auto_id="move_%s")
    if form.is_valid():
        with shown_on(form):
            move_rounds(
                stage=stage,
                rounds=form.chosen(),
                day=form.cleaned_data["date"],
                actor=actor_of(request),
                now=timezone.now(),
            )
            return redirect("desk:calendar", event.pk, number)
    return _render_page(request, event, stage, move_form=form)


@login_required
@require_POST
def remove(request: HttpRequest, event_id: UUID, number: int) -> HttpResponse:
    """Removes the dates of rounds in which no hand was played."""
    event = get_managed_event(request, event_id)
    stage = stage_of(event, number)
    remove_calendar(stage=stage, actor=actor_of(request), now=timezone.now())
    return redirect("desk:calendar", event.pk, number)


def _render_page(
    request: HttpRequest, event: Event, stage: Stage, **bound: forms.Form
) -> HttpResponse:
    rounds = _rounds(event, stage)
    usual: dict[str, forms.Form] = {
        "form": CalendarForm(initial=_get_initial(event, stage)),
        "move_form": MoveRoundForm(rounds=rounds, auto_id="move_%s"),
    }
    context = {
        **about(request, event, "stages"),
        **usual,
        **bound,
        "stage": stage,
        "stages": stage_tabs(event),
        "rounds": round_states(rounds),
        "can_set": event.state not in CLOSED,
        "can_move": any(row.open for row in rounds),
    }
    return render(request, "desk/calendar.html", context, status=422 if bound else 200)


def _rounds(event: Event, stage: Stage) -> list[RoundCount]:
    return [row for row in load_round_counts(event) if row.stage.number == stage.number]


def _get_initial(event: Event, stage: Stage) -> dict[str, Any]:
    """The current calendar; by default once a week, from the date of the event."""
    kept = calendar_of(stage)
    if kept is not None:
        return {**dict(kept), "weekdays": sorted(kept.weekdays)}
    return {"start": event.date, "weekdays": [event.date.weekday()]}
