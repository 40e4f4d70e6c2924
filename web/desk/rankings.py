"""The ranking of a stage on the desk, and as a document from which it can be computed again."""

from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.selectors.stages.stages import get_stage_by_number
from tournaments.selectors.trust.exports import rank_document
from web.desk.access import about, get_worked_event
from web.paging import read_page_number
from web.rankings import build_ranking_view
from web.searching import read_search
from web.stages import build_stage_tabs


@login_required
@require_safe
def ranking(request: HttpRequest, event_id: UUID, number: int) -> HttpResponse:
    """The ranking of a stage, with its metrics and reasons."""
    event = get_worked_event(request, event_id)
    page, sought = read_page_number(request), read_search(request)
    context = {
        **about(request, event, "ranking"),
        "view": build_ranking_view(event, get_stage_by_number(event, number), page, sought),
        "stages": build_stage_tabs(event),
    }
    return render(request, "desk/ranking.html", context)


@login_required
@require_safe
def download_ranking(request: HttpRequest, event_id: UUID, number: int) -> HttpResponse:
    """The input of ``python -m competition rank``, as a download."""
    event = get_worked_event(request, event_id)
    answer = JsonResponse(rank_document(get_stage_by_number(event, number)))
    answer["Content-Disposition"] = f'attachment; filename="ranking-{number}.json"'
    return answer
