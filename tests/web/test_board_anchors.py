"""Anchors on the board, and on what is printed from it."""

import pytest
from django.test import Client

from competition.trust.anchors import read_anchor_text, shorten_anchor
from tests.factories import NOW, make_event
from tests.web.pages import html_of
from tournaments.models import Club, Event
from tournaments.selectors.trust.anchors import text_of_anchor
from tournaments.services.trust.anchors import load_signing_key, make_anchor


@pytest.fixture
def event(club: Club, settings: object, tmp_path: object) -> Event:
    settings.ANCHOR_KEY_FILE = tmp_path / "anchor-key"  # type: ignore[attr-defined,operator]
    return make_event(club=club, pairs=4)


def anchored(event: Event, settings: object) -> str:
    key = load_signing_key(settings.ANCHOR_KEY_FILE)  # type: ignore[attr-defined]
    return text_of_anchor(make_anchor(event=event, key=key, now=NOW))


def test_an_event_without_anchors_says_when_the_first_comes(anybody: Client, event: Event) -> None:
    page = html_of(anybody.get(f"/events/{event.pk}/anchors/"))
    assert "The first fingerprint is shown here after the draw." in page


def test_each_anchor_stands_there_with_its_text_and_a_qr_code(
    anybody: Client, event: Event, settings: object
) -> None:
    text = anchored(event, settings)
    page = html_of(anybody.get(f"/events/{event.pk}/anchors/"))
    assert text in page
    assert 'class="qr"' in page


def test_an_anchor_of_an_older_key_stands_there_with_that_key(
    anybody: Client, event: Event, settings: object
) -> None:
    path = f"/events/{event.pk}/anchors/"
    anchored(event, settings)
    assert "Signed with another key" not in html_of(anybody.get(path))
    settings.ANCHOR_KEY_FILE.unlink()  # type: ignore[attr-defined]
    page = html_of(anybody.get(path))
    assert "Signed with another key than today’s" in page
    assert event.anchors.get().key in page


@pytest.mark.parametrize("page", ["rounds", "bracket"])
def test_prints_carry_the_last_anchor(
    anybody: Client, event: Event, settings: object, page: str
) -> None:
    path = f"/events/{event.pk}/{page}/"
    before = html_of(anybody.get(path))
    text = anchored(event, settings)
    short = str(shorten_anchor(read_anchor_text(text)[0]))
    assert short not in before
    assert short in html_of(anybody.get(path))
