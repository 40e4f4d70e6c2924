"""The forms of a new event: what and when, the game with its options, the format with its own. A
further game or format appears here by itself."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from rules.contract import Refused, Unreadable
from rules.registry import rulebook, rulebooks
from scoring.core.format import best_of
from tournaments.core.formats import format_named, formats
from tournaments.services.events import EventPlan
from web.desk.forms import EventForm
from web.desk.options import OptionsForm
from wording.formats import FORMATS
from wording.games import words_of
from wording.regulation import regulation_of


class Wizard:
    """All forms of a new event, and the plan that they make together."""

    def __init__(self, data: Mapping[str, Any] | None, *, venue: str) -> None:
        given = data or {}
        games = {book.name: str(words_of(book.name).name) for book in rulebooks()}
        kinds = {each.name: str(FORMATS[each.name].name) for each in formats()}
        self.book = rulebook(_known(given.get("game"), games))
        self.format = format_named(_known(given.get("format"), kinds))
        self.form = EventForm(data, initial={"venue": venue}, games=games, formats=kinds)
        words = words_of(self.book.name)
        self.is_other_game = given.get("options_of", self.book.name) != self.book.name
        """Whether the options that were sent are those of another game than is chosen now."""
        self.options = OptionsForm(
            self.book.options_model,
            words.options,
            prefix="option",
            most_used=words.most_used,
            data=None if self.is_other_game else data,
        )
        self.format_options = OptionsForm(
            self.format.options_model,
            FORMATS[self.format.name].options,
            prefix="format",
            data=data,
        )

    def is_valid(self) -> bool:
        """Whether all forms are; each says what is wrong with it."""
        forms = [self.form.is_valid(), self.options.is_valid(), self.format_options.is_valid()]
        if self.is_other_game and self.form.is_bound:
            self.form.add_error("game", _("Look at the options of this game, then go on."))
        return all(forms)

    def plan(self) -> EventPlan:
        """What the services take, once all forms are valid."""
        data = self.form.cleaned_data
        return EventPlan(
            name=data["name"],
            date=data["date"],
            match_format=self._match_format(),
            format=self.format.name,
            options=self.format_options.chosen(),
            constraints={} if data["clubs_apart"] else {"clubs_apart": False},
            venue_name=data["venue"],
            tables=data["tables"],
            capacity=data["capacity"],
            visibility=data["visibility"],
            names=data["names"],
        )

    def regulation(self) -> tuple[str, ...]:
        """The rules in words as they are chosen now; none as long as the choices cannot be."""
        if not self.form.is_bound:
            return regulation_of(best_of(self.form.fields["games"].initial, self.book.name))
        self.form.is_valid()
        if "games" not in self.form.cleaned_data:
            return ()
        if not (self.is_other_game or self.options.is_valid()):
            return ()
        try:
            return regulation_of(self._match_format())
        except (Refused, Unreadable):
            return ()

    def _match_format(self) -> dict[str, Any]:
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
        return {"games": games, "wins": _wins(games)}

    def _options(self) -> dict[str, Any]:
        return {} if self.is_other_game else self.options.chosen()


def _wins(games: Sequence[Mapping[str, Any]]) -> int | None:
    """How many must be won. An even number is played out, and so are games over hands that more
    than two play: the totals count."""
    by_hands = games[0].get("hands") is not None and rulebook(games[0]["game"]).sides > 2
    return None if by_hands or len(games) % 2 == 0 else len(games) // 2 + 1


def _known(asked: object, known: Mapping[str, str]) -> str:
    """What is asked for, if it is known; else the first there is."""
    return asked if isinstance(asked, str) and asked in known else next(iter(known))
