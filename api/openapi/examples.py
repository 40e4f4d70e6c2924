"""An example of the body and the answer of each operation, made from their schemas.

A made example is always valid and always complete. Where a value needs sense, SAMPLES has it by
the name of the property, and DOCUMENTS the whole of a component.
"""

from collections.abc import Mapping
from copy import deepcopy
from typing import Any, Final

from api.csv_rendering import render_columns
from api.openapi.example_documents import DOCUMENTS, EVENT_ID, LISTS, MOMENT
from api.openapi.schema import COLUMNS, CSV

SAMPLES: Final[Mapping[str, Any]] = {
    "address": "Via Mazzini 1, Ravenna",
    "body": '{"type":"match.changed"}',
    "carried": 0,
    "choices": {},
    "club_name": "Circolo Arci Ravenna",
    "code": "M1",
    "commitment": "9c1185a5c5e9fc54612808977ee8f548b2258d31",
    "contact": "Loris, 0544 123456",
    "defaults": {},
    "device": "Tavolo 1",
    "digest": "5f0c2b7e9a4d4f3c",
    "email": "loris@example.org",
    "first_name": "Loris",
    "format": "single_elimination",
    "game": "marafon",
    "games": ["Game 1", "Game 2", "La bella"],
    "group": 1,
    "instance": "urn:la-bella:request:5f0c2b7e",
    "key": "hand-1",
    "label": "Zoli - Rossi",
    "language": "en",
    "last_name": "Zoli",
    "metrics": ["match_points"],
    "name": "Maraffa di Natale",
    "number": 1,
    "of": "M1",
    "order": [17, 18],
    "params": {},
    "players": ["Loris Zoli", "Ivo Rossi"],
    "pointer": "/players/0/last_name",
    "points": [7, 4],
    "previous": "2cf24dba5fb0a30e",
    "reason": "The table was wrong.",
    "rule": "points",
    "secret": "4b1f6e2a",
    "seed": 1,
    "sentence": "More points.",
    "short": "Zoli - Rossi",
    "start": "20:30",
    "sum": [7, 4],
    "target": 41,
    "text": "The match is to 41.",
    "title": "Final",
    "totals": [7, 4],
    "type": "urn:la-bella:problem:not_allowed",
    "url": "https://example.org/la-bella/",
    "values": {"match_points": 2},
    "wins": [1, 0],
    "word": "Romagna",
}
"""Of one evening at a club in Ravenna."""
FORMATS: Final[Mapping[str, str]] = {
    "date": "2026-12-13",
    "date-time": MOMENT,
    "email": "loris@example.org",
    "time": "20:30",
    "uri": "https://example.org/la-bella/",
    "uuid": EVENT_ID,
}
CSV_EXAMPLE: Final = "No.,Pair,Club\r\n1,Zoli – Rossi,Circolo Arci Ravenna\r\n"
"""Of a spreadsheet: its heads are in the language of the reader."""
DEEPEST: Final = 12


class ExampleMaker:
    """Makes examples of the schemas of one document. ``is_request``: only what is required, or the
    first property where nothing is."""

    def __init__(self, schemas: Mapping[str, Any], *, is_request: bool) -> None:
        self.schemas, self.is_request = schemas, is_request

    def make(self, schema: Any, name: str = "", depth: int = 0) -> Any:
        """An example of a schema; ``name``: the property that has it."""
        if "$ref" in schema:
            component = schema["$ref"].rpartition("/")[2]
            schema = self.schemas[component]
            if component in DOCUMENTS:
                schema = {"example": deepcopy(DOCUMENTS[component])}
        for given in ("example", "const"):
            if given in schema:
                return schema[given]
        if "enum" in schema:
            return schema["enum"][0]
        for union in ("oneOf", "anyOf", "allOf"):
            if union in schema:
                # Of an optional value the example shows the value. But a schema may contain itself:
                # far inside, null ends the example.
                not_null = [member for member in schema[union] if member != {"type": "null"}]
                if depth > DEEPEST and len(not_null) < len(schema[union]):
                    return None
                return self.make(not_null[0], name, depth)
        kinds = schema.get("type", "object" if "properties" in schema else "")
        kind = kinds if isinstance(kinds, str) else kinds[0]
        if name in SAMPLES and _is_of_kind(SAMPLES[name], schema, kind):
            return SAMPLES[name]
        return self._make_of_kind(kind, schema, name, depth)

    def _make_of_kind(self, kind: str, schema: Any, name: str, depth: int) -> Any:
        match kind:
            case "object":
                return self._make_object(schema, depth)
            case "array":
                return self._make_list(schema, name, depth)
            case "integer" | "number":
                return schema.get("minimum", 1)
            case "boolean":
                return schema.get("default", True)
            case "string":
                is_time = "[0-5][0-9]" in schema.get("pattern", "")
                text_format = "time" if is_time else schema.get("format", "")
                text = FORMATS.get(text_format, "Text")
                return text[: schema.get("maxLength", len(text))]
            case _:
                return None

    def _make_object(self, schema: Any, depth: int) -> dict[str, Any]:
        properties = schema.get("properties", {})
        required = schema.get("required", ())
        shown_names = [name for name in properties if name in required]
        if self.is_request:
            # A body without required fields (a change of some of them) would be empty: it shows one
            # field, if possible one whose value makes sense.
            sample_names = [name for name in properties if name in SAMPLES]
            shown_names = shown_names or (sample_names or list(properties))[:1]
            # Not required by the schema, but of most acts after the start of play.
            if "reason" in properties and "reason" not in shown_names:
                shown_names.append("reason")
        return {name: self.make(properties[name], name, depth + 1) for name in shown_names}

    def _make_list(self, schema: Any, name: str, depth: int) -> list[Any]:
        if "prefixItems" in schema:
            return [self.make(item, name, depth + 1) for item in schema["prefixItems"]]
        if depth > DEEPEST:
            return []
        component = schema.get("items", {}).get("$ref", "").rpartition("/")[2]
        if component in LISTS:
            return deepcopy(LISTS[component])
        count = schema.get("minItems", 1)
        if schema.get("maxItems") == 0 or "items" not in schema:
            return []
        items = [self.make(schema["items"], name, depth + 1) for _ in range(max(count, 1))]
        # Two tables, entries or places are two different ones.
        if all(isinstance(item, int) for item in items):
            return [item + add for add, item in enumerate(items)]
        return items


def _is_of_kind(sample: Any, schema: Any, kind: str) -> bool:
    """Whether a sample fits the kind of a schema: `points` are a list here and a number there."""
    if kind == "array":
        item_kind = schema.get("items", {}).get("type")
        # Only lists of plain values have samples; the others are made from their items.
        if not isinstance(sample, list) or item_kind not in ("integer", "string"):
            return False
        are_alike = all(_is_of_kind(item, {}, item_kind) for item in sample)
        least, most = schema.get("minItems", 0), schema.get("maxItems", len(sample))
        return are_alike and bool(least <= len(sample) <= most)
    if kind == "string":
        # FORMATS has the texts of a format. A sample is trusted to fit the pattern of its property.
        if schema.get("format") or "pattern" in schema:
            return isinstance(sample, str) and "pattern" in schema and not schema.get("format")
        return isinstance(sample, str) and len(sample) <= schema.get("maxLength", len(sample))
    if kind == "integer":
        return isinstance(sample, int) and sample >= schema.get("minimum", sample)
    return kind == "object" and isinstance(sample, dict) and "properties" not in schema


def add_examples(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    schemas = result["components"]["schemas"]
    requests = ExampleMaker(schemas, is_request=True)
    answers = ExampleMaker(schemas, is_request=False)
    for operations in result["paths"].values():
        for operation in operations.values():
            for media in operation.get("requestBody", {}).get("content", {}).values():
                # Examples of the view's own stay.
                if "examples" not in media:
                    media.setdefault("example", requests.make(media["schema"]))
            for answer in operation["responses"].values():
                content = answer.get("content", {})
                for kind, media in content.items():
                    # OpenAPI allows either `example` or `examples`, not both.
                    if "examples" not in media and kind != CSV:
                        media.setdefault("example", answers.make(media["schema"]))
                if CSV in content:
                    content[CSV]["example"] = _make_csv_example(content)
    return result


def _make_csv_example(content: Mapping[str, Any]) -> str:
    """The rows of the JSON example of the same answer, with the columns of its rows."""
    columns = content[CSV]["schema"].pop(COLUMNS, None)
    if columns is None:
        return CSV_EXAMPLE
    document = content["application/json"]["example"]
    rows = document[columns["member"]]
    return render_columns(rows, columns["paths"]).decode()
