"""Missing rights are reported before any fault of the body, with ``Idempotency-Key`` and without: a
key is claimed only by those who may write."""

import pytest

from api.models import StoredAnswer
from tests.roles.hall import ACTORS, make_hall
from tests.roles.table import TABLE
from tests.roles.test_roles import OURS, path_of

BROKEN = "{"
METHODS = ("POST", "PUT", "PATCH")
CLUB_IN_THE_BODY = ("api:event-list", "api:venue-list")
"""Who manages some club may send a body: only that says for which club it is."""


@pytest.mark.django_db
@pytest.mark.parametrize("headers", [{}, {"Idempotency-Key": "k1"}])
def test_authority_is_checked_before_the_body(headers: dict[str, str]) -> None:
    hall = make_hall()
    wrong = []
    for name in sorted(OURS):
        for method in METHODS if name.startswith("api:") else ():
            allowed = TABLE[name].get(method, "".join(ACTORS))
            if name in CLUB_IN_THE_BODY:
                allowed += "S"
            for letter in sorted(set(ACTORS) - set(allowed)):
                got = hall.clients[letter].generic(
                    method, path_of(name, hall), BROKEN, "application/json", headers=headers
                )
                if got.status_code not in (401, 403, 404):
                    wrong.append(f"{method} {name} by {ACTORS[letter]}: {got.status_code}")
    assert wrong == []
    assert not StoredAnswer.objects.exists()
