"""The acts that can be written on a sheet at the desk, each with its form."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from secrets import token_hex
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from competition.formats import format_named
from database.limits import LONGEST_REASON, MOST_PENALTY_POINTS
from scoring.core.ending import PLAYING_ON
from scoring.core.format import GameFormat
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
from scoring.core.unfinished import DEFAULT_RULES
from tournaments.models import PLAY_OFF
from web.articles import ArticleField, offer_articles
from web.desk.record_fields import Names, Schema
from web.desk.records import SchemaForm
from web.fields import FreeTextFormField
from web.sheets import LineView, SheetView
from wording.numbers import join_words
from wording.unfinished import CASES, SHORT

Data = dict[str, Any]
GAMES_AWARDED = r"^ *\d{1,4}-\d{1,4}( +\d{1,4}-\d{1,4})* *$"
REFEREE = "referee"
"""The choice of the referee, who signs for both sides."""


class FocusedRadios(forms.RadioSelect):
    """Radio buttons of which the first one has the focus."""

    def create_option(
        self,
        name: str,
        value: Any,
        label: Any,
        selected: Any,
        index: int,
        *args: Any,
        **more: Any,
    ) -> dict[str, Any]:
        option = super().create_option(name, value, label, selected, index, *args, **more)
        if index == 0:
            option["attrs"]["autofocus"] = True
        return option


class PlainActForm(forms.Form):
    """Base of the forms that are not made from a schema; the names of the sides are choices."""

    def __init__(self, view: SheetView, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.sides = list(enumerate(view.sides))
        self.view = view

    def build_data(self) -> Data:
        return dict(self.cleaned_data)


class RedealForm(PlainActForm):
    """A monte, which has no fields."""


class _SideForm(PlainActForm):
    side = forms.TypedChoiceField(coerce=int, label=_("Which side?"), widget=forms.RadioSelect)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["side"].choices = self.sides  # type: ignore[attr-defined]


class _RulingForm(_SideForm):
    """An act of the referee by an article of the regulation."""

    article = ArticleField()
    reason = FreeTextFormField(label=_("Reason"), max_length=LONGEST_REASON)

    def __init__(self, view: SheetView, *args: Any, **kwargs: Any) -> None:
        super().__init__(view, *args, **kwargs)
        offer_articles(self, view.pairing.event)


class PointsForm(_RulingForm):
    """Points off (a penalty) or onto (an award) the total of a side."""

    points = forms.IntegerField(
        label=_("How many points?"), min_value=1, max_value=MOST_PENALTY_POINTS
    )
    field_order = ("side", "points", "article", "reason")


class ForfeitForm(_RulingForm):
    """A side that loses the game or the match, or another end of a match that is not played out.

    ``plays_on``: whether the loser plays its later matches; if empty, the regulation decides."""

    side = forms.TypedChoiceField(
        coerce=int,
        empty_value=None,
        required=False,
        label=_("Which side loses?"),
        widget=forms.RadioSelect,
    )
    of = forms.ChoiceField(
        label=_("What does it lose?"),
        choices=[("match", _("The match (it never came, or leaves)")), ("game", _("This game"))],
    )
    case = forms.ChoiceField(
        label=_("How does the match end?"),
        required=False,
        choices=[("", _("Walkover before the first hand, retirement after it")), *CASES.items()],
    )
    plays_on = forms.TypedChoiceField(
        label=_("Does it play its later matches?"),
        required=False,
        empty_value=None,
        coerce=lambda said: said == "yes",
        choices=[
            ("", _("As the regulation says")),
            ("yes", _("Yes")),
            ("no", _("No, it is out of the event")),
        ],
    )
    advances = forms.TypedChoiceField(
        coerce=int,
        empty_value=None,
        required=False,
        label=_("After a double forfeit in a knock-out: who takes the place in the next match?"),
    )
    games = forms.RegexField(
        GAMES_AWARDED,
        label=_("Games that the referee awards"),
        required=False,
        max_length=200,
        help_text=_("Only with an award: the totals of each game, as 41-30 20-41 41-0."),
    )
    field_order = ("side", "of", "case", "plays_on", "advances", "games", "article", "reason")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        nobody = ("", _("Nobody, or both"))
        self.fields["side"].choices = [*self.sides, nobody]  # type: ignore[attr-defined]
        round_ = self.view.pairing.round
        needs_a_winner = format_named(round_.group.stage.format).needs_a_winner
        if needs_a_winner or round_.section == PLAY_OFF:
            self.fields["advances"].choices = [("", "–"), *self.sides]  # type: ignore[attr-defined]
        else:
            # Where nobody is knocked out, no place in a next match is left empty.
            del self.fields["advances"]
        # An empty choice leaves it to the regulation, so the page says what that decides.
        rules = self.view.sheet.format.unfinished or DEFAULT_RULES
        cases = [case for case in PLAYING_ON if getattr(rules, case).plays_on is False]
        help_text = gettext("By the regulation it plays on.")
        if cases:
            case_names = join_words([str(SHORT[case]) for case in cases])
            help_text = gettext("By the regulation it is out after: %(cases)s.")
            help_text %= {"cases": case_names}
        self.fields["plays_on"].help_text = help_text

    def build_data(self) -> Data:
        """Only what was chosen: the line stores that, and the event's rules give the rest."""
        form_data = self.cleaned_data
        line: Data = {"side": form_data["side"], "of": form_data["of"]}
        if form_data["case"]:
            line["case"] = form_data["case"]
        for name in ("plays_on", "advances"):
            # False and side 0 are choices; None is none.
            if form_data.get(name) is not None:
                line[name] = form_data[name]
        games = [list(map(int, totals.split("-"))) for totals in form_data["games"].split()]
        if games:
            line["games"] = games
        return {**line, "article": form_data["article"], "reason": form_data["reason"]}


class StrikeForm(PlainActForm):
    """A line that does not count."""

    line = forms.TypedChoiceField(coerce=int, label=_("Which line is to be struck?"))
    reason = FreeTextFormField(label=_("Reason"), max_length=LONGEST_REASON, required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = _list_line_choices(self.view.correctable_lines)
        self.fields["line"].choices = choices  # type: ignore[attr-defined]


def _list_line_choices(lines: Iterable[LineView]) -> list[tuple[int, str]]:
    return [(line.n, f"{line.n} · {line.words}") for line in lines]


class SignForm(PlainActForm):
    """The side that agrees to the result."""

    side = forms.ChoiceField(label=_("Who signs?"), widget=forms.RadioSelect)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        signed = self.view.state.signed
        unsigned = [(side, name) for side, name in self.sides if side not in signed]
        choices = [*unsigned, (REFEREE, _("The referee, for both"))]
        self.fields["side"].choices = choices  # type: ignore[attr-defined]

    def build_data(self) -> Data:
        return {"side": parse_signer(self.cleaned_data["side"])}


def parse_signer(choice: str) -> int | None:
    """The side that signs; None: the referee, for both."""
    if choice == REFEREE:
        return None
    return int(choice)


class ReopenForm(PlainActForm):
    """A signed match is opened again."""

    reason = FreeTextFormField(label=_("Reason"), max_length=LONGEST_REASON)


class HandForm(SchemaForm):
    """A hand of the game that is being played, or of ``game``."""

    def __init__(
        self, view: SheetView, *args: Any, game: GameFormat | None = None, **kwargs: Any
    ) -> None:
        game = game or view.game_now
        schema = game.rulebook.record_model.model_json_schema()
        names = Names(view.sides, view.players)
        show = game.rulebook.list_smallest_fields(game.options)
        super().__init__(schema, game.rulebook.name, names, *args, show=show, **kwargs)


class ClaimForm(SchemaForm):
    """A side claims that it has reached the target."""

    def __init__(
        self, view: SheetView, *args: Any, game: GameFormat | None = None, **kwargs: Any
    ) -> None:
        game = game or view.game_now
        # A game without claims has a form without fields.
        model = game.rulebook.claim_model
        schema: Schema = {"properties": {}}
        if model:
            schema = model.model_json_schema()
        names = Names(view.sides, view.players)
        super().__init__(schema, game.rulebook.name, names, *args, **kwargs)


def _list_hands_of_game(view: SheetView) -> list[LineView]:
    """The hands that may be corrected with the fields of the game that is being played."""
    book = view.game_now.rulebook
    return [line for line in view.correctable_hands if line.game.rulebook is book]


class AmendForm(HandForm):
    """The correction of a hand. In a match of several games, those of another game are corrected
    beside their line, as their fields are others."""

    def __init__(self, view: SheetView, *args: Any, **kwargs: Any) -> None:
        super().__init__(view, *args, **kwargs)
        hands = _list_hands_of_game(view)
        help_text = ""
        if len(hands) < len(view.correctable_hands):
            help_text = gettext("A hand of another game is corrected beside its line.")
        self.fields["line"] = forms.TypedChoiceField(
            coerce=int,
            label=_("Which hand has to be corrected?"),
            choices=_list_line_choices(hands),
            help_text=help_text,
        )
        self.fields["reason"] = FreeTextFormField(label=_("Reason"), max_length=LONGEST_REASON)

    def build_data(self) -> Data:
        data = self.cleaned_data
        return {"line": data["line"], "data": super().build_data(), "reason": data["reason"]}


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
    STRIKE: (_("Strike a line"), _("Strike the line")),
    AMEND: (_("Correct a hand"), _("Write the correction")),
    PENALTY: (_("Penalty"), _("Write the penalty")),
    AWARD: (_("Points awarded"), _("Award the points")),
    FORFEIT: (_("Forfeit, walkover, time is up"), _("Write how it ends")),
    SIGN: (_("Sign the result"), _("Sign")),
    REOPEN: (_("Reopen the match"), _("Reopen the match")),
}
"""The title of each act, and the label of its button."""


class ActHeaderForm(forms.Form):
    """The hidden fields of every act. ``key`` is made with the page, so that an act that is sent
    twice is written once; ``version`` is that of the sheet that its writer has seen."""

    kind = forms.ChoiceField(choices=[(kind, kind) for kind in FORMS])
    key = forms.RegexField(r"^[\w-]{8,64}$")
    version = forms.IntegerField(min_value=0, max_value=100_000)


def make_key() -> str:
    """A unique key for an act."""
    return f"desk-{token_hex(12)}"


class ActForm:
    """The form of an act with its title, button, key and version, as the page shows it."""

    def __init__(self, kind: str, view: SheetView, posted: Any = None, key: str = "") -> None:
        self.kind = kind
        self.title, self.button = TITLES[kind]
        # A form that was sent keeps its key: sent again, it is still the same act.
        self.key = key or make_key()
        self.version = view.sheet.match.version
        self.form = FORMS[kind](view, posted, auto_id=f"{kind}_%s")

    def renew(self, view: SheetView) -> None:
        """Sets a new key and the current version: submitting again is another act."""
        self.key = make_key()
        self.version = view.sheet.match.version

    def focus_first_field(self) -> None:
        """Puts the focus of the page into the first field that is shown."""
        if isinstance(self.form, SchemaForm):
            # The page shows the groups in their own order, and the optional ones only on request.
            shown_fields: list[forms.BoundField] = []
            for group in self.form.at_once:
                shown_fields += group.fields
        else:
            shown_fields = self.form.visible_fields()
        if not shown_fields:
            return

        first_field = shown_fields[0].field
        if isinstance(first_field.widget, forms.RadioSelect):
            # All buttons would have the attribute of the widget, and one element has the focus.
            first_field.widget = FocusedRadios(
                attrs=first_field.widget.attrs, choices=first_field.widget.choices
            )
        else:
            first_field.widget.attrs["autofocus"] = True

    @property
    def is_open(self) -> bool:
        """Whether it was just sent: then it is shown with its errors."""
        return bool(self.form.is_bound)

    @property
    def is_made_of_groups(self) -> bool:
        return isinstance(self.form, SchemaForm)


def list_offered_acts(view: SheetView) -> Sequence[str]:
    """The acts that can follow now, the usual one first."""
    game = view.game_now
    # The state allows more than this game, or a sheet without lines, has a use for.
    useless = {
        CLAIM: game.rulebook.claim_model is None or game.hands is not None,
        REDEAL: bool(game.rulebook.check_redeal(game.options)),
        STRIKE: not view.correctable_lines,
        AMEND: not _list_hands_of_game(view),
    }
    offered = [kind for kind in view.state.next if not useless.get(kind, False)]
    # Where a signature is possible, it is the usual act. The sort keeps the order of the others.
    return sorted(offered, key=lambda kind: kind != SIGN)
