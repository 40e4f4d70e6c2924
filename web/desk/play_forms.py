"""How a match is played and by which format: the fields that an event and a stage share."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.core.format import MOST_HANDS


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
        label=_("Keep clubmates apart in the draw"), required=False, initial=True
    )

    def __init__(
        self, *args: Any, games: Mapping[str, str], formats: Mapping[str, str], **more: Any
    ) -> None:
        super().__init__(*args, **more)
        # The names are translated, so the choices are made for each request.
        self.fields["game"].choices = list(games.items())  # type: ignore[attr-defined]
        count_field: Any = self.fields["games"]
        count = self.initial.get("games")
        # A program may have set another number: without its choice, a browser would send the first.
        if count is not None and count not in dict(count_field.choices):
            words = gettext("%(count)s games") % {"count": count}
            count_field.choices = [*count_field.choices, (count, words)]
        same = ("", _("The same game"))
        for name in ("second_game", "bella_game"):
            self.fields[name].choices = [same, *games.items()]  # type: ignore[attr-defined]
        self.fields["format"].choices = list(formats.items())  # type: ignore[attr-defined]
