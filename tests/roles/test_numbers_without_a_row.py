"""An address with a number that no row has is not found, however large the number is."""

import pytest
from django.urls import reverse

from database.addresses import IdConverter
from tests.roles.hall import make_hall
from tests.roles.table import TABLE
from tests.roles.test_roles import OURS

OWNER = "W"
LARGEST = 10**18 - 1
"""The largest number that an address can have."""


@pytest.mark.django_db
@pytest.mark.parametrize("number", [2**31, LARGEST, 2**63, 10**25])
def test_an_address_of_a_number_that_no_row_has_is_not_found(number: int) -> None:
    hall = make_hall()
    paths: list[str] = []
    for name in sorted(TABLE):
        converters = OURS[name].pattern.converters
        values = {key: hall.names[key] for key in converters}
        for key, converter in converters.items():
            if isinstance(converter, IdConverter):
                path = reverse(name, kwargs={**values, key: LARGEST})
                paths.append(path.replace(str(LARGEST), str(number)))
    assert len(paths) > 100
    answers = {path: hall.clients[OWNER].get(path).status_code for path in paths}
    assert {path: status for path, status in answers.items() if status not in (404, 405)} == {}
