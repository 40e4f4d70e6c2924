"""The page that shows what a correction would change, before it is written at the desk."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from kernel.refusals import Refusal
from scoring.acts import Act
from scoring.core.lines import AMEND, RESULT_KINDS
from scoring.refusals import CorrectionMovesLines
from tournaments.models import Event
from tournaments.refusals import CorrectionNotAgreed, NextMatchBegun
from tournaments.selectors.decisions.pending import list_pending_decisions
from tournaments.services.corrections.previews import preview_consequences
from web.actors import get_actor
from web.corrections import build_consequences_view
from web.desk.access import about, manages
from web.desk.acts import TITLES
from web.sheets import SheetView
from wording.corrections import word_effect

AGREED, SEEN, BACK = "agreed", "seen", "back"
"""The buttons of the page: the writer agrees to the effects on the sheet or on the event; has seen
that the winner changes; goes back to the form."""
WRITTEN = "written"
"""In the address of a sheet on which a line was just written."""
NOT_TYPED = ("csrfmiddlewaretoken", AGREED, SEEN, BACK)
"""Posted fields that are not part of the act."""


def ask_to_agree(
    request: HttpRequest,
    event: Event,
    view: SheetView,
    act: Act,
    refusal: Refusal | None,
    *,
    address: str,
) -> HttpResponse | None:
    """The page that shows what the act would change. If the writer agrees, the same data is posted
    to ``address`` again. None for a refusal that this writer cannot agree to."""
    is_of_event = isinstance(refusal, CorrectionNotAgreed | NextMatchBegun)
    organizes = manages(request, event)
    if isinstance(refusal, CorrectionMovesLines):
        effect = refusal.effect
    elif is_of_event and organizes:
        effect = None
    else:
        return None
    assert refusal is not None, "None is of neither kind"

    # Only organizers decide on the event; a referee sees the effects on the sheet alone.
    consequences_view = effect_words = None
    if organizes:
        consequences = preview_consequences(
            match_id=view.sheet.match.pk, act=act, actor=get_actor(request), now=act.made_at
        )
        effect = consequences.effect
        consequences_view = build_consequences_view(event, view, consequences)
    button = SEEN
    if organizes or (effect is not None and effect.needs_agreement):
        button = AGREED
    if effect is not None:
        effect_words = word_effect(effect, view.sheet.format, view.sides)

    # Hidden fields of the page: what was typed is posted again with the agreement.
    typed_fields = []
    for name, values in request.POST.lists():
        if name not in NOT_TYPED:
            typed_fields += [(name, value) for value in values]
    context = {
        **about(request, event, "tables"),
        "view": view,
        "match": view.sheet.match.pk,
        "act": _word_act(view, act),
        "reason": act.data.get("reason", ""),
        "effect": effect_words,
        "found": consequences_view,
        "is_of_event": is_of_event,
        "button": button,
        "address": address,
        "typed": typed_fields,
    }
    return render(request, "desk/correction.html", context, status=refusal.status)


def _word_act(view: SheetView, act: Act) -> str:
    """What is to be written, as a title."""
    if act.kind == AMEND:
        for line in view.lines:
            if line.n == act.data["line"] and line.kind in RESULT_KINDS:
                return _("Correct a result")
    return str(TITLES[act.kind][0])


def redirect_after(request: HttpRequest, event: Event, match_id: int, act: Act) -> HttpResponse:
    """To what the organizer has to decide after an agreed correction; otherwise to the sheet."""
    if AGREED in request.POST and manages(request, event):
        new_decisions = list(list_pending_decisions(event).filter(asked_at=act.made_at)[:2])
        if len(new_decisions) == 1:
            return redirect("desk:question", new_decisions[0].pk)
        if new_decisions:
            return redirect("desk:questions", event.pk)
    # The next line is written at once: the sheet puts the focus into its first field.
    return redirect(f"{reverse('desk:sheet', args=[match_id])}?{WRITTEN}")
