"""The form of a webhook."""

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from django import forms
from django.utils.translation import gettext_lazy as _

from database.limits import LONGEST_LABEL
from live.vocabulary import FOR_WEBHOOKS
from tournaments.models import Club, Event
from tournaments.selectors.events.events import list_events_of_clubs
from tournaments.selectors.events.webhooks import digest_webhook
from web.desk.resending import add_seen
from web.fields import FreeTextFormField
from webhooks.models import LONGEST_URL, WebhookEndpoint
from webhooks.services import WebhookPlan
from wording.dates import word_day
from wording.webhooks import word_type

USUAL = ("draw.published", "match.called", "match.decided", "result.corrected", "event.finished")
"""What is ticked at first."""


class WebhookForm(forms.Form):
    """Where changes are sent to, and which."""

    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)
    """Made with the page: if the form is sent twice, it is still one webhook."""
    name = FreeTextFormField(label=_("Which program is it for?"), max_length=LONGEST_LABEL)
    url = forms.CharField(
        label=_("Address"),
        max_length=LONGEST_URL,
        widget=forms.URLInput(attrs={"placeholder": "https://"}),
        help_text=_("Of the program that receives the changes. It must begin with https://."),
    )
    event = forms.ChoiceField(label=_("Of which event?"), required=False)
    types = forms.MultipleChoiceField(
        label=_("Which changes?"), widget=forms.CheckboxSelectMultiple, required=False
    )

    def __init__(
        self,
        club: Club,
        data: Mapping[str, Any] | None = None,
        *,
        endpoint: WebhookEndpoint | None = None,
    ) -> None:
        initial: dict[str, Any] = {"types": USUAL}
        if endpoint is not None:
            initial = {
                "name": endpoint.name,
                "url": endpoint.url,
                "event": str(endpoint.event_id or ""),
                "types": [subscription.type for subscription in endpoint.subscriptions.all()],
            }
        super().__init__(data, initial=initial)
        self._events: dict[str, Event] = {}
        choices = [("", str(_("All events of the club")))]
        for event in list_events_of_clubs([club]):
            key = str(event.pk)
            self._events[key] = event
            choices.append((key, f"{event.name}, {word_day(event.date)}"))
        self.fields["event"].choices = choices  # type: ignore[attr-defined]
        types = [(name, word_type(name)) for name in FOR_WEBHOOKS]
        self.fields["types"].choices = types  # type: ignore[attr-defined]
        if endpoint is not None:
            add_seen(self, digest_webhook(endpoint))

    def make_plan(self) -> WebhookPlan:
        """The plan of a valid form."""
        data = self.cleaned_data
        event = self._events.get(data["event"])
        return WebhookPlan(data["name"], data["url"], data["types"], event.pk if event else None)
