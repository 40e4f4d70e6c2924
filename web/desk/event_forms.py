"""The facts of an event: name, day, place, entries and public page."""

from uuid import uuid4

from django import forms
from django.utils.translation import gettext_lazy as _

from database.limits import LONGEST_NOTE, LONGEST_TITLE, MOST_ENTRIES, MOST_TABLES
from tournaments.models import Event
from web.desk.money import EuroField
from web.desk.play_forms import PlayForm
from web.fields import ClockField, FreeTextFormField, MomentField, NotesField


class EventFactsForm(forms.Form):
    """The settings of an event that can still change after it was created."""

    name = FreeTextFormField(label=_("Name of the event"), max_length=LONGEST_TITLE)
    date = forms.DateField(
        label=_("Date"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    start = ClockField(label=_("Start hour"), required=False)
    venue = FreeTextFormField(label=_("Where"), max_length=LONGEST_TITLE, required=False)
    tables = forms.IntegerField(
        label=_("Tables"),
        min_value=0,
        max_value=MOST_TABLES,
        initial=16,
        help_text=_("0 if nobody is called to a numbered table."),
    )
    capacity = forms.IntegerField(
        label=_("Maximum entries"), min_value=2, max_value=MOST_ENTRIES, required=False
    )
    fee_cents = EuroField(label=_("Entry fee in euros"), required=False)
    entries_close_at = MomentField(label=_("Entries close"), required=False)
    contact = FreeTextFormField(label=_("Whom to call"), max_length=LONGEST_TITLE, required=False)
    notes = NotesField(label=_("Notes"), max_length=LONGEST_NOTE, required=False)
    visibility = forms.ChoiceField(
        label=_("Who may see it"),
        choices=[
            (Event.Visibility.PUBLIC, _("Everybody")),
            (Event.Visibility.LINK, _("Everybody with the address")),
            (Event.Visibility.CLUB, _("The people of the club")),
        ],
    )
    names = forms.ChoiceField(
        label=_("Names on the board"),
        choices=[
            (Event.Names.FULL, _("First and last name")),
            (Event.Names.INITIAL, _("First name and initial")),
        ],
    )
    recorded = forms.ChoiceField(
        label=_("What is recorded"),
        required=False,
        choices=[
            (Event.Recorded.HANDS, _("Every hand")),
            (Event.Recorded.TOTALS, _("The points of each game")),
            (Event.Recorded.GAMES, _("Only the games won")),
        ],
        initial=Event.Recorded.HANDS,
    )

    def clean_recorded(self) -> str:
        """Every hand, where nothing was chosen."""
        return self.cleaned_data["recorded"] or Event.Recorded.HANDS


class NewEventFactsForm(EventFactsForm):
    """The settings of a new event apart from how it is played."""

    name = FreeTextFormField(
        label=_("Name of the event"),
        max_length=LONGEST_TITLE,
        required=False,
        help_text=_("Empty: its day."),
    )
    event_id = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4, required=False)
    """Made with the page: if the form is sent twice, it is still one event."""


class EventForm(NewEventFactsForm, PlayForm):
    """The settings of an event, including those of its first stage."""
