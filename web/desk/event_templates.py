"""Templates of a club's events on the desk: kept from an event, deleted."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.permissions import Right, check, list_clubs
from tournaments.selectors.events.shapes import get_template
from tournaments.services.events.shapes import delete_template, save_template
from web.actors import get_actor
from web.desk.access import get_managed_event
from web.desk.confirmations import Confirmation, ask_in_club
from web.desk.posting import posted_from
from web.desk.resending import read_seen, shown_to_resend
from web.desk.settings import SettingsForm, TemplateForm, render_settings


@login_required
@posted_from("desk:settings", "event_id")
def keep_template(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """Keeps the settings of an event as a template of its club."""
    event = get_managed_event(request, event_id)
    form = TemplateForm(request.POST, event=event)
    if form.is_valid():
        with shown_to_resend(form):
            save_template(
                event=event,
                name=form.cleaned_data["template"],
                actor=get_actor(request),
                now=timezone.now(),
                seen=read_seen(form),
            )
            messages.success(request, _("The template is saved."))
            return redirect("desk:settings", event.pk)
    return render_settings(request, event, SettingsForm(None, event=event), template=form)


@login_required
def remove_template(request: HttpRequest, club_slug: str, template_id: int) -> HttpResponse:
    """Asks, then deletes a template of a club."""
    club = get_object_or_404(list_clubs(get_actor(request)), slug=club_slug)
    check(get_actor(request), Right.MANAGE_EVENTS, club_id=club.pk)
    template = get_template(club, template_id)
    if request.method == "POST":
        delete_template(template=template, actor=get_actor(request))
        messages.success(request, _("The template is deleted."))
        return redirect("desk:event_new", club.slug)
    confirmation = Confirmation(
        _("Delete the template “%(name)s”?") % {"name": template.name},
        [_("New events can no longer be made from it. Events that were made from it stay.")],
        _("Delete the template"),
        reverse("desk:event_new", args=[club.slug]),
    )
    return ask_in_club(request, "events", confirmation)
