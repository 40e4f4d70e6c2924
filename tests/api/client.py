"""A program that asks the API, and holds every answer against the OpenAPI document."""

import json
import re
from collections.abc import Mapping
from functools import cache
from typing import Any, TypeAlias

from django.test import Client
from django.urls import resolve
from django.utils import timezone
from jsonschema import Draft202012Validator

from accounts.actors import EVERYWHERE, TokenAccess, TokenScope
from accounts.models import User
from accounts.services import make_token, note_use
from api.openapi.document import schema

JSON = "application/json"
PROBLEM = "application/problem+json"
Answer: TypeAlias = Any
"""A response as the test client patches it: with ``json()``."""
PARAMETER = re.compile(r"<\w+:(\w+)>")


WRITES = {"POST", "PUT", "PATCH", "DELETE"}


def find_methods(view: Any) -> set[str]:
    """The methods that a view takes: an action each of a viewset, a function each of others."""
    actions = getattr(view, "actions", None)
    if actions is not None:
        return {method.upper() for method in actions}
    kind = getattr(view, "cls", None) or getattr(view, "view_class", None)
    return {method for method in WRITES | {"GET"} if hasattr(kind, method.lower())}


@cache
def openapi() -> Any:
    """The OpenAPI document as programs get it."""
    return json.loads(schema())


class Program:
    """Asks as a program would: anonymously, or with a token of a user."""

    def __init__(
        self,
        user: User | None = None,
        *,
        access: TokenAccess = TokenAccess.ORGANIZE,
        scope: TokenScope = EVERYWHERE,
    ) -> None:
        headers = {}
        if user is not None:
            token, secret = make_token(user=user, name="tests", access=access, scope=scope)
            note_use(token=token, now=timezone.now())
            headers["Authorization"] = f"Token {secret}"
        self.client = Client(headers=headers)

    def get(self, path: str, **headers: str) -> Answer:
        answer = self.client.get(f"/api/v1/{path}", headers=_headers(headers))
        conforms(answer, "get", path)
        return answer

    def post(self, path: str, body: Any = None, **headers: str) -> Answer:
        return self._send("post", path, body, headers)

    def put(self, path: str, body: Any = None, **headers: str) -> Answer:
        return self._send("put", path, body, headers)

    def patch(self, path: str, body: Any = None, **headers: str) -> Answer:
        return self._send("patch", path, body, headers)

    def delete(self, path: str, **headers: str) -> Answer:
        return self._send("delete", path, None, headers)

    def _send(self, method: str, path: str, body: Any, headers: Mapping[str, str]) -> Answer:
        answer = getattr(self.client, method)(
            f"/api/v1/{path}",
            b"" if body is None else json.dumps(body),
            content_type=JSON,
            headers=_headers(headers),
        )
        conforms(answer, method, path)
        return answer

    def read(self, path: str, **headers: str) -> Any:
        """The document at an address that is there."""
        answer = self.get(path, **headers)
        assert answer.status_code == 200, answer.content
        return answer.json()

    def write(self, path: str, body: Any = None, **headers: str) -> Any:
        """The answer to a body that is taken."""
        answer = self.post(path, body, **headers)
        assert answer.status_code in (200, 201, 202), answer.content
        return answer.json()

    def line(
        self, match: int | None, version: int, data: Any, *, kind: str = "hand", **more: Any
    ) -> Answer:
        """Posts a line; its key is made of its version."""
        headers = {"idempotency_key": more.pop("key", f"line-{version}")}
        if "accept_language" in more:
            headers["accept_language"] = more.pop("accept_language")
        body = {"kind": kind, "data": data, "version": version, **more}
        return self.post(f"matches/{match}/lines/", body, **headers)


class Phone(Program):
    """A phone that comes in at a table by its code, typed or out of the QR."""

    def __init__(self, code: str = "", secret: str = "") -> None:
        super().__init__()
        answer = self.post("devices/", {"code": code} if code else {"secret": secret})
        assert answer.status_code == 201, answer.content
        self.place: Any = answer.json()["device"]
        token = answer.json()["token"]
        self.client = Client(headers={"Authorization": f"Device {token}"})


def _headers(headers: Mapping[str, str]) -> dict[str, str]:
    return {name.replace("_", "-").title(): value for name, value in headers.items()}


def refused(answer: Answer, status: int, code: str) -> Any:
    """The problem document of a refusal, held against RFC 9457."""
    assert answer.status_code == status, answer.content
    assert answer["Content-Type"] == PROBLEM
    problem = answer.json()
    assert problem["code"] == code, problem
    assert problem["status"] == status
    assert problem["type"] == f"urn:la-bella:problem:{code}"
    assert code not in problem["title"], "a code is no sentence"
    return problem


def told(operation: Any, status: int) -> Any:
    """What the document says of answers with this status, which it must know."""
    if str(status) in operation["responses"]:
        return operation["responses"][str(status)]
    assert status in operation["x-refusals"], f"{status} is not described"
    return operation["responses"]["default"]


def conforms(answer: Answer, method: str, path: str) -> None:
    """Holds an answer against the OpenAPI document: its status, its media type, its content."""
    route = resolve(f"/api/v1/{path}".partition("?")[0]).route
    operation = openapi()["paths"].get("/" + PARAMETER.sub(r"{\1}", route), {}).get(method)
    if operation is None:
        return
    response = told(operation, answer.status_code)
    if "content" not in response:
        assert not answer.content
        return
    kind = answer["Content-Type"]
    media = response["content"][kind if kind in response["content"] else kind.partition(";")[0]]
    if "json" not in kind:
        return
    document = {**media["schema"], "components": openapi()["components"]}
    Draft202012Validator(document).validate(answer.json())
