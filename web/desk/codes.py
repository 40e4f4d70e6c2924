"""Table codes on the desk: created, revoked, and printed as cards with a QR code."""

from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_safe

from competition.hall.codes import format_code
from tournaments.models import Event, Round, TableCode
from tournaments.selectors.hall.tables import get_table_code, list_table_codes
from tournaments.selectors.stages.stages import get_round, open_rounds
from tournaments.services.hall.table_codes import make_codes, revoke_codes
from web.actors import get_actor
from web.desk.access import about, get_managed_event
from web.desk.confirmations import Confirmation, ask_to_confirm
from web.desk.posting import get_posted_data
from web.desk.print_addresses import find_addresses
from web.qr import draw_qr
from web.refusals import find_status, shown_on
from web.rounds import load_round_titles


@dataclass(frozen=True, slots=True)
class HallCard:
    """A card for the middle of a table."""

    id: int
    table: int
    spaced: str
    round: str
    qr: SafeString
    devices: int


class CodesForm(forms.Form):
    """New codes: for the whole event, or for one round of it."""

    round = forms.ChoiceField(label=gettext_lazy("Valid for"), required=False)

    def __init__(self, titles: dict[int, str], data: object = None) -> None:
        super().__init__(data)  # type: ignore[arg-type]
        choices = [("", _("the whole event"))]
        choices += [(str(pk), title) for pk, title in titles.items()]
        self.fields["round"].choices = choices  # type: ignore[attr-defined]


@login_required
def codes(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """The codes in force, and the form for new ones."""
    event = get_managed_event(request, event_id)
    actor = get_actor(request)
    # Codes of rounds that are over are still listed, but no new ones are made for them.
    titles = load_round_titles(event)
    open_titles = {pk: titles[pk] for pk in open_rounds(event)}
    form = CodesForm(open_titles, get_posted_data(request))
    if request.method == "POST" and form.is_valid():
        with shown_on(form):
            # Without a round the codes hold for the whole event.
            chosen_round: Round | None = None
            if form.cleaned_data["round"]:
                chosen_round = get_round(event, int(form.cleaned_data["round"]))
            make_codes(event=event, round=chosen_round, actor=actor, now=timezone.now())
            return redirect("desk:codes", event.pk)
    addresses = find_addresses(request, event)
    context = {
        **about(request, event, "codes"),
        "form": form,
        "tables": event.tables.count(),
        "cards": _build_cards(addresses.pad, list_table_codes(actor, event), titles),
        "unreachable": addresses.unreachable,
    }
    return render(request, "desk/codes.html", context, status=find_status(form))


@login_required
@require_safe
def print_cards(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """The cards to print, one for each table."""
    event = get_managed_event(request, event_id)
    table_codes = list_table_codes(get_actor(request), event)
    addresses = find_addresses(request, event)
    context = {
        **about(request, event, "codes"),
        "cards": _build_cards(addresses.pad, table_codes, load_round_titles(event)),
        "address": addresses.pad,
        "unreachable": addresses.unreachable,
    }
    return render(request, "desk/cards.html", context)


@login_required
def revoke_code(request: HttpRequest, code_id: int) -> HttpResponse:
    """Asks, then ends one code at once, and signs out the phones that used it."""
    code = get_table_code(get_actor(request), code_id)
    event = get_managed_event(request, code.event_id)
    title = _("Revoke the code of table %(number)s?") % {"number": code.table.number}
    return _revoke_after_asking(request, event, [code.pk], title)


@login_required
def revoke_all_codes(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """Asks, then ends all codes of an event."""
    event = get_managed_event(request, event_id)
    ids = list(list_table_codes(get_actor(request), event).values_list("pk", flat=True))
    return _revoke_after_asking(request, event, ids, _("Revoke all codes?"))


def _revoke_after_asking(
    request: HttpRequest, event: Event, ids: list[int], title: str
) -> HttpResponse:
    # A phone whose code is gone forgets its token: restoring the code would not bring it back, so
    # the act is asked for instead of being offered for undo.
    actor = get_actor(request)
    table_codes = list(list_table_codes(actor, event).filter(pk__in=ids))
    if request.method == "POST":
        revoke_codes(codes=table_codes, event=event, actor=actor, now=timezone.now())
        return redirect("desk:codes", event.pk)
    phones = sum(getattr(code, "device_count", 0) for code in table_codes)
    effect_on_phones = _("No phone is using it now.")
    if phones:
        effect_on_phones = ngettext(
            "%(count)s phone is signed out at once and has to join again with a new code.",
            "%(count)s phones are signed out at once and have to join again with a new code.",
            phones,
        ) % {"count": phones}
    effects = [
        effect_on_phones,
        _("Printed cards and sheets with the QR code no longer work. What was written stays."),
    ]
    back_url = reverse("desk:codes", args=[event.pk])
    confirmation = Confirmation(title, effects, _("Revoke"), back_url)
    return ask_to_confirm(request, event, "codes", confirmation)


def _build_cards(
    address: str, table_codes: Iterable[TableCode], titles: dict[int, str]
) -> tuple[HallCard, ...]:
    """``address`` of the pad, as phones reach it."""
    cards = []
    for code in table_codes:
        # The secret is in the fragment, which browsers do not send: it is in no log.
        qr = draw_qr(f"{address}#{code.secret}")
        cards.append(
            HallCard(
                id=code.pk,
                table=code.table.number,
                spaced=format_code(code.code),
                round=titles.get(code.round_id or 0, ""),
                qr=qr,
                devices=getattr(code, "device_count", 0),
            )
        )
    return tuple(cards)
