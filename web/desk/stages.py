"""The stages of an event on the desk, from the first draw to the last place."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias
from uuid import UUID

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from competition.formats import format_named
from database.limits import LONGEST_LABEL, LONGEST_TITLE, MOST_TABLES
from tournaments.models import Entry, Event, Group, Stage, Venue
from tournaments.selectors.events.stage_sequence import (
    NextStep,
    StageProgress,
    find_next_step,
    load_stage_sequence,
)
from tournaments.selectors.stages.stages import (
    digest_group,
    digest_stage,
    get_stage_by_number,
    list_groups,
    load_group,
)
from tournaments.services.events.stages import (
    GroupPlan,
    add_stage,
    change_stage,
    remove_stage,
    set_group,
)
from web.actors import get_actor
from web.desk.access import about, get_managed_event
from web.desk.amending import ask_for_reason, read_reason
from web.desk.confirmations import Confirmation, ask_to_confirm
from web.desk.entry_field import EntryOffer
from web.desk.posting import get_posted_data, posted_from
from web.desk.resending import add_seen, read_seen, shown_to_resend
from web.desk.wizard import StageWizard, read_stage_fields
from web.fields import FreeTextFormField
from web.numbers import parse_number
from web.refusals import find_status, shown_on
from wording.formats import word_match_format
from wording.metrics import name_metric
from wording.places import group_name
from wording.stages import describe_cut, describe_later_stage, name_format, name_stage


class GroupForm(forms.Form):
    """The name of a group, where it plays, and at which tables."""

    name = FreeTextFormField(label=_("Name"), max_length=LONGEST_LABEL, required=False)
    venue = forms.ModelChoiceField(
        label=_("Where"), queryset=Venue.objects.none(), required=False, empty_label="–"
    )
    new_venue = FreeTextFormField(
        label=_("Or in a place that is not in the list"), max_length=LONGEST_TITLE, required=False
    )
    first = forms.IntegerField(
        label=_("From table"), min_value=1, max_value=MOST_TABLES, required=False
    )
    last = forms.IntegerField(
        label=_("To table"), min_value=1, max_value=MOST_TABLES, required=False
    )

    def __init__(self, *args: Any, event: Event, group: Group, **more: Any) -> None:
        more["initial"] = {
            "name": group.name,
            "venue": group.venue_id,
            "first": group.first_table,
            "last": group.last_table,
        }
        super().__init__(*args, **more)
        self.fields["venue"].queryset = event.club.venues.order_by("name")  # type: ignore[attr-defined]
        ask_for_reason(self, event)
        add_seen(self, digest_group(group))

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if (data.get("first") is None) != (data.get("last") is None):
            self.add_error("last", _("Write both, the first table and the last."))
        return data

    def make_plan(self) -> GroupPlan:
        data = self.cleaned_data
        tables: tuple[int, int] | None = None
        if data["first"] is not None:
            tables = data["first"], data["last"]
        return GroupPlan(
            name=data["name"], venue=data["venue"], venue_name=data["new_venue"], tables=tables
        )


class RemoveForm(forms.Form):
    """The removal of a stage: without fields until play has begun, then with the reason."""


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
    """Every stage with its entries, its progress and its next step."""
    event = get_managed_event(request, event_id)
    return _render_stages(request, event)


GroupForms: TypeAlias = Mapping[tuple[int, int], GroupForm]
"""Forms of groups, by the numbers of the stage and of the group."""


def _render_stages(
    request: HttpRequest, event: Event, refused: GroupForms | None = None
) -> HttpResponse:
    """The page; ``refused`` are forms that were sent, to be shown with their errors."""
    stage_sequence = load_stage_sequence(event)
    refused = refused or {}
    builder = StageViewBuilder(event, refused, last_number=len(stage_sequence))
    views = [builder.build(progress) for progress in stage_sequence]
    next_step: NextStep | None = None
    if event.state == Event.State.RUNNING:
        next_step = find_next_step(stage_sequence)
    context = {
        **about(request, event, "stages"),
        "stages": views,
        "next": next_step,
    }
    return render(request, "desk/stages.html", context, status=find_status(*refused.values()))


@dataclass
class StageViewBuilder:
    """Makes the views of the stages of an event. ``refused``: forms of groups that are shown in
    place of new ones; ``last_number``: the number of the last stage."""

    event: Event
    refused: GroupForms
    last_number: int

    @cached_property
    def entry_count(self) -> int:
        """How many have entered. One query for all stages."""
        return self.event.entries.filter(state=Entry.State.ENTERED).count()

    def build(self, progress: StageProgress) -> StageView:
        stage, previous_stage = progress.stage, progress.before
        format_ = format_named(stage.format)
        title_before = ""
        if previous_stage is not None:
            title_before = name_stage(previous_stage)
        who_plays = [
            describe_cut(stage.cut, title_before),
            *describe_later_stage(stage.cut, stage.constraints),
        ]
        groups = list_groups(stage, self.entry_count, progress.groups)
        return StageView(
            state=progress,
            title=name_stage(stage),
            format=name_format(stage.format),
            who=" ".join(who_plays),
            match=word_match_format(stage.match_document),
            metrics=tuple(name_metric(name) for name in stage.metrics or format_.metrics),
            groups=tuple(self.build_group(stage.number, group) for group in groups),
            # A format without criteria ranks by its bracket.
            is_bracket=not format_.metrics,
            is_last=stage.number == self.last_number,
        )

    def build_group(self, stage_number: int, group: Group) -> GroupView:
        """A group with its form, or with the one that was refused."""
        form = self.refused.get((stage_number, group.number))
        if form is None:
            # All groups are on one page, so their fields need ids of their own.
            auto_id = f"id_g{stage_number}_{group.number}_%s"
            form = GroupForm(event=self.event, group=group, auto_id=auto_id)
        title = group_name(group.number, group.name)
        tables = ""
        if group.first_table:
            tables = f"{group.first_table}–{group.last_table}"
        return GroupView(group.number, title, group.venue_name, tables, form)


@login_required
def new_stage(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """Adds a stage after the last one. ``look`` only updates the preview."""
    event = get_managed_event(request, event_id)
    # By default, a new stage takes its entries from the last one.
    earlier_stages = list(event.stages.order_by("number"))
    wizard = _make_wizard(request, event, earlier_stages, {"stage": earlier_stages[-1].number})
    # The number that it gets: sent twice, it is one stage.
    add_seen(wizard.form, str(len(earlier_stages) + 1))
    if _is_sent(request) and wizard.is_valid():
        with shown_to_resend(wizard.form):
            add_stage(
                event=event,
                plan=wizard.make_plan(),
                actor=get_actor(request),
                now=timezone.now(),
                reason=read_reason(wizard.form),
                expected=parse_number(read_seen(wizard.form), digits=2),
            )
            return redirect("desk:stages", event.pk)
    return _render_page(request, event, wizard, None)


@login_required
def edit_stage(request: HttpRequest, event_id: UUID, number: int) -> HttpResponse:
    """Changes a stage that is not drawn yet."""
    event = get_managed_event(request, event_id)
    stage = get_stage_by_number(event, number)
    # A stage can only take its entries from stages before it.
    earlier_stages = list(event.stages.filter(number__lt=number).order_by("number"))
    wizard = _make_wizard(
        request, event, earlier_stages, read_stage_fields(stage), stored_match=stage.match_document
    )
    add_seen(wizard.form, digest_stage(stage))
    if _is_sent(request) and wizard.is_valid():
        with shown_to_resend(wizard.form):
            change_stage(
                stage=stage,
                plan=wizard.make_plan(),
                actor=get_actor(request),
                now=timezone.now(),
                reason=read_reason(wizard.form),
                seen=read_seen(wizard.form),
            )
            return redirect("desk:stages", event.pk)
    return _render_page(request, event, wizard, stage)


def _is_sent(request: HttpRequest) -> bool:
    """Whether the form was sent to be stored, and not for the preview alone."""
    return request.method == "POST" and "look" not in request.POST


def _make_wizard(
    request: HttpRequest,
    event: Event,
    before: list[Stage],
    initial: Mapping[str, Any],
    *,
    stored_match: Mapping[str, Any] | None = None,
) -> StageWizard:
    wizard = StageWizard(
        get_posted_data(request),
        initial,
        stored_match=stored_match,
        stages=[(stage.number, name_stage(stage)) for stage in before],
        offer=EntryOffer(event, event.entries.filter(state=Entry.State.ENTERED)),
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
    status = find_status(wizard.form)
    if "look" in request.POST:
        status = 200
    return render(request, "desk/stage_form.html", context, status=status)


@login_required
def delete_stage(request: HttpRequest, event_id: UUID, number: int) -> HttpResponse:
    """Asks, then removes the last stage, as long as it is not drawn."""
    event = get_managed_event(request, event_id)
    stage = get_stage_by_number(event, number)
    form = RemoveForm(get_posted_data(request))
    ask_for_reason(form, event)
    if form.is_valid():
        with shown_on(form):
            remove_stage(
                stage=stage, actor=get_actor(request), now=timezone.now(), reason=read_reason(form)
            )
            return redirect("desk:stages", event_id)
    name = name_stage(stage)
    title = gettext("Remove the stage “%(name)s”?") % {"name": name}
    effects = [
        gettext("Its format, cut, groups and calendar are lost. The stages before it stay."),
        gettext("The regulation gets a new version."),
    ]
    back_url = reverse("desk:stages", args=[event_id])
    confirmation = Confirmation(title, effects, gettext("Remove the stage"), back_url, form)
    return ask_to_confirm(request, event, "stages", confirmation)


@login_required
@posted_from("desk:stages", "event_id")
def edit_group(
    request: HttpRequest, event_id: UUID, number: int, group_number: int
) -> HttpResponse:
    """Sets the name of a group, where it plays, and at which tables."""
    event = get_managed_event(request, event_id)
    stage = get_stage_by_number(event, number)
    group = load_group(stage, group_number)
    # The ids of its fields are those that the form has on the page of all groups.
    auto_id = f"id_g{number}_{group_number}_%s"
    form = GroupForm(request.POST, event=event, group=group, auto_id=auto_id)
    if form.is_valid():
        with shown_to_resend(form, tells_stored=True):
            set_group(
                stage=stage,
                number=group_number,
                plan=form.make_plan(),
                actor=get_actor(request),
                now=timezone.now(),
                reason=read_reason(form),
                seen=read_seen(form),
            )
            return redirect("desk:stages", event_id)
    return _render_stages(request, event, {(number, group_number): form})
