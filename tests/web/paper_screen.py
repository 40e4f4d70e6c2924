"""The keyboard screen of the desk as a browser uses it: its form is read, filled in and sent."""

import re
from typing import Any

from django.test import Client

from tests.web.pages import html_of
from tournaments.models import Event, Pairing
from tournaments.selectors.registration.names import load_short_names


def address(event: Event) -> str:
    return f"/desk/events/{event.pk}/results/"


def fields_of(response: Any) -> dict[str, str]:
    """The fields of the form on the page, as a browser would send them."""
    html = html_of(response)
    form = html[html.index(f'action="{response.request["PATH_INFO"]}"') :]
    form = form[: form.index("</form>")]
    found = {}
    for tag in re.findall(r"<input[^>]*>", form):
        name = re.search(r'name="([^"]+)"', tag)
        value = re.search(r'value="([^"]*)"', tag)
        assert name is not None
        found[name[1]] = value[1] if value else ""
    return found


def read(desk: Client, event: Event, table: int | str, score: str) -> Any:
    """Types a result and presses Enter once."""
    form = {**fields_of(desk.get(address(event))), "table": str(table), "score": score}
    return desk.post(address(event), form)


def write(desk: Client, event: Event, table: int | str, score: str) -> Any:
    """Types a result and presses Enter twice: it is read, then written."""
    return desk.post(address(event), fields_of(read(desk, event, table, score)))


def list_side_names(pairing: Pairing) -> list[str]:
    """The short names of those who play a match, by side."""
    entries = list(pairing.slots.order_by("side").values_list("entry", flat=True))
    names = load_short_names(pairing.event, entries)
    return [names[entry] for entry in entries]
