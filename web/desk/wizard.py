"""The forms of a stage: the game and the format with their options, and the ranking. They are made
from the registries of games and formats, so a new one needs no change."""

from collections.abc import Mapping
from typing import Any, Generic, TypeVar

from django.utils.translation import gettext as _

from competition.draw.seeding import CROSSED
from competition.formats import format_named, formats
from competition.regulation import RegulationFacts, StageRules
from kernel.refusals import Refused, Unreadable
from rules.registry import rulebook, rulebooks
from scoring.core.format import best_of
from tournaments.models import Stage
from tournaments.services.events.stages import StagePlan
from web.desk.match_fields import (
    MATCH_FIELDS,
    can_say_match,
    make_match_document,
    read_match_fields,
)
from web.desk.metrics import MetricsForm, RankingForm
from web.desk.options import OptionsForm
from web.desk.play_forms import PlayForm
from web.desk.stage_forms import StageForm
from web.desk.unfinished import UnfinishedForms
from wording.formats import FORMATS, word_match_format
from wording.games import find_game_words
from wording.regulation import Chapter, build_regulation

Form = TypeVar("Form", bound=PlayForm)


class Wizard(Generic[Form]):
    """A form, with the forms of the game and the format that it chooses. If the options were sent
    for another game or format than is chosen now, those of the new one are shown instead."""

    form: Form

    def __init__(
        self,
        form: type[Form],
        data: Mapping[str, Any] | None,
        initial: Mapping[str, Any],
        *,
        stored_match: Mapping[str, Any] | None = None,
        is_later: bool = False,
        **more: Any,
    ) -> None:
        """``initial`` lacks the values for the match: they are those of ``stored_match``, or the
        usual ones if it is None. ``is_later``: whether the stage follows another."""
        self.stored_match = stored_match
        if stored_match is not None:
            initial = {
                **initial,
                **read_match_fields(stored_match),
                "options": stored_match["games"][0].get("options", {}),
                "unfinished": stored_match.get("unfinished", {}),
            }
        values = data or initial
        game_names = {book.name: str(find_game_words(book.name).name) for book in rulebooks()}
        format_names = {format_.name: str(FORMATS[format_.name].name) for format_ in formats()}
        self.book = rulebook(_choose_known(values.get("game"), game_names))
        self.format = format_named(_choose_known(values.get("format"), format_names))
        self.form = form(data, initial=initial, games=game_names, formats=format_names, **more)
        words = find_game_words(self.book.name)
        # Hidden fields of the page say which game and format its options belong to.
        self.is_other_game = values.get("options_of", self.book.name) != self.book.name
        self.is_other_format = values.get("format_of", self.format.name) != self.format.name
        game_data = format_data = data
        if self.is_other_game:
            game_data = None
        if self.is_other_format:
            format_data = None
        format_defaults: Mapping[str, Any] = {}
        if is_later:
            format_defaults = self.format.later_defaults
        self.options = OptionsForm(
            self.book.options_model,
            words.options,
            prefix="option",
            most_used=words.most_used,
            data=game_data,
            initial=initial.get("options"),
        )
        self.format_options = OptionsForm(
            self.format.options_model,
            FORMATS[self.format.name].options,
            prefix="format",
            data=format_data,
            initial=initial.get("format_options"),
            defaults=format_defaults,
        )

        self.unfinished = UnfinishedForms(data, initial.get("unfinished", {}))

    def is_valid(self) -> bool:
        """Whether all forms are valid; each shows its own errors."""
        valid = [self.form.is_valid(), self.unfinished.is_valid()]
        if not self.is_other_game:
            valid.append(self.options.is_valid())
        if not self.is_other_format:
            valid.append(self.format_options.is_valid())
        # The organizer has not seen the options of the new game or format yet.
        if self.is_other_game and self.form.is_bound:
            self.form.add_error("game", _("Look at the options of this game, then go on."))
        if self.is_other_format and self.form.is_bound:
            self.form.add_error("format", _("Look at the options of this format, then go on."))
        return all(valid) and not (self.is_other_game or self.is_other_format)

    @property
    def chosen_game_options(self) -> dict[str, Any]:
        """The options of the game; none if those that were sent are of another."""
        if self.is_other_game:
            return {}
        return self.options.get_options()

    @property
    def chosen_format_options(self) -> dict[str, Any]:
        """The options of the format; none if those that were sent are of another."""
        if self.is_other_format:
            return {}
        return self.format_options.get_options()

    @property
    def changes_match(self) -> bool:
        """Whether the fields say another match than the one they were filled with. While one of
        the forms is not valid, that is not known, and the answer is yes."""
        stored = self.stored_match
        if stored is None or self.is_other_game:
            return True
        if not (self.options.is_valid() and self.unfinished.is_valid()):
            return True
        return (
            not set(MATCH_FIELDS).isdisjoint(self.form.changed_data)
            or self.options.differ_from(stored["games"][0].get("options", {}))
            or self.unfinished.differ_from(stored.get("unfinished", {}))
        )

    @property
    def kept_match(self) -> str:
        """The stored match in words, if the fields cannot say it; else empty."""
        if self.stored_match is None or can_say_match(self.stored_match):
            return ""
        return word_match_format(self.stored_match)

    def make_match_format(self) -> dict[str, Any]:
        """The document of a match, once the form is valid."""
        # A document may say more than the fields can: if none was changed, it stays as it is.
        if self.stored_match is not None and not self.changes_match:
            return dict(self.stored_match)
        fields = {**self.form.cleaned_data, "game": self.book.name}
        document = make_match_document(fields, self.chosen_game_options)
        # This is also called for the preview, when some of the forms may not be valid yet.
        if self.unfinished.is_valid():
            unfinished = self.unfinished.get_settings()
            if unfinished:
                document["unfinished"] = unfinished
        return document

    def make_constraints(self) -> dict[str, Any]:
        """The constraints of the draw that differ from the defaults."""
        if self.form.cleaned_data["clubs_apart"]:
            return {}
        return {"clubs_apart": False}

    def regulation(self) -> tuple[Chapter, ...]:
        """The stage and the rules of its games in words, for the current choices; empty if these
        are not valid."""
        if not self.form.is_bound:
            match = self.stored_match
            if match is None:
                match = best_of(self.form.fields["games"].initial, self.book.name)
            return self._build_chapters(match, {})
        self.form.is_valid()
        if "games" not in self.form.cleaned_data:
            return ()
        if not (self.is_other_game or self.options.is_valid()):
            return ()
        if not (self.is_other_format or self.format_options.is_valid()):
            return ()
        try:
            return self._build_chapters(self.make_match_format(), self.chosen_format_options)
        except (Refused, Unreadable):
            # Each form is valid, but not all of them together: this is a preview, not a check.
            return ()

    def _build_chapters(
        self, match: Mapping[str, Any], options: Mapping[str, Any]
    ) -> tuple[Chapter, ...]:
        constraints: dict[str, Any] = {}
        if self.form.is_bound:
            constraints = self.make_constraints()
        stage = StageRules(
            number=1, format=self.format.name, options=dict(options), constraints=constraints
        )
        return build_play_chapters(match, [stage])


def build_play_chapters(match: Mapping[str, Any], stages: list[StageRules]) -> tuple[Chapter, ...]:
    """The chapters of a regulation on its stages and games, without all that is of the evening."""
    chapters = build_regulation(RegulationFacts(match=dict(match), stages=stages))
    return tuple(chapter for chapter in chapters if chapter.key in ("stages", "matches"))


class StageWizard(Wizard[StageForm]):
    """All forms of a stage, and the plan that they make together."""

    def __init__(
        self, data: Mapping[str, Any] | None, initial: Mapping[str, Any], **more: Any
    ) -> None:
        super().__init__(StageForm, data, initial, is_later=bool(more["stages"]), **more)
        if self.is_other_format:
            # Another format ranks by other metrics: what was chosen for the old one is dropped.
            data, initial = None, {}
        self.metrics = MetricsForm(self.format.metrics, data, initial.get("metrics", ()))
        self.ranking = RankingForm(
            data=data, initial=initial.get("ranking", {}), defaults=self.format.standings
        )

    def is_valid(self) -> bool:
        # Called before the others, so that their errors are shown in any case.
        valid = [self.metrics.is_valid(), self.ranking.is_valid()]
        return super().is_valid() and all(valid)

    def make_constraints(self) -> dict[str, Any]:
        constraints = super().make_constraints()
        if not self.form.cleaned_data.get("groupmates_apart", True):
            constraints["groupmates_apart"] = False
        return constraints

    def make_plan(self) -> StagePlan:
        """The plan for the services, once all forms are valid."""
        data = self.form.cleaned_data
        match_format: dict[str, Any] | None = None
        if data["own_match"]:
            match_format = self.make_match_format()
        metrics: tuple[str, ...] = ()
        ranking: dict[str, Any] = {}
        # Without metrics the bracket ranks, and there is nothing to store.
        if self.format.metrics:
            metrics, ranking = self.metrics.get_metrics(), self.ranking.get_options()
        return StagePlan(
            format=self.format.name,
            cut=self.form.make_cut(),
            name=data["name"],
            options=self.format_options.get_options(),
            constraints=self.make_constraints(),
            match_format=match_format,
            metrics=metrics,
            ranking=ranking,
        )


def read_stage_fields(stage: Stage) -> dict[str, Any]:
    """The values of the forms for a stage as it is stored, without those for its match: the reverse
    of ``StageWizard.make_plan``."""
    cut = stage.cut or {}
    # Most fields of a cut have the names of its document. Those below differ in name or in type.
    cut_values = dict(cut)
    for name in ("rounds", "entries", "reason"):
        cut_values.pop(name, None)
    table = cut.get("table", "")
    # The usual table is the empty choice.
    if table == CROSSED:
        table = ""
    return {
        "name": stage.name,
        "format": stage.format,
        "clubs_apart": stage.constraints.get("clubs_apart", True),
        "groupmates_apart": stage.constraints.get("groupmates_apart", True),
        "format_options": stage.options,
        "own_match": stage.match_format is not None,
        **cut_values,
        # The document has one value for ties; the form has a field for either kind of cut.
        "level_in_group": cut.get("level"),
        "room_after_groups": cut.get("room"),
        "table": table,
        "rounds": ", ".join(map(str, cut.get("rounds", ()))),
        "entries": cut.get("entries", ()),
        "why": cut.get("reason", ""),
        "metrics": tuple(stage.metrics),
        "ranking": stage.ranking,
    }


def _choose_known(requested: object, known: Mapping[str, str]) -> str:
    """The requested name if it is known; by default the first one."""
    if isinstance(requested, str) and requested in known:
        return requested
    return next(iter(known))
