"""Every address × every method × every actor is as the table has it; a new address needs a row.

What a request does is taken back, so that one hall serves many addresses."""

import json
import re
from collections.abc import Iterator
from copy import deepcopy
from functools import partial
from typing import Any

import pytest
from django.db import connection, transaction
from django.http import HttpResponseBase
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from config.cache import empty_caches
from tests.roles.hall import ACTORS, Hall, make_hall
from tests.roles.table import BODIES, NOT_OURS, QUERIES, TABLE
from tournaments.models import Event

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
OWN = ("GET", "POST", "PUT", "PATCH", "DELETE")
"""Methods with code of their own: HEAD is answered by that of GET, and OPTIONS reads no row."""
REFUSED = (401, 403, 404, 410)
WRITES = re.compile(r'(?:INSERT INTO|UPDATE|DELETE FROM) "(\w+)"')
MAY_BE_WRITTEN = {"api_storedanswer", "accounts_token"}
"""By a refused request: the claim of an idempotency key, which the refusal rolls back, and when a
token was last used."""
PARTS = 8
"""The addresses are divided into tests, so that pytest can distribute them."""


def addresses() -> Iterator[tuple[str, URLPattern]]:
    """Every address of ours that has a name."""
    yield from _within(get_resolver().url_patterns, "")


def _within(patterns: Any, space: str) -> Iterator[tuple[str, URLPattern]]:
    for each in patterns:
        if isinstance(each, URLResolver):
            yield from _within(
                each.url_patterns, space + (f"{each.namespace}:" if each.namespace else "")
            )
        elif each.name is not None:
            yield space + each.name, each


OURS = {name: each for name, each in addresses() if not name.startswith(NOT_OURS)}


def test_every_address_has_a_row_and_every_row_an_address() -> None:
    assert sorted(TABLE) == sorted(OURS)


def path_of(name: str, hall: Hall) -> str:
    wanted = OURS[name].pattern.converters
    path = reverse(name, kwargs={key: hall.names[key] for key in wanted})
    query = QUERIES.get(name, "").format(**hall.names)
    return f"{path}?{query}" if query else path


def body_of(name: str, hall: Hall) -> str:
    """What is sent; ``"{club_id}"`` is the club's id, and so on."""
    body = json.dumps(BODIES.get(name, {}))
    for key in ("club_id", "entry_id", "stage_id"):
        body = body.replace(f'"{{{key}}}"', str(hall.names[key]))
    return body.replace("{event_id}", str(hall.names["event_id"]))


def path_parts(name: str) -> set[str]:
    """What the address of this name is made with."""
    return set(OURS[name].pattern.converters)


def answer(hall: Hall, letter: str, method: str, name: str, *, query: str = "") -> HttpResponseBase:
    """What the actor gets; whatever it did is taken back."""
    client: Client = hall.clients[letter]
    cookies = deepcopy(client.cookies)
    is_api = name.startswith("api:")
    data = body_of(name, hall) if is_api and method not in ("GET", "HEAD") else ""
    headers = {"Idempotency-Key": f"{letter}-{method}".replace(" ", "-")}
    statements: list[str] = []
    note = connection.execute_wrapper(partial(note_statement, statements))
    with transaction.atomic(), note:
        got = client.generic(
            method,
            path_of(name, hall) + query,
            data,
            "application/json" if is_api else "application/x-www-form-urlencoded",
            headers=headers,
        )
        transaction.set_rollback(True)
    client.cookies = cookies
    if is_refused(got):
        written = {found[1] for sql in statements if (found := WRITES.match(sql))}
        assert written <= MAY_BE_WRITTEN, f"{letter} {method} {name} wrote {written}"
    return got


def note_statement(statements: list[str], execute: Any, sql: str, *rest: Any) -> Any:
    """Notes a statement, and executes it."""
    statements.append(sql)
    return execute(sql, *rest)


def is_refused(got: HttpResponseBase) -> bool:
    to_sign_in = got.status_code == 302 and got["Location"].startswith("/accounts/login/")
    return got.status_code in REFUSED or to_sign_in


def is_led_to_page(method: str, name: str, got: HttpResponseBase) -> bool:
    """Whether the address only acts, and who looks at it is led to the page of its form
    (web/desk/posting.py): it is made of what was given, or after a check of the rights."""
    is_looked_at = method in ("GET", "HEAD") and "GET" not in TABLE.get(name, {})
    return is_looked_at and got.status_code == 302 and got["Location"].startswith("/desk/")


EXTREMES = "TW"
"""A phone and the owner, the most powerful of each kind: what neither of them gets by a method,
nobody gets. They alone try the methods that have no code of their own."""


def wrong_cells(name: str, hall: Hall) -> list[str]:
    row = TABLE[name]
    wrong = []
    # The counts of the rates are kept there.
    empty_caches()
    for method in METHODS:
        allowed = row.get("GET" if method == "HEAD" else method)
        is_for_all = allowed is not None and method in OWN
        for letter in ACTORS if is_for_all else EXTREMES:
            got = answer(hall, letter, method, name)
            said = f"{method} {name} by {ACTORS[letter]}: {got.status_code}"
            if got.status_code >= 500:
                wrong.append(said)
            elif allowed is not None:
                if is_refused(got) == (letter in allowed):
                    wrong.append(said)
            elif method == "OPTIONS" and name.startswith("api:"):
                if got.status_code not in (200, 204, 401):
                    wrong.append(said)
            elif (
                got.status_code != 405
                and not is_refused(got)
                and not is_led_to_page(method, name, got)
            ):
                wrong.append(said)
    return wrong


@pytest.mark.django_db
@pytest.mark.parametrize("part", range(PARTS))
def test_each_address_is_as_the_table_has_it(part: int) -> None:
    hall = make_hall()
    names = [name for name in sorted(TABLE) if name in OURS][part::PARTS]
    assert [said for name in names for said in wrong_cells(name, hall)] == []


SHOWN_ELSEWHERE = {"board:picture"} | {
    f"embed:{view}{part}" for view in ("standings", "bracket", "tables") for part in ("", "_part")
}
"""What other sites copy or show: the same for the people of the club as for everybody."""
PUBLIC_PAGES = [
    name
    for name, row in sorted(TABLE.items())
    if "P" in row.get("GET", "")
    and name in OURS
    and name not in SHOWN_ELSEWHERE
    and {"event_id", "match_id", "entry_id", "pairing_id", "round_id", "stage_id", "draw_id"}
    & set(OURS[name].pattern.converters)
]
INSIDE = "REGBOW"


def readers_of(name: str, hall: Hall, *, query: str = "") -> set[str]:
    empty_caches()
    return {
        letter
        for letter in ACTORS
        if not is_refused(answer(hall, letter, "GET", name, query=query))
    }


def people_inside(name: str) -> set[str]:
    return set(INSIDE) | ({"T", "U"} if name.startswith("api:") else set())


@pytest.mark.django_db
@pytest.mark.parametrize("visibility", [Event.Visibility.LINK, Event.Visibility.CLUB])
def test_what_other_sites_show_is_never_of_an_event_that_is_not_public(
    visibility: Event.Visibility,
) -> None:
    hall = make_hall(visibility)
    seen = {name: readers_of(name, hall) for name in sorted(SHOWN_ELSEWHERE)}
    assert {name for name, readers in seen.items() if readers} == set()


@pytest.mark.django_db
def test_an_event_of_the_club_is_shown_to_its_people_and_its_phones_alone() -> None:
    hall = make_hall(Event.Visibility.CLUB)
    seen = {name: readers_of(name, hall) for name in PUBLIC_PAGES}
    assert seen == {name: people_inside(name) for name in PUBLIC_PAGES}


@pytest.mark.django_db
def test_an_event_by_link_is_shown_to_who_has_its_address() -> None:
    hall = make_hall(Event.Visibility.LINK)
    seen = {}
    for name in PUBLIC_PAGES:
        naming = "" if "event_id" in path_parts(name) else f"?event={hall.names['event_id']}"
        seen[name] = readers_of(name, hall, query=naming)
    assert seen == {name: set(TABLE[name]["GET"]) for name in PUBLIC_PAGES}


@pytest.mark.django_db
def test_the_number_of_a_row_does_not_open_an_event_by_link() -> None:
    hall = make_hall(Event.Visibility.LINK)
    names = [name for name in PUBLIC_PAGES if "event_id" not in path_parts(name)]
    seen = {name: readers_of(name, hall) for name in names}
    assert seen == {name: people_inside(name) for name in names}
