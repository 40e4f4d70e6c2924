"""The ids and secrets in the addresses of the screens."""

from dataclasses import dataclass, fields

from tests.browser.demo import MAKE_THINGS, run_script
from tests.browser.server import DemoServer


@dataclass(frozen=True)
class Things:
    """The ids and secrets of a demo, with what ``tests.browser.things`` has added to it."""

    club: str
    event: str
    match: int
    pairing: int
    table: int
    secret: str
    entry: int
    player: int
    other_player: int
    draft: str
    opened: str
    waiting: int
    committed: str
    committed_draw: int
    drawing: str
    drawing_draw: int
    failed: str
    again: str
    again_draw: int
    tied: str
    drawn: str
    drawn_draw: int
    over: str
    over_match: int
    read: str
    unread: str
    reading: str
    invitation: str
    corrected: str
    question: int
    correctable: int
    aside: int
    penalty: int
    protest: int
    webhook: int
    weekend: str
    swiss: str
    danese: str
    groups: str
    championship: str
    double: str


def things_of(server: DemoServer) -> Things:
    """Those of a server whose demo has them."""
    values = server.things
    return Things(**{each.name: values[each.name] for each in fields(Things)})


def make_things(server: DemoServer) -> Things:
    """New things for a running server: tests that have played its demo have used up the others."""
    server.things.update(run_script(server.manage, MAKE_THINGS, "THINGS"))
    return things_of(server)


@dataclass(frozen=True)
class Table:
    """A table of one game: the secret of its card, and the match that is on."""

    secret: str
    match: int


def tables_of(server: DemoServer) -> dict[str, Table]:
    """Those of a server whose demo has them."""
    return {game: Table(**values) for game, values in server.tables.items()}
