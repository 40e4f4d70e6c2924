"""Anchors on the board, and on what is printed from it."""

import pytest
from django.test import Client

from competition.trust.anchors import read_anchor_text, shorten_anchor
from config.cache import empty_caches
from scoring.models import Line
from tests.factories import NOW, make_event
from tests.tournaments.steps import QUICK, win
from tests.web.pages import html_of
from tournaments.models import Club, Event, Player, RegulationVersion
from tournaments.selectors.trust.anchors import write_anchor_text
from tournaments.services.trust.anchors import load_signing_key, make_anchor


@pytest.fixture
def event(club: Club, settings: object, tmp_path: object) -> Event:
    settings.ANCHOR_KEY_FILE = tmp_path / "anchor-key"  # type: ignore[attr-defined,operator]
    return make_event(club=club, pairs=4, match_format=QUICK)


def anchored(event: Event, settings: object) -> str:
    key = load_signing_key(settings.ANCHOR_KEY_FILE)  # type: ignore[attr-defined]
    return write_anchor_text(make_anchor(event=event, key=key, now=NOW))


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


# A paper that is compared ---------------------------------------------------------------------


FITS = "Your paper has the same fingerprint 1 as this page, and what is recorded now still fits it."
CHANGED = "but what is recorded now no longer fits the fingerprints"


def compare(client: Client, event: Event, printed: str) -> str:
    empty_caches()
    return html_of(client.get(f"/events/{event.pk}/anchors/", {"paper": printed}))


@pytest.fixture
def printed(event: Event, settings: object) -> str:
    """The short form, after a hand was written."""
    win(event.pairings.earliest("pk"))
    return str(shorten_anchor(read_anchor_text(anchored(event, settings))[0]))


def test_the_short_form_is_typed_into_a_field(anybody: Client, event: Event, printed: str) -> None:
    page = compare(anybody, event, "")
    assert 'name="paper"' in page
    assert "Short form on your paper" in page
    assert FITS in compare(anybody, event, printed.upper())
    page = compare(anybody, event, "5f2c-nothing")
    assert "type the short form beside it" in page
    assert 'value="5f2c-nothing"' in page


def test_a_sheet_that_was_changed_afterwards_turns_the_page_red(
    anybody: Client, event: Event, printed: str
) -> None:
    assert FITS in compare(anybody, event, printed)
    line = Line.objects.earliest("pk")
    Line.objects.filter(pk=line.pk).update(data={"points": [0, None]})
    page = compare(anybody, event, printed)
    assert CHANGED in page
    assert FITS not in page
    code = event.pairings.get(match=line.match_id).code
    said = f"Sheet of {code}, stage 1: lines 1 to 1 are no longer those that were written."
    assert said in page
    assert event.anchors.get().digest in page


def test_a_ruling_that_was_deleted_is_named(
    anybody: Client, event: Event, settings: object
) -> None:
    text = anchored(event, settings)
    RegulationVersion.objects.filter(event=event).update(facts={})
    assert "A version of the regulation: changed after the fingerprint." in compare(
        anybody, event, text
    )


def test_a_corrected_name_is_told_and_is_no_alarm(
    anybody: Client, event: Event, printed: str
) -> None:
    seat = event.pairings.earliest("pk").slots.get(position=0)
    Player.objects.filter(entries__entry=seat.entry).update(first_name="Ugo")
    page = compare(anybody, event, printed)
    assert FITS in page
    assert "1 entry has other names than in the fingerprints" in page


def test_what_is_recorded_is_read_once_a_minute(
    anybody: Client, event: Event, printed: str
) -> None:
    assert FITS in compare(anybody, event, printed)
    Line.objects.update(data={})
    path, asked = f"/events/{event.pk}/anchors/", {"paper": printed}
    assert FITS in html_of(anybody.get(path, asked))


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
