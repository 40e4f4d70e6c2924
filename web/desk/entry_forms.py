"""The form by which an entry is corrected in its row."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from database.limits import (
    LONGEST_PERSON_NAME,
    LONGEST_PHONE,
    LONGEST_REASON,
    LONGEST_TITLE,
    MOST_ENTRIES,
)
from tournaments.models import Entry, Event
from tournaments.services.registration.entry_corrections import (
    EntryCorrection,
    SamePerson,
    find_fixed_entry_fields,
)
from web.desk.money import EuroField
from web.fields import FreeTextFormField
from web.numbers import parse_number
from wording.sentences import sentence

OPTIONAL_NUMBERS = ("seed", "group")


class ChangeEntryForm(forms.Form):
    """What may change of an entry: the names of its players by position, and the rest.

    Only what was changed on the page is written, so that two people can change different fields at
    the same time.
    """

    club_name = FreeTextFormField(label=_("Club"), max_length=LONGEST_TITLE, required=False)
    phone = FreeTextFormField(
        label=_("Phone"),
        max_length=LONGEST_PHONE,
        required=False,
        help_text=_("Seen only by those who organize."),
    )
    seed = forms.IntegerField(label=_("Seed"), min_value=1, max_value=MOST_ENTRIES, required=False)
    group = forms.TypedChoiceField(
        label=_("Plays in"), coerce=int, empty_value=None, required=False
    )
    notes = FreeTextFormField(
        label=_("Notes"),
        max_length=LONGEST_REASON,
        required=False,
        help_text=_("Seen only by those who organize."),
    )
    paid = forms.BooleanField(label=_("Has paid"), required=False)
    paid_cents = EuroField(label=_("Paid, euros"), required=False)

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        event: Event,
        entry: Entry,
        stored: Mapping[str, Any],
        groups: Mapping[int, str],
    ) -> None:
        super().__init__(data, initial=dict(stored), auto_id="entry_%s")
        self.entry = entry
        self.fixed = sorted(find_fixed_entry_fields(event, entry) & self.fields.keys())
        for name in self.fixed:
            del self.fields[name]
        if "group" in self.fields:
            # An entry may still be in a group that no longer exists: it can be taken out of it.
            own_group = stored["group"]
            offered_groups = dict(groups)
            if own_group is not None:
                offered_groups.setdefault(own_group, str(own_group))
            choices = [("", _("drawn with the others")), *offered_groups.items()]
            self.fields["group"].choices = choices  # type: ignore[attr-defined]
            if not offered_groups:
                del self.fields["group"]
        positions = [name for name in stored if name.startswith("last")]
        self.size = len(positions)
        names: dict[str, forms.Field] = {}
        for position in range(1, self.size + 1):
            first_label, last_label = _("First name"), _("Surname")
            if position > 1:
                first_label = _("First name of the second player")
                last_label = _("Surname of the second player")
            names[f"first{position}"] = FreeTextFormField(
                label=first_label, max_length=LONGEST_PERSON_NAME, required=False
            )
            names[f"last{position}"] = FreeTextFormField(
                label=last_label, max_length=LONGEST_PERSON_NAME
            )
        self.fields = {**names, **self.fields}
        for field in self.fields.values():
            # What the page showed is sent back with it: so it is known what its reader changed.
            field.show_hidden_initial = True
        for position in range(1, self.size + 1):
            if self.data.get(f"same{position}"):
                self._add_question(position)

    def _add_question(self, position: int) -> None:
        choices = [
            (SamePerson.EVERYWHERE.value, _("The same person: correct the name everywhere")),
            (SamePerson.HERE.value, _("Somebody else plays here: the others stay as they are")),
        ]
        self.fields[f"same{position}"] = forms.ChoiceField(
            label=_("Who is it?"), choices=choices, widget=forms.RadioSelect, required=False
        )

    @property
    def questions(self) -> list[forms.BoundField]:
        """Who is meant by a corrected name, where that was asked."""
        return [self[name] for name in self.fields if name.startswith("same")]

    @property
    def plain_fields(self) -> Iterator[forms.BoundField]:
        """The fields that are always there."""
        return (self[name] for name in self.fields if not name.startswith("same"))

    def make_correction(self) -> EntryCorrection:
        """What was changed, as it was seen and as it should be."""
        seen: dict[str, Any] = {}
        wanted: dict[str, Any] = {}
        for name in self.changed_data:
            # A field with an error is not in ``cleaned_data``.
            if name.startswith("same") or name not in self.cleaned_data:
                continue
            wanted[name] = self.cleaned_data[name]
            # What the page showed in the field when it was read.
            field = self.fields[name]
            seen_text = field.hidden_widget().value_from_datadict(
                self.data, self.files, self.add_initial_prefix(name)
            )
            if name == "paid_cents":
                seen[name] = field.clean(seen_text)
            elif name in OPTIONAL_NUMBERS:
                seen[name] = parse_number(str(seen_text), digits=5)
            else:
                seen[name] = field.to_python(seen_text)
        answers = {}
        for position in range(1, self.size + 1):
            if answer := self.cleaned_data.get(f"same{position}"):
                answers[position] = SamePerson(answer)
        return EntryCorrection(seen=seen, wanted=wanted, same_person=answers)

    def show_changed(self, names: Sequence[str], stored: Mapping[str, Any]) -> None:
        """Adds an error to each field that somebody else has changed since the page was read. Sent
        again, it is compared with what is stored now."""
        sent_data = cast("QueryDict", self.data).copy()
        for name in names:
            self.add_error(name, sentence("entry_changed"))
            sent_data[self.add_initial_prefix(name)] = self.fields[name].prepare_value(stored[name])
        self.data = sent_data

    def ask_who(self, params: Mapping[str, Any]) -> None:
        """Asks whether a corrected name is that of one person."""
        name = f"same{params['position']}"
        if name not in self.fields:
            self._add_question(params["position"])
        self.fields[name].help_text = " · ".join(params["events"])
        self.add_error(name, sentence("player_is_shared", params))
