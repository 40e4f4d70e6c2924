"""What a test reads off a page."""

import re
from html import unescape
from typing import Any

from django.test import Client

from accounts.models import User

MARKUP = re.compile(r"<[^>]+>")
FORM = re.compile(r"<form[^>]*>.*?</form>", re.DOTALL)
HIDDEN = re.compile(r'<input type="hidden" name="(\w+)" value="([^"]*)"')


def text_of(response: Any) -> str:
    """The words of a page, without markup and double spaces."""
    return " ".join(unescape(MARKUP.sub(" ", response.content.decode())).split())


def html_of(response: Any) -> str:
    return str(response.content.decode())


def act_of(response: Any, kind: str) -> dict[str, str]:
    """The hidden fields of the form of one kind of act: kind, key, version."""
    for form in FORM.findall(html_of(response)):
        fields = dict(HIDDEN.findall(form))
        if fields.get("kind") == kind:
            return fields
    message = f"the page has no form for {kind}"
    raise AssertionError(message)


def signed_in(user: User, language: str = "en") -> Client:
    """A browser in which this user has signed in."""
    client = Client(headers={"accept-language": language})
    client.force_login(user, backend="allauth.account.auth_backends.AuthenticationBackend")
    return client
