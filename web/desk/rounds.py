"""The rounds of a stage that pairs them one by one: the next one, who is not there, who comes late,
who must and must not meet."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any
from uuid import UUID

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from jobs.models import Job
from jobs.selectors import latest_job
from tournaments.models import Absence, Entry, Wish
from tournaments.refusals import NotFound, RoundRefused
from tournaments.selectors.entries import names_of, size_of_entries
from tournaments.selectors.fields import pairs_by_rounds, progress_of
from tournaments.selectors.road import stage_of
from tournaments.services.round_changes import swap_in_round
from tournaments.services.rounds import (
    KIND,
    add_wish,
    ask_round,
    enter_late,
    remove_wish,
    set_absence,
    take_back_round,
)
from web.actors import actor_of
from web.desk.access import about, get_managed_event
from web.desk.forms import ReasonForm
from web.desk.round_forms import AbsenceForm, LateForm, SwapForm, WishForm
from web.groups import group_titles
from web.refusals import shown_on
from web.stages import stage_tabs
from wording.sentences import sentence


class Page:
    """All that stands on the page of the rounds; a form that was refused stands in place of a new
    one."""

    def __init__(self, request: HttpRequest, event_id: UUID, number: int) -> None:
        self.request = request
        self.event = get_managed_event(request, event_id)
        self.stage = stage_of(self.event, number)
        entered = self.event.entries.filter(state=Entry.State.ENTERED)
        names = names_of(self.event, set(entered.values_list("pk", flat=True)))
        self.names = {pk: name.short for pk, name in names.items()}
        entries = sorted(self.names.items(), key=lambda row: row[1].casefold())
        size = size_of_entries(self.event)
        groups = group_titles(self.stage.groups.select_related("stage", "venue").order_by("number"))
        self.forms: dict[str, Callable[..., forms.Form]] = {
            "absence_form": partial(AbsenceForm, entries=entries, auto_id="absence_%s"),
            "wish_form": partial(WishForm, entries=entries, auto_id="wish_%s"),
            "late_form": partial(LateForm, size=size, groups=groups, auto_id="late_%s"),
            "back_form": partial(ReasonForm, auto_id="back_%s"),
            "swap_form": partial(SwapForm, entries=entries, auto_id="swap_%s"),
        }

    def asked(self, name: str, act: Callable[[Any], object]) -> HttpResponse:
        """Does what a form asks for; where that is refused, the page keeps it and says why."""
        form = self.forms[name](self.request.POST)
        if form.is_valid():
            with shown_on(form):
                try:
                    act(form)
                except RoundRefused as refused:
                    raise self.named(refused) from refused
                return self.back()
        return self.shown(**{name: form})

    def shown(self, **bound: forms.Form) -> HttpResponse:
        progress = progress_of(self.stage)
        job = latest_job(kind=KIND, subject=f"stage:{self.stage.pk}")
        watched = job if job is not None and (job.live or "watch" in self.request.GET) else None
        context = {
            **about(self.request, self.event, "stages"),
            **{name: form() for name, form in self.forms.items()},
            **bound,
            "stage": self.stage,
            "stages": stage_tabs(self.event),
            "progress": progress,
            "by_rounds": pairs_by_rounds(self.stage),
            "next": progress.paired + 1,
            "job": watched,
            "failure": sentence(job.message, job.params)
            if watched and job and job.state == Job.State.FAILED
            else "",
            "absences": [
                (row, self.names.get(row.entry_id, ""))
                for row in Absence.objects.filter(stage=self.stage, round=progress.paired + 1)
            ],
            "wishes": [
                (wish, self.names.get(wish.first_id, "?"), self.names.get(wish.second_id, "?"))
                for wish in Wish.objects.filter(stage=self.stage).order_by("pk")
                if wish.round in (None, progress.paired + 1)
            ],
        }
        return render(self.request, "desk/rounds.html", context, status=422 if bound else 200)

    def named(self, refused: RoundRefused) -> RoundRefused:
        """A refusal with names where the core has ids."""
        violations = [
            replace(
                violation,
                params={
                    key: self.names.get(int(value), value)
                    if key in ("one", "other", "entry") and str(value).isdecimal()
                    else value
                    for key, value in violation.params.items()
                },
            )
            for violation in refused.violations
        ]
        return RoundRefused(refused.code, violations, **refused.params)

    def entry(self, pk: int) -> Entry:
        """An entry of this event. Raises NotFound."""
        entry = self.event.entries.filter(pk=pk).first()
        if entry is None:
            raise NotFound
        return entry

    def two(self, form: forms.Form) -> tuple[Entry, Entry]:
        return self.entry(form.cleaned_data["first"]), self.entry(form.cleaned_data["second"])

    def back(self) -> HttpResponse:
        return redirect("desk:rounds", self.event.pk, self.stage.number)


@login_required
@require_safe
def rounds(request: HttpRequest, event_id: UUID, number: int) -> HttpResponse:
    """The next round, with absences, wishes and late entries."""
    return Page(request, event_id, number).shown()


@login_required
@require_POST
def pair(request: HttpRequest, event_id: UUID, number: int) -> HttpResponse:
    """Has the next round paired."""
    page = Page(request, event_id, number)
    ask_round(stage=page.stage, actor=actor_of(request), now=timezone.now())
    answer = page.back()
    answer["Location"] += "?watch=1"
    return answer


@login_required
@require_POST
def take_back(request: HttpRequest, event_id: UUID, number: int) -> HttpResponse:
    """Deletes the last round, while nobody has played in it."""
    page = Page(request, event_id, number)
    return page.asked(
        "back_form",
        lambda form: take_back_round(
            stage=page.stage,
            reason=form.cleaned_data["reason"],
            actor=actor_of(request),
            now=timezone.now(),
        ),
    )


@login_required
@require_POST
def absent(request: HttpRequest, event_id: UUID, number: int) -> HttpResponse:
    """Records an absence in the next round."""
    page = Page(request, event_id, number)
    return page.asked(
        "absence_form",
        lambda form: set_absence(
            stage=page.stage,
            entry=page.entry(form.cleaned_data["entry"]),
            kind=form.cleaned_data["kind"],
            actor=actor_of(request),
            now=timezone.now(),
        ),
    )


@login_required
@require_POST
def present(request: HttpRequest, event_id: UUID, number: int, entry_id: int) -> HttpResponse:
    """Deletes an absence in the next round."""
    page = Page(request, event_id, number)
    entry, actor = page.entry(entry_id), actor_of(request)
    set_absence(stage=page.stage, entry=entry, kind=None, actor=actor, now=timezone.now())
    return page.back()


@login_required
@require_POST
def wish(request: HttpRequest, event_id: UUID, number: int) -> HttpResponse:
    """Two must meet in the next round, or never."""
    page = Page(request, event_id, number)
    return page.asked(
        "wish_form",
        lambda form: add_wish(
            stage=page.stage,
            kind=form.cleaned_data["kind"],
            entries=page.two(form),
            reason=form.cleaned_data["reason"],
            actor=actor_of(request),
            now=timezone.now(),
        ),
    )


@login_required
@require_POST
def unwish(request: HttpRequest, event_id: UUID, number: int, wish_id: int) -> HttpResponse:
    """They need not, or may, after all."""
    page = Page(request, event_id, number)
    found = Wish.objects.select_related("stage__event").filter(pk=wish_id, stage=page.stage).first()
    if found is None:
        raise NotFound
    remove_wish(wish=found, actor=actor_of(request), now=timezone.now())
    return page.back()


@login_required
@require_POST
def swap(request: HttpRequest, event_id: UUID, number: int) -> HttpResponse:
    """Lets two entries of the paired round change places, after showing what that breaks."""
    page = Page(request, event_id, number)
    return page.asked(
        "swap_form",
        lambda form: swap_in_round(
            stage=page.stage,
            entries=page.two(form),
            version=form.cleaned_data["version"],
            reason=form.cleaned_data["reason"],
            agreed=form.cleaned_data["agreed"],
            actor=actor_of(request),
            now=timezone.now(),
        ),
    )


@login_required
@require_POST
def late(request: HttpRequest, event_id: UUID, number: int) -> HttpResponse:
    """Adds a late entry, which plays from the next round on."""
    page = Page(request, event_id, number)
    return page.asked(
        "late_form",
        lambda form: enter_late(
            stage=page.stage,
            form=form.entry(),
            group=form.cleaned_data.get("group", 1),
            actor=actor_of(request),
            now=timezone.now(),
        ),
    )
