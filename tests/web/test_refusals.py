"""A refusal has one status: on a page of its own, on the form that was refused, and in the API."""

from collections.abc import Callable, Iterator

import pytest
from django import forms
from django.contrib.auth.models import AnonymousUser
from django.http import HttpResponse
from django.test import RequestFactory

from api import refusals as of_requests
from api.problems import make_problem_response
from database.text import TextTooLong
from kernel.refusals import Refusal, Refused, Unreadable
from printing.refusals import CannotPrint
from scoring.core.correction import SheetEffect, SheetOutcome
from scoring.refusals import CorrectionMovesLines, ScoringRefusal
from tournaments.refusals import NotAllowed, NotFound, TournamentRefusal
from web.middleware import RefusalMiddleware
from web.refusals import find_status, shown_on
from webhooks.refusals import WebhookRefusal

GROUPS = {Refusal, TournamentRefusal, ScoringRefusal, WebhookRefusal}
"""They are never raised themselves."""
OPEN = SheetOutcome((), None, over=False)
MADE: dict[type[Refusal], Callable[[], Refusal]] = {
    CannotPrint: lambda: CannotPrint("print_no_entries"),
    CorrectionMovesLines: lambda: CorrectionMovesLines(SheetEffect((), (), (), OPEN, OPEN)),
    TextTooLong: lambda: TextTooLong("name", 5),
}


def list_refusals(kind: type[Refusal] = Refusal) -> Iterator[type[Refusal]]:
    for each in sorted(kind.__subclasses__(), key=lambda each: each.__name__):
        if not each.__module__.startswith("tests."):
            yield each
            yield from list_refusals(each)


RAISED = [kind for kind in list_refusals() if kind not in GROUPS]
OF_THE_DOMAIN = [kind for kind in RAISED if not issubclass(kind, of_requests.RequestRefusal)]


@pytest.mark.parametrize("kind", [*RAISED, Refused, Unreadable])
def test_every_refusal_has_a_status(kind: type[Refusal]) -> None:
    assert 400 <= kind.status < 500


def test_all_modules_of_refusals_are_covered() -> None:
    modules = {kind.__module__ for kind in RAISED}
    assert modules == {
        "api.refusals",
        "database.text",
        "kernel.refusals",
        "printing.refusals",
        "scoring.refusals",
        "tournaments.refusals",
        "webhooks.refusals",
    }


@pytest.mark.parametrize("kind", OF_THE_DOMAIN)
def test_a_page_and_the_api_answer_a_refusal_with_its_status(
    kind: type[Refusal], rf: RequestFactory
) -> None:
    refusal = MADE.get(kind, kind)()
    request = rf.get("/desk/")
    request.user = AnonymousUser()
    page = RefusalMiddleware(lambda _: HttpResponse()).process_exception(request, refusal)
    problem = make_problem_response(refusal, {})
    assert page is not None
    assert problem is not None
    assert page.status_code == problem.status_code == kind.status


@pytest.mark.parametrize("kind", OF_THE_DOMAIN)
def test_a_form_is_shown_again_with_the_status_of_its_refusal(kind: type[Refusal]) -> None:
    form = forms.Form({})
    refusal = MADE.get(kind, kind)()
    if issubclass(kind, NotAllowed | NotFound):
        with pytest.raises(kind), shown_on(form):
            raise refusal
        return
    with shown_on(form):
        raise refusal
    assert form.non_field_errors()
    assert find_status(form) == kind.status


def test_a_form_that_was_not_sent_is_fine_and_an_invalid_one_is_not() -> None:
    class NameForm(forms.Form):
        name = forms.CharField()

    assert find_status(NameForm()) == 200
    assert find_status(NameForm(), NameForm({})) == 422
