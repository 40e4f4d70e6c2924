"""Operations that take no body ignore one. With an ``Idempotency-Key`` it is a part of the request,
as that of any other: it is read, and refused if it cannot be."""

from collections.abc import Iterator
from typing import Any, Final

import pytest
from django.db import transaction
from django.test import Client
from django.urls import resolve

from api.rendering import LARGEST_BODY
from tests.api.accepted_posts import make_accepted_request
from tests.api.client import JSON, conforms, openapi
from tests.roles.hall import Hall, make_hall
from tests.roles.table import TABLE
from tests.roles.test_roles import path_of

pytestmark = pytest.mark.django_db
WRITES: Final = ("post", "put", "patch", "delete")
OBJECT: Final = (b'{"note": "x"}', JSON)
UNREADABLE: Final = {
    400: (b"{", JSON),
    413: (b" " * (LARGEST_BODY + 1), JSON),
    415: (b"a note", "text/plain"),
}
"""By status, what is refused where a body is read."""
UNASKED: Final = (OBJECT, (b"[7]", JSON), *UNREADABLE.values())


def list_operations() -> list[tuple[str, str]]:
    """The methods and the paths of all operations that write and take no body."""
    return [
        (method, path)
        for path, operations in openapi()["paths"].items()
        for method in WRITES
        if method in operations and "requestBody" not in operations[method]
    ]


def make_requests(hall: Hall) -> Iterator[tuple[str, str, Client]]:
    """Method, path and sender of a request that each of the operations accepts, or refuses for
    what is there. Whatever was made for one is taken back."""
    for method, template in list_operations():
        name = f"api:{resolve(template.format(**hall.names)).url_name}"
        with transaction.atomic():
            if method == "post":
                path, body = make_accepted_request(name, hall)
                assert body is None, name
            else:
                path = path_of(name, hall).removeprefix("/api/v1/")
            # The owner of the club, or the phone where only phones may.
            letters = TABLE[name][method.upper()]
            yield method, path, hall.clients["W" if "W" in letters else "T"]
            transaction.set_rollback(True)


def send(client: Client, method: str, path: str, body: tuple[bytes, str], **headers: str) -> Any:
    """The answer; what it has changed is taken back."""
    with transaction.atomic():
        answer = client.generic(method.upper(), f"/api/v1/{path}", *body, headers=headers)
        transaction.set_rollback(True)
    conforms(answer, method, path)
    return answer


def test_an_operation_without_a_body_ignores_what_is_sent_as_one() -> None:
    count = 0
    for method, path, client in make_requests(make_hall()):
        count += 1
        expected = send(client, method, path, (b"", JSON)).status_code
        assert expected in (200, 201, 202, 204) or (method != "post" and expected in (409, 422))
        statuses = {send(client, method, path, body).status_code for body in UNASKED}
        assert statuses == {expected}, (method, path)
    assert count > 30


def test_with_a_key_an_unasked_body_is_read_and_compared() -> None:
    for method, path, client in make_requests(make_hall()):
        if method != "post":
            continue
        expected = send(client, method, path, (b"", JSON), **{"Idempotency-Key": "k"})
        taken = send(client, method, path, OBJECT, **{"Idempotency-Key": "k"})
        assert taken.status_code == expected.status_code, path
        for status, body in UNREADABLE.items():
            answer = send(client, method, path, body, **{"Idempotency-Key": "k"})
            assert answer.status_code == status, (path, status)
