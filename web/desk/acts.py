"""The acts that a sheet takes on the desk, each with its form."""

from collections.abc import Callable, Mapping, Sequence
from secrets import token_hex
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.core.lines import (
    AMEND,
    AWARD,
    CLAIM,
    FORFEIT,
    HAND,
    PENALTY,
    REDEAL,
    REOPEN,
    SIGN,
    STRIKE,
)
from web.desk.records import Names, SchemaForm
from web.sheets import SheetView

Data = dict[str, Any]


class WordForm(forms.Form):
    """Base of the forms that are not made from a schema: ``names`` word the choices."""

    def __init__(self, view: SheetView, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.sides = list(enumerate(view.sides))
        self.view = view

    def data_of(self) -> Data:
        return dict(self.cleaned_data)


class RedealForm(WordForm):
    """A monte: nothing is asked."""


class _OfASide(WordForm):
    side = forms.TypedChoiceField(coerce=int, label=_("Which side?"), widget=forms.RadioSelect)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["side"].choices = self.sides  # type: ignore[attr-defined]


class PointsForm(_OfASide):
    """A penalty or an award, by a referee."""

    points = forms.IntegerField(label=_("How many points?"), min_value=1, max_value=999)
    article = forms.CharField(label=_("Article of the regulation"), max_length=120, required=False)
    reason = forms.CharField(label=_("Reason"), max_length=500)


class ForfeitForm(_OfASide):
    """A side that loses the game or the match."""

    of = forms.ChoiceField(
        label=_("What does it lose?"),
        choices=[("match", _("The match (it never came, or leaves)")), ("game", _("This game"))],
    )
    article = forms.CharField(label=_("Article of the regulation"), max_length=120, required=False)
    reason = forms.CharField(label=_("Reason"), max_length=500)


class StrikeForm(WordForm):
    """A line that does not count."""

    line = forms.TypedChoiceField(coerce=int, label=_("Which line does not count?"))
    reason = forms.CharField(label=_("Reason"), max_length=500, required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["line"].choices = [  # type: ignore[attr-defined]
            (line.n, f"{line.n} · {line.words}")
            for line in reversed(self.view.lines)
            if line.struck_by is None and line.kind != REOPEN
        ]


class SignForm(WordForm):
    """Who agrees to the result."""

    side = forms.ChoiceField(label=_("Who signs?"), widget=forms.RadioSelect)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        open_ = [(side, name) for side, name in self.sides if side not in self.view.state.signed]
        choices = [*open_, ("referee", _("The referee, for both"))]
        self.fields["side"].choices = choices  # type: ignore[attr-defined]

    def data_of(self) -> Data:
        side = self.cleaned_data["side"]
        return {"side": None if side == "referee" else int(side)}


class ReopenForm(WordForm):
    """A signed match is opened again."""

    reason = forms.CharField(label=_("Reason"), max_length=500)


class HandForm(SchemaForm):
    """A hand of the game that is being played."""

    def __init__(self, view: SheetView, *args: Any, **kwargs: Any) -> None:
        game = view.game_now
        schema = game.rulebook.record_model.model_json_schema()
        names = Names(view.sides, view.players)
        show = game.rulebook.smallest(game.options)
        super().__init__(schema, game.rulebook.name, names, *args, show=show, **kwargs)


class ClaimForm(SchemaForm):
    """A side says that it is there."""

    def __init__(self, view: SheetView, *args: Any, **kwargs: Any) -> None:
        game = view.game_now
        model = game.rulebook.claim_model
        schema = model.model_json_schema() if model else {"properties": {}}
        names = Names(view.sides, view.players)
        super().__init__(schema, game.rulebook.name, names, *args, **kwargs)


class AmendForm(HandForm):
    """A hand that reads otherwise."""

    def __init__(self, view: SheetView, *args: Any, **kwargs: Any) -> None:
        super().__init__(view, *args, **kwargs)
        lines = [
            (line.n, f"{line.n} · {line.words}")
            for line in reversed(view.lines)
            if line.kind == HAND
        ]
        self.fields["line"] = forms.TypedChoiceField(
            coerce=int, label=_("Which hand reads otherwise?"), choices=lines
        )
        self.fields["reason"] = forms.CharField(label=_("Reason"), max_length=500)

    def data_of(self) -> Data:
        data = self.cleaned_data
        return {"line": data["line"], "data": super().data_of(), "reason": data["reason"]}


FORMS: Mapping[str, Callable[..., Any]] = {
    HAND: HandForm,
    CLAIM: ClaimForm,
    REDEAL: RedealForm,
    STRIKE: StrikeForm,
    AMEND: AmendForm,
    PENALTY: PointsForm,
    AWARD: PointsForm,
    FORFEIT: ForfeitForm,
    SIGN: SignForm,
    REOPEN: ReopenForm,
}
TITLES = {
    HAND: (_("Write a hand"), _("Write the hand")),
    CLAIM: (_("A side claims: we are there"), _("Write the claim")),
    REDEAL: (_("The deal is made again"), _("Write the redeal")),
    STRIKE: (_("A line does not count"), _("Strike the line")),
    AMEND: (_("A hand reads otherwise"), _("Write the correction")),
    PENALTY: (_("Penalty"), _("Write the penalty")),
    AWARD: (_("Points awarded"), _("Award the points")),
    FORFEIT: (_("Forfeit or walkover"), _("Write the forfeit")),
    SIGN: (_("Sign the result"), _("Sign")),
    REOPEN: (_("Reopen the match"), _("Reopen the match")),
}
"""The title of each act, and what its button says."""


class Sheetable(forms.Form):
    """What goes with every act: its key, made when the page was made, and the version seen."""

    kind = forms.ChoiceField(choices=[(kind, kind) for kind in FORMS])
    key = forms.RegexField(r"^[\w-]{8,64}$")
    version = forms.IntegerField(min_value=0, max_value=100_000)
    agreed = forms.BooleanField(required=False)
    """Whether its writer has seen what it changes in what was drawn or played after it."""


class ActForm:
    """A form with all that its act needs, ready for the page."""

    def __init__(self, kind: str, view: SheetView, posted: Any = None, key: str = "") -> None:
        self.kind = kind
        self.title, self.button = TITLES[kind]
        self.key = key or f"desk-{token_hex(12)}"
        self.version = view.sheet.match.version
        self.form = FORMS[kind](view, posted, auto_id=f"{kind}_%s")

    def renew(self, view: SheetView) -> None:
        """A new key and the version as it is now: the next sending is another act."""
        self.key = f"desk-{token_hex(12)}"
        self.version = view.sheet.match.version

    @property
    def is_open(self) -> bool:
        """Whether the reader has just been told something about it."""
        return bool(self.form.is_bound)

    @property
    def is_made_of_groups(self) -> bool:
        return isinstance(self.form, SchemaForm)


def offered(view: SheetView) -> Sequence[str]:
    """The acts that can follow now, the usual one first."""
    possible = list(view.state.next)
    now = view.game_now
    kinds = {line.kind for line in view.lines}
    without = {
        CLAIM: now.rulebook.claim_model is None or now.hands is not None,
        REDEAL: bool(now.rulebook.redeal(now.options)),
        STRIKE: not kinds,
        AMEND: HAND not in kinds,
    }
    left = [kind for kind in possible if not without.get(kind, False)]
    return sorted(left, key=lambda kind: kind != SIGN)
