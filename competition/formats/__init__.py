"""The formats of play, by name. A new one is a module beside these and a line in the registry."""

from typing import Any, Final

from competition.formats.consolation import Consolation
from competition.formats.contract import Format
from competition.formats.danese import Danese
from competition.formats.double_elimination import DoubleElimination
from competition.formats.groups import Groups
from competition.formats.qualifying import Qualifying
from competition.formats.round_robin import RoundRobin
from competition.formats.single_elimination import SingleElimination
from competition.formats.sittings import Sittings
from competition.formats.swiss import Swiss
from kernel.reading import shorten_value
from kernel.refusals import Unreadable
from kernel.violations import Violation

FORMATS: Final[dict[str, Format[Any]]] = {
    known.name: known
    for known in (
        SingleElimination(),
        DoubleElimination(),
        Consolation(),
        Groups(),
        RoundRobin(),
        Swiss(),
        Danese(),
        Qualifying(),
        Sittings(),
    )
}


class UnknownFormat(Unreadable):
    """No format of this version has that name."""

    code = "unknown_format"

    def __init__(self, name: str) -> None:
        params = {"field": "format", "value": shorten_value(name), "choices": list(FORMATS)}
        super().__init__(
            f"format: unknown format {shorten_value(name)!r}", [Violation("no_such_format", params)]
        )
        self.params = {"format": name}


def formats() -> tuple[Format[Any], ...]:
    """All formats there are, in the order in which they are offered."""
    return tuple(FORMATS.values())


def format_named(name: str) -> Format[Any]:
    """The format of that name. Raises UnknownFormat."""
    try:
        return FORMATS[name]
    except KeyError:
        raise UnknownFormat(name) from None
