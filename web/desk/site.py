"""How a club shows an event on its own web site: the line to copy, a preview, the allowed sites."""

from uuid import UUID

from csp.constants import SELF
from csp.decorators import csp_update
from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from database.limits import LONGEST_ORIGIN
from tournaments.permissions import Right, is_restricted, may
from tournaments.selectors.events.embedding import digest_origins, list_allowed_origins
from tournaments.services.club.embedding import MOST_SITES, allow_sites
from web.actors import get_actor
from web.desk.access import about, get_managed_event
from web.desk.posting import get_posted_data, get_sent_query
from web.desk.resending import add_seen, read_seen, shown_to_resend
from web.embed.pages import VIEWS
from web.refusals import find_status

THEMES = (
    ("", gettext_lazy("as the reader’s device")),
    ("light", gettext_lazy("light")),
    ("dark", gettext_lazy("dark")),
)
LANGUAGES = (
    ("", gettext_lazy("as the reader’s browser")),
    ("it", gettext_lazy("Italian")),
    ("en", gettext_lazy("English")),
)


class SiteViewForm(forms.Form):
    """What is shown on the site, and how."""

    view = forms.ChoiceField(
        label=gettext_lazy("What to show"),
        choices=[(name, view.title) for name, view in VIEWS.items()],
        initial="standings",
    )
    theme = forms.ChoiceField(label=gettext_lazy("Colours"), choices=THEMES, required=False)
    lang = forms.ChoiceField(label=gettext_lazy("Language"), choices=LANGUAGES, required=False)

    @property
    def chosen(self) -> dict[str, str]:
        """The view, and what differs from the defaults."""
        if not self.is_valid():
            return {"view": "standings"}
        return {name: value for name, value in self.cleaned_data.items() if value}


class AllowedSitesForm(forms.Form):
    """The sites that may show the club's events, one a line."""

    sites = forms.CharField(
        label=gettext_lazy("Sites, one a line"),
        required=False,
        max_length=(LONGEST_ORIGIN + 1) * MOST_SITES,
        widget=forms.Textarea(attrs={"rows": 4, "placeholder": "https://www.circolo.it"}),
        help_text=gettext_lazy(
            "For all events of the club. With and without www are two sites. On any other site the"
            " frame stays empty."
        ),
    )

    @property
    def lines(self) -> list[str]:
        return [line for line in self.cleaned_data["sites"].splitlines() if line.strip()]


@login_required
@csp_update({"frame-src": [SELF]})  # type: ignore[arg-type]  # for the preview; its types know no views with arguments
def site(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """The line that shows the event on another site, and the sites that may."""
    event = get_managed_event(request, event_id)
    actor = get_actor(request)
    origins = list_allowed_origins(event.club_id)
    sent_data = get_posted_data(request)
    sites_form = AllowedSitesForm(sent_data, initial={"sites": "\n".join(origins)})
    add_seen(sites_form, digest_origins(origins))
    if sites_form.is_bound and sites_form.is_valid():
        with shown_to_resend(sites_form, tells_stored=True):
            allow_sites(
                club=event.club, sites=sites_form.lines, actor=actor, seen=read_seen(sites_form)
            )
            messages.success(request, _("The sites are saved."))
            return redirect("desk:site", event.pk)

    view_form = SiteViewForm(get_sent_query(request, "view") or {"view": "standings"})
    chosen_view = view_form.chosen
    preview = reverse(f"embed:{chosen_view['view']}", args=[event.pk])
    # The view is in the path of the preview, what it looks like in the query.
    look_parameters = {name: value for name, value in chosen_view.items() if name != "view"}
    if look_parameters:
        preview += f"?{urlencode(look_parameters)}"
    # The script element to copy. All its values are ours, so nothing in it is escaped.
    source = request.build_absolute_uri(reverse("embed:script"))
    attributes = "".join(f' data-{name}="{value}"' for name, value in chosen_view.items())
    line = f'<script async src="{source}" data-event="{event.pk}"{attributes}></script>'
    context = about(request, event, "site") | {
        "is_public": not is_restricted(event.state, event.visibility),
        "view_form": view_form,
        "sites_form": sites_form,
        "origins": origins,
        "may_allow": may(actor, Right.MANAGE_CLUB, club_id=event.club_id),
        "calendar": request.build_absolute_uri(
            reverse("board:club_calendar", args=[event.club.slug])
        ),
        "line": line,
        "preview": preview,
    }
    return render(request, "desk/site.html", context, status=find_status(sites_form))
