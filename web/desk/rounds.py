"""The rounds of a stage that pairs them one by one: the next one, absences, late entries, and
pairings that are forced or forbidden."""

from collections.abc import Callable
from functools import partial
from typing import Any
from uuid import UUID

from django import forms
from django.contrib.auth.decorators import login_required
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from competition.named_entries import insert_names_into
from jobs.models import Job
from jobs.selectors import find_latest_job
from tournaments.models import Absence, Entry, PairingConstraint
from tournaments.refusals import NotFound, RoundRefused
from tournaments.selectors.registration.names import load_short_names
from tournaments.selectors.registration.violations import list_entries_in
from tournaments.selectors.stages.stages import get_stage_by_number
from tournaments.selectors.standings.fields import load_progress, pairs_by_rounds
from tournaments.services.rounds.next_round import (
    KIND,
    add_pairing_constraint,
    ask_round,
    enter_late,
    remove_pairing_constraint,
    set_absence,
    take_back_round,
)
from tournaments.services.rounds.round_changes import swap_in_round
from web.actors import get_actor
from web.desk.access import about, get_managed_event
from web.desk.entry_field import EntryOffer
from web.desk.jobs import describe_outcome
from web.desk.posting import posted_from
from web.desk.reason_forms import ReasonForm
from web.desk.round_forms import AbsenceForm, LateForm, PairingConstraintForm, SwapForm
from web.groups import group_titles
from web.refusals import find_status, shown_on
from web.stages import build_stage_tabs


class RoundsPage:
    """The page of the rounds of a stage, with its five forms. A form that was refused is shown in
    place of a new one."""

    def __init__(self, request: HttpRequest, event_id: UUID, number: int) -> None:
        self.request = request
        self.event = get_managed_event(request, event_id)
        self.stage = get_stage_by_number(self.event, number)
        entered_entries = self.event.entries.filter(state=Entry.State.ENTERED)
        # Only entries that still play can be absent, be paired or be moved.
        offer = EntryOffer(self.event, entered_entries)
        size = self.event.entry_size
        groups = group_titles(self.stage.groups.select_related("stage", "venue").order_by("number"))
        # Made with or without posted data; the ids of their fields differ, as all are on one page.
        self.forms: dict[str, Callable[..., forms.Form]] = {
            "absence_form": partial(AbsenceForm, offer=offer, auto_id="absence_%s"),
            "constraint_form": partial(PairingConstraintForm, offer=offer, auto_id="constraint_%s"),
            "late_form": partial(LateForm, size=size, groups=groups, auto_id="late_%s"),
            "back_form": partial(ReasonForm, auto_id="back_%s"),
            "swap_form": partial(SwapForm, offer=offer, auto_id="swap_%s"),
        }

    def submit(self, name: str, act: Callable[[Any], object]) -> HttpResponse:
        """Calls ``act`` with the form of that name. If it is refused, the page shows the form again
        with the reason."""
        form = self.forms[name](self.request.POST)
        if form.is_valid():
            with shown_on(form):
                try:
                    act(form)
                except RoundRefused as refused:
                    # ``shown_on`` makes the sentences, so the names must be in before.
                    names = load_short_names(self.event, list_entries_in(refused.violations))
                    refused.violations = insert_names_into(refused.violations, names)
                    raise
                return self.redirect_to_page()
        return self.render_page(**{name: form})

    def render_page(self, **refused_forms: forms.Form) -> HttpResponse:
        # Read before the rounds: a job that has ended by now has stored what is read next.
        job = find_latest_job(kind=KIND, subject=f"stage:{self.stage.pk}")
        progress = load_progress(self.stage)
        next_round = progress.paired + 1
        # A finished job is only shown to the organizer who has just started it (``watch``).
        shows_job = job is not None and (job.live or "watch" in self.request.GET)
        failure = ""
        if job is not None and shows_job and job.state == Job.State.FAILED:
            failure = describe_outcome(job)

        next_absences = list(Absence.objects.filter(stage=self.stage, round=next_round))
        # A constraint without a round holds for all of them.
        holds = Q(round__isnull=True) | Q(round=next_round)
        pairing_constraints = list(
            PairingConstraint.objects.filter(holds, stage=self.stage).order_by("pk")
        )
        named_ids = {absence.entry_id for absence in next_absences}
        for constraint in pairing_constraints:
            named_ids |= {constraint.first_id, constraint.second_id}
        names = load_short_names(self.event, named_ids)
        absences = [(absence, names.get(absence.entry_id, "")) for absence in next_absences]
        constraints = []
        for constraint in pairing_constraints:
            first, second = (
                names.get(constraint.first_id, "?"),
                names.get(constraint.second_id, "?"),
            )
            constraints.append((constraint, first, second))
        context = {
            **about(self.request, self.event, "stages"),
            **{name: make_form() for name, make_form in self.forms.items()},
            **refused_forms,
            "stage": self.stage,
            "stages": build_stage_tabs(self.event),
            "progress": progress,
            "by_rounds": pairs_by_rounds(self.stage),
            "next": next_round,
            "job": job if shows_job else None,
            "failure": failure,
            "absences": absences,
            "constraints": constraints,
        }
        status = find_status(*refused_forms.values())
        return render(self.request, "desk/rounds.html", context, status=status)

    def get_entry(self, pk: int) -> Entry:
        """An entry of this event. Raises NotFound."""
        entry = self.event.entries.filter(pk=pk).first()
        if entry is None:
            raise NotFound
        return entry

    def get_both_entries(self, form: forms.Form) -> tuple[Entry, Entry]:
        data = form.cleaned_data
        return self.get_entry(data["first"]), self.get_entry(data["second"])

    def redirect_to_page(self) -> HttpResponse:
        return redirect("desk:rounds", self.event.pk, self.stage.number)


@login_required
@require_safe
def rounds(request: HttpRequest, event_id: UUID, number: int) -> HttpResponse:
    """The next round, with absences, constraints and late entries."""
    return RoundsPage(request, event_id, number).render_page()


@login_required
@posted_from("desk:rounds", "event_id", "number")
def pair_next_round(request: HttpRequest, event_id: UUID, number: int) -> HttpResponse:
    """Starts the pairing of the next round, and shows its progress."""
    page = RoundsPage(request, event_id, number)
    ask_round(stage=page.stage, actor=get_actor(request), now=timezone.now())
    response = page.redirect_to_page()
    response["Location"] += "?watch=1"
    return response


@login_required
@posted_from("desk:rounds", "event_id", "number")
def delete_last_round(request: HttpRequest, event_id: UUID, number: int) -> HttpResponse:
    """Deletes the last round, while nobody has played in it."""
    page = RoundsPage(request, event_id, number)
    return page.submit(
        "back_form",
        lambda form: take_back_round(
            stage=page.stage,
            reason=form.cleaned_data["reason"],
            actor=get_actor(request),
            now=timezone.now(),
        ),
    )


@login_required
@posted_from("desk:rounds", "event_id", "number")
def record_absence(request: HttpRequest, event_id: UUID, number: int) -> HttpResponse:
    """Records an absence in the next round."""
    page = RoundsPage(request, event_id, number)
    return page.submit(
        "absence_form",
        lambda form: set_absence(
            stage=page.stage,
            entry=page.get_entry(form.cleaned_data["entry"]),
            kind=form.cleaned_data["kind"],
            actor=get_actor(request),
            now=timezone.now(),
        ),
    )


@login_required
@posted_from("desk:rounds", "event_id", "number")
def delete_absence(
    request: HttpRequest, event_id: UUID, number: int, entry_id: int
) -> HttpResponse:
    """Deletes an absence in the next round."""
    page = RoundsPage(request, event_id, number)
    entry, actor = page.get_entry(entry_id), get_actor(request)
    set_absence(stage=page.stage, entry=entry, kind=None, actor=actor, now=timezone.now())
    return page.redirect_to_page()


@login_required
@posted_from("desk:rounds", "event_id", "number")
def add_constraint(request: HttpRequest, event_id: UUID, number: int) -> HttpResponse:
    """Records that two entries must meet in the next round, or never."""
    page = RoundsPage(request, event_id, number)
    return page.submit(
        "constraint_form",
        lambda form: add_pairing_constraint(
            stage=page.stage,
            kind=form.cleaned_data["kind"],
            entries=page.get_both_entries(form),
            reason=form.cleaned_data["reason"],
            actor=get_actor(request),
            now=timezone.now(),
        ),
    )


@login_required
@posted_from("desk:rounds", "event_id", "number")
def remove_constraint(
    request: HttpRequest, event_id: UUID, number: int, constraint_id: int
) -> HttpResponse:
    """Deletes a constraint of the pairing."""
    page = RoundsPage(request, event_id, number)
    constraint = (
        PairingConstraint.objects.select_related("stage__event")
        .filter(pk=constraint_id, stage=page.stage)
        .first()
    )
    if constraint is None:
        raise NotFound
    remove_pairing_constraint(constraint=constraint, actor=get_actor(request), now=timezone.now())
    return page.redirect_to_page()


@login_required
@posted_from("desk:rounds", "event_id", "number")
def swap_entries(request: HttpRequest, event_id: UUID, number: int) -> HttpResponse:
    """Lets two entries of the paired round change places, after showing what that breaks."""
    page = RoundsPage(request, event_id, number)
    return page.submit(
        "swap_form",
        lambda form: swap_in_round(
            stage=page.stage,
            entries=page.get_both_entries(form),
            version=form.cleaned_data["version"],
            reason=form.cleaned_data["reason"],
            agreed=form.cleaned_data["agreed"],
            actor=get_actor(request),
            now=timezone.now(),
        ),
    )


@login_required
@posted_from("desk:rounds", "event_id", "number")
def add_late_entry(request: HttpRequest, event_id: UUID, number: int) -> HttpResponse:
    """Adds a late entry, which plays from the next round on."""
    page = RoundsPage(request, event_id, number)
    return page.submit(
        "late_form",
        lambda form: enter_late(
            stage=page.stage,
            form=form.make_entry(),
            group=form.cleaned_data.get("group", 1),
            actor=get_actor(request),
            now=timezone.now(),
        ),
    )
