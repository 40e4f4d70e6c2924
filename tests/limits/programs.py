"""Requests to the API as a program of the owner sends them."""

import json
from typing import Any

from django.test import Client

from accounts.actors import TokenAccess
from accounts.models import User
from accounts.services import make_token
from tournaments.models import Event


def api(event: Event, path: str, body: Any, method: str = "POST") -> Any:
    """The answer to a program of the owner."""
    owner = User.objects.get(roles__club=event.club)
    _token, secret = make_token(user=owner, name="limits", access=TokenAccess.ORGANIZE)
    headers = {"Authorization": f"Token {secret}"}
    client = Client(raise_request_exception=False, headers=headers)
    return client.generic(
        method, f"/api/v1/{path}", json.dumps(body), content_type="application/json"
    )
