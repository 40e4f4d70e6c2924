"""The examples of the OpenAPI document: the API takes them, and a table has its columns."""

import csv
import io
import json
from collections.abc import Iterator
from typing import Any, Final

import pytest
from django.db import transaction
from django.utils.translation import override

from api.openapi.example_documents import DOCUMENTS
from config.cache import empty_caches
from tests.api.client import JSON, openapi
from tests.roles.hall import Hall, make_hall
from tournaments.models import Event, Slot, Stage
from wording.sentences import sentence

NOT_TAKEN: Final = {
    "post /api/v1/devices/": "code_unknown",
    "post /api/v1/entries/{entry_id}/payments/refunds/": "refund_too_large",
    "post /api/v1/entries/{entry_id}/replace/": "entry_has_begun",
    "post /api/v1/entries/{entry_id}/waiting-place/": "nobody_waits",
    "post /api/v1/events/{event_id}/sheet-conflicts/rescued-lines/": "body_refused",
    "post /api/v1/matches/{match_id}/lines/ Sign": "line_refused",
    "post /api/v1/players/{player_id}/merge/": "players_cannot_be_merged",
}
"""By operation, the code of the refusal of an example for which more or less must have happened
than in the hall of this test, or that needs what only a phone or a table has."""


def list_request_examples() -> Iterator[tuple[str, str, Any]]:
    for path, operations in openapi()["paths"].items():
        for method, operation in operations.items():
            media = operation.get("requestBody", {}).get("content", {}).get(JSON)
            if media is None:
                continue
            named = {name: each["value"] for name, each in media.get("examples", {}).items()}
            for name, body in (named or {"": media["example"]}).items():
                yield f"{method} {path} {name}".strip(), path, body


def put_ids(body: Any, hall: Hall) -> Any:
    """The body with the ids of rows that are there."""
    event = Event.objects.get(pk=str(hall.names["event_id"]))
    entries = list(event.entries.order_by("pk").values_list("pk", flat=True))
    ids: dict[str, Any] = {
        "club": hall.names["club_id"],
        "event": str(event.pk),
        "entry": entries[0],
        "stage": hall.names["stage_id"],
        "pairing": hall.names["pairing_id"],
        "player": hall.names["player_id"],
        "into": hall.names["player_id"],
        "layout": "entries",
    }
    if isinstance(body, list):
        return [put_ids(each, hall) for each in body]
    if not isinstance(body, dict):
        return body
    with_ids: dict[str, Any] = {}
    for name, value in body.items():
        if name == "entries" and all(isinstance(each, int) for each in value):
            with_ids[name] = entries[:2]
        elif name == "cut":
            # It names its stage by number.
            with_ids[name] = value
        else:
            with_ids[name] = ids.get(name, put_ids(value, hall))
    return with_ids


@pytest.mark.django_db
def test_the_api_takes_its_own_examples() -> None:
    hall = make_hall()
    owner = hall.clients["W"]
    # The draw may have given the hall's entry any match: here it plays the one with a hand.
    seated = Slot.objects.filter(pairing__pk=str(hall.names["pairing_id"])).order_by("side")
    hall.names["entry_id"] = seated[0].entry_id
    refusals = {}
    empty_caches()
    for label, path, example in list_request_examples():
        body = put_ids(example, hall)
        address = path.format(**hall.names)
        if "version" in body:
            # The hall has one line on its sheet.
            stage = Stage.objects.get(pk=str(hall.names["stage_id"]))
            body["version"] = 1 if "/lines/" in path else stage.version
        with transaction.atomic():
            got = owner.generic(
                label.split()[0].upper(),
                address,
                json.dumps(body),
                JSON,
                headers={"Idempotency-Key": "example"},
            )
            transaction.set_rollback(True)
        if got.status_code in (400, 415, 422):
            problem = json.loads(got.content)
            refusals[label] = problem["code"], problem["violations"], body
    assert {label: code for label, (code, *_) in refusals.items()} == NOT_TAKEN, refusals


def test_the_example_of_a_table_has_the_columns_and_rows_of_its_answer() -> None:
    operation = openapi()["paths"]["/api/v1/matches/"]["get"]
    content = operation["responses"]["200"]["content"]
    heads, *rows = csv.reader(io.StringIO(content["text/csv"]["example"]))
    (row,) = content[JSON]["example"]["results"]
    assert {"id", "state", "points", "decided_at"} <= set(heads)
    assert [cells[heads.index("id")] for cells in rows] == [str(row["id"])]
    assert "x-columns" not in json.dumps(openapi())


def test_a_hand_and_a_claim_need_their_data() -> None:
    schemas = openapi()["components"]["schemas"]
    for kind in ("Hand", "Claim"):
        assert "data" in schemas[f"{kind}LineRequest"]["required"], kind
    assert "data" not in schemas["RedealLineRequest"]["required"]


def test_sentences_of_examples_are_those_of_their_codes() -> None:
    with override("en"):
        for row in DOCUMENTS["StandingsDocument"]["rows"]:
            why = row["why"]
            assert sentence(why["code"], why["params"]) == why["sentence"]
