"""The formats of play, by name. A new one is a module beside these and a line in the registry."""

from typing import Any, Final

from kernel.reading import shown
from kernel.refusals import Unreadable
from tournaments.core.formats.consolation import Consolation
from tournaments.core.formats.contract import Format
from tournaments.core.formats.danese import Danese
from tournaments.core.formats.double_elimination import DoubleElimination
from tournaments.core.formats.groups import Groups
from tournaments.core.formats.qualifying import Qualifying
from tournaments.core.formats.round_robin import RoundRobin
from tournaments.core.formats.single_elimination import SingleElimination
from tournaments.core.formats.sittings import Sittings
from tournaments.core.formats.swiss import Swiss

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
        super().__init__(f"format: unknown format {shown(name)!r}")
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
