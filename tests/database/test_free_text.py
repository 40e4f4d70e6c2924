"""Free text is stored and shown without invisible characters, whichever way it comes in."""

import importlib
import pkgutil
from collections.abc import Iterator

import pytest
from django import forms
from django.apps import apps
from django.db import models

import web
from database.fields import FreeTextField
from database.text import split_search, strip_invisible, strip_invisible_values
from scoring.models import Line
from tests.api.client import Program
from tests.factories import first_match, make_club, make_event, make_member
from tournaments.models import Event
from web.fields import FreeTextFormField

TRICK = "Gara \u202eovoun\u202c a\u200b Cesena\ufeff"
PLAIN = "Gara ovoun a Cesena"

NOT_FREE = {
    *("id", "kind", "state", "format", "code", "section", "absence", "source", "secret", "digest"),
    *("commitment", "seed", "key", "head", "previous", "topic", "metric", "chapter"),
    *("author_kind", "author_id", "called_off_by_kind", "called_off_by_id", "cancelled_by_kind"),
    *("cancelled_by_id", "decided_by_kind", "decided_by_id", "answered_by_kind", "answered_by_id"),
    *("present_by_kind", "present_by_id", "paid_to_kind", "paid_to_id", "choices", "language"),
    *("device", "token_key", "layout", "asked_by_kind", "asked_by_id", "subject"),
    *("settled_by_kind", "settled_by_id", "check_in_code", "origin"),
    *("message", "request_id", "email", "password", "slug", "word", "broker_id", "signature"),
    *("addresses", "value"),
}
"""Fields that the software fills; e-mails; and the word of a draw, which is stored as it was said
(form and API have stripped it before)."""


@pytest.mark.parametrize("written", [TRICK, "\u2066Gara ovoun\u2069 a Cesena\u200d", PLAIN])
def test_invisible_signs_are_left_out(written: str) -> None:
    assert strip_invisible(written) == PLAIN
    assert strip_invisible_values({"a": [written, 1, None, {"b": written}]}) == {
        "a": [PLAIN, 1, None, {"b": PLAIN}]
    }


@pytest.mark.parametrize(
    "blank", ["\u3164", "\u2800", "\u115f\u1160", "\uffa0 \u034f", "\ufe0f", "\u0301"]
)
def test_a_text_of_which_nothing_is_seen_is_empty(blank: str) -> None:
    assert strip_invisible(blank) == ""
    assert strip_invisible(f"Ne{blank}ri\u3164") != "Ne" + blank + "ri\u3164"


@pytest.mark.django_db
def test_a_name_of_which_nothing_is_seen_is_refused() -> None:
    event = make_event(pairs=2, drawn=False)
    pair = {"players": [{"last_name": "\u3164"}, {"last_name": "\u2800"}]}
    answer = Program(make_member(event.club)).post(f"events/{event.pk}/entries/", pair)
    assert answer.status_code == 422
    assert event.entries.count() == 2


def test_every_text_of_our_models_is_free_text_or_filled_by_the_software() -> None:
    ours = ("accounts", "jobs", "live", "printing", "scoring", "tournaments")
    undecided = {
        f"{model._meta.label}.{field.name}"
        for model in apps.get_models()
        if model._meta.app_label in ours
        for field in model._meta.get_fields()
        if isinstance(field, models.CharField | models.TextField)
        and not field.choices
        and field.name not in NOT_FREE
        and not isinstance(field, FreeTextField)
    }
    assert undecided == set()


def form_fields() -> Iterator[tuple[str, forms.Field]]:
    for module in pkgutil.walk_packages(web.__path__, "web."):
        importlib.import_module(module.name)
    waiting = [forms.BaseForm]
    while waiting:
        form = waiting.pop()
        waiting += form.__subclasses__()
        if form.__module__.startswith("web."):
            for name, field in getattr(form, "base_fields", {}).items():
                yield f"{form.__name__}.{name}", field


def test_every_text_of_our_forms_is_free_text() -> None:
    found = dict(form_fields())
    assert {"EventForm.name", "EventForm.venue"} <= set(found)
    plain = {name for name, field in found.items() if type(field) is forms.CharField}
    # A list that is pasted is made of lines, and its reader strips them; a host and addresses are
    # parsed; what was previewed is a digest, and the round whose times were shown a number.
    previewed = {
        f"{form}.seen"
        for form in (
            *("BracketSwapForm", "LatePairForm", "PlaceForm", "PreviewedForm"),
            "WaitingPairForm",
        )
    }
    assert plain - previewed == {
        "AccountForm.password",
        "PasteForm.text",
        "AddressForm.host",
        "RoundClockForm.shown",
        "AllowedSitesForm.sites",
        "WebhookForm.url",
    }


def test_a_text_of_invisible_signs_alone_is_empty() -> None:
    with pytest.raises(forms.ValidationError):
        FreeTextFormField().clean("\u200b\u202e")


@pytest.mark.django_db
def test_a_model_stores_no_invisible_sign() -> None:
    club = make_club()
    event = make_event(club=club, pairs=2)
    event.name = TRICK
    event.save()
    assert event.name == PLAIN
    assert Event.objects.get(name=TRICK).name == PLAIN
    Event.objects.update(name=TRICK)
    assert Event.objects.get().name == PLAIN
    (made,) = club.venues.bulk_create([club.venues.model(club=club, name=TRICK)])
    assert club.venues.get(pk=made.pk).name == PLAIN


@pytest.mark.django_db
def test_the_reason_of_a_ruling_has_no_invisible_sign_and_may_be_sent_again() -> None:
    club = make_club()
    match = first_match(make_event(club=club, pairs=2))
    program = Program(make_member(club))
    data = {"side": 0, "points": 1, "reason": TRICK}
    body = {"kind": "penalty", "data": data, "version": 0}
    first = program.post(f"matches/{match}/lines/", body, idempotency_key="penalty-1")
    assert first.status_code == 201, first.content
    assert Line.objects.get().data["reason"] == PLAIN
    again = program.post(f"matches/{match}/lines/", body, idempotency_key="penalty-1")
    assert again.status_code in (200, 201)
    assert Line.objects.count() == 1


@pytest.mark.django_db
def test_the_api_makes_events_without_invisible_signs() -> None:
    club = make_club()
    program = Program(make_member(club))
    made = program.post(
        "events/",
        {
            "club": club.pk,
            "name": TRICK,
            "date": "2026-12-13",
            "match_format": {"games": [{"game": "marafon"}], "wins": 1},
        },
    )
    assert made.json()["name"] == PLAIN


def test_a_search_has_no_sign_that_a_database_refuses() -> None:
    assert split_search("zof\0foli x") == ["zof", "foli", "x"]
