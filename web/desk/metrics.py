"""How a stage ranks, as forms: first this, then that; what a result is worth, and a round that was
not played."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from competition.standings.metrics import BY_RESULTS
from competition.standings.options import StandingsOptions
from competition.standings.victory import VICTORY_TABLES
from web.desk.options import OptionsForm
from web.fields import FreeTextFormField
from wording.metrics import METRICS, RANKING, VICTORY

MOST_METRICS = 8
IN_MINI_TABLE = 5


class MetricsForm(forms.Form):
    """One field a criterion; all empty: ``usual``, as the format says."""

    def __init__(
        self,
        usual: Sequence[str],
        data: Mapping[str, Any] | None = None,
        initial: Sequence[str] = (),
        *,
        prefix: str = "metric",
        among: Iterable[str] = METRICS,
        most: int = MOST_METRICS,
    ) -> None:
        super().__init__(data, prefix=prefix)
        self.usual = tuple(usual)
        shown = tuple(initial) or self.usual
        choices = [("", "–"), *((name, METRICS[name][0]) for name in METRICS if name in among)]
        for number in range(max(most, len(shown))):
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


@dataclass(frozen=True, slots=True)
class FieldSection:
    """Fields that belong together."""

    title: Promise
    fields: Sequence[forms.BoundField]

    @property
    def is_wrong(self) -> bool:
        return any(field.errors for field in self.fields)


WORTH = ("win", "draw", "loss")
PARTS: tuple[tuple[Promise, tuple[str, ...]], ...] = (
    (
        gettext_lazy("A round that was not played"),
        ("bye", "half_bye", "absent", "unplayed", "round_robin"),
    ),
    (
        gettext_lazy("What a round without an opponent adds"),
        ("rest", "rest_points", "rest_points_against", "rest_thirds", "per_match"),
    ),
    (
        gettext_lazy("What a match won by forfeit adds"),
        ("walkover", "walkover_points", "walkover_points_against", "walkover_thirds"),
    ),
    (
        gettext_lazy("Victory points, by the difference of points in a round"),
        ("victory_table", "victory_walkover", "victory_rows"),
    ),
)
Row: TypeAlias = list[int | None]
OWN = "own"
"""A victory table that is written row by row."""


class VictoryRows(FreeTextFormField):
    """A victory table, a row a line; the last row begins with a dash."""

    widget = forms.Textarea(attrs={"rows": 6})

    def prepare_value(self, value: Any) -> Any:
        return "\n".join(map(_format_row, value)) if isinstance(value, list) else value

    def clean(self, value: Any) -> list[Row]:
        return [_make_row(line) for line in super().clean(value).splitlines() if line.strip()]


def _format_row(row: Row) -> str:
    return " ".join("–" if one is None else str(one) for one in row)


def _make_row(line: str) -> Row:
    """Up to this difference (None: any), what who has more gets, and who has less."""
    found = re.fullmatch(r"\s*(\d{1,6}|[-–])[\s:;,]+(\d{1,4})[\s:;,/-]+(\d{1,4})\s*", line)
    if found is None:
        raise forms.ValidationError(
            _("“%(line)s” is not a row: write a difference and two numbers, as 50 10 10.")
            % {"line": line.strip()}
        )
    bound, more, less = found.groups()
    return [int(bound) if bound.isdecimal() else None, int(more), int(less)]


class RankingForm(OptionsForm):
    """What a result is worth, and a round that was not played; the victory points; the criteria of
    the mini-table."""

    def __init__(
        self,
        *,
        data: Mapping[str, Any] | None,
        initial: Mapping[str, Any],
        defaults: Mapping[str, Any],
    ) -> None:
        super().__init__(
            StandingsOptions,
            RANKING,
            prefix="ranking",
            only=tuple(RANKING),
            data=data,
            initial=initial,
            defaults=defaults,
        )
        table = initial.get("victory_table") or ""
        self.fields["victory_table"] = forms.ChoiceField(
            label=str(VICTORY["table"].label),
            required=False,
            choices=[("", _("No table")), *VICTORY["table"].choices.items()],
        )
        self.fields["victory_rows"] = VictoryRows(
            label=str(VICTORY["rows"].label),
            help_text=str(VICTORY["rows"].help),
            required=False,
        )
        if isinstance(table, list):
            self.initial["victory_table"], self.initial["victory_rows"] = OWN, table
        self.mini_table = MetricsForm(
            defaults.get("mini_table", StandingsOptions().mini_table),
            data,
            initial.get("mini_table", ()),
            prefix="mini",
            among=BY_RESULTS,
            most=IN_MINI_TABLE,
        )

    def is_valid(self) -> bool:
        ours = self.mini_table.is_valid()
        return super().is_valid() and ours

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("victory_table") == OWN and data.get("victory_rows") == []:
            self.add_error("victory_rows", _("Write the rows of the table."))
        return data

    def chosen(self) -> dict[str, Any]:
        found = super().chosen()
        table = self.cleaned_data["victory_table"]
        if table:
            rows = self.cleaned_data["victory_rows"]
            found["victory_table"] = table if table in VICTORY_TABLES else rows
        if mini := self.mini_table.chosen():
            found["mini_table"] = list(mini)
        return found

    @property
    def worth(self) -> list[forms.BoundField]:
        """What a match is worth."""
        return [self[name] for name in WORTH]

    @property
    def parts(self) -> list[FieldSection]:
        """What is seldom asked; the criteria of the mini-table beside it."""
        return [FieldSection(title, [self[name] for name in names]) for title, names in PARTS]
