"""Refusals on the screen: on the form that was refused, or as a page of their own."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TypeAlias

from django import forms

from scoring.refusals import ScoringRefusal
from tournaments.refusals import NotAllowed, NotFound, TournamentRefusal
from wording.sentences import sentence

Refusal: TypeAlias = TournamentRefusal | ScoringRefusal
EXPECTED = (TournamentRefusal, ScoringRefusal)


def sentences_of(refusal: Refusal, sides: Sequence[str] = ()) -> list[str]:
    """Everything there is to say about a refusal: each violation, or the refusal itself."""
    if not refusal.violations:
        return [sentence(refusal.code, refusal.params, sides)]
    return [sentence(fault.code, fault.params, sides) for fault in refusal.violations]


@contextmanager
def shown_on(form: forms.BaseForm, sides: Sequence[str] = ()) -> Iterator[None]:
    """Puts an expected refusal on the form, which keeps what was typed.

    Who may not do this at all gets the page that says so.
    """
    try:
        yield
    except (NotAllowed, NotFound):
        raise
    except EXPECTED as refusal:
        for said in sentences_of(refusal, sides):
            form.add_error(None, said)
