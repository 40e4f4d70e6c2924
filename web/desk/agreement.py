"""What a correction would change, shown at the desk before it is written."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from scoring.acts import Act
from scoring.refusals import CorrectionMovesLines
from tournaments.models import Event
from tournaments.refusals import CorrectionNotAgreed, NextMatchBegun
from tournaments.services.corrections import consequences_of
from web.actors import actor_of
from web.corrections import consequences_view
from web.desk.access import about, manages
from web.desk.acts import TITLES
from web.refusals import Refusal
from web.sheets import SheetView
from wording.corrections import effect_words

AGREED, SEEN, BACK = "agreed", "seen", "back"
"""What the buttons of the page post: the writer agrees to what moves, or to what comes after the
match; he has seen who wins; he goes back to what he wrote."""
NOT_TYPED = ("csrfmiddlewaretoken", AGREED, SEEN, BACK)
"""What is posted with the act."""
REFUSED = 422


def ask_to_agree(
    request: HttpRequest,
    event: Event,
    view: SheetView,
    act: Act,
    refusal: Refusal | None,
    *,
    address: str,
) -> HttpResponse | None:
    """The page that shows what the act would change, to be agreed to or left: what was posted is
    posted again to ``address``. None for a refusal that this writer cannot agree to."""
    is_of_sheet = isinstance(refusal, CorrectionMovesLines)
    is_of_event = isinstance(refusal, CorrectionNotAgreed | NextMatchBegun)
    organizes = manages(request, event)
    if not (is_of_sheet or (is_of_event and organizes)):
        return None
    found = None
    if organizes:
        found = consequences_of(
            match_id=view.sheet.match.pk, act=act, actor=actor_of(request), now=act.made_at
        )
    effect = refusal.effect if isinstance(refusal, CorrectionMovesLines) else None
    effect = found.effect if found is not None else effect
    needs_agreement = organizes or (effect is not None and effect.needs_agreement)
    context = {
        **about(request, event, "bracket"),
        "view": view,
        "match": view.sheet.match.pk,
        "act": TITLES[act.kind][0],
        "reason": act.data.get("reason", ""),
        "effect": None if effect is None else effect_words(effect, view.sheet.format, view.sides),
        "found": None if found is None else consequences_view(event, view, found),
        "is_of_event": is_of_event,
        "button": AGREED if needs_agreement else SEEN,
        "address": address,
        "typed": [
            (name, value)
            for name, values in request.POST.lists()
            for value in values
            if name not in NOT_TYPED
        ],
    }
    return render(request, "desk/correction.html", context, status=REFUSED)
