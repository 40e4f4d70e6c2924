"""Penalties on the desk: points off a ranking, disqualifications, and their cancellation."""

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

from database.limits import LONGEST_REASON
from tournaments.models import Entry, Event, Penalty, Stage
from tournaments.selectors.decisions.protests import count_protests
from tournaments.selectors.registration.names import load_entry_names
from tournaments.selectors.standings.penalties import (
    get_penalty,
    list_metrics_with_penalties,
    list_penalties,
)
from tournaments.services.standings.penalties import (
    DISQUALIFIABLE,
    MOST_POINTS,
    cancel_penalty,
    disqualify,
    give_penalty,
)
from web.actors import get_actor
from web.articles import ArticleField, offer_articles
from web.desk.access import about, get_managed_event
from web.desk.entry_field import EntryChoiceField, EntryOffer, offer_entries
from web.desk.posting import get_posted_data
from web.desk.reason_forms import ReasonForm
from web.desk.resending import KeyField, shown_to_resend
from web.fields import FreeTextFormField
from web.penalties import build_penalty_views, build_sheet_penalty_views
from web.refusals import find_status, shown_on
from wording.metrics import name_metric
from wording.stages import name_stage


def _name_players(event: Event, ids: Sequence[int]) -> dict[int, str]:
    """The full names of the players of entries, who are disqualified by name. One query."""
    labels = {}
    for pk, name in load_entry_names(event, ids).items():
        labels[pk] = " – ".join(name.players)
    return labels


class _PenaltyForm(forms.Form):
    """The entry, the article and the reason of a penalty."""

    entry = EntryChoiceField(label=gettext_lazy("Who?"))
    article = ArticleField()
    reason = FreeTextFormField(label=gettext_lazy("Reason"), max_length=LONGEST_REASON)

    def __init__(self, event: Event, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.event = event
        rows = event.entries.filter(state__in=self.of)
        offer_entries(self, "entry", EntryOffer(event, rows, _name_players))
        offer_articles(self, event)

    of: tuple[str, ...] = (*DISQUALIFIABLE, Entry.State.DISQUALIFIED)
    """The states of the entries that may be chosen."""

    def get_entry(self) -> Entry:
        return self.event.entries.get(pk=self.cleaned_data["entry"])


class PointsOffForm(_PenaltyForm):
    """Points off a ranking."""

    off = forms.ChoiceField(label=gettext_lazy("Off which count?"))
    points = forms.IntegerField(
        label=gettext_lazy("How many points?"),
        min_value=1,
        max_value=MOST_POINTS,
        help_text=gettext_lazy("Where the ranking counts figure, write figure: 3 make a point."),
    )
    key = KeyField()
    """Made with the page: sent twice, it is one penalty."""
    field_order = ("entry", "off", "points", "article", "reason", "key")

    def __init__(self, event: Event, *args: Any, **more: Any) -> None:
        super().__init__(event, *args, **more)
        self.stages = {stage.number: stage for stage in event.stages.order_by("number")}
        # One choice of stage and metric together: not every stage ranks by every metric.
        choices: list[tuple[str, str]] = []
        for number, stage in self.stages.items():
            title = name_stage(stage)
            for metric in list_metrics_with_penalties(stage):
                value, label = f"{number}:{metric}", f"{name_metric(metric)}, {title}"
                choices.append((value, label))
        self.fields["off"].choices = choices  # type: ignore[attr-defined]

    @property
    def stage(self) -> Stage:
        # The value of the choice is "2:points", the number of the stage and the metric.
        return self.stages[int(self.cleaned_data["off"].partition(":")[0])]

    @property
    def metric(self) -> str:
        return str(self.cleaned_data["off"].partition(":")[2])

    @property
    def is_possible(self) -> bool:
        """Whether there is a ranking that points can be taken off."""
        return bool(self.fields["off"].choices)  # type: ignore[attr-defined]


class DisqualifyForm(_PenaltyForm):
    """The entry that is disqualified, and whether its results still count."""

    of: tuple[str, ...] = DISQUALIFIABLE
    voids = forms.TypedChoiceField(
        coerce=lambda value: value == "1",
        label=gettext_lazy("What becomes of the results?"),
        choices=[
            ("0", gettext_lazy("They stay: what was played counts")),
            ("1", gettext_lazy("They no longer count, for them and for their opponents")),
        ],
        widget=forms.RadioSelect,
    )
    field_order = ("entry", "voids", "article", "reason")

    def __init__(self, event: Event, data: QueryDict | None = None, **more: Any) -> None:
        if data is not None:
            # A second tap names an entry that is out by now.
            self.of = _PenaltyForm.of
        super().__init__(event, data, **more)

    def is_done(self) -> bool:
        """Whether the entry is disqualified already, in the same words."""
        data = self.cleaned_data
        same_penalties = self.event.penalties.filter(
            kind=Penalty.Kind.DISQUALIFIED,
            cancelled_at=None,
            entry=data["entry"],
            voids=data["voids"],
            article=data["article"].strip(),
            reason=data["reason"].strip(),
        )
        return same_penalties.exists()


@login_required
def penalties(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """All penalties of an event. POST takes points off a ranking."""
    event = get_managed_event(request, event_id)
    form = PointsOffForm(event, get_posted_data(request))
    if form.is_valid():
        with shown_to_resend(form):
            give_penalty(
                stage=form.stage,
                entry=form.get_entry(),
                points=form.cleaned_data["points"],
                metric=form.metric,
                article=form.cleaned_data["article"],
                reason=form.cleaned_data["reason"],
                key=form.cleaned_data["key"],
                actor=get_actor(request),
                now=timezone.now(),
            )
            messages.success(request, _("The penalty is given, and the ranking is made anew."))
            return redirect("desk:penalties", event.pk)
    context = {
        **about(request, event, "penalties"),
        "form": form,
        "can_give": event.takes_rulings,
        "protests": count_protests(event),
        "penalties": build_penalty_views(event, list(list_penalties(event))),
        "sheet_penalties": build_sheet_penalty_views(event),
    }
    status = find_status(form)
    return render(request, "desk/penalties.html", context, status=status)


@login_required
def disqualify_entry(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """Disqualifies an entry; ``?entry=`` preselects it."""
    event = get_managed_event(request, event_id)
    initial_entry = {"entry": request.GET.get("entry", "")}
    form = DisqualifyForm(event, get_posted_data(request), initial=initial_entry)
    if form.is_valid():
        with shown_on(form):
            disqualify(
                entry=form.get_entry(),
                voids=form.cleaned_data["voids"],
                article=form.cleaned_data["article"],
                reason=form.cleaned_data["reason"],
                actor=get_actor(request),
                now=timezone.now(),
            )
            messages.success(request, _("Disqualified. The sheets stay."))
            return redirect("desk:penalties", event.pk)
        # A second tap finds it done.
        if form.is_done():
            return redirect("desk:penalties", event.pk)
    context = {**about(request, event, "penalties"), "form": form}
    status = find_status(form)
    return render(request, "desk/entry_disqualify.html", context, status=status)


@login_required
def cancel(request: HttpRequest, penalty_id: int) -> HttpResponse:
    """Cancels a penalty, with the reason."""
    penalty = get_penalty(get_actor(request), penalty_id)
    event = get_managed_event(request, penalty.event_id)
    form = ReasonForm(get_posted_data(request))
    if form.is_valid():
        reason = form.cleaned_data["reason"].strip()
        with shown_on(form):
            cancel_penalty(
                penalty=penalty, reason=reason, actor=get_actor(request), now=timezone.now()
            )
            messages.success(request, _("The penalty no longer counts. It stays visible."))
            return redirect("desk:penalties", event.pk)
        # A second tap finds it done.
        penalty.refresh_from_db(fields=["cancelled_at", "cancelled_reason"])
        if penalty.cancelled_at is not None and penalty.cancelled_reason == reason:
            return redirect("desk:penalties", event.pk)
    (view,) = build_penalty_views(event, [penalty])
    context = {**about(request, event, "penalties"), "view": view, "form": form}
    status = find_status(form)
    return render(request, "desk/penalty_cancel.html", context, status=status)
