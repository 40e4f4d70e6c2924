"""The stages of an event on the desk: the road from the first draw to the last place."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST, require_safe

from competition.draw.seeding import CROSSED
from competition.formats import format_named
from database.limits import LONGEST_LABEL
from tournaments.models import Entry, Event, Group, Stage, Venue
from tournaments.selectors.entries import names_of
from tournaments.selectors.road import StageProgress, next_of, road_of, stage_of
from tournaments.selectors.stages import groups_of
from tournaments.services.stages import (
    GroupPlan,
    add_stage,
    change_stage,
    remove_stage,
    set_group,
)
from web.actors import actor_of
from web.desk.access import about, get_managed_event
from web.desk.amending import ask_for_reason, reason_in
from web.desk.wizard import StageWizard
from web.fields import FreeTextFormField
from web.refusals import shown_on
from wording.formats import match_words
from wording.metrics import metric_name
from wording.places import group_name
from wording.stages import cut_words, following_words, stage_name


class GroupForm(forms.Form):
    """What a group is called, where it plays, and at which tables."""

    name = FreeTextFormField(label=_("Name"), max_length=LONGEST_LABEL, required=False)
    venue = forms.ModelChoiceField(
        label=_("Where"), queryset=Venue.objects.none(), required=False, empty_label="–"
    )
    first = forms.IntegerField(label=_("From table"), min_value=1, max_value=500, required=False)
    last = forms.IntegerField(label=_("To table"), min_value=1, max_value=500, required=False)

    def __init__(self, *args: Any, event: Event, **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["venue"].queryset = event.club.venues.order_by("name")  # type: ignore[attr-defined]
        ask_for_reason(self, event)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if (data.get("first") is None) != (data.get("last") is None):
            self.add_error("last", _("Say both, the first table and the last."))
        return data

    def plan(self) -> GroupPlan:
        data = self.cleaned_data
        tables = None if data["first"] is None else (data["first"], data["last"])
        return GroupPlan(name=data["name"], venue=data["venue"], tables=tables)


class RemoveForm(forms.Form):
    """A stage that is taken away: asks nothing before the start."""


@dataclass(frozen=True, slots=True)
class GroupView:
    """A group on the screen, with its form."""

    number: int
    title: str
    place: str
    tables: str
    form: GroupForm


@dataclass(frozen=True, slots=True)
class StageView:
    """A stage on the screen."""

    state: StageProgress
    title: str
    format: str
    who: str
    match: str
    metrics: tuple[str, ...]
    groups: tuple[GroupView, ...]
    is_bracket: bool
    is_last: bool


@login_required
@require_safe
def stages(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """The road: every stage, who plays in it, how far it is, what comes next."""
    event = get_managed_event(request, event_id)
    return _render_stages(request, event)


def _render_stages(
    request: HttpRequest, event: Event, bound: Mapping[tuple[int, int], GroupForm] | None = None
) -> HttpResponse:
    road = road_of(event)
    context = {
        **about(request, event, "stages"),
        "stages": [_make_view(event, state, len(road), bound or {}) for state in road],
        "next": next_of(road) if event.state == Event.State.RUNNING else None,
    }
    return render(request, "desk/stages.html", context, status=422 if bound else 200)


def _make_view(
    event: Event,
    state: StageProgress,
    count: int,
    bound: Mapping[tuple[int, int], GroupForm],
) -> StageView:
    stage = state.stage
    format_ = format_named(stage.format)
    before = state.before
    return StageView(
        state=state,
        title=stage_name(stage.name, stage.format),
        format=stage_name("", stage.format),
        who=" ".join(
            (
                cut_words(stage.cut, stage_name(before.name, before.format) if before else ""),
                *following_words(stage.cut, stage.constraints),
            )
        ),
        match=match_words(stage.match_document),
        metrics=tuple(metric_name(name) for name in stage.metrics or format_.metrics),
        groups=_make_groups(event, state, bound),
        is_bracket=not format_.metrics,
        is_last=stage.number == count,
    )


def _make_groups(
    event: Event, state: StageProgress, bound: Mapping[tuple[int, int], GroupForm]
) -> tuple[GroupView, ...]:
    stage = state.stage
    entries = event.entries.filter(state=Entry.State.ENTERED).count()
    groups = groups_of(stage, entries, state.groups)
    return tuple(_make_group(event, stage, group, bound) for group in groups)


def _make_group(
    event: Event, stage: Stage, group: Group, bound: Mapping[tuple[int, int], GroupForm]
) -> GroupView:
    initial = {
        "name": group.name,
        "venue": group.venue_id,
        "first": group.first_table,
        "last": group.last_table,
    }
    key = (stage.number, group.number)
    form = bound.get(key) or GroupForm(
        event=event, initial=initial, auto_id=f"id_g{stage.number}_{group.number}_%s"
    )
    tables = f"{group.first_table}–{group.last_table}" if group.first_table else ""
    place = group.venue.name if group.venue else ""
    return GroupView(group.number, group_name(group.number, group.name), place, tables, form)


@login_required
def new(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """One more stage at the end."""
    event = get_managed_event(request, event_id)
    before = list(event.stages.order_by("number"))
    wizard = _make_wizard(request, event, before, {"stage": before[-1].number})
    if _is_sent(request) and wizard.is_valid():
        with shown_on(wizard.form):
            add_stage(
                event=event,
                plan=wizard.plan(),
                actor=actor_of(request),
                now=timezone.now(),
                reason=reason_in(wizard.form),
            )
            return redirect("desk:stages", event.pk)
    return _render_page(request, event, wizard, None)


@login_required
def change(request: HttpRequest, event_id: UUID, number: int) -> HttpResponse:
    """A stage that is not drawn yet, otherwise."""
    event = get_managed_event(request, event_id)
    stage = stage_of(event, number)
    before = list(event.stages.filter(number__lt=number).order_by("number"))
    wizard = _make_wizard(request, event, before, _get_initial(stage))
    if _is_sent(request) and wizard.is_valid():
        with shown_on(wizard.form):
            change_stage(
                stage=stage,
                plan=wizard.plan(),
                actor=actor_of(request),
                now=timezone.now(),
                reason=reason_in(wizard.form),
            )
            return redirect("desk:stages", event.pk)
    return _render_page(request, event, wizard, stage)


def _is_sent(request: HttpRequest) -> bool:
    return request.method == "POST" and "look" not in request.POST


def _make_wizard(
    request: HttpRequest, event: Event, before: list[Stage], initial: Mapping[str, Any]
) -> StageWizard:
    entries = event.entries.filter(state=Entry.State.ENTERED).values_list("pk", flat=True)
    names = names_of(event, set(entries))
    wizard = StageWizard(
        request.POST or None,
        initial,
        stages=[(each.number, stage_name(each.name, each.format)) for each in before],
        entries=sorted(((pk, name.short) for pk, name in names.items()), key=lambda row: row[1]),
    )
    ask_for_reason(wizard.form, event)
    return wizard


def _render_page(
    request: HttpRequest, event: Event, wizard: StageWizard, stage: Stage | None
) -> HttpResponse:
    context = {
        **about(request, event, "stages"),
        "stage": stage,
        "wizard": wizard,
    }
    status = 422 if wizard.form.is_bound and "look" not in request.POST else 200
    return render(request, "desk/stage_form.html", context, status=status)


def _get_initial(stage: Stage) -> dict[str, Any]:
    """The forms of a stage as it is."""
    document = stage.match_document
    game = document["games"][0]
    cut = stage.cut or {}
    return {
        "name": stage.name,
        "format": stage.format,
        "clubs_apart": stage.constraints.get("clubs_apart", True),
        "groupmates_apart": stage.constraints.get("groupmates_apart", True),
        "format_options": stage.options,
        "game": game["game"],
        "games": len(document["games"]),
        "hands": game.get("hands"),
        "options": game.get("options", {}),
        "unfinished": document.get("unfinished", {}),
        "own_match": stage.match_format is not None,
        **{key: value for key, value in cut.items() if key not in ("rounds", "entries", "reason")},
        "level_in_group": cut.get("level"),
        "room_after_groups": cut.get("room"),
        "table": "" if cut.get("table") == CROSSED else cut.get("table", ""),
        "rounds": ", ".join(map(str, cut.get("rounds", ()))),
        "entries": cut.get("entries", ()),
        "why": cut.get("reason", ""),
        "metrics": tuple(stage.metrics),
        "ranking": stage.ranking,
    }


@login_required
@require_POST
def remove(request: HttpRequest, event_id: UUID, number: int) -> HttpResponse:
    """The last stage, as long as it is not drawn."""
    event = get_managed_event(request, event_id)
    form = RemoveForm(request.POST)
    ask_for_reason(form, event)
    reason = reason_in(form) if form.is_valid() else ""
    remove_stage(
        stage=stage_of(event, number), actor=actor_of(request), now=timezone.now(), reason=reason
    )
    return redirect("desk:stages", event_id)


@login_required
@require_POST
def group(request: HttpRequest, event_id: UUID, number: int, group_number: int) -> HttpResponse:
    """What a group is called, where it plays, at which tables."""
    event = get_managed_event(request, event_id)
    form = GroupForm(request.POST, event=event, auto_id=f"id_g{number}_{group_number}_%s")
    if form.is_valid():
        with shown_on(form):
            set_group(
                stage=stage_of(event, number),
                number=group_number,
                plan=form.plan(),
                actor=actor_of(request),
                now=timezone.now(),
                reason=reason_in(form),
            )
            return redirect("desk:stages", event_id)
    return _render_stages(request, event, {(number, group_number): form})
