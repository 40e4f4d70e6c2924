"""What a correction has left to decide, on the screen, for the desk and the board."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from accounts.selectors import names_of_authors
from tournaments.models import Event, Pairing, Question, SetAside
from tournaments.selectors.entries import EntryName, names_of
from tournaments.selectors.stages import load_round_counts
from wording.decisions import ANSWERS, DecisionSubject, name_changes, question_words, title_words
from wording.places import match_name
from wording.rounds import round_title
from wording.stages import stage_name


@dataclass(frozen=True, slots=True)
class Wheres:
    """Matches and stages of an event by what they are called."""

    matches: Mapping[int, str]
    """By the id of the pairing."""
    stages: Mapping[int, str]
    """By number."""

    def match(self, pairing_id: int) -> str:
        return self.matches[pairing_id]

    def of(self, pairing_id: int | None, stage: int | None) -> str:
        """The match, or else the stage."""
        return self.matches[pairing_id] if pairing_id else self.stages[stage or 1]


def wheres_of(event: Event, pairings: Iterable[int]) -> Wheres:
    """What these pairings, and all stages of the event, are called. Five queries."""
    titles = {row.id: round_title(row) for row in load_round_counts(event)}
    rows = Pairing.objects.filter(pk__in=set(pairings))
    matches = {
        pk: match_name(titles[round_], number)
        for pk, round_, number in rows.values_list("pk", "round_id", "number")
    }
    stages = event.stages.order_by("number").values_list("number", "name", "format")
    return Wheres(matches, {number: stage_name(name, format_) for number, name, format_ in stages})


@dataclass(frozen=True, slots=True)
class QuestionView:
    """A question in words: what has happened, and what was decided."""

    id: int
    title: str
    said: str
    question: Question
    decision: str
    """What was decided, in words; empty while it is open."""
    match: int | None
    """The match that it is about, as it is now."""
    author: str
    """Who decided, by name."""


@dataclass(frozen=True, slots=True)
class AsideView:
    """A match that was set aside: which one, who played it, and why it does not count."""

    where: str
    names: str
    aside: SetAside


def asides_of(event: Event) -> list[AsideView]:
    """The matches of an event that were set aside, the last first; one query for none."""
    rows = list(SetAside.objects.filter(pairing__event=event).order_by("-pk"))
    if not rows:
        return []
    names = names_of(event, {entry for row in rows for entry in row.seats if entry is not None})
    wheres = wheres_of(event, [row.pairing_id for row in rows])
    return [
        AsideView(
            wheres.match(row.pairing_id),
            " · ".join(names[entry].short for entry in row.seats if entry in names),
            row,
        )
        for row in rows
    ]


def question_views(event: Event, questions: Sequence[Question]) -> list[QuestionView]:
    """Questions of one event in words; as many queries for any number, none for none."""
    if not questions:
        return []
    names = names_of(event, {each for row in questions for each in row.entries})
    wheres = wheres_of(event, [row.pairing_id for row in questions if row.pairing_id])
    authors = _load_authors(questions)
    return [_make_view(row, names, wheres, authors) for row in questions]


def _load_authors(questions: Sequence[Question]) -> Mapping[tuple[str, str], str]:
    return names_of_authors({_get_author(row) for row in questions if row.decided_by})


def _get_author(row: Question) -> tuple[str, str]:
    kind, _space, author = row.decided_by.partition(" ")
    return kind, author


def _make_view(
    row: Question,
    names: Mapping[int, EntryName],
    wheres: Wheres,
    authors: Mapping[tuple[str, str], str],
) -> QuestionView:
    asked = DecisionSubject(
        row.kind,
        wheres.of(row.pairing_id, row.stage.number if row.stage else None),
        [names[entry].short for entry in row.comes],
        [names[entry].short for entry in row.goes],
        row.round,
        name_changes(row.changed, {pk: name.short for pk, name in names.items()}),
    )
    return QuestionView(
        id=row.pk,
        title=title_words(asked),
        said=question_words(asked),
        question=row,
        decision=str(ANSWERS[row.decision].done) if row.decision else "",
        match=row.pairing.match_id if row.pairing else None,
        author=authors.get(_get_author(row), ""),
    )
