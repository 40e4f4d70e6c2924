"""Refusals on the screen: on the form that was refused, or as a page of their own."""

from collections.abc import Sequence
from types import TracebackType
from typing import Self, TypeAlias

from django import forms

from database.text import TextTooLong
from scoring.refusals import ScoringRefusal
from tournaments.refusals import NotAllowed, NotFound, TournamentRefusal
from wording.sentences import sentence

Refusal: TypeAlias = TournamentRefusal | ScoringRefusal | TextTooLong
EXPECTED = (TournamentRefusal, ScoringRefusal, TextTooLong)


def sentences_of(refusal: Refusal, sides: Sequence[str] = ()) -> list[str]:
    """Everything there is to say about a refusal: each violation, or the refusal itself."""
    if not refusal.violations:
        return [sentence(refusal.code, refusal.params, sides)]
    return [sentence(fault.code, fault.params, sides) for fault in refusal.violations]


class shown_on:  # noqa: N801  (reads as a word: with shown_on(form))
    """Puts an expected refusal on the form, which keeps what was typed.

    Without permission, the page that explains it is shown.
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
        if isinstance(error, (NotAllowed, NotFound)) or not isinstance(error, EXPECTED):
            return False
        self.refusal = error
        for said in sentences_of(error, self.sides):
            self.form.add_error(None, said)
        return True
