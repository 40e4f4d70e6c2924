"""The root: the resources, the OpenAPI document, its pages, and unknown addresses."""

import re
from typing import Any

import pytest
from django.test import Client
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.generators import SchemaGenerator
from openapi_spec_validator import validate

from api.urls import resources
from tests.api.client import PARAMETER, Program, openapi, refused


@pytest.mark.django_db
def test_the_index_leads_to_what_is_there(anybody: Program) -> None:
    for address in anybody.read("").values():
        assert anybody.client.get(address).status_code == 200, address


def test_the_schema_is_valid_openapi() -> None:
    assert openapi()["openapi"].startswith("3.1")
    validate(openapi())


def test_the_schema_is_made_without_a_warning(capsys: pytest.CaptureFixture[str]) -> None:
    GENERATOR_STATS.reset()
    SchemaGenerator().get_schema(public=True)  # type: ignore[no-untyped-call]
    assert capsys.readouterr().err == ""


def test_every_address_is_in_the_schema() -> None:
    routes = {
        PARAMETER.sub(r"{\1}", f"/api/v1/{route.pattern}")
        for route in resources
        if route.name not in ("schema", "docs", "guide", None)
    }
    assert set(openapi()["paths"]) == routes | {"/live/"}


def resource_paths() -> dict[str, Any]:
    """All but the stream, which Django does not serve: tests/live/test_program_streams.py."""
    return {path: found for path, found in openapi()["paths"].items() if path != "/live/"}


def test_every_operation_says_what_it_answers_and_how_it_refuses() -> None:
    for path, operations in resource_paths().items():
        for method, operation in operations.items():
            answers = {int(status) for status in operation["responses"] if status != "default"}
            told = answers | {*operation["x-refusals"]}
            assert told & {200, 201, 202, 204}, (method, path)
            assert told >= {400, 404, 406, 500, 503}, (method, path)
            assert (401 in told) == (operation["security"] != [{}]), (method, path)
            assert (method == "get") or told >= {403, 409}, (method, path)
            # With a key the body is read also where none is asked for.
            names = {parameter["name"] for parameter in operation.get("parameters", ())}
            reads_body = "requestBody" in operation or "Idempotency-Key" in names
            assert reads_body == (told >= {413, 415, 422}), (method, path)
            assert operation["description"], (method, path)


def test_reading_needs_nobody_and_writing_somebody() -> None:
    for path, operations in resource_paths().items():
        for method, operation in operations.items():
            door = (method, path) == ("post", "/api/v1/devices/")
            assert ({} in operation["security"]) == (method == "get" or door)


@pytest.mark.django_db
def test_the_docs_come_from_this_machine_and_without_inline_scripts(client: Client) -> None:
    page = client.get("/api/v1/docs/").content.decode()
    assert re.findall(r"<script(?![^>]*\bsrc=)", page) == []
    assert "<style" not in page
    for address in re.findall(r'(?:src|href)="([^"]+)"', page):
        assert address.startswith("/"), address
    script = client.get("/api/v1/docs/?script=")
    assert script["Content-Type"].startswith("application/javascript")


@pytest.mark.django_db
def test_the_docs_refuse_in_problem_documents_too(client: Client) -> None:
    as_json = client.get("/api/v1/docs/", headers={"Accept": "application/json"})
    refused(as_json, 406, "not_acceptable")
    refused(client.post("/api/v1/docs/"), 405, "method_not_allowed")


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["nothing/", "events", "events/x/", "rulebooks/a.b/"])
@pytest.mark.parametrize("method", ["get", "post", "put", "patch", "delete"])
def test_an_address_that_is_not_there(anybody: Program, path: str, method: str) -> None:
    answer = getattr(anybody.client, method)(f"/api/v1/{path}")
    refused(answer, 404, "not_found")


@pytest.mark.django_db
def test_another_version_is_not_there_yet(client: Client) -> None:
    refused(client.get("/api/v2/"), 404, "not_found")


@pytest.mark.django_db
@pytest.mark.parametrize(("language", "title"), [("en", "nothing here"), ("it", "non c’è nulla")])
def test_a_refusal_is_in_the_readers_language(anybody: Program, language: str, title: str) -> None:
    answer = anybody.get("nothing/", accept_language=language)
    assert title in refused(answer, 404, "not_found")["title"]
