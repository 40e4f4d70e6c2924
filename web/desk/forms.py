"""The forms of the desk: they check shape, the services check sense."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any
from uuid import uuid4

from django import forms
from django.utils.translation import gettext_lazy as _

from competition.cuts.cut import LONGEST_TABLE
from competition.draw.seeding import CROSSED
from competition.entry_lists.entering import EntryDetails
from competition.entry_lists.names import Name, read_name
from database.limits import LONGEST_REASON, LONGEST_TITLE, LONGEST_WORD
from scoring.core.format import MOST_HANDS
from tournaments.models import Event
from tournaments.services.events import MOST_TABLES
from web.desk.options import NUMBERS
from web.desk.tie_forms import TieForm
from web.fields import FreeTextFormField, PlayerNameField


class PlayForm(forms.Form):
    """How a match is played and in which format; the options come from rulebook and format."""

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
    game = forms.ChoiceField(label=_("Game"), required=False)
    format = forms.ChoiceField(label=_("Format of play"), required=False)
    clubs_apart = forms.BooleanField(
        label=_("Keep pairs of one club apart in the draw"), required=False, initial=True
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


class EventForm(PlayForm):
    """What an organizer says of an event, its first stage included."""

    event_id = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4, required=False)
    """Made with the page: sent twice, it is one event."""
    name = FreeTextFormField(label=_("Name of the event"), max_length=LONGEST_TITLE)
    date = forms.DateField(
        label=_("Date"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    venue = FreeTextFormField(label=_("Where"), max_length=LONGEST_TITLE, required=False)
    tables = forms.IntegerField(
        label=_("Tables"),
        min_value=0,
        max_value=MOST_TABLES,
        initial=16,
        help_text=_("0 if nobody is called to a numbered table."),
    )
    capacity = forms.IntegerField(
        label=_("Maximum pairs"), min_value=2, max_value=4096, required=False
    )
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


class StageForm(TieForm, PlayForm):
    """What an organizer says of a stage: who plays in it, how, and by what it ranks."""

    name = FreeTextFormField(
        label=_("What it is called"),
        max_length=80,
        required=False,
        help_text=_("Empty: as its format is called."),
    )
    stage = forms.TypedChoiceField(label=_("From"), coerce=int, required=False)
    take = forms.ChoiceField(
        label=_("Who plays on"),
        required=False,
        choices=[
            ("places", _("The best of the ranking")),
            ("of_each", _("The first of each group")),
            ("losers", _("The losers of some rounds")),
            ("chosen", _("Whom I choose")),
        ],
    )
    first = forms.IntegerField(label=_("From place"), min_value=1, max_value=4096, required=False)
    last = forms.IntegerField(label=_("To place"), min_value=1, max_value=4096, required=False)
    of_each = forms.IntegerField(
        label=_("Number from each group"), min_value=1, max_value=512, required=False
    )
    runners_up = forms.IntegerField(
        label=_("And the best behind them"), min_value=0, max_value=512, required=False
    )
    rounds = forms.RegexField(
        NUMBERS, label=_("Losers of rounds"), required=False, help_text=_("For example 1, 2.")
    )
    entries = forms.MultipleChoiceField(
        label=_("Pairs"), required=False, widget=forms.CheckboxSelectMultiple
    )
    why = FreeTextFormField(
        label=_("Reason of the choice"), max_length=LONGEST_REASON, required=False
    )
    seeded = forms.IntegerField(
        label=_("How many of them are seeded"),
        min_value=0,
        max_value=4096,
        required=False,
        help_text=_("By their places. Empty: all of them; of groups, the first of each."),
    )
    compare = forms.ChoiceField(
        label=_("How those behind them are compared"),
        required=False,
        choices=[
            ("fair", _("Without the matches that smaller groups do not have")),
            ("average", _("By the average per match")),
        ],
    )
    seeding = forms.ChoiceField(
        label=_("Seeding"),
        required=False,
        choices=[
            ("places", _("By places, lots for the others")),
            ("pots", _("In pots, by places reached")),
            ("table", _("By a crossing table")),
        ],
    )
    pot_size = forms.IntegerField(
        label=_("Places in a pot"),
        min_value=1,
        max_value=4096,
        required=False,
        help_text=_("Empty: 1, 2, 3–4, 5–8 and so on. After groups: firsts, seconds and so on."),
    )
    table = FreeTextFormField(
        label=_("Crossing table"),
        max_length=LONGEST_TABLE,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_(
            "Empty: neighbouring groups cross, 1A–2B and 1B–2A. Or the first round down the"
            " bracket: 1A-2B, 1C-R1, 1B-bye. R1 is the best of those behind."
        ),
    )
    carried = forms.ChoiceField(
        label=_("Points carried over"),
        required=False,
        choices=[
            ("none", _("No points")),
            ("half", _("Half of them, rounded down")),
            ("full", _("All of them")),
        ],
        help_text=_("Those of the first criterion, where both stages rank by it."),
    )
    groupmates_apart = forms.BooleanField(
        label=_("Keep apart those who have met in the stage before"), required=False, initial=True
    )
    own_match = forms.BooleanField(
        label=_("Its matches are played otherwise than those of the event"), required=False
    )

    def __init__(
        self,
        *args: Any,
        stages: Sequence[tuple[int, str]],
        entries: Sequence[tuple[int, str]],
        **more: Any,
    ) -> None:
        super().__init__(*args, **more)
        self.fields["stage"].choices = stages  # type: ignore[attr-defined]
        self.fields["entries"].choices = entries  # type: ignore[attr-defined]
        if not stages:
            for name in OF_A_CUT:
                del self.fields[name]

    def cut(self) -> dict[str, Any] | None:
        """The document of the cut; None where there is none to make."""
        if "take" not in self.fields:
            return None
        data = self.cleaned_data
        taken: Mapping[str, Mapping[str, Any]] = {
            "places": {
                "first": data["first"] or 1,
                "last": data["last"],
                **self.ties_of_places(),
            },
            "of_each": {
                "of_each": data["of_each"],
                "runners_up": data["runners_up"] or 0,
                **self.ties_in_groups(),
            },
            "losers": {"rounds": [int(one) for one in data["rounds"].split(",") if one.strip()]},
            "chosen": {"entries": [int(one) for one in data["entries"]], "reason": data["why"]},
        }
        take = data["take"] or "places"
        seeded = {} if take == "losers" or data["seeded"] is None else {"seeded": data["seeded"]}
        return {
            "take": take,
            "stage": data["stage"],
            **taken[take],
            **seeded,
            **({} if take == "losers" else self._following(take)),
        }

    def _following(self, take: str) -> dict[str, Any]:
        """How the entries of a cut are seeded and what they bring, where it is not the usual."""
        data = self.cleaned_data
        found: dict[str, Any] = {}
        if data["seeding"] not in ("", "places"):
            found["seeding"] = data["seeding"]
        if data["seeding"] == "table":
            found["table"] = data["table"].strip() or CROSSED
        if data["seeding"] == "pots" and data["pot_size"] and take != "of_each":
            found["pot_size"] = data["pot_size"]
        if data["carried"] not in ("", "none"):
            found["carried"] = data["carried"]
        if take == "of_each" and data["compare"] == "average":
            found["compare"] = "average"
        return found


OF_A_CUT = (
    *("stage", "take", "first", "last", "level", "room", "of_each", "runners_up"),
    *("level_in_group", "room_after_groups"),
    *("rounds", "entries", "why", "seeded", "compare"),
    *("seeding", "pot_size", "table", "carried", "groupmates_apart"),
)


class EntryForm(forms.Form):
    """An entry of ``size`` players, by hand."""

    player1 = PlayerNameField(label=_("First player"))
    player2 = PlayerNameField(label=_("Second player"))
    club_name = FreeTextFormField(label=_("Club"), max_length=LONGEST_TITLE, required=False)
    seed = forms.IntegerField(label=_("Seed"), min_value=1, max_value=4096, required=False)
    paid = forms.BooleanField(label=_("Has paid"), required=False)

    def __init__(self, *args: Any, size: int, **more: Any) -> None:
        super().__init__(*args, **more)
        if size == 1:
            self.fields["player1"].label = _("Player")
            del self.fields["player2"]

    def entry(self) -> EntryDetails:
        data = self.cleaned_data
        return EntryDetails(
            players=self.players(),
            club_name=data["club_name"],
            seed=data.get("seed"),
            paid=data["paid"],
        )

    def players(self) -> tuple[Name, ...]:
        texts = (self.cleaned_data.get(name) for name in ("player1", "player2"))
        return tuple(read_name(text) for text in texts if text)


class FixedGroupForm(forms.Form):
    """In which of the ``groups`` (titles by number) an entry must play."""

    group = forms.TypedChoiceField(
        label=_("Plays in"), coerce=int, empty_value=None, required=False
    )

    def __init__(self, *args: Any, groups: Mapping[int, str], **more: Any) -> None:
        super().__init__(*args, **more)
        self.groups = groups
        choices = [("", _("drawn with the others")), *groups.items()]
        self.fields["group"].choices = choices  # type: ignore[attr-defined]


class NewEntryForm(EntryForm, FixedGroupForm):
    """One more entry; where there are groups, it may be put into one."""

    field_order = ("player1", "player2", "club_name", "seed", "group", "paid")

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        if not self.groups:
            del self.fields["group"]

    def entry(self) -> EntryDetails:
        return replace(super().entry(), group=self.cleaned_data.get("group"))


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

    reason = FreeTextFormField(label=_("Reason"), max_length=LONGEST_REASON)


class DrawForm(forms.Form):
    """A draw that is to be promised; made again, it needs a reason."""

    reason = FreeTextFormField(
        label=_("Why is it drawn again?"), max_length=LONGEST_REASON, required=False
    )


class PublicWordForm(forms.Form):
    """The public word that somebody in the hall has said."""

    word = FreeTextFormField(
        label=_("The hall’s word"),
        required=False,
        help_text=_("Ask somebody to say any word or number, and write it where all can see it."),
        widget=forms.TextInput(
            attrs={"maxlength": LONGEST_WORD, "autocomplete": "off", "required": True}
        ),
    )


class CallOffForm(forms.Form):
    """A promised draw that is not held."""

    reason = FreeTextFormField(
        label=_("Why is it called off?"),
        required=False,
        max_length=LONGEST_REASON,
        widget=forms.TextInput(attrs={"required": True}),
    )


class ReplaceForm(EntryForm):
    """The new players of an entry, and the reason."""

    reason = FreeTextFormField(label=_("Reason"), max_length=LONGEST_REASON)
    seed = None  # type: ignore[assignment]
