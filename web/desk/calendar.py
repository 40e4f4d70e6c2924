"""The calendar of a stage on the desk: the dates of its rounds, and moves of single rounds."""

from collections.abc import Sequence
from datetime import date
from typing import Any
from uuid import UUID

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from competition.calendar import MOST_SKIPPED, Calendar
from tournaments.models import Event, Stage
from tournaments.selectors.events.calendars import find_calendar
from tournaments.selectors.stages.stages import RoundCount, get_stage_by_number, load_round_counts
from tournaments.services.events.calendars import move_rounds, remove_calendar, set_calendar
from web.actors import get_actor
from web.desk.access import about, get_managed_event
from web.desk.confirmations import Confirmation, ask_to_confirm
from web.desk.posting import posted_from
from web.fields import FreeTextFormField
from web.refusals import find_status, shown_on
from web.rounds import make_rounds
from web.stages import build_stage_tabs
from wording.dates import word_day
from wording.places import group_name
from wording.rounds import name_round_in_group

SHOWN_FORMAT = "%d/%m/%Y"
TYPED_FORMATS = (SHOWN_FORMAT, "%Y-%m-%d", "%d.%m.%Y", "%d-%m-%Y")
"""The formats in which a date may be typed, in any language: the day before the month."""
MOST_A_DATE = 50


def make_day_input() -> forms.DateInput:
    return forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")


class DatesField(FreeTextFormField):
    """Dates as text, separated by line breaks or commas."""

    widget = forms.Textarea(attrs={"rows": 3})

    def prepare_value(self, value: Any) -> Any:
        if isinstance(value, frozenset):
            return "\n".join(day.strftime(SHOWN_FORMAT) for day in sorted(value))
        return value

    def clean(self, value: Any) -> frozenset[date]:
        dates, errors = set(), []
        for part in super().clean(value).replace(",", "\n").splitlines():
            text = part.strip()
            if not text:
                continue
            try:
                dates.add(forms.DateField(input_formats=TYPED_FORMATS).clean(text))
            except forms.ValidationError:
                # Collected, so that all wrong dates are shown at once.
                params = {"text": text}
                errors.append(gettext("“%(text)s” is not a date: write it as 8/12/2026.") % params)
        if len(dates) > MOST_SKIPPED:
            errors.append(gettext("%(most)s dates at most.") % {"most": MOST_SKIPPED})
        if errors:
            raise forms.ValidationError(errors)
        return frozenset(dates)


class CalendarForm(forms.Form):
    """The days on which a stage is played, and the first of them."""

    start = forms.DateField(label=_("From this date"), widget=make_day_input())
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

    def make_calendar(self) -> Calendar:
        return Calendar(**self.cleaned_data)


class MoveRoundForm(forms.Form):
    """Another date for a round, in all groups or in one."""

    round = forms.ChoiceField(label=_("Round"))
    group = forms.TypedChoiceField(label=_("Group"), coerce=int, empty_value=None, required=False)
    date = forms.DateField(label=_("New date"), widget=make_day_input())

    def __init__(self, *args: Any, rounds: Sequence[RoundCount], **more: Any) -> None:
        super().__init__(*args, **more)
        # Rounds that are over cannot be moved.
        self.rounds = [row for row in rounds if row.open]
        # The same round of several groups is one choice.
        labels: dict[str, str] = {}
        groups: dict[int, str] = {}
        for row in self.rounds:
            title = name_round_in_group(row)
            if row.date is not None:
                title += f", {word_day(row.date)}"
            labels[_make_key_across_groups(row)] = title
            groups[row.stage.group] = row.stage.group_name
        self.fields["round"].choices = list(labels.items())  # type: ignore[attr-defined]

        if len(groups) < 2:
            del self.fields["group"]
            return
        choices: list[tuple[Any, Any]] = [("", _("All groups"))]
        choices += [(number, group_name(number, name)) for number, name in sorted(groups.items())]
        self.fields["group"].choices = choices  # type: ignore[attr-defined]

    def list_chosen_rounds(self) -> set[int]:
        """The ids of the rounds to be moved: of the chosen group, or of all."""
        key, group = self.cleaned_data["round"], self.cleaned_data.get("group")
        chosen_rounds = set()
        for row in self.rounds:
            if _make_key_across_groups(row) == key and group in (None, row.stage.group):
                chosen_rounds.add(row.id)
        return chosen_rounds


def _make_key_across_groups(row: RoundCount) -> str:
    """What a round has in common with those of other groups at the same time."""
    return f"{row.section}-{row.number}"


@login_required
def calendar(request: HttpRequest, event_id: UUID, number: int) -> HttpResponse:
    """The dates of a stage's rounds, and the form that sets them."""
    event = get_managed_event(request, event_id)
    stage = get_stage_by_number(event, number)
    if request.method != "POST":
        return _render_page(request, event, stage)
    form = CalendarForm(request.POST)
    if form.is_valid():
        with shown_on(form):
            set_calendar(
                stage=stage,
                calendar=form.make_calendar(),
                actor=get_actor(request),
                now=timezone.now(),
            )
            return redirect("desk:calendar", event.pk, number)
    return _render_page(request, event, stage, form=form)


@login_required
@posted_from("desk:calendar", "event_id", "number")
def move_round(request: HttpRequest, event_id: UUID, number: int) -> HttpResponse:
    """Moves a round to another date."""
    event = get_managed_event(request, event_id)
    stage = get_stage_by_number(event, number)
    form = MoveRoundForm(request.POST, rounds=_load_rounds(event, stage), auto_id="move_%s")
    if form.is_valid():
        with shown_on(form):
            move_rounds(
                stage=stage,
                rounds=form.list_chosen_rounds(),
                day=form.cleaned_data["date"],
                actor=get_actor(request),
                now=timezone.now(),
            )
            return redirect("desk:calendar", event.pk, number)
    return _render_page(request, event, stage, move_form=form)


@login_required
def delete_calendar(request: HttpRequest, event_id: UUID, number: int) -> HttpResponse:
    """Asks, then removes the dates of rounds in which no hand was played."""
    event = get_managed_event(request, event_id)
    stage = get_stage_by_number(event, number)
    back_url = reverse("desk:calendar", args=[event.pk, number])
    if request.method == "POST":
        remove_calendar(stage=stage, actor=get_actor(request), now=timezone.now())
        return redirect(back_url)
    effects = [
        gettext(
            "Rounds in which nobody has played have no date any more, also those moved by hand."
        ),
        gettext("Their matches are called as soon as a table is free."),
    ]
    title, button = gettext("Remove the dates?"), gettext("Remove the dates")
    return ask_to_confirm(request, event, "stages", Confirmation(title, effects, button, back_url))


def _render_page(
    request: HttpRequest, event: Event, stage: Stage, **refused_forms: forms.Form
) -> HttpResponse:
    rounds = _load_rounds(event, stage)
    calendar = find_calendar(stage)
    if calendar is not None:
        initial = {**dict(calendar), "weekdays": sorted(calendar.weekdays)}
    else:
        # A stage without a calendar is offered one evening a week, from the date of the event.
        initial = {"start": event.date, "weekdays": [event.date.weekday()]}
    context = {
        **about(request, event, "stages"),
        "form": CalendarForm(initial=initial),
        "move_form": MoveRoundForm(rounds=rounds, auto_id="move_%s"),
        # A form that was refused replaces the fresh one of its name.
        **refused_forms,
        "stage": stage,
        "stages": build_stage_tabs(event),
        "rounds": make_rounds(rounds),
        "can_set": not event.is_over,
        "can_move": any(row.open for row in rounds),
    }
    return render(
        request, "desk/calendar.html", context, status=find_status(*refused_forms.values())
    )


def _load_rounds(event: Event, stage: Stage) -> list[RoundCount]:
    return [row for row in load_round_counts(event) if row.stage.number == stage.number]
