"""The forms of an event and of its stages: the game with its options, the format with its own, by
what it ranks. A further game or format appears here by itself."""

from collections.abc import Mapping, Sequence
from typing import Any, Generic, TypeVar

from django.utils.translation import gettext as _

from competition.formats import format_named, formats
from competition.regulation import RegulationFacts, StageRules
from kernel.refusals import Refused, Unreadable
from rules.registry import rulebook, rulebooks
from scoring.core.format import best_of
from tournaments.services.events import EventPlan
from tournaments.services.stages import StagePlan
from web.desk.forms import EventForm, PlayForm, StageForm
from web.desk.metrics import MetricsForm, RankingForm
from web.desk.options import OptionsForm
from web.desk.unfinished import UnfinishedForms
from wording.formats import FORMATS
from wording.games import words_of
from wording.regulation import Chapter, build_regulation

Form = TypeVar("Form", bound=PlayForm)


class Wizard(Generic[Form]):
    """A form and those of the game and the format that it chooses. Those that were sent with
    another game, or another format, than is chosen now are shown anew."""

    form: Form

    def __init__(
        self,
        form: type[Form],
        data: Mapping[str, Any] | None,
        initial: Mapping[str, Any],
        *,
        is_later: bool = False,
        **more: Any,
    ) -> None:
        """``is_later``: of a stage that follows another."""
        given = data or initial
        games = {book.name: str(words_of(book.name).name) for book in rulebooks()}
        kinds = {each.name: str(FORMATS[each.name].name) for each in formats()}
        self.book = rulebook(_choose_known(given.get("game"), games))
        self.format = format_named(_choose_known(given.get("format"), kinds))
        self.form = form(data, initial=initial, games=games, formats=kinds, **more)
        words = words_of(self.book.name)
        self.is_other_game = given.get("options_of", self.book.name) != self.book.name
        self.is_other_format = given.get("format_of", self.format.name) != self.format.name
        self.options = OptionsForm(
            self.book.options_model,
            words.options,
            prefix="option",
            most_used=words.most_used,
            data=None if self.is_other_game else data,
            initial=initial.get("options"),
        )
        self.format_options = OptionsForm(
            self.format.options_model,
            FORMATS[self.format.name].options,
            prefix="format",
            data=None if self.is_other_format else data,
            initial=initial.get("format_options"),
            defaults=self.format.later_defaults if is_later else {},
        )

        self.unfinished = UnfinishedForms(data, initial.get("unfinished", {}))

    def is_valid(self) -> bool:
        """Whether all forms are; each says what is wrong with it."""
        forms = [self.form.is_valid(), self.unfinished.is_valid()]
        if not self.is_other_game:
            forms.append(self.options.is_valid())
        if not self.is_other_format:
            forms.append(self.format_options.is_valid())
        if self.is_other_game and self.form.is_bound:
            self.form.add_error("game", _("Look at the options of this game, then go on."))
        if self.is_other_format and self.form.is_bound:
            self.form.add_error("format", _("Look at the options of this format, then go on."))
        return all(forms) and not (self.is_other_game or self.is_other_format)

    def match_format(self) -> dict[str, Any]:
        """The document of a match, once the form is valid."""
        data = self.form.cleaned_data
        count = data["games"]
        games: list[dict[str, Any]] = [
            {"game": self.book.name, "options": self._options()} for _number in range(count)
        ]
        if count > 1:
            if data["second_game"]:
                games[1] = {"game": data["second_game"], "options": {}}
            if data["bella_game"]:
                games[-1] = {"game": data["bella_game"], "options": {}}
            if data.get("bella_target"):
                games[-1]["options"]["target"] = data["bella_target"]
        if data["hands"]:
            games = [{**game, "hands": data["hands"]} for game in games]
        document: dict[str, Any] = {"games": games, "wins": _wins(games)}
        if self.unfinished.is_valid() and (unfinished := self.unfinished.chosen()):
            document["unfinished"] = unfinished
        return document

    def constraints(self) -> dict[str, Any]:
        return {} if self.form.cleaned_data["clubs_apart"] else {"clubs_apart": False}

    def regulation(self) -> tuple[Chapter, ...]:
        """The stage and the rules of its games in words, as they are chosen now; none as long as
        the choices cannot be."""
        if not self.form.is_bound:
            match = best_of(self.form.fields["games"].initial, self.book.name)
            return self._chapters(match, {})
        self.form.is_valid()
        if "games" not in self.form.cleaned_data:
            return ()
        if not (self.is_other_game or self.options.is_valid()):
            return ()
        if not (self.is_other_format or self.format_options.is_valid()):
            return ()
        options = {} if self.is_other_format else self.format_options.chosen()
        try:
            return self._chapters(self.match_format(), options)
        except (Refused, Unreadable):
            return ()

    def _chapters(
        self, match: Mapping[str, Any], options: Mapping[str, Any]
    ) -> tuple[Chapter, ...]:
        constraints = self.constraints() if self.form.is_bound else {}
        stage = StageRules(
            number=1, format=self.format.name, options=dict(options), constraints=constraints
        )
        chapters = build_regulation(RegulationFacts(match=dict(match), stages=[stage]))
        return tuple(chapter for chapter in chapters if chapter.key in ("stages", "matches"))

    def _options(self) -> dict[str, Any]:
        return {} if self.is_other_game else self.options.chosen()


class EventWizard(Wizard[EventForm]):
    """All forms of a new event, and the plan that they make together."""

    def __init__(self, data: Mapping[str, Any] | None, *, venue: str) -> None:
        super().__init__(EventForm, data, {"venue": venue})

    def plan(self) -> EventPlan:
        """What the services take, once all forms are valid."""
        data = self.form.cleaned_data
        return EventPlan(
            name=data["name"],
            date=data["date"],
            match_format=self.match_format(),
            format=self.format.name,
            options=self.format_options.chosen(),
            constraints=self.constraints(),
            venue_name=data["venue"],
            tables=data["tables"],
            capacity=data["capacity"],
            visibility=data["visibility"],
            names=data["names"],
        )


class StageWizard(Wizard[StageForm]):
    """All forms of a stage, and the plan that they make together."""

    def __init__(
        self, data: Mapping[str, Any] | None, initial: Mapping[str, Any], **more: Any
    ) -> None:
        super().__init__(StageForm, data, initial, is_later=bool(more["stages"]), **more)
        if self.is_other_format:
            data, initial = None, {}
        self.metrics = MetricsForm(self.format.metrics, data, initial.get("metrics", ()))
        self.ranking = RankingForm(
            data=data, initial=initial.get("ranking", {}), defaults=self.format.standings
        )

    def is_valid(self) -> bool:
        ours = [self.metrics.is_valid(), self.ranking.is_valid()]
        return super().is_valid() and all(ours)

    def constraints(self) -> dict[str, Any]:
        apart = self.form.cleaned_data.get("groupmates_apart", True)
        return {**super().constraints(), **({} if apart else {"groupmates_apart": False})}

    def plan(self) -> StagePlan:
        """What the services take, once all forms are valid."""
        data = self.form.cleaned_data
        return StagePlan(
            format=self.format.name,
            cut=self.form.cut(),
            name=data["name"],
            options=self.format_options.chosen(),
            constraints=self.constraints(),
            match_format=self.match_format() if data["own_match"] else None,
            metrics=self.metrics.chosen() if self.format.metrics else (),
            ranking=self.ranking.chosen() if self.format.metrics else {},
        )


def _wins(games: Sequence[Mapping[str, Any]]) -> int | None:
    """How many must be won. An even number is played out, and so are games over hands: there the
    totals count."""
    by_hands = games[0].get("hands") is not None and (
        len(games) == 1 or rulebook(games[0]["game"]).sides > 2
    )
    return None if by_hands or len(games) % 2 == 0 else len(games) // 2 + 1


def _choose_known(asked: object, known: Mapping[str, str]) -> str:
    """What is asked for, if it is known; else the first there is."""
    return asked if isinstance(asked, str) and asked in known else next(iter(known))
