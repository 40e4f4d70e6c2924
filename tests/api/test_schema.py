"""The OpenAPI document leaves nothing to guess: everything is described, typed, and shown."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

import pytest
from jsonschema import Draft202012Validator

from tests.api.client import openapi

CODE: Final = "parameters of a code, which the catalogue of codes lists"
FREE_FORM: Final[Mapping[str, str]] = {
    "Anchor.changes": "the signed data of each kind of change are those of its document",
    "ChangeWarning.params": CODE,
    "ConflictDocument.params": CODE,
    "ProblemDocument.params": CODE,
    "Sentence.params": CODE,
    "SentenceDocument.params": CODE,
    "ViolationDocument.params": CODE,
    "Amend.data": "of the kind of the line that it corrects",
    "FormatDetail.options": "a JSON Schema",
    "GameFormatModel.options": "by the game: its schema is in its rulebook",
    "RulebookDetail.defaults": "by the game: their schema is beside them",
    "RulebookDetail.options": "a JSON Schema",
    "RulebookDetail.record": "a JSON Schema",
    "RulebookDetail.play": "a JSON Schema",
    "RulebookDetail.claim": "a JSON Schema",
    "HandPlay.play": "by the game: its schema is in its rulebook",
    "PairDocuments.documents.items": "what `python -m competition pair --schema` describes",
    "get /api/v1/rulebooks/{name}/card/": "steps of a pad, by the game",
    "get /api/v1/draws/{draw_id}/documents/verify/": "what `… verify --schema` describes",
    "get /api/v1/stages/{stage_id}/documents/plan/": "what `… competition plan --schema` describes",
    "get /api/v1/stages/{stage_id}/documents/rank/": "what `… competition rank --schema` describes",
}
"""The objects of any form, each with the reason why it has no schema."""


def list_operations() -> Iterator[tuple[str, dict[str, Any]]]:
    for path, operations in openapi()["paths"].items():
        for method, operation in operations.items():
            yield f"{method} {path}", operation


def list_media(operation: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The contents that an operation takes and answers."""
    for kind, media in operation.get("requestBody", {}).get("content", {}).items():
        yield f"request {kind}", media
    for status, answer in operation["responses"].items():
        for kind, media in answer.get("content", {}).items():
            yield f"{status} {kind}", media


def list_properties() -> Iterator[tuple[str, dict[str, Any]]]:
    for name, schema in openapi()["components"]["schemas"].items():
        for field, inner in schema.get("properties", {}).items():
            yield f"{name}.{field}", inner


def test_everything_is_described() -> None:
    document = openapi()
    schemas = document["components"]["schemas"]
    tags = {tag["name"] for tag in document["tags"] if tag["description"]}
    undescribed = [name for name, schema in schemas.items() if not schema.get("description")]
    undescribed += [name for name, schema in list_properties() if not schema.get("description")]
    for label, operation in list_operations():
        undescribed += [f"{label}: tag {tag}" for tag in operation["tags"] if tag not in tags]
        undescribed += [
            f"{label}: {parameter['name']}"
            for parameter in operation.get("parameters", ())
            if not parameter.get("description")
        ]
    assert undescribed == []


def test_every_operation_has_valid_examples() -> None:
    components = openapi()["components"]
    for label, operation in list_operations():
        for place, media in list_media(operation):
            examples = [media["example"]] if "example" in media else []
            examples += [
                components["examples"][example["$ref"].rpartition("/")[2]]["value"]
                if "$ref" in example
                else example["value"]
                for example in media.get("examples", {}).values()
            ]
            assert examples, f"{label}: {place} has no example"
            validator = Draft202012Validator({**media["schema"], "components": components})
            for example in examples:
                faults = [error.message for error in validator.iter_errors(example)]
                assert faults == [], f"{label}: {place}"


def test_moments_days_and_event_ids_have_their_formats() -> None:
    for name, schema in list_properties():
        field = name.rpartition(".")[2]
        parts = [schema, *schema.get("anyOf", ())]
        is_text = any("string" in each.get("type", ()) for each in parts)
        formats = {each.get("format") for each in parts}
        if re.search(r"(_|^)at$", field) and is_text:
            assert "date-time" in formats, name
        if field == "event" and is_text:
            assert "uuid" in formats, name


@pytest.mark.parametrize(
    "name", ["DrawDocument.state", "DrawDocument.purpose", "StandingDocument.state"]
)
def test_states_are_enumerated(name: str) -> None:
    assert dict(list_properties())[name]["enum"]


def find_free_forms(node: Any, label: str) -> Iterator[str]:
    if isinstance(node, dict):
        any_form = node.get("additionalProperties") in ({}, True) or (
            node.get("type") == "object" and not {"properties", "additionalProperties"} & set(node)
        )
        if any_form and not node.get("properties"):
            yield label
        for key in ("items", "anyOf", "oneOf"):
            inner = node.get(key, ())
            for each in [inner] if isinstance(inner, dict) else inner:
                yield from find_free_forms(each, f"{label}.items" if key == "items" else label)


def test_only_listed_objects_have_any_form() -> None:
    found = {place for name, schema in list_properties() for place in find_free_forms(schema, name)}
    for label, operation in list_operations():
        for _place, media in list_media(operation):
            found |= set(find_free_forms(media["schema"], label))
    assert found == set(FREE_FORM)


def describe_posted_line() -> dict[str, Any]:
    operation = openapi()["paths"]["/api/v1/matches/{match_id}/lines/"]["post"]
    return dict(operation["requestBody"]["content"]["application/json"]["schema"])


def describe_written_line() -> dict[str, Any]:
    return dict(openapi()["components"]["schemas"]["WrittenDocument"]["properties"]["line"])


@pytest.mark.parametrize("describe_line", [describe_posted_line, describe_written_line])
def test_lines_are_told_apart_by_their_kind(describe_line: Callable[[], dict[str, Any]]) -> None:
    schemas = openapi()["components"]["schemas"]
    line = describe_line()
    assert line["discriminator"]["propertyName"] == "kind"
    assert len(line["oneOf"]) == len(line["discriminator"]["mapping"]) == 12
    for kind, address in line["discriminator"]["mapping"].items():
        member = schemas[address.rpartition("/")[2]]
        assert member["properties"]["kind"]["const"] == kind
        assert "$ref" in str(member["properties"]["data"]), kind


def test_a_line_needs_the_version_that_its_writer_saw() -> None:
    schemas = openapi()["components"]["schemas"]
    assert {"kind", "version"} <= set(schemas["HandLineRequest"]["required"])
    assert schemas["HandLineRequest"]["properties"]["version"]["type"] == "integer"


def test_a_posted_line_fits_on_a_screen_of_the_documentation() -> None:
    operation = openapi()["paths"]["/api/v1/matches/{match_id}/lines/"]["post"]
    assert sorted(operation["responses"]) == ["201", "409", "422", "default"]
    assert "428" in operation["responses"]["default"]["description"]


def test_answers_have_the_headers_of_the_rate_limit() -> None:
    for label, operation in list_operations():
        if label != "get /live/":
            for status, answer in operation["responses"].items():
                assert "RateLimit-Remaining" in answer["headers"], (label, status)


def test_what_answers_with_a_tag_says_so() -> None:
    for label, operation in list_operations():
        content = operation["responses"].get("200", {}).get("content", {})
        if not {"application/json", "text/csv"} <= set(content):
            continue
        names = [parameter["name"] for parameter in operation["parameters"]]
        assert names.count("If-None-Match") == 1, label
        assert names == sorted(names), label
        for status in ("200", "304"):
            assert "ETag" in operation["responses"][status]["headers"], (label, status)
        assert "content" not in operation["responses"]["304"], label


def test_every_operation_says_that_the_server_may_be_unable_for_a_moment() -> None:
    for label, operation in list_operations():
        if label != "get /live/":
            assert 503 in operation["x-refusals"], label
            refusal = operation["responses"]["default"]
            assert "503" in refusal["description"], label
            assert "Retry-After" in refusal["headers"], label


def test_the_document_has_no_marks_of_its_generator() -> None:
    assert "x-spec-" not in json.dumps(openapi())
