"""The order in which a stage ranks, as a form: first this, then that."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from wording.metrics import METRICS

MOST_METRICS = 8


class MetricsForm(forms.Form):
    """One field a criterion; all empty: as the format says."""

    def __init__(
        self,
        usual: Sequence[str],
        data: Mapping[str, Any] | None = None,
        initial: Sequence[str] = (),
    ) -> None:
        super().__init__(data, prefix="metric")
        self.usual = tuple(usual)
        shown = tuple(initial) or self.usual
        choices = [("", "–"), *((name, words[0]) for name, words in METRICS.items())]
        for number in range(MOST_METRICS):
            self.fields[str(number + 1)] = forms.ChoiceField(
                label=_("Criterion %(number)s") % {"number": number + 1},
                choices=choices,
                required=False,
                initial=shown[number] if number < len(shown) else "",
            )

    def chosen(self) -> tuple[str, ...]:
        """The metrics in their order; none where they are those of the format."""
        names = (self.cleaned_data.get(name) for name in self.fields)
        found = tuple(name for name in names if name)
        return () if found == self.usual else found
