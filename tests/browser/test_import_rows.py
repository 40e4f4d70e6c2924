"""The rows of a list of entries: what is wrong with one is read without scrolling sideways."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import SignIn
from tests.browser.fitting import set_size
from tests.browser.server import DemoServer

MAKE = '''
from datetime import date
from accounts.actors import SYSTEM
from competition.entry_lists.files import read_file
from django.utils import timezone
from scoring.core.format import best_of
from tournaments.models import Club, EntryImport
from tournaments.services.events.events import EventPlan, create_event, open_entries
from tournaments.services.registration.imports import store_import
LIST = """Giocatore 1;Giocatore 2;Circolo;Quota;Telefono;E-mail;Note
Learco Brighi;;Circolo Ricreativo del Bar Fiume di Mercato Saraceno;venti;333 1234567;lb@x.example;x
Ivo Neri;Ugo Turci;Bar Fiume;20;333 7654321;ivo.neri.di.sarsina@savio.example;arrivano tardi
"""
now = timezone.now()
plan = EventPlan(name="Elenco", date=date(2026, 12, 19), match_format=best_of(3, "marafon"))
event = create_event(club=Club.objects.all()[0], plan=plan, actor=SYSTEM, now=now)
open_entries(event=event, actor=SYSTEM, now=now)
list_file = {"name": "elenco.csv", "content": LIST.encode()}
made = EntryImport.objects.create(event=event, uploaded_at=now, **list_file)
store_import({"import": str(made.pk)}, read_file(LIST.encode()))
print("IMPORT", made.pk)
'''
WIDTHS = (320, 360, 768, 1440)


@pytest.fixture(scope="module")
def address(server: DemoServer) -> str:
    """A list that was read, of seven columns, with a row to correct."""
    said = server.manage("shell", "-v", "0", "-c", MAKE)
    return f"/desk/imports/{said.split('IMPORT ')[1].strip()}/"


def test_reasons_are_in_sight_at_every_width(page: Page, sign_in: SignIn, address: str) -> None:
    sign_in(page, "OWNER")
    page.goto(address)
    for width in WIDTHS:
        set_size(page, width, 800)
        for reason in page.locator(".import .reason").all():
            reason.scroll_into_view_if_needed()
            expect(reason).to_be_in_viewport(ratio=1)
        assert page.locator(".import").evaluate("each => each.parentElement.scrollLeft") == 0
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        correct = page.locator(".import a.link").first
        expect(correct).to_be_in_viewport(ratio=1)


def test_rows_of_a_list_fit_a_phone(page: Page, sign_in: SignIn, address: str) -> None:
    sign_in(page, "OWNER")
    set_size(page, 360, 740)
    page.goto(address)
    expect(page.locator(".import tbody tr").first).to_contain_text("Bar Fiume")
    assert page.locator(".import").evaluate("each => each.scrollWidth <= innerWidth")
