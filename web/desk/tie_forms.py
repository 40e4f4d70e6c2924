"""The fields of a stage for ties at its cut."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from database.limits import MOST_ENTRIES
from wording.stages import CUT_WORDS

LEVELS = CUT_WORDS["level"].choices


class TieForm(forms.Form):
    """How ties at a cut are settled: one pair of fields for cuts by places, one for cuts in
    groups."""

    level = forms.ChoiceField(
        label=_("Tied across the last place"), required=False, choices=list(LEVELS.items())
    )
    room = forms.IntegerField(
        label=_("Room for at most"), min_value=1, max_value=MOST_ENTRIES, required=False
    )
    level_in_group = forms.ChoiceField(
        label=_("Tied across the last place"),
        required=False,
        choices=[(rule, words) for rule, words in LEVELS.items() if rule != "out"],
    )
    room_after_groups = forms.IntegerField(
        label=_("Room for at most"), min_value=1, max_value=MOST_ENTRIES, required=False
    )

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        for name in ("level", "level_in_group"):
            self.fields[name].help_text = str(CUT_WORDS["level"].help)
        for name in ("room", "room_after_groups"):
            self.fields[name].help_text = str(CUT_WORDS["room"].help)

    def ties_of_places(self) -> dict[str, Any]:
        """The options of a cut by places."""
        data = self.cleaned_data
        return {"level": data["level"] or "lots", **_make_room(data["room"])}

    def ties_in_groups(self) -> dict[str, Any]:
        """The options of a cut in each group."""
        data = self.cleaned_data
        level = data["level_in_group"]
        # Lots are the default in groups, and a default is not stored.
        options = _make_room(data["room_after_groups"])
        if level not in ("", "lots"):
            options["level"] = level
        return options


def _make_room(room: int | None) -> dict[str, Any]:
    if room is None:
        return {}
    return {"room": room}
