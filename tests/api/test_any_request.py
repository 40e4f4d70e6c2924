"""Requests that nobody would think of: no fault of ours, and no answer that the document has not.

The requests are made up from the OpenAPI document, the same ones at each run; half of them are
about rows that are there. They go through the whole WSGI side, as the public, as a program that
may write, and as a phone at a table.
"""

import json
import os
from collections.abc import Callable, Iterator, Mapping
from typing import Any
from uuid import UUID

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.config import GenerationConfig, ProjectConfig, ProjectsConfig, SchemathesisConfig
from schemathesis.specs.openapi import checks

from accounts.actors import TokenAccess
from accounts.services import make_token
from api.openapi.document import schema
from jobs.models import Job
from scoring.acts import Act
from scoring.core.format import best_of
from tests.factories import NOW, make_club, make_event, make_member, owner_of
from tournaments.models import Club, Event, PairingConstraint, Venue
from tournaments.services.draws.draws import ask_draw
from tournaments.services.hall.devices import admit
from tournaments.services.hall.table_codes import make_codes
from tournaments.services.results.sheets import record_line

pytestmark = pytest.mark.django_db

REQUESTS = int(os.environ.get("REQUESTS", "6"))
"""Of each kind, for each who asks. More of them find rarer ones."""
PLAIN = {"Accept-Encoding": "identity"}
"""The client that makes these requests does not unpack what it gets."""


def check_status(_context: Any, response: Any, case: Any) -> None:
    """The answer `default` would allow any status: the operation lists those of its refusals."""
    described = case.operation.definition.raw
    known = {*described["responses"], *map(str, described["x-refusals"])}
    assert str(response.status_code) in known, f"{response.status_code} is not described"


CONFORM = [
    schemathesis.checks.not_a_server_error,
    check_status,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
]


def document() -> Any:
    """The API, and how its requests are made up: who asks is for us to say."""
    generation = GenerationConfig(
        deterministic=True, max_examples=REQUESTS, with_security_parameters=False
    )
    projects = ProjectsConfig(default=ProjectConfig(generation=generation))
    # A copy of its own: the bodies of the requests are written into the examples.
    own = json.loads(schema())
    found = schemathesis.openapi.from_dict(own, config=SchemathesisConfig(projects=projects))
    found.app = get_wsgi_application()
    return found


DOCUMENT = document()
OPERATIONS = [
    operation
    for found in DOCUMENT.get_all_operations()
    # A stream has no end, and is not served by the WSGI side: tests/live.
    if (operation := found.ok()).path != "/live/"
]


class Hall:
    """An evening with a row of every kind."""

    def __init__(self) -> None:
        self.club: Club = make_club()
        self.running: Event = make_event(club=self.club, pairs=4, tables=2)
        self.open: Event = make_event(club=self.club, pairs=3, tables=1, drawn=False)
        owner = owner_of(self.club)
        self.job: Job = ask_draw(event=self.open, reason="", word="Romagna", actor=owner, now=NOW)
        codes = make_codes(event=self.running, actor=owner, now=NOW)
        phone = admit(secret=codes[0].secret, now=NOW)
        _, secret = make_token(user=make_member(self.club), name="any", access=TokenAccess.ORGANIZE)
        self.askers: list[dict[str, str]] = [
            {},
            {"Authorization": f"Token {secret}"},
            {"Authorization": f"Device {phone.token}"},
        ]
        pairing = self.running.pairings.earliest("pk")
        assert pairing.match is not None
        hand = {"points": [7, None]}
        act = Act("hand", hand, "first", 0, "", NOW)
        record_line(match_id=pairing.match.pk, act=act, actor=owner, now=NOW)
        entry = self.open.entries.earliest("pk")
        one, other, *_ = self.running.entries.order_by("pk")
        stage = self.running.stages.get()
        wish = PairingConstraint.objects.create(
            stage=stage, first=one, second=other, kind="forbidden", reason="fratelli"
        )
        self.rows: dict[str, list[int | UUID | str]] = {
            "event_id": [self.running.pk, self.open.pk],
            "event": [str(self.running.pk), str(self.open.pk)],
            "club_id": [self.club.pk],
            "club": [self.club.pk],
            "match_id": [pairing.match.pk],
            "number": [1],
            "pairing_id": [pairing.pk],
            "round_id": [pairing.round_id],
            "stage_id": [self.running.stages.get().pk],
            "group_number": [1, 2],
            "wish_id": [wish.pk],
            "draw_id": [self.running.stages.get().draws.get().pk],
            "entry_id": [entry.pk, self.running.entries.earliest("pk").pk],
            "player_id": [entry.members.all()[0].player_id],
            "venue_id": [Venue.objects.create(club=self.club, name="Sala").pk],
            "code_id": [codes[1].pk],
            "job_id": [self.job.pk],
            "name": ["marafon"],
        }
        self.bodies: dict[str, list[Any]] = {
            "event": [str(self.running.pk)],
            "club": [self.club.pk],
            "venue": [None],
            "code": [codes[1].code],
            "secret": ["", codes[1].secret],
            "table": [1, 2],
            "kind": ["hand", "redeal", "sign"],
            "data": [hand, {}, {"side": 0}],
            "version": [1, 1, 0],
            "match_format": [best_of(1, "marafon")],
            "format": ["single_elimination"],
            "options": [{}],
            "constraints": [{}],
        }


def put(draw: Callable[[Any], Any], known: Mapping[str, list[Any]], values: Any) -> None:
    """Puts what is there, or can be, into the places of a request that name it."""
    for name in values:
        if name in known:
            values[name] = draw(st.sampled_from(known[name]))


@pytest.fixture(scope="module")
def hall(module_rows: None) -> Hall:
    return Hall()


@pytest.fixture(autouse=True)
def _one_connection() -> Iterator[None]:
    """A request ends with its connection closed, if it is within a transaction of ours: Django's
    own test client keeps it open in the same way."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.label)
def test_any_request_gets_an_answer_that_is_described(operation: Any, hall: Hall) -> None:
    @given(case=operation.as_strategy(), there=st.booleans(), data=st.data())
    @settings(
        max_examples=REQUESTS,
        derandomize=True,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    def ask(case: Any, there: bool, data: Any) -> None:
        if there:
            put(data.draw, hall.rows, case.path_parameters or {})
            put(data.draw, hall.rows, case.query or {})
            put(data.draw, hall.bodies, case.body if isinstance(case.body, dict) else {})
        for headers in hall.askers:
            with transaction.atomic():
                case.call_and_validate(headers=headers | PLAIN, checks=CONFORM)
                transaction.set_rollback(True)

    ask()
