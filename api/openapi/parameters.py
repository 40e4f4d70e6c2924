"""The meaning of the parameters of addresses and queries, in the OpenAPI document."""

from collections.abc import Mapping
from typing import Any, Final

PARAMETERS: Final[Mapping[str, str]] = {
    # In addresses.
    "anchor_number": "The number of the anchor, from 1.",
    "call_id": "The id of the referee call.",
    "change_id": "The id of the change.",
    "club_id": "The id of the club.",
    "code_id": "The id of the code.",
    "conflict_id": "The id of the conflict.",
    "delivery_id": "The id of the delivery.",
    "draw_id": "The id of the draw.",
    "entry_id": "The id of the entry.",
    "event_id": "The id of the event.",
    "format_name": "The name of the format in the notation.",
    "group_number": "The number of the group in its stage, from 1.",
    "hall_id": "The id of the hall.",
    "invitation_id": "The id of the invitation.",
    "job_id": "The id of the job.",
    "match_id": "The id of the match.",
    "name": "The name of the game in the notation.",
    "number": "The number of the line, from 1.",
    "pairing_id": "The id of the pairing.",
    "payment_id": "The id of the payment.",
    "penalty_id": "The id of the penalty.",
    "player_id": "The id of the player.",
    "print_id": "The id of the job that prints.",
    "protest_id": "The id of the protest.",
    "question_id": "The id of the question.",
    "role_id": "The id of the role.",
    "round_id": "The id of the round.",
    "stage_id": "The id of the stage.",
    "table_name": "The name of the list: `entries`, `results`, `standings`, `prizes`, `cash`, "
    "`archive`.",
    "template_id": "The id of the template.",
    "venue_id": "The id of the venue.",
    "webhook_id": "The id of the webhook.",
    "wish_id": "The id of the wish.",
    # In queries.
    "after": "Only what comes after this number.",
    "club": "Only those of the club with this id.",
    "date_from": "Only those on this day or later.",
    "date_to": "Only those on this day or earlier.",
    "entry": "Only those of the entry with this id.",
    "entries": "How many entries the event has; they are deleted with it.",
    "event": "Only those of the event with this id.",
    "format": "`json`, or `csv` for a table; it wins over `Accept`.",
    "group": "Only those of the group with this number.",
    "open": "Only those that are open (true) or are not (false).",
    "page_size": "How many rows a page has.",
    "player": "Only those that the player with this id is or was a member of.",
    "q": "Only those whose names contain this text.",
    "reason": "Why; needed after the start of play.",
    "round": "Only those of the round with this id; `number` of a round is another number.",
    "stage": "Only those of the stage with this id.",
    "state": "Only those in one of these states.",
    "table": "Only those at the table with this number.",
    "updated_since": "Only those that have changed at this moment or later.",
    "version": "The number of a published version; without it the latest.",
}
"""By name. A parameter that is described where it is read keeps its own words."""
RESPONSE_HEADERS: Final[Mapping[str, str]] = {
    "ETag": "The version of the content, for `If-None-Match`.",
}


def describe_parameters(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    for operations in result["paths"].values():
        for operation in operations.values():
            for parameter in operation.get("parameters", ()):
                if not parameter.get("description") and parameter["name"] in PARAMETERS:
                    parameter["description"] = PARAMETERS[parameter["name"]]
            for response in operation["responses"].values():
                for name, header in response.get("headers", {}).items():
                    if name in RESPONSE_HEADERS:
                        header.setdefault("description", RESPONSE_HEADERS[name])
    return result
