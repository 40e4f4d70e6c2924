"""The forms of entries: typed one by one, pasted or loaded, put into a group, replaced."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from competition.entry_lists.entering import EntryDetails
from competition.entry_lists.names import read_name
from competition.entry_lists.pasted import LONGEST_PASTED
from database.limits import LONGEST_FILE_NAME, LONGEST_REASON, LONGEST_TITLE, MOST_ENTRIES
from web.desk.entry_field import EntryChoiceField, EntryOffer, offer_entries
from web.fields import FreeTextFormField, PlayerNameField

PLAYERS = frozenset({"player1", "player2"})
"""The fields of the names of an entry."""


class EntryForm(forms.Form):
    """An entry of ``size`` players, typed by the organizer."""

    player1 = PlayerNameField(label=_("First player"))
    player2 = PlayerNameField(label=_("Second player"))
    club_name = FreeTextFormField(label=_("Club"), max_length=LONGEST_TITLE, required=False)
    seed = forms.IntegerField(label=_("Seed"), min_value=1, max_value=MOST_ENTRIES, required=False)
    paid = forms.BooleanField(label=_("Has paid"), required=False)

    def __init__(self, *args: Any, size: int, **more: Any) -> None:
        super().__init__(*args, **more)
        if size == 1:
            self.fields["player1"].label = _("Player")
            del self.fields["player2"]

    def make_entry(self) -> EntryDetails:
        data = self.cleaned_data
        # The form of a single has no second player.
        texts = [data.get("player1"), data.get("player2")]
        return EntryDetails(
            players=tuple(read_name(text) for text in texts if text),
            club_name=data["club_name"],
            seed=data.get("seed"),
            paid=data["paid"],
        )


class FixedGroupForm(forms.Form):
    """The group in which an entry must play, among ``groups`` (titles by number)."""

    group = forms.TypedChoiceField(
        label=_("Plays in"), coerce=int, empty_value=None, required=False
    )

    def __init__(self, *args: Any, groups: Mapping[int, str], **more: Any) -> None:
        super().__init__(*args, **more)
        self.groups = groups
        choices = [("", _("drawn with the others")), *groups.items()]
        self.fields["group"].choices = choices  # type: ignore[attr-defined]


class NewEntryForm(EntryForm, FixedGroupForm):
    """One more entry; if there are groups, it may be put into one of them."""

    field_order = ("player1", "player2", "club_name", "seed", "group", "paid")

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        if not self.groups:
            del self.fields["group"]

    def make_entry(self) -> EntryDetails:
        return replace(super().make_entry(), group=self.cleaned_data.get("group"))


class ListForm(forms.Form):
    """A list of entries from a spreadsheet."""

    file = forms.FileField(
        label=_("List: Excel or CSV"),
        widget=forms.FileInput(attrs={"accept": ".xlsx,.csv,.txt,text/csv,text/plain"}),
        max_length=LONGEST_FILE_NAME,
        error_messages={"required": _("Choose the file: 2 MB at most.")},
    )


class PasteForm(forms.Form):
    """A list of entries from a message, or from the cells of a spreadsheet."""

    text = forms.CharField(
        label=_("Paste the list here"),
        max_length=LONGEST_PASTED,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_(
            "From a message, a pair on each line: 1. Mario Rossi / Luca Bianchi (Bar Fiume). Or"
            " copied cells of a spreadsheet."
        ),
    )

    def __init__(self, data: Any = None, *, size: int) -> None:
        """``size``: how many players an entry has."""
        super().__init__(data)
        if size == 1:
            self.fields["text"].help_text = gettext(
                "From a message, a player on each line: 1. Mario Rossi (Bar Fiume). Or copied cells"
                " of a spreadsheet."
            )


class ReplaceForm(EntryForm):
    """Who plays in the place of an entry, and the reason: a pair that waits, if there are any, or
    new players."""

    waiting = EntryChoiceField(
        label=_("From the waiting list"),
        required=False,
        help_text=_("With its club and what it has paid. Otherwise write the names below."),
    )
    reason = FreeTextFormField(label=_("Reason"), max_length=LONGEST_REASON)
    # The new players take the place of the old ones, with their seed.
    seed = None  # type: ignore[assignment]

    field_order = ("waiting", "player1", "player2", "club_name", "paid", "reason")

    def __init__(self, *args: Any, offer: EntryOffer, **more: Any) -> None:
        super().__init__(*args, **more)
        if offer.choices == []:
            del self.fields["waiting"]
            return
        offer_entries(self, "waiting", offer)
        for name in PLAYERS & self.fields.keys():
            self.fields[name].required = False

    def clean(self) -> dict[str, Any]:
        """Adds an error unless a pair is chosen or names are written."""
        data = super().clean() or {}
        if "waiting" not in self.fields or "waiting" in self.errors:
            return data
        is_chosen = data["waiting"] is not None
        if is_chosen and any(data.get(name) for name in (*PLAYERS, "club_name", "paid")):
            self.add_error("waiting", _("Choose an entry or write names, not both."))
        if is_chosen:
            return data
        for name in PLAYERS & self.fields.keys():
            field = self.fields[name]
            if name not in self.errors and not data.get(name):
                self.add_error(name, field.error_messages["required"])
        return data
