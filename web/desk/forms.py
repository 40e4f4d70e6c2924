"""The forms of the desk: they check shape, the services check sense."""

from typing import Any
from uuid import uuid4

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.core.format import best_of
from tournaments.core.names import Name, read_name
from tournaments.models import Event
from tournaments.services.entries import EntryForm as EntryData
from tournaments.services.events import MOST_TABLES, EventPlan


class EventForm(forms.Form):
    """What an organizer says of an event; the options of the game come from its rulebook."""

    event_id = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4, required=False)
    """Made with the page: sent twice, it is one event."""
    name = forms.CharField(label=_("Name of the event"), max_length=120)
    date = forms.DateField(
        label=_("Date"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    venue = forms.CharField(label=_("Where"), max_length=120, required=False)
    games = forms.TypedChoiceField(
        label=_("Match"),
        coerce=int,
        initial=3,
        choices=[
            (1, _("One game")),
            (3, _("Best of three games")),
            (5, _("Best of five games")),
        ],
    )
    bella_target = forms.IntegerField(
        label=_("Another target for the bella"),
        required=False,
        help_text=_("Two games to 31 and the bella to 41: 31 above, 41 here."),
    )
    tables = forms.IntegerField(
        label=_("Tables"),
        min_value=0,
        max_value=MOST_TABLES,
        initial=16,
        help_text=_("0 if nobody is called to a numbered table."),
    )
    third_place = forms.BooleanField(label=_("A match for the third place"), required=False)
    clubs_apart = forms.BooleanField(
        label=_("Keep pairs of one club apart in the draw"), required=False, initial=True
    )
    capacity = forms.IntegerField(
        label=_("At most so many pairs"), min_value=2, max_value=4096, required=False
    )
    visibility = forms.ChoiceField(
        label=_("Who may see it"),
        choices=[
            (Event.Visibility.PUBLIC, _("Everybody")),
            (Event.Visibility.LINK, _("Whoever has the address")),
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

    def plan(self, game: str, options: dict[str, Any], venue: Any) -> EventPlan:
        """The plan that the services take."""
        data = self.cleaned_data
        games = data["games"]
        each = [dict(options) for _ in range(games)]
        if data["bella_target"] and games > 1:
            each[-1]["target"] = data["bella_target"]
        return EventPlan(
            name=data["name"],
            date=data["date"],
            match_format=best_of(games, game, *each),
            options={"third_place": True} if data["third_place"] else {},
            constraints={} if data["clubs_apart"] else {"clubs_apart": False},
            venue=venue,
            tables=data["tables"],
            capacity=data["capacity"],
            visibility=data["visibility"],
            names=data["names"],
        )


class EntryForm(forms.Form):
    """A pair, by hand."""

    player1 = forms.CharField(label=_("First player"), max_length=120)
    player2 = forms.CharField(label=_("Second player"), max_length=120)
    club_name = forms.CharField(label=_("Club"), max_length=120, required=False)
    seed = forms.IntegerField(label=_("Seed"), min_value=1, max_value=4096, required=False)
    paid = forms.BooleanField(label=_("Has paid"), required=False)

    def entry(self) -> EntryData:
        data = self.cleaned_data
        return EntryData(
            players=_players(data["player1"], data["player2"]),
            club_name=data["club_name"],
            seed=data["seed"],
            paid=data["paid"],
        )


def _players(*texts: str) -> tuple[Name, ...]:
    return tuple(read_name(text) for text in texts)


class ListForm(forms.Form):
    """A list of entries from a spreadsheet."""

    file = forms.FileField(
        label=_("List as CSV"),
        widget=forms.FileInput(attrs={"accept": ".csv,text/csv,text/plain"}),
        max_length=200,
    )


class ReasonForm(forms.Form):
    """An act that needs a reason."""

    reason = forms.CharField(label=_("Reason"), max_length=500)


class DrawForm(forms.Form):
    """A draw; made again, it needs a reason."""

    reason = forms.CharField(label=_("Why is it drawn again?"), max_length=500, required=False)


class ReplaceForm(EntryForm):
    """Who plays in the place of an entry, and why."""

    reason = forms.CharField(label=_("Reason"), max_length=500)
    seed = None  # type: ignore[assignment]

    def entry(self) -> EntryData:
        data = self.cleaned_data
        return EntryData(
            players=_players(data["player1"], data["player2"]),
            club_name=data["club_name"],
            paid=data["paid"],
        )


class TokenForm(forms.Form):
    """A token for a program."""

    name = forms.CharField(label=_("Which program is it for?"), max_length=80)
    may_write = forms.BooleanField(
        label=_("It may also write"),
        required=False,
        help_text=_("Without this it only reads: right for a web site or a projector."),
    )
