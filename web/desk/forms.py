"""The forms of the desk: they check shape, the services check sense."""

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.core.format import MOST_HANDS
from tournaments.core.entering import EntryForm as EntryData
from tournaments.core.names import Name, read_name
from tournaments.models import Event
from tournaments.services.draws import LONGEST_WORD
from tournaments.services.events import MOST_TABLES


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
            (2, _("Two games, both played")),
            (3, _("Best of three games")),
            (5, _("Best of five games")),
        ],
    )
    hands = forms.IntegerField(
        label=_("Hands in a game"),
        min_value=1,
        max_value=MOST_HANDS,
        required=False,
        help_text=_("Empty: a game is played to its points. Trionfo is played by hands alone."),
    )
    second_game = forms.ChoiceField(
        label=_("Another game for the second"),
        required=False,
        help_text=_("It is played by the rules of its source."),
    )
    bella_game = forms.ChoiceField(label=_("Another game for the bella"), required=False)
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
    game = forms.ChoiceField(label=_("Game"), required=False)
    format = forms.ChoiceField(label=_("Format of play"), required=False)
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

    def __init__(
        self, *args: Any, games: Mapping[str, str], formats: Mapping[str, str], **more: Any
    ) -> None:
        super().__init__(*args, **more)
        self.fields["game"].choices = list(games.items())  # type: ignore[attr-defined]
        same = ("", _("The same game"))
        for name in ("second_game", "bella_game"):
            self.fields[name].choices = [same, *games.items()]  # type: ignore[attr-defined]
        self.fields["format"].choices = list(formats.items())  # type: ignore[attr-defined]


class EntryForm(forms.Form):
    """An entry of ``size`` players, by hand."""

    player1 = forms.CharField(label=_("First player"), max_length=120)
    player2 = forms.CharField(label=_("Second player"), max_length=120)
    club_name = forms.CharField(label=_("Club"), max_length=120, required=False)
    seed = forms.IntegerField(label=_("Seed"), min_value=1, max_value=4096, required=False)
    paid = forms.BooleanField(label=_("Has paid"), required=False)

    def __init__(self, *args: Any, size: int, **more: Any) -> None:
        super().__init__(*args, **more)
        if size == 1:
            self.fields["player1"].label = _("Player")
            del self.fields["player2"]

    def entry(self) -> EntryData:
        data = self.cleaned_data
        return EntryData(
            players=self.players(),
            club_name=data["club_name"],
            seed=data.get("seed"),
            paid=data["paid"],
        )

    def players(self) -> tuple[Name, ...]:
        texts = (self.cleaned_data.get(name) for name in ("player1", "player2"))
        return tuple(read_name(text) for text in texts if text)


class ListForm(forms.Form):
    """A list of entries from a spreadsheet."""

    file = forms.FileField(
        label=_("List: Excel or CSV"),
        widget=forms.FileInput(attrs={"accept": ".xlsx,.csv,.txt,text/csv,text/plain"}),
        max_length=200,
        error_messages={"required": _("Choose the file: 2 MB at most.")},
    )


class ReasonForm(forms.Form):
    """An act that needs a reason."""

    reason = forms.CharField(label=_("Reason"), max_length=500)


class DrawForm(forms.Form):
    """A draw that is to be promised; made again, it needs a reason."""

    reason = forms.CharField(label=_("Why is it drawn again?"), max_length=500, required=False)


class WordForm(forms.Form):
    """What somebody in the hall has said."""

    word = forms.CharField(
        label=_("The hall’s word"),
        required=False,
        help_text=_("Ask somebody to say any word or number, and write it where all can see it."),
        widget=forms.TextInput(
            attrs={"maxlength": LONGEST_WORD, "autocomplete": "off", "required": True}
        ),
    )


class CallOffForm(forms.Form):
    """A promised draw that is not held."""

    reason = forms.CharField(
        label=_("Why is it called off?"),
        required=False,
        max_length=500,
        widget=forms.TextInput(attrs={"required": True}),
    )


class ReplaceForm(EntryForm):
    """Who plays in the place of an entry, and why."""

    reason = forms.CharField(label=_("Reason"), max_length=500)
    seed = None  # type: ignore[assignment]
