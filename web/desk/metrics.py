"""The ranking of a stage as forms: its criteria in order, the worth of results and of rounds that
were not played."""

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
    """One field for each criterion. All empty means ``usual``, the criteria of the format."""

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
        # Without a choice of its own, the stage shows the criteria of its format.
        shown = list(initial or self.usual)
        shown += [""] * (most - len(shown))
        choices: list[tuple[str, Any]] = [("", "–")]
        choices += [(name, METRICS[name][0]) for name in METRICS if name in among]
        for number, metric in enumerate(shown, start=1):
            self.fields[str(number)] = forms.ChoiceField(
                label=_("Criterion %(number)s") % {"number": number},
                choices=choices,
                required=False,
                initial=metric,
            )

    def get_metrics(self) -> tuple[str, ...]:
        """The metrics in their order; empty if they are those of the format."""
        names = [self.cleaned_data.get(field) for field in self.fields]
        metrics = tuple(name for name in names if name)
        # A default is not stored: the stage then follows its format, even if that changes.
        if metrics == self.usual:
            return ()
        return metrics


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
    """A victory table, one row in each line; the last row begins with a dash."""

    widget = forms.Textarea(attrs={"rows": 6})

    def prepare_value(self, value: Any) -> Any:
        if not isinstance(value, list):
            return value
        lines = []
        for row in value:
            difference, points_of_more, points_of_less = row
            # Only the last row has no largest difference: it holds for all that are larger.
            if difference is None:
                difference = "–"
            lines.append(f"{difference} {points_of_more} {points_of_less}")
        return "\n".join(lines)

    def clean(self, value: Any) -> list[Row]:
        """The rows, each with its largest difference (None: any), and the points for the side that
        has more and for the side that has less."""
        rows: list[Row] = []
        for line in super().clean(value).splitlines():
            if not line.strip():
                continue
            # The separators are free: "50 10 10", "50: 10-10" and "50; 10/10" are the same row.
            numbers = re.fullmatch(
                r"\s*(\d{1,6}|[-–])[\s:;,]+(\d{1,4})[\s:;,/-]+(\d{1,4})\s*", line
            )
            if numbers is None:
                message = _(
                    "“%(line)s” is not a row: write a difference and two numbers, as 50 10 10."
                )
                raise forms.ValidationError(message % {"line": line.strip()})
            difference, points_of_more, points_of_less = numbers.groups()
            largest_difference = int(difference) if difference.isdecimal() else None
            rows.append([largest_difference, int(points_of_more), int(points_of_less)])
        return rows


class RankingForm(OptionsForm):
    """The worth of results and of rounds that were not played; the victory points; the criteria of
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
        # One option of the document, a name or a list of rows, is two fields of the form.
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
        # Both forms are checked, so that the page shows all errors at once.
        is_mini_table_valid = self.mini_table.is_valid()
        return super().is_valid() and is_mini_table_valid

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("victory_table") == OWN and data.get("victory_rows") == []:
            self.add_error("victory_rows", _("Write the rows of the table."))
        return data

    def get_options(self) -> dict[str, Any]:
        options = super().get_options()
        table = self.cleaned_data["victory_table"]
        if table:
            options["victory_table"] = table
            if table not in VICTORY_TABLES:
                options["victory_table"] = self.cleaned_data["victory_rows"]
        mini_table = self.mini_table.get_metrics()
        if mini_table:
            options["mini_table"] = list(mini_table)
        return options

    @property
    def worth(self) -> list[forms.BoundField]:
        """The fields for the worth of a match."""
        return [self[name] for name in WORTH]

    @property
    def parts(self) -> list[FieldSection]:
        """The fields that are seldom needed, in sections."""
        sections = []
        for title, names in PARTS:
            fields = [self[name] for name in names]
            sections.append(FieldSection(title, fields))
        return sections
