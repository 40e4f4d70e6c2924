"""How a text of each kind is entered, at the desk and through the API, with its limit."""

from collections.abc import Callable
from typing import Any, TypeAlias
from uuid import uuid4

from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client, override_settings
from django.utils import timezone

from database.limits import (
    LONGEST_ADDRESS,
    LONGEST_ARTICLE,
    LONGEST_EMAIL,
    LONGEST_FILE_NAME,
    LONGEST_HOST,
    LONGEST_LABEL,
    LONGEST_NOTE,
    LONGEST_OFFENCE,
    LONGEST_PERSON_NAME,
    LONGEST_PHONE,
    LONGEST_PRIZE,
    LONGEST_REASON,
    LONGEST_TITLE,
    LONGEST_WORD,
)
from jobs.services import note_worker
from tests.factories import NOW, PASSWORD, owner_of
from tests.limits.programs import api
from tests.web.test_entry_changes import read_fields
from tests.web.test_new_event import FORM
from tests.web.test_regulation_page import RULES
from tournaments.models import Event
from tournaments.services.club.invitations import invite
from tournaments.services.draws.draws import prepare_draw

Send: TypeAlias = Callable[[Client, Event, str], Any]


def enter_by_hand(desk: Client, event: Event, text: str) -> Any:
    pair = {"player1": f"Ivo {text}", "player2": "Ugo Turci"}
    return desk.post(f"/desk/events/{event.pk}/entries/", pair)


def enter_first_name(desk: Client, event: Event, text: str) -> Any:
    pair = {"player1": f"{text} Neri", "player2": "Ugo Turci"}
    return desk.post(f"/desk/events/{event.pk}/entries/", pair)


def enter_club(desk: Client, event: Event, text: str) -> Any:
    pair = {"player1": "Ivo Neri", "player2": "Ugo Turci", "club_name": text}
    return desk.post(f"/desk/events/{event.pk}/entries/", pair)


def create_event(desk: Client, event: Event, text: str) -> Any:
    return desk.post(f"/desk/clubs/{event.club.slug}/new/", FORM | {"name": text, "venue": text})


def api_entry(desk: Client, event: Event, text: str) -> Any:
    players = [{"first": text, "last": text}, {"last": "Turci"}]
    return api(event, f"events/{event.pk}/entries/", {"players": players})


def api_entry_of_club(desk: Client, event: Event, text: str) -> Any:
    body = {"players": [{"last": "Neri"}, {"last": "Turci"}], "club_name": text}
    return api(event, f"events/{event.pk}/entries/", body)


def api_event(desk: Client, event: Event, text: str) -> Any:
    form = {"games": [{"game": "marafon"}], "wins": 1}
    body = {"club": event.club_id, "name": text, "date": "2026-12-13", "match_format": form}
    return api(event, "events/", body)


def api_venue(desk: Client, event: Event, text: str) -> Any:
    return api(event, "venues/", {"club": event.club_id, "name": "Sala", "address": text})


def api_reason(desk: Client, event: Event, text: str) -> Any:
    entry = event.entries.order_by("pk").first()
    assert entry is not None
    return api(event, f"entries/{entry.pk}/withdraw/", {"reason": text})


def enter_phone(desk: Client, event: Event, text: str) -> Any:
    entry = event.entries.earliest("pk")
    fields = read_fields(desk, entry) | {"phone": text}
    return desk.post(f"/desk/entries/{entry.pk}/change/", fields)


def api_phone(desk: Client, event: Event, text: str) -> Any:
    body = {"players": [{"last": "Neri"}, {"last": "Turci"}], "phone": text}
    return api(event, f"events/{event.pk}/entries/", body)


def enter_notes_of_event(desk: Client, event: Event, text: str) -> Any:
    return desk.post(f"/desk/clubs/{event.club.slug}/new/", FORM | {"notes": text})


def api_notes_of_event(desk: Client, event: Event, text: str) -> Any:
    return api(event, f"events/{event.pk}/", {"notes": text}, "PATCH")


def enter_prize(desk: Client, event: Event, text: str) -> Any:
    prize = {"count": "1", "0-first": "1", "0-last": "1", "0-text": text}
    return desk.post(f"/desk/events/{event.pk}/prizes/", prize)


def api_prize(desk: Client, event: Event, text: str) -> Any:
    body = {"prizes": [{"first": 1, "last": 1, "text": text}]}
    return api(event, f"events/{event.pk}/prizes/", body, "PUT")


def api_word(desk: Client, event: Event, text: str) -> Any:
    note_worker(now=timezone.now())
    return api(event, f"events/{event.pk}/draw/", {"word": text})


def say_word(desk: Client, event: Event, text: str) -> Any:
    stage = event.stages.get()
    draw = prepare_draw(stage=stage, reason="", actor=owner_of(event.club), now=NOW)
    return desk.post(f"/desk/draws/{draw.pk}/hold/", {"word": text})


def enter_article(desk: Client, event: Event, text: str) -> Any:
    article = {"part": "articles", "count": "1", "a0-chapter": "club", "a0-text": text}
    return desk.post(f"/desk/events/{event.pk}/regulation/", article)


def api_article(desk: Client, event: Event, text: str) -> Any:
    body = {"articles": [{"text": text, "text_en": text}]}
    return api(event, f"events/{event.pk}/articles/", body, "PUT")


def enter_offence(desk: Client, event: Event, text: str) -> Any:
    penalty = {"p0-offence": "other", "p0-text": text, "p0-sanction": "warning", "p0-points": "0"}
    return desk.post(f"/desk/events/{event.pk}/regulation/", RULES | {"count": "1"} | penalty)


def api_offence(desk: Client, event: Event, text: str) -> Any:
    body = {"penalties": [{"offence": "other", "text": text}]}
    return api(event, f"events/{event.pk}/house-rules/", body, "PUT")


def name_token(desk: Client, event: Event, text: str) -> Any:
    token = {"key": str(uuid4()), "name": text, "scope": "", "lasts": "30", "access": "READ"}
    return desk.post("/desk/tokens/", token)


def api_name_of_stage(desk: Client, event: Event, text: str) -> Any:
    cut = {"take": "places", "stage": 1, "last": 2}
    body = {"format": "single_elimination", "name": text, "cut": cut}
    return api(event, f"events/{event.pk}/stages/", body)


def upload_list(desk: Client, event: Event, text: str) -> Any:
    file = SimpleUploadedFile("a" * (len(text) - len(".csv")) + ".csv", b"coppia\nIvo - Ugo\n")
    return desk.post(f"/desk/events/{event.pk}/entries/list/", {"file": file})


# Of these texts only the length is taken, for they have an alphabet of their own.


def make_host(length: int) -> str:
    """A host of labels of at most 63 characters."""
    host = ".".join(["a" * 62] * 6)[:length]
    return host[:-1] + "a"


def enter_site(desk: Client, event: Event, text: str) -> Any:
    sites = {"sites": f"https://{make_host(len(text))}:65535"}
    return desk.post(f"/desk/events/{event.pk}/site/", sites)


def api_site(desk: Client, event: Event, text: str) -> Any:
    body = {"sites": [f"https://{make_host(len(text))}:65535"]}
    return api(event, f"clubs/{event.club_id}/embedding-sites/", body, "PUT")


def accept_invitation(desk: Client, event: Event, text: str) -> Any:
    invited = invite(
        club=event.club, kind="REFEREE", actor=owner_of(event.club), now=timezone.now()
    )
    domain = make_host(len(text) - len("ivo@"))
    account = {"first_name": "Ivo", "last_name": "Neri", "email": f"ivo@{domain}"}
    return Client().post(f"/desk/invitations/{invited.secret}/", account | {"password": PASSWORD})


def choose_address(desk: Client, event: Event, text: str) -> Any:
    host = make_host(len(text))
    with override_settings(ALLOWED_HOSTS=[*settings.ALLOWED_HOSTS, host]):
        return desk.post(f"/desk/events/{event.pk}/prints/address/", {"host": host})


CASES: list[tuple[Send, int]] = [
    (enter_by_hand, LONGEST_PERSON_NAME),
    (enter_first_name, LONGEST_PERSON_NAME),
    (enter_club, LONGEST_TITLE),
    (create_event, LONGEST_TITLE),
    (api_entry, LONGEST_PERSON_NAME),
    (api_entry_of_club, LONGEST_TITLE),
    (api_event, LONGEST_TITLE),
    (api_venue, LONGEST_ADDRESS),
    (api_reason, LONGEST_REASON),
    (enter_phone, LONGEST_PHONE),
    (api_phone, LONGEST_PHONE),
    (enter_notes_of_event, LONGEST_NOTE),
    (api_notes_of_event, LONGEST_NOTE),
    (enter_prize, LONGEST_PRIZE),
    (api_prize, LONGEST_PRIZE),
    (say_word, LONGEST_WORD),
    (api_word, LONGEST_WORD),
    (enter_article, LONGEST_ARTICLE),
    (api_article, LONGEST_ARTICLE),
    (enter_offence, LONGEST_OFFENCE),
    (api_offence, LONGEST_OFFENCE),
    (name_token, LONGEST_LABEL),
    (api_name_of_stage, LONGEST_LABEL),
    (upload_list, LONGEST_FILE_NAME),
    (accept_invitation, LONGEST_EMAIL),
    (choose_address, LONGEST_HOST),
    (enter_site, LONGEST_HOST),  # the longest origin has the longest host
    (api_site, LONGEST_HOST),
]
