"""Error pages."""

from collections.abc import Iterator

from playwright.sync_api import Page

from tests.browser.screens.addresses import Things
from tests.browser.screens.screen import Screen


def errors(things: Things) -> Iterator[Screen]:
    """One page for each kind of error."""
    people = f"/desk/clubs/{things.club}/people/"
    yield Screen("error-not-found", "/nothing/here/", status=404)
    yield Screen("error-not-allowed", people, "REFEREE", status=403)
    yield Screen("error-not-done-here", "/accounts/login/", do=(_send_to_a_page,))
    yield Screen("error-invitation", "/desk/invitations/nobody/", status=410)
    yield Screen("error-unreadable", "/accounts/login/", do=(_far_too_much,))


def _send_to_a_page(page: Page) -> None:
    """A form that is sent to an address that only shows something."""
    page.goto("/accounts/login/")
    with page.expect_navigation():
        page.locator("form.card").evaluate("(form) => { form.action = '/'; form.submit(); }")


def _far_too_much(page: Page) -> None:
    """A form that is larger than any of ours."""
    page.goto("/accounts/login/")
    page.locator("input[name=login]").evaluate("(field) => { field.type = 'text'; }")
    page.locator("input[name=login]").evaluate(
        "(field) => { field.removeAttribute('maxlength'); field.value = 'x'.repeat(3000000); }"
    )
    with page.expect_navigation():
        page.locator("form.card").evaluate("(form) => form.submit()")
