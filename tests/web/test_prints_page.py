"""The page of what can be printed, its PDFs and its spreadsheets."""

from datetime import timedelta

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

import printing.tasks  # noqa: F401 (registers the kind of job, as each worker does)
from accounts.models import User
from competition.entry_lists.entering import EntryDetails
from competition.entry_lists.names import Name
from jobs.models import Job
from jobs.services import ATTEMPTS, reap, run
from printing import catalog
from printing.addresses import build_addresses
from printing.catalog import LAYOUTS, Layout
from printing.models import PrintedFile
from printing.rendering import count_pages
from printing.rounds import list_printable_rounds
from scoring.models import Line
from tests.factories import NOW, first_match, make_event, make_member, owner_of
from tests.printing.halls import play
from tests.tournaments.steps import QUICK, win, write
from tournaments.models import Club, Event, Role
from tournaments.services.registration.withdrawals import replace_entry

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(club: Club) -> Event:
    return make_event(club=club, pairs=4, tables=2, match_format=QUICK)


@pytest.fixture
def large(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every entry list is large."""
    layout = LAYOUTS["entries"]
    small = Layout(layout.name, layout.build, entries_at_once=1)
    monkeypatch.setitem(catalog.LAYOUTS, "entries", small)


def test_the_page_says_what_is_ready_and_what_is_not_yet(desk: Client, event: Event) -> None:
    page = desk.get(reverse("desk:prints", args=[event.pk])).content.decode()
    assert "Score sheets" in page
    assert "The tables have no codes yet: make them first." in page
    assert reverse("desk:print_table", args=[event.pk, "archive", "xlsx"]) in page


@pytest.mark.parametrize("layout", ["pairings", "names", "sheets", "bracket", "blank", "cash"])
def test_a_pdf_has_a_name_and_is_kept_by_nobody(desk: Client, event: Event, layout: str) -> None:
    answer = desk.get(reverse("desk:print_pdf", args=[event.pk, layout]))
    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/pdf"
    assert answer["Content-Disposition"].startswith('inline; filename="maraffa-di-santa-lucia-')
    assert answer["Content-Disposition"].endswith('-2026-12-13.pdf"')
    assert "no-store" in answer["Cache-Control"]
    assert "private" in answer["Cache-Control"]
    assert answer.content.startswith(b"%PDF-")


@pytest.mark.parametrize("table", ["entries", "results", "standings", "cash"])
@pytest.mark.parametrize(("extension", "begins"), [("csv", b"\xef\xbb\xbf"), ("xlsx", b"PK")])
def test_a_list_can_be_downloaded(
    desk: Client, event: Event, table: str, extension: str, begins: bytes
) -> None:
    answer = desk.get(reverse("desk:print_table", args=[event.pk, table, extension]))
    assert answer.status_code == 200
    assert answer.content.startswith(begins)
    assert answer["Content-Disposition"].startswith("attachment; ")
    assert "no-store" in answer["Cache-Control"]


def test_the_archive_is_a_workbook_only(desk: Client, event: Event) -> None:
    assert (
        desk.get(reverse("desk:print_table", args=[event.pk, "archive", "xlsx"])).status_code == 200
    )
    for name, extension in (("archive", "csv"), ("entries", "ods"), ("secrets", "csv")):
        address = reverse("desk:print_table", args=[event.pk, name, extension])
        assert desk.get(address).status_code == 404


@pytest.mark.parametrize("query", ["?round=999999", "?round=x", "?paper=a0"])
def test_what_cannot_be_chosen_is_not_there(desk: Client, event: Event, query: str) -> None:
    for layout in ("sheets", "bracket"):
        address = reverse("desk:print_pdf", args=[event.pk, layout])
        is_known = ("round" in query) == (layout == "sheets")
        assert desk.get(address + query).status_code == (404 if is_known else 200)
    assert desk.get(reverse("desk:print_pdf", args=[event.pk, "nothing"])).status_code == 404


def test_what_has_nothing_to_print_says_why(desk: Client, event: Event) -> None:
    answer = desk.get(reverse("desk:print_pdf", args=[event.pk, "cards"]))
    assert answer.status_code == 409
    assert "The tables have no codes yet: make them first." in answer.content.decode()


def test_neither_referee_nor_public_gets_paper(anybody: Client, event: Event) -> None:
    referee = make_member(event.club, Role.Kind.REFEREE)
    client = Client()
    client.force_login(referee, backend="allauth.account.auth_backends.AuthenticationBackend")
    for address in (
        reverse("desk:print_pdf", args=[event.pk, "cash"]),
        reverse("desk:print_table", args=[event.pk, "cash", "csv"]),
        reverse("desk:prints", args=[event.pk]),
    ):
        assert client.get(address).status_code == 403
        assert anybody.get(address).status_code == 302


@pytest.mark.usefixtures("large")
def test_a_large_set_is_made_by_a_worker(desk: Client, event: Event) -> None:
    here, pdf = (
        reverse(f"desk:{name}", args=a)
        for name, a in (("prints", [event.pk]), ("print_pdf", [event.pk, "entries"]))
    )
    assert desk.get(pdf)["Location"] == here
    assert desk.post(reverse("desk:print_make", args=[event.pk, "entries"]))["Location"] == here
    assert "Preparing: Entry list" in desk.get(here).content.decode()
    progress = reverse("desk:prints_progress", args=[event.pk])
    assert desk.get(progress).status_code == 200
    run(job_id=Job.objects.get(kind="print").pk, attempt=1)
    assert desk.get(progress)["HX-Redirect"] == here
    assert desk.get(pdf).content.startswith(b"%PDF-")
    play(event, most=1)
    assert "1 new result since then" in desk.get(here).content.decode()


def test_a_layout_is_as_large_for_its_address_as_for_the_page(
    desk: Client, event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    layout = LAYOUTS["entries"]
    four = Layout(layout.name, layout.build, entries_at_once=4)
    monkeypatch.setitem(catalog.LAYOUTS, "entries", four)
    entry, pdf = event.entries.earliest("pk"), reverse("desk:print_pdf", args=[event.pk, "entries"])
    form = EntryDetails(players=(Name("Ugo", "Neri"), Name("Ivo", "Bruni")))
    replace_entry(entry=entry, form=form, actor=owner_of(event.club), now=NOW, reason="x")
    # Five rows, of which one was replaced: the page offers the PDF at once, so it is there.
    assert reverse("desk:print_make", args=[event.pk, "entries"]) not in read_page(desk, event)
    assert desk.get(pdf).content.startswith(b"%PDF-")


def test_a_round_is_asked_for_while_another_one_is_being_made(
    desk: Client, event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    layout = LAYOUTS["sheets"]
    large = Layout(layout.name, layout.build, entries_at_once=1, has_round=True)
    monkeypatch.setitem(catalog.LAYOUTS, "sheets", large)
    play(event, most=2)
    make = reverse("desk:print_make", args=[event.pk, "sheets"])
    rounds = event.pairings.order_by("round_id").values_list("round_id", flat=True).distinct()
    assert len(rounds) == 2
    for round_id in rounds:
        desk.post(make, {"round": round_id})
    titles = [round_.title for round_ in list_printable_rounds(event)]
    assert len(set(titles)) == 2
    progress = desk.get(reverse("desk:prints_progress", args=[event.pk])).content.decode()
    for title in titles:
        assert f"Preparing: Score sheets, {title}" in read_page(desk, event)
        assert f"Preparing: Score sheets, {title}" in progress
        assert f"<strong>Score sheets, {title}</strong>" in read_page(desk, event)
    for job in Job.objects.filter(kind="print"):
        run(job_id=job.pk, attempt=1)
    for round_id in rounds:
        pdf = reverse("desk:print_pdf", args=[event.pk, "sheets"]) + f"?round={round_id}"
        assert desk.get(pdf).content.startswith(b"%PDF-")


@pytest.mark.usefixtures("large")
def test_a_file_is_said_to_be_old_after_a_correction(desk: Client, event: Event) -> None:
    pairing = event.pairings.order_by("pk")[0]
    win(pairing, 0)
    desk.post(reverse("desk:print_make", args=[event.pk, "entries"]))
    run(job_id=Job.objects.get(kind="print").pk, attempt=1)
    assert "have changed since then" not in read_page(desk, event)
    line = Line.objects.filter(match=pairing.match_id).latest("n")
    write(pairing, "strike", {"line": line.n, "reason": "x"})
    assert "results or matches have changed since then" in read_page(desk, event)


def test_the_code_of_a_score_sheet_outlives_a_change_to_an_event_by_link(
    anybody: Client, event: Event
) -> None:
    address = build_addresses(event, scheme="http", host="testserver").address_of_match(
        first_match(event)
    )
    for visibility in (Event.Visibility.PUBLIC, Event.Visibility.LINK):
        Event.objects.filter(pk=event.pk).update(visibility=visibility)
        assert anybody.get(address.removeprefix("http://testserver")).status_code == 200


def test_every_layout_has_a_picture() -> None:
    for layout in LAYOUTS:
        assert finders.find(f"img/papers/{layout}.png"), layout


def ask_for_the_round(desk: Client, event: Event) -> Job:
    answer = desk.post(reverse("desk:print_make", args=[event.pk, "round"]))
    assert answer["Location"] == reverse("desk:prints", args=[event.pk])
    return Job.objects.filter(kind="print").latest("queued_at")


def read_page(desk: Client, event: Event) -> str:
    return desk.get(reverse("desk:prints", args=[event.pk])).content.decode()


def test_the_whole_round_is_one_job_and_one_file(desk: Client, event: Event, owner: User) -> None:
    job = ask_for_the_round(desk, event)
    assert "Preparing: The whole round" in read_page(desk, event)
    run(job_id=job.pk, attempt=1)
    pdf = desk.get(reverse("desk:print_pdf", args=[event.pk, "round"]))
    assert pdf.content.startswith(b"%PDF-")
    # By table, by name, and two score sheets.
    assert count_pages(pdf.content) == 4
    page = read_page(desk, event)
    assert "Made in the background" in page
    assert str(owner) in page
    assert "Ready. Sheets: 4." in page


def test_a_print_that_is_stopped_says_so_keeps_no_file_and_can_be_made_again(
    desk: Client, event: Event
) -> None:
    job = ask_for_the_round(desk, event)
    stop = reverse("desk:print_stop", args=[event.pk, job.pk])
    assert stop in read_page(desk, event)
    assert desk.post(stop)["Location"] == reverse("desk:prints", args=[event.pk])
    run(job_id=job.pk, attempt=1)
    page = read_page(desk, event)
    assert "Preparing" not in page
    assert "stopped" in page
    assert "Try again" in page
    assert not PrintedFile.objects.exists()
    again = ask_for_the_round(desk, event)
    assert again.pk != job.pk
    run(job_id=again.pk, attempt=1)
    assert PrintedFile.objects.count() == 1


def test_a_print_in_another_language_says_which(desk: Client, event: Event) -> None:
    ask_for_the_round(desk, event)
    assert "<strong>The whole round</strong>" in read_page(desk, event)
    page = desk.get(reverse("desk:prints", args=[event.pk]), headers={"Accept-Language": "it"})
    assert "<strong>Tutto il turno, in inglese</strong>" in page.content.decode()


def test_what_has_ended_is_not_stopped(desk: Client, event: Event) -> None:
    job = ask_for_the_round(desk, event)
    run(job_id=job.pk, attempt=1)
    answer = desk.post(reverse("desk:print_stop", args=[event.pk, job.pk]), follow=True)
    assert "It had ended already." in answer.content.decode()
    assert PrintedFile.objects.count() == 1


def test_a_print_of_another_event_is_not_stopped(desk: Client, event: Event, club: Club) -> None:
    job = ask_for_the_round(desk, event)
    other = make_event(club=club, pairs=4, tables=2, match_format=QUICK)
    desk.post(reverse("desk:print_stop", args=[other.pk, job.pk]))
    job.refresh_from_db()
    assert job.live


def test_a_referee_stops_no_print(desk: Client, event: Event) -> None:
    job = ask_for_the_round(desk, event)
    client = Client()
    client.force_login(
        make_member(event.club, Role.Kind.REFEREE),
        backend="allauth.account.auth_backends.AuthenticationBackend",
    )
    assert client.post(reverse("desk:print_stop", args=[event.pk, job.pk])).status_code == 403
    job.refresh_from_db()
    assert job.live


def test_a_print_that_fails_says_why_and_offers_another_try(desk: Client, event: Event) -> None:
    job = ask_for_the_round(desk, event)
    play(event)
    run(job_id=job.pk, attempt=1)
    page = read_page(desk, event)
    assert "No match is ready to be played." in page
    assert "Try again" in page


def test_a_print_whose_worker_was_killed_is_given_up_and_offered_again(
    desk: Client, event: Event
) -> None:
    job = ask_for_the_round(desk, event)
    for attempt in range(1, ATTEMPTS + 1):
        # A worker takes it and dies: nothing writes its heartbeat any more.
        Job.objects.filter(pk=job.pk, attempt=attempt).update(state=Job.State.RUNNING)
        assert reap(now=timezone.now() + timedelta(hours=attempt)) == 1
    page = read_page(desk, event)
    assert "After 3 tries it did not come to an end." in page
    assert "Try again" in page
    assert not PrintedFile.objects.exists()


def test_the_page_warns_of_an_address_that_phones_cannot_reach(
    desk: Client, event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = reverse("desk:prints", args=[event.pk])
    monkeypatch.setattr(settings, "ALLOWED_HOSTS", ["127.0.0.1", "192.168.1.20"])
    local = {"host": "127.0.0.1:8000"}
    page = desk.get(here, headers=local).content.decode()
    assert "The QR codes lead to 127.0.0.1:8000, which phones cannot reach" in page
    assert "Use 192.168.1.20:8000" in page
    desk.post(
        reverse("desk:prints_address", args=[event.pk]), {"host": "192.168.1.20"}, headers=local
    )
    page = desk.get(here, headers=local).content.decode()
    assert "which phones cannot reach" not in page
    assert "The QR codes lead to 192.168.1.20:8000" in page


@pytest.mark.parametrize("host", ["evil.example", "192.168.1.20@evil.example", "a b", ""])
def test_an_address_of_another_server_is_refused(desk: Client, event: Event, host: str) -> None:
    answer = desk.post(reverse("desk:prints_address", args=[event.pk]), {"host": host})
    assert answer.status_code == 422
    assert "print_host" not in desk.session


def test_the_page_takes_a_fixed_number_of_queries(
    desk: Client, owner: User, club: Club, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for pairs in (4, 32):
        event = make_event(club=club, pairs=pairs, tables=2, match_format=QUICK)
        with django_assert_max_num_queries(22):
            desk.get(reverse("desk:prints", args=[event.pk]))
