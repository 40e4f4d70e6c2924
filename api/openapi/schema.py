"""OpenAPI documents made from the code: from serializers, and from the documents that pydantic
reads or TypedDicts describe."""

import re
from collections.abc import Iterator, Sequence
from operator import itemgetter
from typing import Any, cast

from drf_spectacular.openapi import AutoSchema
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse
from pydantic import BaseModel

from api.csv_rendering import list_columns
from api.problems import MEDIA_TYPE, ProblemDocument
from tournaments.event_links import PARAMETER

REFS = "#/components/schemas/{model}"


REFUSALS = {
    400: "the request, its query or its body cannot be read",
    401: "no such token, or it is no longer valid",
    403: "not for this caller",
    404: "not there, or not for this caller to see",
    406: "this address does not answer in this format",
    409: "the present state does not allow it",
    413: "the body is larger than this address reads",
    415: "this address takes JSON",
    422: "well formed but impossible: `violations` has everything that is wrong",
    428: "a line without its key, or without the version that its writer saw",
    429: "too many requests or failed tries: wait for the seconds in `Retry-After`",
    500: "an error of the server: try again in a moment",
    503: "the server has run out of something, or its database is away: wait for the seconds in "
    "`Retry-After`",
}
"""What the statuses of refusals mean; each is a problem document."""
STATUSES = "x-refusals"
"""The statuses that the `default` answer of an operation can have."""
ANSWERS = {
    "200": "As asked.",
    "201": "Made.",
    "202": "Asked of a worker: watch the job.",
    "204": "Done. There is nothing to say.",
}
# Of every operation, of those that read, of those that write, and of those that take a body.
ANY, READ, WRITE, BODY = (400, 406, 500, 503), (404,), (403, 404, 409), (413, 415, 422)


class ApiSchema(AutoSchema):
    """Documents public reading, and that every refusal is a problem document."""

    def get_summary(self) -> str:
        """The first sentence of the description."""
        description = " ".join(self.get_description().split())
        return description.partition(". ")[0].removesuffix(".")

    def get_override_parameters(self) -> list[Any]:
        is_public_row = self.method == "GET" and ROWS_OF_EVENTS.search(self.path)
        if is_public_row and "{event_id}" not in self.path:
            return [EVENT_LINK]
        return [IDEMPOTENCY_KEY] if self._takes_key() else []

    def _takes_key(self) -> bool:
        takes_keys: bool = cast("Any", self.view).takes_idempotency_keys
        return self.method == "POST" and takes_keys

    def get_tags(self) -> list[str]:
        return super().get_tags() or ["index"]

    def get_operation(self, *args: Any, **kwargs: Any) -> dict[str, Any] | None:
        operation = super().get_operation(*args, **kwargs)
        if operation is None:
            return None
        view = cast("Any", self.view)
        act = getattr(view, "action", None) or self.method
        security = operation.setdefault("security", [])
        # The empty requirement: without credentials too. Public events are read so.
        if self.method == "GET" or not security:
            security.append({})
        self.resolve_serializer(cast("Any", ProblemDocument), "response")
        # One answer for all refusals: one for each would hide the operation on the
        # documentation page under a dozen copies of the same document.
        refusals = {*ANY, *view.may_refuse_with.get(act, ())}
        refusals |= {*(READ if self.method == "GET" else WRITE)}
        # A key is compared with the body, which is read for that even where none is asked for.
        if "requestBody" in operation or self._takes_key():
            refusals |= {*BODY}
        if self.get_auth():
            refusals |= {401, 429}
        if self.method == "GET" and view.find_row_class() is not None:
            _describe_tag(operation)
        statuses = sorted(refusals)
        operation[STATUSES] = statuses
        operation["responses"]["default"] = _describe_refusals(statuses)
        for status, answer in operation["responses"].items():
            if answer.get("description") == "":
                answer["description"] = ANSWERS.get(status) or REFUSALS[int(status)]
            # Also of refusals, so that a program can slow down before the next one.
            answer["headers"] = answer.get("headers", {}) | RATE_HEADERS
            for name in self._list_headers(act, status):
                answer["headers"][name] = {"$ref": f"#/components/headers/{name}"}
            if CSV in answer.get("content", {}):
                answer["content"][CSV]["schema"] = _describe_csv(view)
        return operation

    def _list_headers(self, act: str, status: str) -> Iterator[str]:
        """The headers of an answer that not all operations have."""
        view = cast("Any", self.view)
        if status in ("201", "202") and act not in view.without_address:
            yield "Location"
        is_kept = self._takes_key() and act not in view.answers_with_secret
        if is_kept and status.startswith("2"):
            yield "Idempotency-Replayed"
        if act in view.offers_undo and status != "default":
            yield "Undo-Token"


def _describe_tag(operation: dict[str, Any]) -> None:
    """That a list has a tag, and answers with 304 to a reader who has it. Views that are kept by
    version have described it themselves."""
    parameters = operation.setdefault("parameters", [])
    if all(parameter["name"] != IF_NONE_MATCH["name"] for parameter in parameters):
        parameters.append(IF_NONE_MATCH)
        parameters.sort(key=itemgetter("name"))
    unchanged = operation["responses"].setdefault("304", {"description": NOT_MODIFIED})
    for answer in (operation["responses"]["200"], unchanged):
        # A tag that the view has described has an example of its own.
        answer["headers"] = TAG_HEADER | answer.get("headers", {})


def _describe_csv(view: Any) -> dict[str, Any]:
    row_class = view.find_row_class()
    if row_class is None:
        return CSV_SCHEMA
    # Taken out again with the example that is made of them.
    columns = {"member": view.csv_member, "paths": list(list_columns(row_class))}
    return {**CSV_SCHEMA, COLUMNS: columns}


def _describe_refusals(statuses: Sequence[int]) -> dict[str, Any]:
    lines = [f"- {status}: {REFUSALS[status]}" for status in statuses]
    headers: dict[str, Any] = {}
    for name, status in (("WWW-Authenticate", 401), ("Retry-After", 503)):
        if status in statuses:
            headers[name] = {"$ref": f"#/components/headers/{name}"}
    return {
        "description": "\n".join(["A problem document. By its `status`:", "", *lines]),
        "content": {
            MEDIA_TYPE: {
                "schema": {"$ref": REFS.format(model=ProblemDocument.__name__)},
                "examples": {"refused": {"$ref": "#/components/examples/Refusal"}},
            }
        },
        "headers": headers,
    }


def add_refusals(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """What all operations share: the headers of answers, and the example of a refusal."""
    components = result["components"]
    components["headers"] = {}
    for name, (description, schema) in HEADERS.items():
        components["headers"][name] = {"description": description, "schema": schema}
    components["examples"] = {"Refusal": {"summary": "A refusal", "value": REFUSAL_EXAMPLE}}
    return result


CSV = "text/csv"
COLUMNS = "x-columns"
CSV_SCHEMA = {"type": "string", "description": "All rows, with a line of names before them."}
COUNT = {"type": "integer", "minimum": 0}
HEADERS: dict[str, tuple[str, dict[str, Any]]] = {
    "WWW-Authenticate": ("With 401: `Token` or `Device`.", {"type": "string"}),
    "Retry-After": ("With 429 and 503: the seconds to wait.", {"type": "integer", "minimum": 1}),
    "RateLimit-Limit": ("To a token: how many requests a minute it may make.", COUNT),
    "RateLimit-Remaining": ("To a token: how many are left of them.", COUNT),
    "RateLimit-Reset": ("To a token: the seconds until it has all of them again.", COUNT),
    "Location": ("The address of what was made, or of the job.", {"type": "string"}),
    "Idempotency-Replayed": (
        "`true`: the answer of the first request with this key; nothing was done now.",
        {"type": "string", "enum": ["true"]},
    ),
    "Undo-Token": (
        "Sent to `undo/` of the event within ten seconds, it undoes the act; not in a replay.",
        {"type": "string"},
    ),
}
RATE_HEADERS = {
    name: {"$ref": f"#/components/headers/{name}"}
    for name in HEADERS
    if name.startswith("RateLimit-")
}
TAG_HEADER = {"ETag": {"schema": {"type": "string"}}}
REFUSAL_EXAMPLE = {
    "type": "urn:la-bella:problem:not_allowed",
    "title": "You may not do this here.",
    "status": 403,
    "code": "not_allowed",
    "params": {},
    "violations": [],
    "instance": "urn:la-bella:request:5f0c2b7e",
}


EVENT_LINK = OpenApiParameter(
    PARAMETER,
    OpenApiTypes.UUID,
    description="The event. Needed for an event by link, by who has no role at it.",
)
IDEMPOTENCY_KEY = OpenApiParameter(
    "Idempotency-Key",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    pattern=r"^[\x21-\x7e]{1,64}$",
    description="Made by the caller. For a day, the same key again gets the same answer.",
)
ROWS_OF_EVENTS = re.compile(r"\{(match|entry|pairing|round|stage|draw|question|protest)_id\}")
"""What has a small number in its address and may belong to an event by link."""


TAG_OF_READER = "The `ETag` of the copy that the reader has."
IF_NONE_MATCH = {
    "in": "header",
    "name": "If-None-Match",
    "schema": {"type": "string"},
    "description": TAG_OF_READER,
}
NOT_MODIFIED = "The reader has it already."
ETAG = [
    OpenApiParameter(
        "If-None-Match", OpenApiTypes.STR, OpenApiParameter.HEADER, description=TAG_OF_READER
    ),
    OpenApiParameter("ETag", OpenApiTypes.STR, OpenApiParameter.HEADER, response=[200, 304]),
]
"""The headers of answers that are kept by version."""


def remove_internal_marks(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Leaves out a mark by which drf-spectacular recognizes enums: it is of no use to a reader."""
    schemas: list[Any] = [result]
    while schemas:
        value = schemas.pop()
        if isinstance(value, dict):
            value.pop("x-spec-enum-id", None)
            schemas += value.values()
        elif isinstance(value, list):
            schemas += value
    return result


def list_parameters(model: type[BaseModel]) -> list[OpenApiParameter]:
    """What may stand in the query, out of the model that reads it."""
    schema = model.model_json_schema()
    required = schema.get("required", ())
    parameters = []
    for name, field in schema["properties"].items():
        description = field.pop("description", "")
        parameter = OpenApiParameter(
            name, field, required=name in required, description=description
        )
        parameters.append(parameter)
    return parameters


def describe_kept_answers(document: type) -> dict[int, Any]:
    """The answers of an address that is kept by version."""
    return {200: document, 304: OpenApiResponse(description=NOT_MODIFIED)}
