"""The anchor on printed paper: what the API gives, and what the verification accepts."""

import json
from contextlib import suppress
from io import StringIO
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import translation
from pytest_django import Settings

import printing.tasks  # noqa: F401 (registers the kind of job, as each worker does)
from competition.trust.anchors import make_anchor_link, read_anchor_text, shorten_anchor
from jobs.models import Job
from jobs.services import run
from printing.catalog import LAYOUTS
from printing.documents import Document, PaperAnchor, SetDocument
from printing.frames import draw_qr_svg
from printing.models import PrintedFile
from printing.orders import TILES, PaperAddresses, PrintChoices
from printing.rendering import render_pdf
from printing.services import request_print
from scoring.models import Line, Match
from tests.factories import NOW, owner_of
from tests.printing.halls import ADDRESSES, make_hall, make_order, play
from tests.printing.pdf_text import read_pdf_text
from tournaments.models import Anchor, Event
from tournaments.services.trust.anchors import load_signing_key, make_anchor

pytestmark = pytest.mark.django_db
WITH_ANCHOR = ("pairings", "names", "sheets", "bracket", "standings", "round")
PAGE = "http://192.168.1.20:8080/events/1/anchors/"
ON_PAPER = PaperAddresses(
    board=ADDRESSES.board, pad=ADDRESSES.pad, match=ADDRESSES.match, anchors=PAGE
)


@pytest.fixture
def key(settings: Settings, tmp_path: Path) -> Ed25519PrivateKey:
    settings.ANCHOR_KEY_FILE = tmp_path / "anchor-key"
    return load_signing_key(settings.ANCHOR_KEY_FILE)


def read_api_text(event: Event) -> str:
    """The text of the last anchor, as the API gives it."""
    document = Client().get(f"/api/v1/events/{event.pk}/anchors/").json()
    text: str = document["anchors"][-1]["text"]
    return text


def read_short_form(event: Event) -> str:
    return str(shorten_anchor(read_anchor_text(read_api_text(event))[0]))


def list_anchors(document: Document) -> list[PaperAnchor | None]:
    parts = document.parts if isinstance(document, SetDocument) else (document,)
    return [part.paper.anchor for part in parts]


def print_layout(event: Event, layout: str, choices: PrintChoices = PrintChoices()) -> Document:  # noqa: B008
    return LAYOUTS[layout].build(make_order(event, choices, ON_PAPER))


def verify_against(printed: str, event: Event | None = None) -> list[str]:
    out = StringIO()
    with suppress(CommandError):
        about = None if event is None else event.pk
        call_command("verify", against=printed, event=about, json=True, stdout=out)
    return [json.loads(line)["code"] for line in out.getvalue().splitlines()]


@pytest.mark.parametrize("language", ["it", "en"])
@pytest.mark.parametrize("layout", WITH_ANCHOR)
def test_each_sheet_shows_the_anchor_that_the_api_gives(
    key: Ed25519PrivateKey, layout: str, language: str
) -> None:
    event = make_hall(8, moment="middle")
    make_anchor(event=event, key=key, now=NOW)
    link = make_anchor_link(PAGE, read_api_text(event))
    with translation.override(language):
        document = print_layout(event, layout)
        assert {anchor.qr for anchor in list_anchors(document) if anchor} == {draw_qr_svg(link)}
        lines = read_pdf_text(render_pdf(document)).splitlines()
    shown = [line for line in lines if read_short_form(event) in line]
    feet = [line for line in lines if line.startswith(("Printed at", "Stampato:"))]
    assert len(shown) == len(feet) > 0
    covers = {"it": "copre tutto fino a “Quarti”", "en": "covers everything up to “Quarterfinals”"}
    assert all(covers[language] in line for line in shown)


def test_group_tables_show_it_too(key: Ed25519PrivateKey) -> None:
    event = make_hall(8, moment="first", format="groups", options={"group_size": 4})
    make_anchor(event=event, key=key, now=NOW)
    assert read_short_form(event) in read_pdf_text(render_pdf(print_layout(event, "groups")))


def test_a_poster_in_parts_shows_it(key: Ed25519PrivateKey) -> None:
    event = make_hall(64, moment="first")
    make_anchor(event=event, key=key, now=NOW)
    document = print_layout(event, "bracket", PrintChoices(None, TILES))
    assert read_short_form(event) in read_pdf_text(render_pdf(document))


def test_before_the_first_anchor_paper_shows_none() -> None:
    event = make_hall(4, moment="first")
    for layout in WITH_ANCHOR:
        assert set(list_anchors(print_layout(event, layout))) == {None}


def test_an_anchor_after_the_draw_covers_the_draw_alone(key: Ed25519PrivateKey) -> None:
    event = make_hall(4, moment="first")
    make_anchor(event=event, key=key, now=NOW)
    with translation.override("en"):
        (before,) = list_anchors(print_layout(event, "pairings"))
        # The semifinals end after that anchor, and the next one is not made yet.
        play(event, most=2)
        Anchor.objects.filter(event=event).update(at=NOW.replace(hour=1))
        (later,) = list_anchors(print_layout(event, "pairings"))
        make_anchor(event=event, key=key, now=NOW)
        (after,) = list_anchors(print_layout(event, "pairings"))
    assert before is not None
    assert later is not None
    assert after is not None
    assert "covers the draw" in before.words
    assert "covers the draw" in later.words
    assert "covers everything up to “Semifinals”" in after.words


def test_a_worker_prints_it_with_the_address_of_its_page(key: Ed25519PrivateKey) -> None:
    event = make_hall(8, moment="first")
    make_anchor(event=event, key=key, now=NOW)
    order = make_order(event, addresses=ON_PAPER)
    job = request_print(layout="round", order=order, actor=owner_of(event.club), language="it")
    run(job_id=job.pk, attempt=1)
    assert Job.objects.get(pk=job.pk).state == Job.State.DONE
    made = PrintedFile.objects.get(event=event, layout="round")
    text = read_pdf_text(bytes(made.content))
    assert text.count(read_short_form(event)) == 1 + 1 + 4


def test_a_job_asked_for_by_an_older_release_prints_the_text_alone(key: Ed25519PrivateKey) -> None:
    event = make_hall(4, moment="first")
    make_anchor(event=event, key=key, now=NOW)
    (anchor,) = list_anchors(LAYOUTS["pairings"].build(make_order(event)))
    assert anchor is not None
    assert anchor.qr == draw_qr_svg(read_api_text(event))


def list_printed_forms(event: Event) -> list[str]:
    """What somebody can read off a sheet of paper, or type."""
    text, short = read_api_text(event), read_short_form(event)
    typed = short.replace("-", " ").upper()
    return [
        text,
        make_anchor_link(PAGE, text),
        short,
        typed,
        short.replace("-", "–"),
        f" {short}\n",
    ]


def test_verification_accepts_all_that_the_paper_shows(
    key: Ed25519PrivateKey, tmp_path: Path
) -> None:
    event = make_hall(8, moment="middle")
    make_anchor(event=event, key=key, now=NOW)
    play(event)
    make_anchor(event=event, key=key, now=NOW)
    for printed in list_printed_forms(event):
        assert verify_against(printed) == []
        assert verify_against(printed, event) == []
    scanned = tmp_path / "scanned.txt"
    scanned.write_text(read_short_form(event) + "\n")
    assert verify_against(str(scanned)) == []


def test_verification_with_paper_finds_a_later_change(key: Ed25519PrivateKey) -> None:
    event = make_hall(8, moment="middle")
    make_anchor(event=event, key=key, now=NOW)
    forms = list_printed_forms(event)
    Line.objects.filter(match__pairing__event=event, n=1).update(device="un altro telefono")
    assert all("anchored_lines_differ" in verify_against(printed) for printed in forms)
    # With the key all anchors can be made anew: then only the paper shows it.
    Match.objects.filter(pairing__event=event, version__gt=0).update(head="f" * 64)
    Anchor.objects.filter(event=event).delete()
    assert all("anchor_missing" in verify_against(printed) for printed in forms)
    make_anchor(event=event, key=key, now=NOW)
    assert all("anchor_replaced" in verify_against(printed) for printed in forms)


def test_a_short_form_of_two_events_is_that_of_the_event_with_this_anchor(
    key: Ed25519PrivateKey,
) -> None:
    event = make_hall(4, moment="first")
    make_anchor(event=event, key=key, now=NOW)
    printed = read_short_form(event)
    twin = Event.objects.get(pk=event.pk)
    twin.pk = type(twin.pk)(int=event.pk.int ^ 1)
    twin._state.adding = True
    twin.save()
    assert verify_against(printed) == []
    Anchor.objects.filter(event=event).delete()
    with pytest.raises(CommandError, match="--event"):
        call_command("verify", against=printed)
    assert "anchor_missing" in verify_against(printed, event)


@pytest.mark.parametrize(
    "printed",
    ["x", "http://192.168.1.20/events/1/anchors/", "12345678-1-0123", "12345678-0-" + "a" * 20],
)
def test_what_is_no_anchor_is_refused(printed: str) -> None:
    with pytest.raises(CommandError, match="no anchor"):
        call_command("verify", against=printed)


def test_the_public_page_compares_the_paper(key: Ed25519PrivateKey) -> None:
    event = make_hall(4, moment="first")
    make_anchor(event=event, key=key, now=NOW)
    text, short = read_api_text(event), read_short_form(event)

    def read_page(printed: str) -> str:
        link = make_anchor_link(f"/events/{event.pk}/anchors/", printed)
        return Client().get(link, headers={"Accept-Language": "en"}).content.decode()

    assert short in read_page("")
    same = "Your paper has the same fingerprint 1 as this page, and what is recorded now still fits"
    for printed in (text, short):
        assert same in read_page(printed)
    other = text.replace(f"/{text.split('/')[4]}/", f"/{'0' * 64}/")
    assert "Fingerprint 1 on your paper is another one" in read_page(other)
    assert "Fingerprint 7 of your paper is not on this page" in read_page(
        short.replace("-1-", "-7-", 1)
    )
    assert "This is not a fingerprint" in read_page("<script>")
