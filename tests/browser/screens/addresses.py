"""What stands in the addresses of the screens."""

import json
import re
from dataclasses import dataclass, fields

from tests.browser.house import House

MAKE_THINGS = "from tests.browser.things import main; main()"


@dataclass(frozen=True)
class Things:
    """What stands in the addresses of a demo to which ``things`` has added what it lacks."""

    club: str
    event: str
    match: int
    pairing: int
    table: int
    secret: str
    entry: int
    draft: str
    opened: str
    waiting: int
    promised: str
    promised_draw: int
    drawing: str
    drawing_draw: int
    failed: str
    again: str
    again_draw: int
    level: str
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
    weekend: str
    swiss: str
    danese: str
    groups: str
    championship: str
    double: str


def things_of(house: House) -> Things:
    """Adds them to the demo of this house."""
    said = house.manage("shell", "-c", MAKE_THINGS)
    found = re.search(r"THINGS (.*)", said)
    assert found, said
    told = json.loads(found.group(1))
    return Things(**{each.name: told[each.name] for each in fields(Things)})
