"""A field for an entry of an event: chosen from a list, or found by a name in a large event."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from database.limits import LONGEST_SOUGHT
from tournaments.models import Entry, Event
from tournaments.selectors.registration.entries import EntryOrder, select_entries
from tournaments.selectors.registration.names import load_short_names
from web.numbers import parse_number

MOST_OFFERED: Final = 128
"""Entries that a list shows. With more of them a name is typed: a list of thousands is slow to make
and to look through."""
MOST_FOUND: Final = 20

EntryLabels = Callable[[Event, Sequence[int]], Mapping[int, str]]
"""The words for entries of these ids."""


class EntryOffer:
    """The entries that may be chosen: of ``rows``, which are few or many. ``ids``: those of all
    the rows, where the page has read them already."""

    def __init__(
        self,
        event: Event,
        rows: QuerySet[Entry],
        labels: EntryLabels = load_short_names,
        *,
        ids: Sequence[int] | None = None,
    ) -> None:
        self.event = event
        self.rows = rows
        self.labels = labels
        self.ids = ids

    @cached_property
    def choices(self) -> list[tuple[int, str]] | None:
        """All of them by name; None if they are too many for a list. Two queries at most."""
        ids = self.ids
        if ids is None:
            ids = list(self.rows.order_by("pk").values_list("pk", flat=True)[: MOST_OFFERED + 1])
        if len(ids) > MOST_OFFERED:
            return None
        return self._label_entries(ids)

    def offers_all(self, texts: Iterable[str]) -> bool:
        """Whether all these are ids of ``choices``."""
        return {str(pk) for pk, _label in self.choices or ()}.issuperset(texts)

    def find_by_id(self, text: str) -> list[tuple[int, str]]:
        """The entry of that id, if it may be chosen. Two queries."""
        entry_id = parse_number(text, digits=17)
        if entry_id is None:
            return []
        return self._label_entries(self.rows.filter(pk=entry_id).values_list("pk", flat=True))

    def find_by_name(self, text: str) -> list[tuple[int, str]]:
        """The entry of this line; otherwise those whose names or club have all words of the text,
        ``MOST_FOUND`` and one more at most. Four queries at most."""
        # First: a line may have a number that is in no name, and words that many names have.
        entry_id = self._ids_by_line.get(_fold_line(text))
        if entry_id is not None:
            return [(entry_id, self.lines[entry_id])]
        words = [word for word in text[:LONGEST_SOUGHT].split() if any(map(str.isalnum, word))]
        if not words:
            return []
        # The ids are compared as text of the query itself: the rows may have joins of their own.
        named_entries = select_entries(self.event, " ".join(words), EntryOrder.SURNAME)
        allowed_entries = named_entries.filter(pk__in=self.rows.order_by().values("pk"))
        return self._label_entries(allowed_entries.values_list("pk", flat=True)[: MOST_FOUND + 1])

    @cached_property
    def lines(self) -> dict[int, str]:
        """All of them by name, each as a line of its own that names no other: its label, with a
        number where another label looks the same. Two queries."""
        labelled_ids = self._label_entries(self.rows.order_by("pk").values_list("pk", flat=True))
        alike = Counter(_fold_line(label) for _pk, label in labelled_ids)
        taken = set(alike)
        lines: dict[int, str] = {}
        for pk, label in labelled_ids:
            line, number = label, 0
            while alike[_fold_line(label)] > 1 and _fold_line(line) in taken:
                number += 1
                line = f"{label} ({number})"
            taken.add(_fold_line(line))
            lines[pk] = line
        return lines

    @cached_property
    def _ids_by_line(self) -> dict[str, int]:
        return {_fold_line(line): pk for pk, line in self.lines.items()}

    def _label_entries(self, ids: Any) -> list[tuple[int, str]]:
        entry_ids = list(ids)
        if not entry_ids:
            return []
        labels = self.labels(self.event, entry_ids)
        rows = [(pk, labels[pk]) for pk in entry_ids]
        # The id comes last, so that entries of one name keep an order.
        rows.sort(key=lambda row: (row[1].casefold(), row[0]))
        return rows


def _fold_line(text: str) -> str:
    """Equal for a label and what is typed of it: capitals and double spaces do not matter."""
    return " ".join(text.casefold().split())


class EntryChoiceField(forms.Field):
    """An entry, as its id. In an event with many of them its name is typed: if several have it, the
    page comes back with these to choose from."""

    default_error_messages: Final = {  # type: ignore[misc]
        "unknown": gettext_lazy("No entry here has this name."),
        "several": gettext_lazy("Several entries have this name: choose one."),
        "too_many": gettext_lazy(
            "More entries than these have this name: choose one, or type more."
        ),
        "invalid": gettext_lazy("Choose one of these entries."),
    }

    offer: EntryOffer | None = None

    def offer_entries(self, offer: EntryOffer, chosen: Any) -> None:
        """Sets the list or the search, with what is ``chosen`` already: an id or a name."""
        self.offer = offer
        if offer.choices is not None:
            self.widget = forms.Select(choices=[("", _("Choose")), *offer.choices])
        elif found := offer.find_by_id(str(chosen or "")):
            self.widget = forms.Select(choices=[("", _("Somebody else")), *found])
        else:
            self.widget = forms.TextInput(
                attrs={
                    "maxlength": LONGEST_SOUGHT,
                    "autocomplete": "off",
                    "placeholder": _("Surname"),
                }
            )
        self.widget.is_required = self.required

    def clean(self, value: Any) -> int | None:
        """Raises ValidationError, with a list to choose from where several are found."""
        offer = self.offer
        assert offer is not None, "a form offers the entries when it is made"
        text = " ".join(str(value or "")[:LONGEST_SOUGHT].split())
        if not text:
            super().validate(None)
            return None
        if offer.choices is not None:
            if offer.offers_all([text]):
                return int(text)
            raise ValidationError(self.error_messages["invalid"], code="invalid")
        labelled_ids = offer.find_by_id(text) or offer.find_by_name(text)
        if len(labelled_ids) == 1:
            return labelled_ids[0][0]
        if not labelled_ids:
            raise ValidationError(self.error_messages["unknown"], code="unknown")
        choices = [*labelled_ids[:MOST_FOUND], ("", _("Somebody else"))]
        self.widget = forms.RadioSelect(choices=choices)
        code = "too_many"
        if len(labelled_ids) <= MOST_FOUND:
            code = "several"
        raise ValidationError(self.error_messages[code], code=code)


def offer_entries(form: forms.BaseForm, name: str, offer: EntryOffer) -> None:
    """Offers entries in a field of a form that has been made."""
    field = form.fields[name]
    assert isinstance(field, EntryChoiceField), "only such a field offers entries"
    if form.is_bound:
        chosen = form.data.get(form.add_prefix(name))
    else:
        chosen = form.get_initial_for_field(field, name)
    field.offer_entries(offer, chosen)


class EntriesField(forms.Field):
    """Several entries, as the texts of their ids: ticked in a list or, in a large event, one name a
    line."""

    default_error_messages: Final = {  # type: ignore[misc]
        "unknown": gettext_lazy("No entry here has this name: %(names)s"),
        "several": gettext_lazy("Several entries have this name, write it out: %(names)s"),
        "invalid": gettext_lazy("Choose among these entries."),
    }

    offer: EntryOffer | None = None

    def offer_entries(self, offer: EntryOffer) -> None:
        self.offer = offer
        if offer.choices is not None:
            self.widget = forms.CheckboxSelectMultiple(choices=offer.choices)
        else:
            self.widget = forms.Textarea(attrs={"rows": 6})
            self.help_text = _("One entry a line: the surnames.")
        self.widget.is_required = self.required

    def prepare_value(self, value: Any) -> Any:
        """In a large event, stored ids are shown as names."""
        if self.offer is None or self.offer.choices is not None or isinstance(value, str):
            return value
        chosen = set(map(str, value or ()))
        return "\n".join(line for pk, line in self.offer.lines.items() if str(pk) in chosen)

    def clean(self, value: Any) -> list[str]:
        """Raises ValidationError with the lines that name no entry, or more than one."""
        offer = self.offer
        assert offer is not None, "a form offers the entries when it is made"
        if offer.choices is not None:
            chosen = [str(pk) for pk in value or ()]
            if not offer.offers_all(chosen):
                raise ValidationError(self.error_messages["invalid"], code="invalid")
            return chosen
        lines = [" ".join(line.split()) for line in str(value or "").splitlines()]
        found_ids: dict[str, None] = {}
        unclear: dict[str, list[str]] = {"unknown": [], "several": []}
        for line in filter(None, lines):
            rows = offer.find_by_name(line)
            if len(rows) == 1:
                found_ids[str(rows[0][0])] = None
            elif rows:
                unclear["several"].append(line[:LONGEST_SOUGHT])
            else:
                unclear["unknown"].append(line[:LONGEST_SOUGHT])
        # Collected, so that all unclear lines are shown at once.
        errors = []
        for code, names in unclear.items():
            if names:
                params = {"names": ", ".join(names)}
                errors.append(ValidationError(self.error_messages[code], code=code, params=params))
        if errors:
            raise ValidationError(errors)
        return list(found_ids)
