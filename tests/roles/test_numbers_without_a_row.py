"""An address with a number that no row has is not found, however large the number is."""

import pytest
from django.urls import reverse

from database.addresses import IdConverter
from tests.roles.hall import make_hall
from tests.roles.table import TABLE
from tests.roles.test_roles import OURS, is_led_to_page

OWNER = "W"
LARGEST = 10**18 - 1
"""The largest number that an address can have."""


@pytest.mark.django_db
@pytest.mark.parametrize("number", [2**31, LARGEST, 2**63, 10**25])
def test_an_address_of_a_number_that_no_row_has_is_not_found(number: int) -> None:
    hall = make_hall()
    routes: dict[str, str] = {}
    for name in sorted(TABLE):
        converters = OURS[name].pattern.converters
        values = {key: hall.names[key] for key in converters}
        for key, converter in converters.items():
            if isinstance(converter, IdConverter):
                path = reverse(name, kwargs={**values, key: LARGEST})
                routes[path.replace(str(LARGEST), str(number))] = name
    assert len(routes) > 100
    found: dict[str, int] = {}
    for path, name in routes.items():
        answer = hall.clients[OWNER].get(path)
        if answer.status_code not in (404, 405) and not is_led_to_page("GET", name, answer):
            found[path] = answer.status_code
    assert found == {}
