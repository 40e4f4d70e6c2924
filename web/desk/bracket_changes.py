"""A drawn bracket changed by hand: two pairs swapped, a late pair put in, a swap taken back. Each
is shown before it is made."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from competition.plan import Entrant
from competition.stages.hand_changes import HandChange
from tournaments.refusals import BracketChangeRefused
from tournaments.selectors.draws.change_previews import ChangePreview, preview_change
from tournaments.selectors.draws.changes import change_for
from tournaments.services.draws.bracket_changes import swap_in_bracket, undo_swap
from tournaments.services.draws.late_entries import (
    NOT_ENTERED,
    enter_late_in_bracket,
    move_up_into_bracket,
)
from web.actors import get_actor
from web.desk.bracket_forms import BracketSwapForm, LatePairForm, WaitingPairForm
from web.desk.bracket_page import BracketChangePage
from web.desk.posting import posted_from
from web.desk.reason_forms import ReasonForm
from web.refusals import shown_on


@login_required
@require_safe
def change_bracket(request: HttpRequest, event_id: UUID, number: int) -> HttpResponse:
    """What can still be changed by hand in a drawn bracket, and what was."""
    return BracketChangePage(request, event_id, number).render_page()


@login_required
@posted_from("desk:bracket_change", "event_id", "number")
def swap_entries_in_bracket(request: HttpRequest, event_id: UUID, number: int) -> HttpResponse:
    """Shows what a swap of two pairs comes to, then makes it."""
    page = BracketChangePage(request, event_id, number)

    def preview(form: BracketSwapForm) -> ChangePreview:
        both = form.cleaned_data["first"], form.cleaned_data["second"]
        # The page has loaded the brackets already.
        return preview_change(page.stage, HandChange("swap", both), before=page.brackets)

    def act(form: BracketSwapForm) -> object:
        first, second = form.cleaned_data["first"], form.cleaned_data["second"]
        entries = page.get_entry(first), page.get_entry(second)
        return swap_in_bracket(entries=entries, **page.list_common(form))

    return page.submit("swap_form", preview, act, _("The two have changed places."))


@login_required
@posted_from("desk:bracket_change", "event_id", "number")
def add_late_pair(request: HttpRequest, event_id: UUID, number: int) -> HttpResponse:
    """Shows where a late pair would play, then enters it."""
    page = BracketChangePage(request, event_id, number)

    def preview(form: LatePairForm) -> ChangePreview:
        entry = form.make_entry()
        names = [f"{name.first} {name.last}".strip() for name in entry.players]
        page.names[NOT_ENTERED] = " – ".join(names)
        club = entry.club_name.strip().casefold() or None
        change = _make_late_change(form.is_preliminary, NOT_ENTERED, form.opponent)
        late = Entrant(NOT_ENTERED, None, club)
        return preview_change(page.stage, change, late, before=page.brackets)

    def act(form: LatePairForm) -> object:
        return enter_late_in_bracket(
            form=form.make_entry(),
            against=page.get_entry(form.opponent),
            preliminary=form.is_preliminary,
            **page.list_common(form),
        )

    return page.submit("late_form", preview, act, _("Put into the bracket."))


@login_required
@posted_from("desk:bracket_change", "event_id", "number")
def move_up_waiting_pair(request: HttpRequest, event_id: UUID, number: int) -> HttpResponse:
    """Shows where a pair of the waiting list would play, then puts it in."""
    page = BracketChangePage(request, event_id, number)

    def preview(form: WaitingPairForm) -> ChangePreview:
        entry = form.cleaned_data["entry"]
        change = _make_late_change(form.is_preliminary, entry, form.opponent)
        return preview_change(page.stage, change, before=page.brackets)

    def act(form: WaitingPairForm) -> object:
        return move_up_into_bracket(
            entry=page.get_entry(form.cleaned_data["entry"]),
            against=page.get_entry(form.opponent),
            preliminary=form.is_preliminary,
            **page.list_common(form),
        )

    return page.submit("waiting_form", preview, act, _("Put into the bracket."))


def _make_late_change(is_preliminary: bool, entry: int, opponent: int) -> HandChange:  # noqa: FBT001
    if is_preliminary:
        return HandChange("preliminary", (entry, opponent))
    return HandChange("bye", (entry, opponent))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def undo_change(request: HttpRequest, change_id: int) -> HttpResponse:
    """Swaps two pairs back, with a reason."""
    change = change_for(get_actor(request), change_id)
    stage = change.draw.stage
    if request.method != "POST":
        return redirect("desk:bracket_change", stage.event_id, stage.number)
    page = BracketChangePage(request, stage.event_id, stage.number)
    form = ReasonForm(request.POST, auto_id="undo_%s")
    if form.is_valid():
        with shown_on(form):
            try:
                undo_swap(
                    change=change,
                    reason=form.cleaned_data["reason"],
                    actor=get_actor(request),
                    now=timezone.now(),
                )
            except BracketChangeRefused as refused:
                page.insert_names_into_refusal(refused)
                raise
            messages.success(request, _("The swap is taken back."))
            return redirect("desk:bracket_change", stage.event_id, stage.number)
    return page.render_page({"undo_form": form})
