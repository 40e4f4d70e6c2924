"""The registry of all games. A new one is a module under ``rules/games`` and a line here."""

from typing import Any

from kernel.reading import shorten_value
from kernel.refusals import Unreadable
from kernel.violations import Violation
from rules.contract import Rulebook
from rules.games.briscola_151 import Briscola151
from rules.games.cinquecento import Cinquecento
from rules.games.marafon.rulebook import Marafon
from rules.games.mariaccia import Mariaccia
from rules.games.marianna import Marianna
from rules.games.mariglia.rulebook import Mariglia
from rules.games.trionfo.rulebook import Trionfo

AnyRulebook = Rulebook[Any, Any, Any, Any]

RULEBOOKS: dict[str, AnyRulebook] = {
    book.name: book
    for book in (
        Marafon(),
        Mariglia(),
        Marianna(),
        Cinquecento(),
        Briscola151(),
        Mariaccia(),
        Trionfo(),
    )
}


class UnknownGame(Unreadable):
    """No rulebook has this name."""

    def __init__(self, name: str) -> None:
        choices = list(RULEBOOKS)
        params = {"field": "game", "value": shorten_value(name), "choices": choices}
        super().__init__(f"game: unknown game {name!r}", [Violation("no_such_game", params)])
        self.name = name


def rulebook(name: str) -> AnyRulebook:
    """The rulebook of that name. Raises UnknownGame."""
    try:
        return RULEBOOKS[name]
    except KeyError:
        raise UnknownGame(name) from None


def rulebooks() -> tuple[AnyRulebook, ...]:
    """All rulebooks, in the order of the registry."""
    return tuple(RULEBOOKS.values())
