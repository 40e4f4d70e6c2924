"""The settings of an event: the bar that says what has changed, and the question before leaving."""

from datetime import date

import pytest
from playwright.sync_api import Dialog, Page, expect

from tests.browser.conftest import PHONE, OpenPage, SignIn
from tests.browser.server import DemoServer

MAKE = """
from datetime import date
from accounts.actors import SYSTEM
from django.utils import timezone
from scoring.core.format import best_of
from tournaments.models import Club
from tournaments.services.events.events import EventPlan, create_event
match = best_of(3, "marafon")
day = date(2026, 12, 19)
plan = EventPlan(name="Briscola in piazza", date=day, match_format=match, tables=8)
event = create_event(club=Club.objects.all()[0], plan=plan, actor=SYSTEM, now=timezone.now())
print("EVENT", event.pk)
"""


@pytest.fixture
def settings_address(server: DemoServer) -> str:
    """The settings of a draft of its own."""
    event = server.manage("shell", "-v", "0", "-c", MAKE).split("EVENT ")[1].strip()
    return f"/desk/events/{event}/settings/"


@pytest.fixture
def settings(page: Page, sign_in: SignIn, settings_address: str) -> Page:
    sign_in(page, "OWNER")
    page.goto(settings_address)
    return page


def test_the_bar_is_there_while_something_has_changed_and_says_what(settings: Page) -> None:
    bar = settings.locator("[data-save]")
    expect(bar).to_be_hidden()
    settings.locator("input[name=tables]").fill("12")
    expect(bar).to_be_in_viewport()
    expect(bar.locator("[data-what]")).to_contain_text("tavoli")
    settings.locator("input[name=name]").fill("Briscola al chiuso")
    settings.locator("input[name=date]").fill(date(2026, 12, 20).isoformat())
    expect(bar.locator("[data-what]")).to_contain_text("3")
    expect(settings.locator(".field.changed")).to_have_count(3)
    settings.locator("input[name=name]").fill("Briscola in piazza")
    settings.locator("input[name=date]").fill(date(2026, 12, 19).isoformat())
    settings.locator("input[name=tables]").fill("8")
    expect(bar).to_be_hidden()


def test_leaving_with_unsaved_changes_is_asked_about(settings: Page) -> None:
    asked: list[str] = []

    def stay(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.dismiss()

    settings.on("dialog", stay)
    here = settings.url
    settings.locator("input[name=name]").press_sequentially("!")
    settings.locator("nav.tabs a").first.click(no_wait_after=True)
    expect(settings.locator("[data-save]")).to_be_visible()
    settings.wait_for_function("() => true")
    assert (asked, settings.url) == (["beforeunload"], here)


@pytest.mark.usefixtures("expects_refusals")
def test_saving_asks_nothing_and_a_refused_form_keeps_its_bar(settings: Page) -> None:
    asked: list[str] = []
    settings.on("dialog", lambda dialog: asked.append(dialog.type))
    settings.locator("input[name=name]").fill("Briscola al chiuso")
    settings.locator("input[name=fee_cents]").fill("molti")
    settings.locator("[data-save] button").click()
    expect(settings.locator(".error").first).to_be_visible()
    expect(settings.locator("[data-what]")).to_contain_text("2")
    settings.locator("input[name=fee_cents]").fill("5")
    settings.locator("[data-save] button").click()
    expect(settings.locator("[data-save]")).to_be_hidden()
    expect(settings.locator("input[name=name]")).to_have_value("Briscola al chiuso")
    assert asked == []


def test_the_bar_covers_no_field_on_a_phone(
    open_page: OpenPage, sign_in: SignIn, settings_address: str
) -> None:
    phone = open_page(PHONE)
    sign_in(phone, "OWNER")
    phone.goto(settings_address)
    phone.locator("input[name=name]").fill("Briscola al chiuso")
    expect(phone.locator("[data-save]")).to_be_in_viewport()
    assert phone.evaluate("document.documentElement.scrollWidth") <= 360
    notes = phone.locator("textarea[name=notes]")
    notes.focus()
    bar, field = phone.locator("[data-save]").bounding_box(), notes.bounding_box()
    assert bar is not None
    assert field is not None
    assert field["y"] + 40 <= bar["y"]
