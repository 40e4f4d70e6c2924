"""What a test does with the offer to take an act back."""

import re
from typing import Any

from django.test import Client

from tests.web.pages import html_of
from tournaments.models import Event

TOKEN = re.compile(r'name="token" value="([^"]+)"')


def token_on(page: Any) -> str:
    found = TOKEN.search(html_of(page))
    assert found, "the page offers nothing to take back"
    return found[1]


def offers(page: Any) -> bool:
    return TOKEN.search(html_of(page)) is not None


def take_back(client: Client, event: Event, token: str, back: str = "") -> Any:
    data = {"token": token, "next": back}
    return client.post(f"/desk/events/{event.pk}/undo/", data, follow=True)
