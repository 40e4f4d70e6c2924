"""Every operation that takes a body names, at once and with a pointer, whatever is missing from it
or has a wrong type. The operations and the members are those of the OpenAPI document."""

import json
from typing import Any, Final

import pytest
from django.db import transaction
from django.test import Client
from jsonschema import Draft202012Validator

from tests.api.client import JSON, openapi
from tests.roles.hall import Hall, make_hall

pytestmark = pytest.mark.django_db

CANDIDATES: Final = (None, 7, "x", True, ["x"], {"x": ["x"]})
"""Values of every type: of each member one that its schema does not allow."""
NO_OBJECTS: Final[tuple[Any, ...]] = ([], None, 7, "text", True)
REQUIRED: Final = {"/api/v1/devices/": ["code"]}
"""Members of which one is needed, and the one that is named where all are missing."""
FORM: Final = {400, 422, 428}
"""The statuses of a body that has not the form of its address."""


def list_bodies() -> list[tuple[str, str]]:
    """The operations that take a body: method and path."""
    return [
        (method, path)
        for path, operations in openapi()["paths"].items()
        for method, operation in operations.items()
        if JSON in operation.get("requestBody", {}).get("content", {})
    ]


def resolve_schema(schema: Any) -> Any:
    """The schema, with what it refers to and all of its parts put together."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return resolve_schema(openapi()["components"]["schemas"][name])
    parts = [resolve_schema(part) for part in schema.get("allOf", ())]
    return {**schema, **{name: value for part in parts for name, value in part.items()}}


def get_body_schema(method: str, path: str) -> Any:
    body = openapi()["paths"][path][method]["requestBody"]
    return resolve_schema(body["content"][JSON]["schema"])


def is_allowed(schema: Any, value: Any) -> bool:
    document = {**schema, "components": openapi()["components"]}
    return bool(Draft202012Validator(document).is_valid(value))


def list_wrong_members(schema: Any) -> dict[str, Any]:
    """A value of a wrong type for each member, where there is one."""
    wrong = {}
    for name, member in schema.get("properties", {}).items():
        values = [value for value in CANDIDATES if not is_allowed(member, value)]
        # A text is what a form would send; null may mean that it is left out.
        values.sort(key=lambda value: (value is None, not isinstance(value, str)))
        if values:
            wrong[name] = values[0]
    return wrong


def list_empty_members(schema: Any) -> tuple[dict[str, Any], set[str]]:
    """An empty object for each member that is one, or a list of them, and what they lack."""
    empty: dict[str, Any] = {}
    lacking = set()
    for name, member in schema.get("properties", {}).items():
        inner = resolve_schema(member)
        if inner.get("type") == "array":
            required = resolve_schema(inner["items"]).get("required", ())
            empty_value: Any = [{}]
            place = f"/{name}/0"
        else:
            required, empty_value, place = inner.get("required", ()), {}, f"/{name}"
        if required:
            empty[name] = empty_value
            lacking |= {f"{place}/{each}" for each in required}
    return empty, lacking


class Asker:
    """Sends bodies to one operation, and takes back what they have done."""

    def __init__(self, hall: Hall, method: str, path: str) -> None:
        # A phone alone has an address for itself.
        actor = "T" if "/device/" in path else "W"
        self.client: Client = hall.clients[actor]
        self.send = getattr(self.client, method)
        self.path = path.format(**hall.names)

    def find_pointers(self, body: Any) -> tuple[int, set[str | None]]:
        """The status of the answer, and the pointers of its violations."""
        with transaction.atomic():
            headers = {"Idempotency-Key": "wrong"}
            answer = self.send(self.path, json.dumps(body), content_type=JSON, headers=headers)
            transaction.set_rollback(True)
        content = answer.json() if answer.content else {}
        violations = content.get("violations", ())
        return answer.status_code, {fault["pointer"] for fault in violations}


@pytest.fixture(scope="module")
def hall(module_rows: None) -> Hall:
    return make_hall()


@pytest.fixture
def asker(request: pytest.FixtureRequest, hall: Hall) -> Asker:
    method, path = request.param
    return Asker(hall, method, path)


OPERATIONS = list_bodies()
IDS = [f"{method} {path}" for method, path in OPERATIONS]
each_operation = pytest.mark.parametrize(
    ("asker", "method", "path"), [(each, *each) for each in OPERATIONS], indirect=["asker"], ids=IDS
)


@each_operation
def test_all_that_is_wrong_is_named(asker: Asker, method: str, path: str) -> None:
    schema = get_body_schema(method, path)
    # What is no object at all.
    for body in NO_OBJECTS:
        status, pointers = asker.find_pointers(body)
        assert (status, pointers) == (422, {""}), (body, status, pointers)
    # What must be there.
    required = {f"/{name}" for name in REQUIRED.get(path) or schema.get("required", ())}
    status, pointers = asker.find_pointers({})
    if required:
        assert status in FORM, status
        assert pointers == required
    # A wrong type of everything.
    wrong = list_wrong_members(schema)
    status, pointers = asker.find_pointers(wrong)
    assert status in FORM, (status, wrong)
    assert {f"/{name}" for name in wrong} <= pointers, wrong
    # What must be there inside of a member.
    empty, lacking = list_empty_members(schema)
    if empty:
        # With a fault of its form: else the state of the event may be what does not allow it.
        status, pointers = asker.find_pointers({**empty, "no_such_member": 1})
        assert status in FORM, status
        assert lacking <= pointers, (empty, pointers)
    # A member that there is not.
    status, pointers = asker.find_pointers({"no_such_member": 1})
    assert status in FORM, status
    assert "/no_such_member" in pointers
