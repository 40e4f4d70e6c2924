"""The planner: what fits into an evening, before an event is made."""

from dataclasses import dataclass
from datetime import datetime, time

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from competition.forecast.planner import (
    MOST_HOURS,
    MOST_PAIRS,
    MOST_PLANNED_TABLES,
    list_planned_games,
    plan_evening,
)
from tournaments.permissions import Right, check, list_clubs
from web.actors import get_actor
from web.desk.posting import get_sent_query
from web.forecast import compute_ends
from web.refusals import find_status_if_invalid
from web.time_axis import TimeAxis
from wording.forecast import word_end_with_range
from wording.games import find_game_words
from wording.planner import name_proposal, word_guaranteed_matches, word_match_count

LEFT, RIGHT = 10, 450
"""The ends of the axis of time, in units of its SVG."""


def list_games() -> list[tuple[str, object]]:
    """The games that can be planned, with their names."""
    return [(name, find_game_words(name).name) for name in list_planned_games()]


class PlannerForm(forms.Form):
    """The pairs, the tables and the hours that there are."""

    pairs = forms.IntegerField(label=_("Entries"), min_value=2, max_value=MOST_PAIRS, initial=32)
    tables = forms.IntegerField(
        label=_("Tables"), min_value=1, max_value=MOST_PLANNED_TABLES, initial=16
    )
    start = forms.TimeField(
        label=_("Starts at"),
        initial=time(20, 30),
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        input_formats=("%H:%M", "%H.%M"),
    )
    hours = forms.IntegerField(label=_("Hours"), min_value=1, max_value=MOST_HOURS, initial=4)
    game = forms.ChoiceField(label=_("Game"), choices=list_games, initial="marafon")


@dataclass(frozen=True, slots=True)
class ProposalView:
    """A way to play the evening, in words, and the range of its end on the axis of time."""

    name: str
    end: str
    guaranteed: str
    matches: str
    fits: bool
    is_sure: bool
    low_x: int
    likely_x: int
    width: int


@login_required
@require_safe
def planner(request: HttpRequest, club_slug: str) -> HttpResponse:
    """The form, and once it is sent what fits. Nothing is stored."""
    club = get_object_or_404(list_clubs(get_actor(request)), slug=club_slug)
    check(get_actor(request), Right.MANAGE_EVENTS, club_id=club.pk)
    form = PlannerForm(get_sent_query(request, "pairs"))
    context = {"club": club, "form": form, "tab": "events"}
    if form.is_bound and form.is_valid():
        sent_values = form.cleaned_data
        planned_evenings = plan_evening(
            sent_values["pairs"], sent_values["tables"], sent_values["hours"], sent_values["game"]
        )
        zone = timezone.get_current_timezone()
        start = datetime.combine(timezone.localdate(), sent_values["start"], zone)
        limit = sent_values["hours"] * 3600
        latest_ends = [evening.end.high for evening in planned_evenings if evening.fits]
        # The axis is as long as the evening may last, or as the longest proposal that fits.
        axis = TimeAxis(start, max([limit, *latest_ends]), LEFT, RIGHT)
        views = []
        for evening in planned_evenings:
            low_x, high_x = axis.find_x(evening.end.low), axis.find_x(evening.end.high)
            proposal = ProposalView(
                name=name_proposal(evening.proposal),
                end=word_end_with_range(*compute_ends(start, evening.end)),
                guaranteed=word_guaranteed_matches(evening.proposal),
                matches=word_match_count(evening.matches),
                fits=evening.fits,
                is_sure=evening.is_sure,
                low_x=low_x,
                likely_x=axis.find_x(evening.end.likely),
                width=max(2, high_x - low_x),
            )
            views.append(proposal)
        context |= {
            "fitting": [view for view in views if view.fits],
            "others": [view for view in views if not view.fits],
            "limit_x": axis.find_x(limit),
            "marks": list(axis.list_hours()),
        }
    return render(request, "desk/planner.html", context, status=find_status_if_invalid(form))
