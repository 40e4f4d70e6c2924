"""OpenAPI documents made from the code: from serializers, and from the documents that pydantic
reads or TypedDicts describe."""

import re
from collections.abc import Sequence
from operator import itemgetter
from typing import Any, cast

from drf_spectacular.contrib.pydantic import PydanticExtension
from drf_spectacular.extensions import OpenApiAuthenticationExtension, OpenApiSerializerExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import ResolvedComponent
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse
from pydantic import BaseModel, TypeAdapter
from typing_extensions import is_typeddict

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
ANY, READ, WRITE, BODY = (400, 406, 500), (404,), (403, 404, 409), (413, 415, 422)


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
        takes_key = self.method == "POST" and cast("Any", self.view).takes_idempotency_keys
        return [IDEMPOTENCY_KEY] if takes_key else []

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
        if "requestBody" in operation:
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
            if status != "default" and act in view.offers_undo:
                answer["headers"]["Undo-Token"] = {"$ref": "#/components/headers/Undo-Token"}
            if CSV in answer.get("content", {}):
                answer["content"][CSV]["schema"] = _describe_csv(view)
        return operation


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
    for name, status in (("WWW-Authenticate", 401), ("Retry-After", 429)):
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
    components["headers"] = {
        name: {"description": description, "schema": schema}
        for name, (description, schema) in HEADERS.items()
    }
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


def list_parameters(model: type[BaseModel]) -> list[OpenApiParameter]:
    """What may stand in the query, out of the model that reads it."""
    schema = model.model_json_schema()
    required = schema.get("required", ())
    return [
        OpenApiParameter(
            name, field, required=name in required, description=field.pop("description", "")
        )
        for name, field in schema["properties"].items()
    ]


def describe_kept_answers(document: type) -> dict[int, Any]:
    """The answers of an address that is kept by version."""
    return {200: document, 304: OpenApiResponse(description=NOT_MODIFIED)}


class TypedDictExtension(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]
    """A TypedDict as a component, and those inside it as components of their own. A ``title`` in
    its configuration replaces its name: clients know the component by it, whatever the class is
    called here."""

    @classmethod
    def _matches(cls, target: Any) -> bool:
        return is_typeddict(target)

    def get_name(self, auto_schema: Any, direction: Any) -> str:
        config = getattr(self.target, "__pydantic_config__", {})
        return str(config.get("title", self.target.__name__))

    def get_identity(self, auto_schema: Any, direction: Any) -> str:
        """By name: inside another document that is all pydantic tells of it."""
        return self.get_name(auto_schema, direction)

    def map_serializer(self, auto_schema: Any, direction: Any) -> dict[str, Any]:
        schema = TypeAdapter(self.target).json_schema(ref_template=REFS)
        for name, inner in schema.pop("$defs", {}).items():
            component = ResolvedComponent(  # type: ignore[no-untyped-call]
                name=name, type=ResolvedComponent.SCHEMA, object=name, schema=inner
            )
            auto_schema.registry.register_on_missing(component)
        return schema


class TitledModelExtension(PydanticExtension):  # type: ignore[no-untyped-call]
    """A pydantic model as a component, named by the ``title`` in its configuration if it has
    one."""

    priority = 1  # before the extension of the library, which takes the name of the class

    def get_name(self, auto_schema: Any, direction: Any) -> str:
        class_name = super().get_name(auto_schema, direction)  # type: ignore[no-untyped-call]
        return str(self.target.model_config.get("title", class_name))


class OptionalFieldsExtension(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]
    """Fields that not everybody is shown are not required in answers."""

    target_class = "api.serializers.base.StrictSerializer"
    match_subclasses = True

    def map_serializer(self, auto_schema: Any, direction: Any) -> dict[str, Any]:
        schema = auto_schema._map_serializer(self.target, direction, bypass_extensions=True)  # noqa: SLF001  (as its documentation has it)
        optional = self.target.optional_in_answers
        # In requests nothing is hidden: required stays what the serializer requires.
        if optional and direction == "response":
            schema["required"] = [name for name in schema["required"] if name not in optional]
        return dict(schema)


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """``Authorization: Token …``."""

    target_class = "api.authentication.ProgramAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, Any]:
        return {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": "`Token ` and the secret, as it was shown when the token was made.",
        }


class DeviceScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """``Authorization: Device …``."""

    target_class = "api.authentication.DeviceAuthentication"
    name = "device"

    def get_security_definition(self, auto_schema: Any) -> dict[str, Any]:
        return {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": "`Device ` and the token that a table's code was exchanged for.",
        }


class SessionScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """The session of the screens."""

    target_class = "api.authentication.PersonAuthentication"
    name = "session"

    def get_security_definition(self, auto_schema: Any) -> dict[str, Any]:
        return {"type": "apiKey", "in": "cookie", "name": "sessionid"}
