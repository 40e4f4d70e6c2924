"""What a page does not do it says, as a page."""

import pytest
from django.test import Client

from tests.factories import make_user
from tests.web.pages import signed_in

pytestmark = pytest.mark.django_db


def test_an_address_of_a_button_is_no_page_and_says_so() -> None:
    answer = signed_in(make_user()).put("/desk/webhooks/1/pause/")
    assert answer.status_code == 405
    assert answer["Allow"] == "GET, HEAD, POST"
    assert "it is what a button does" in answer.content.decode()


def test_a_method_that_no_page_knows_is_refused_alike(client: Client) -> None:
    answer = client.put("/")
    assert answer.status_code == 405
    assert answer["Allow"] == "GET, HEAD, POST"
    assert "Torna alla pagina di prima" in answer.content.decode()
