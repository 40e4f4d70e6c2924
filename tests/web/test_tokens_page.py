"""The tokens of programs: made, shown once, revoked."""

import re

from django.test import Client

from accounts.models import Token, User
from tests.factories import make_user
from tests.web.pages import html_of, signed_in, text_of

SECRET = re.compile(r'<code class="seal">(\w+)</code>')


def make(desk: Client, **form: str) -> str:
    found = SECRET.search(html_of(desk.post("/desk/tokens/", form)))
    assert found is not None
    return found.group(1)


def test_a_token_is_told_once_and_works(desk: Client) -> None:
    secret = make(desk, name="Sito del circolo")
    page = desk.get("/desk/tokens/")
    assert "Sito del circolo" in text_of(page)
    assert secret not in html_of(page)
    answer = Client().get("/api/v1/events/", headers={"authorization": f"Token {secret}"})
    assert answer.status_code == 200


def test_a_token_reads_unless_it_was_asked_to_write(desk: Client, owner: User) -> None:
    make(desk, name="Proiettore")
    make(desk, name="Penna", may_write="on")
    tokens = Token.objects.filter(user=owner).order_by("name")
    assert list(tokens.values_list("name", "may_write")) == [("Penna", True), ("Proiettore", False)]


def test_a_token_without_a_name_is_not_made(desk: Client) -> None:
    assert desk.post("/desk/tokens/", {"name": " "}).status_code == 422
    assert not Token.objects.exists()


def test_a_revoked_token_is_refused_at_once(desk: Client) -> None:
    secret = make(desk, name="Sito")
    desk.post(f"/desk/tokens/{Token.objects.get().token_key}/revoke/")
    answer = Client().get("/api/v1/events/", headers={"authorization": f"Token {secret}"})
    assert answer.status_code == 401


def test_nobody_revokes_the_token_of_another(desk: Client) -> None:
    make(desk, name="Sito")
    signed_in(make_user()).post(f"/desk/tokens/{Token.objects.get().token_key}/revoke/")
    assert Token.objects.count() == 1
