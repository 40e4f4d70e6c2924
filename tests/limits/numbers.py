"""How a number of each kind is entered, at the desk and through the API, with its limit."""

from collections.abc import Callable
from typing import Any, TypeAlias

from django.test import Client

from database.limits import (
    HIGHEST_MINIMUM_AGE,
    LARGEST_TABLE,
    LATEST_BIRTH_YEAR,
    MOST_CENTS,
    MOST_ENTRIES,
    MOST_TABLES,
)
from tests.factories import NOW, draw_now, owner_of
from tests.limits.programs import api
from tests.web.test_regulation_page import RULES
from tournaments.models import Event, Pairing
from tournaments.services.events.events import start_play

SendNumber: TypeAlias = Callable[[Client, Event, int], Any]


def enter_seed(desk: Client, event: Event, number: int) -> Any:
    pair = {"player1": "Ivo Neri", "player2": "Ugo Turci", "seed": number}
    return desk.post(f"/desk/events/{event.pk}/entries/", pair)


def pay_at_desk(desk: Client, event: Event, number: int) -> Any:
    entry = event.entries.earliest("pk")
    euros = f"{number // 100},{number % 100:02}"
    payment = {"act": "take", "cents": euros, "key": "0" * 16}
    return desk.post(f"/desk/entries/{entry.pk}/payments/", payment)


def api_seed(desk: Client, event: Event, number: int) -> Any:
    players = [{"last": "Neri"}, {"last": "Turci"}]
    return api(event, f"events/{event.pk}/entries/", {"players": players, "seed": number})


def api_birth_year(desk: Client, event: Event, number: int) -> Any:
    players = [{"last": "Neri", "birth_year": number}, {"last": "Turci"}]
    return api(event, f"events/{event.pk}/entries/", {"players": players})


def api_payment(desk: Client, event: Event, number: int) -> Any:
    entry = event.entries.earliest("pk")
    return api(event, f"entries/{entry.pk}/payments/", {"cents": number})


def api_tables(desk: Client, event: Event, number: int) -> Any:
    form = {"games": [{"game": "marafon"}], "wins": 1}
    body = {"club": event.club_id, "name": "Gara", "date": "2026-12-13", "match_format": form}
    return api(event, "events/", {**body, "tables": number})


def api_capacity(desk: Client, event: Event, number: int) -> Any:
    form = {"games": [{"game": "marafon"}], "wins": 1}
    body = {"club": event.club_id, "name": "Gara", "date": "2026-12-13", "match_format": form}
    return api(event, "events/", {**body, "capacity": number})


def api_fee(desk: Client, event: Event, number: int) -> Any:
    form = {"games": [{"game": "marafon"}], "wins": 1}
    body = {"club": event.club_id, "name": "Gara", "date": "2026-12-13", "match_format": form}
    return api(event, "events/", {**body, "fee_cents": number})


def move_to_table(desk: Client, event: Event, number: int) -> Any:
    pairing = start_with_table(event, number)
    return desk.post(f"/desk/pairings/{pairing.pk}/move/", {"table": number})


def api_table(desk: Client, event: Event, number: int) -> Any:
    pairing = start_with_table(event, number)
    return api(event, f"pairings/{pairing.pk}/table/", {"table": number}, "PUT")


def start_with_table(event: Event, number: int) -> Pairing:
    """An event in play, at whose end a table stands that has this number."""
    if not event.pairings.exists():
        draw_now(event)
        start_play(event=event, actor=owner_of(event.club), now=NOW)
    event.tables.get_or_create(number=number)
    return event.pairings.earliest("pk")


def enter_minimum_age(desk: Client, event: Event, number: int) -> Any:
    return desk.post(
        f"/desk/events/{event.pk}/regulation/", RULES | {"rule-minimum_age": str(number)}
    )


def api_minimum_age(desk: Client, event: Event, number: int) -> Any:
    return api(event, f"events/{event.pk}/house-rules/", {"minimum_age": number}, "PUT")


NUMBER_CASES: list[tuple[SendNumber, int]] = [
    (enter_seed, MOST_ENTRIES),
    (api_seed, MOST_ENTRIES),
    (api_capacity, MOST_ENTRIES),
    (api_birth_year, LATEST_BIRTH_YEAR),
    (pay_at_desk, MOST_CENTS),
    (api_payment, MOST_CENTS),
    (api_fee, MOST_CENTS),
    (api_tables, MOST_TABLES),
    (move_to_table, LARGEST_TABLE),
    (api_table, LARGEST_TABLE),
    (enter_minimum_age, HIGHEST_MINIMUM_AGE),
    (api_minimum_age, HIGHEST_MINIMUM_AGE),
]
