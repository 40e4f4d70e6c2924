"""Simulated players who write through the API itself, with keys and retries."""

from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from accounts.actors import TokenAccess
from accounts.services import make_token
from scoring.models import Line, Match
from tests.factories import make_event, make_member
from tests.tournaments.steps import QUICK
from tournaments.http_writer import HttpWriter

pytestmark = pytest.mark.django_db(transaction=True)


def token_for(event: Any, *, access: Any = TokenAccess.ORGANIZE) -> Any:
    _, secret = make_token(user=make_member(event.club), name="play", access=access)
    return secret


def test_an_event_is_played_out_over_the_api(live_server: Any) -> None:
    event = make_event(pairs=5, tables=2, match_format=QUICK)
    said = StringIO()
    call_command(
        "play", str(event.pk), http=live_server.url, token=token_for(event), random=1, stdout=said
    )
    assert said.getvalue().startswith("4 matches, ")
    assert not Match.objects.exclude(state=Match.State.WON).exists()
    assert set(Line.objects.values_list("author_kind", flat=True)) == {"PROGRAM"}


def test_a_hand_sent_again_with_its_key_is_one_line(live_server: Any) -> None:
    event = make_event(pairs=2)
    writer = HttpWriter(live_server.url, str(event.pk), token_for(event))
    (match,) = writer.playable()
    first = writer.write(match, "hand", {"points": [7, None]}, "the-same-key")
    assert writer.write(match, "hand", {"points": [7, None]}, "the-same-key") == first
    assert Line.objects.count() == 1


def test_playing_over_http_needs_an_event_and_a_token() -> None:
    with pytest.raises(CommandError, match="--token"):
        call_command("play", http="http://127.0.0.1:1", token="")


def test_only_addresses_of_the_web_are_played_at() -> None:
    with pytest.raises(ValueError, match="http"):
        HttpWriter("file:///etc", "x", "y")
