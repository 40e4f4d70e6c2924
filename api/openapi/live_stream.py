"""``/live/`` in the OpenAPI document: it is served beside Django, so no view describes it."""

from copy import deepcopy
from typing import Any, Final

from api.program_access import MOST_EVENTS
from api.program_streams import MOST_STREAMS
from live.programs import RESET_TYPE, STREAMED
from live.vocabulary import NEWS_TYPES

PATH = "/live/"
REFUSALS = {
    "400": "An event is no id, there are too many, or there is none to follow.",
    "401": "No such token, or it is no longer valid.",
    "404": "An event is not there, or not for this token.",
    "429": f"The token has {MOST_STREAMS} streams already: wait for the seconds in Retry-After.",
    "503": "The server has no room for more streams, or no database.",
}
EXAMPLE = (
    "retry: 5000\n\n"
    "id: 8117\nevent: match.changed\n"
    'data: {"type":"match.changed","version":12,"event":"…","match":64,"links":{…}}\n\n'
    ": still here\n\n"
)
OPERATION: Final[dict[str, Any]] = {
    "operationId": "live_stream",
    "summary": "Follows events live",
    "description": (
        "Server-sent events: one for each change of the events that the token may read. A"
        " reconnecting program sends the id of the last event it has got, and gets what it"
        " has missed; a change may be sent more than once. Silence is filled with comments"
        " every 15 seconds. The stream ends when the token may no longer read one of its"
        " events."
    ),
    "tags": ["live"],
    "parameters": [
        {
            "name": "event",
            "in": "query",
            "description": "The events to follow. None: those at which the token's user has a"
            " role and that are not over, the latest first.",
            "schema": {
                "type": "array",
                "items": {"type": "string", "format": "uuid"},
                "maxItems": MOST_EVENTS,
            },
        },
        {
            "name": "Last-Event-ID",
            "in": "header",
            "description": "The id of the last event that the program has got.",
            "schema": {"type": "string"},
        },
    ],
    "security": [{"token": []}],
    "responses": {
        "200": {
            "description": "Events without end; the `data` of each is a `LiveChange`.",
            "content": {"text/event-stream": {"schema": {"type": "string"}, "example": EXAMPLE}},
        }
    },
}
"""Without its refusals."""


def add_live_stream(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """The stream of programs, the document in each of its events, and its refusals."""
    schemas = result["components"]["schemas"]
    schemas["LiveChange"] = _describe_change()
    # Copied, because the hooks that come later change the document in place.
    operation = deepcopy(OPERATION)
    problem = {"schema": {"$ref": "#/components/schemas/ProblemDocument"}}
    for status, description in REFUSALS.items():
        operation["responses"][status] = {
            "description": description,
            "content": {"application/problem+json": problem},
        }
    result["paths"][PATH] = {"get": operation}
    return result


def _describe_change() -> dict[str, Any]:
    lines = [f"- `{kind.name}`: {kind.meaning}" for kind in STREAMED]
    lines.append(f"- `{RESET_TYPE}`: what was missed is not known; read what you follow anew.")
    ids: dict[str, Any] = {}
    for name in ("stage", "draw", "pairing", "match"):
        ids[name] = {"type": "integer", "description": f"The id of the {name}."}
    # The types share one object: what each of them has in it is listed in the description.
    members: dict[str, Any] = {}
    members_by_type: list[str] = []
    for kind in NEWS_TYPES:
        for member in kind.data:
            types = [member.json_type, "null"]
            members[member.name] = {"type": types, "description": member.meaning}
        if kind.data:
            names = ", ".join(f"`{member.name}`" for member in kind.data)
            members_by_type.append(f"`{kind.name}`: {names}")
    return {
        "type": "object",
        "description": "The `data` of an event in `/live/`, by its `type`:\n\n" + "\n".join(lines),
        "properties": {
            "type": {
                "type": "string",
                "enum": [*(kind.name for kind in STREAMED), RESET_TYPE],
                "description": "What has changed.",
            },
            "version": {
                "type": ["integer", "null"],
                "description": "Of the event, the stage or the match; null where it is not known.",
            },
            "event": {"type": "string", "format": "uuid", "description": "The id of the event."},
            **ids,
            "links": {
                "type": "object",
                "description": "The addresses of what has changed.",
                "additionalProperties": {"type": "string"},
            },
            "data": {
                "type": "object",
                "description": f"What else the type states: {'; '.join(members_by_type)}.",
                "properties": members,
            },
        },
        "required": ["type"],
    }
