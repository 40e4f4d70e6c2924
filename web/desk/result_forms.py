"""The form that corrects a line with a result: the totals of a game, or the games won."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _

from competition.hall.paper_results import LONGEST_RESULT, PaperScore, read_scores
from kernel.refusals import Refused
from scoring.core.lines import GAMES
from web.desk.acts import PlainActForm
from web.fields import FreeTextFormField
from web.sheets import SheetView
from wording.sentences import word_violations

SCORE: Final = "score"


class ResultLineForm(PlainActForm):
    """The numbers of a result line in one field, as on the screen for paper results: 41 35."""

    score = FreeTextFormField(
        max_length=LONGEST_RESULT,
        widget=forms.TextInput(
            attrs={"inputmode": "text", "autocomplete": "off", "autofocus": True}
        ),
    )

    def __init__(
        self, view: SheetView, *args: Any, kind: str, data: Mapping[str, Any], **kwargs: Any
    ) -> None:
        self.kind = kind
        # Whether it came from paper stays as it was: the correction is about the numbers.
        self.from_paper = bool(data.get("from_paper"))
        numbers = data["wins"] if kind == GAMES else data["totals"]
        initial = {SCORE: format_numbers(numbers, data.get("winner"))}
        super().__init__(view, *args, initial=initial, **kwargs)
        sides = ", ".join(view.sides)
        if kind == GAMES:
            label = _("Games won by each side")
            help_text = _("In this order: %(sides)s.")
        else:
            label = _("Points of this game")
            help_text = _(
                "In this order: %(sides)s. An asterisk after the number of who has won by a claim."
            )
        self.fields[SCORE].label = label
        self.fields[SCORE].help_text = help_text % {"sides": sides}

    def clean_score(self) -> PaperScore:
        """The numbers by side, with a sentence for all that is wrong with them."""
        try:
            scores = read_scores(self.cleaned_data[SCORE], len(self.sides))
        except Refused as refused:
            names = [name for _side, name in self.sides]
            raise forms.ValidationError(word_violations(refused.violations, names)) from refused
        if len(scores) > 1:
            message = _("This line is one game: correct the others on their own lines.")
            if self.kind == GAMES:
                message = _("This line has the games won by each side: write one number for each.")
            raise forms.ValidationError(message)
        return scores[0]

    def build_data(self) -> dict[str, Any]:
        score: PaperScore = self.cleaned_data[SCORE]
        numbers = list(score.numbers)
        data: dict[str, Any]
        if self.kind == GAMES:
            data = {"wins": numbers}
        else:
            data = {"totals": numbers}
            if score.winner is not None:
                data["winner"] = score.winner
        if self.from_paper:
            data["from_paper"] = True
        return data


def format_numbers(numbers: Sequence[int], winner: int | None) -> str:
    """The numbers as they are typed: 41 35, or 38* 35."""
    texts = [str(value) for value in numbers]
    if winner is not None:
        # A winner is stored only if the number had an asterisk: the totals do not show it then.
        texts[winner] += "*"
    return " ".join(texts)
