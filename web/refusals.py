"""Refusals on the screen: on the form that was refused, or as a page of their own."""

from collections.abc import Sequence
from types import TracebackType
from typing import Self

from django import forms

from kernel.refusals import Refusal
from tournaments.refusals import NotAllowed, NotFound
from wording.sentences import sentence, word_violations

FORM_REFUSED = 422
"""The status of a page with a form that is not valid."""


def word_refusal_fully(refusal: Refusal, sides: Sequence[str] = ()) -> list[str]:
    """Everything there is to say about a refusal: each violation, or the refusal itself."""
    return word_violations(refusal.violations, sides) or [
        sentence(refusal.code, refusal.params, sides)
    ]


class RefusalOnForm(forms.ValidationError):
    """A sentence of a refusal, and the status of the page that shows it."""

    def __init__(self, said: str, refusal: Refusal) -> None:
        super().__init__(said, code=refusal.code)
        self.status = refusal.status


class shown_on:  # noqa: N801  (reads as a word: with shown_on(form))
    """Puts an expected refusal on the form, which keeps what was typed.

    Without permission, the page that explains it is shown. A class and no ``@contextmanager``: only
    so is it known to type checkers that the code after the block can be reached.
    """

    def __init__(self, form: forms.BaseForm, sides: Sequence[str] = ()) -> None:
        self.form = form
        self.sides = sides
        self.refusal: Refusal | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> bool:
        if isinstance(error, (NotAllowed, NotFound)) or not isinstance(error, Refusal):
            return False
        self.refusal = error
        for refusal_sentence in word_refusal_fully(error, self.sides):
            self.form.add_error(None, RefusalOnForm(refusal_sentence, error))
        return True


def find_status(*forms_shown: forms.BaseForm | None) -> int:
    """The status of a page with these forms (None: not shown): 200 if none was sent, else that of
    the refusal that is shown on one."""
    sent_forms = [form for form in forms_shown if form is not None and form.is_bound]
    for form in sent_forms:
        for error in form.non_field_errors().as_data():
            if isinstance(error, RefusalOnForm):
                return error.status
    if not sent_forms:
        return 200
    return FORM_REFUSED


def find_status_if_invalid(form: forms.BaseForm) -> int:
    """200 if the form has no errors, else as ``find_status``."""
    if not form.errors:
        return 200
    return find_status(form)
