"""The pending decisions that corrections have left, on the screen, for the desk and the board."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from accounts.selectors import load_author_names
from tournaments.models import Event, Pairing, PendingDecision, VoidedMatch
from tournaments.selectors.registration.names import load_short_names
from tournaments.selectors.stages.stages import list_stages
from web.rounds import load_round_titles
from wording.decisions import ANSWERS, make_decision_subject, word_question, word_title
from wording.places import name_match
from wording.stages import name_stage


@dataclass(frozen=True, slots=True)
class PlaceTitles:
    """The titles of matches and stages of an event."""

    matches: Mapping[int, str]
    """By the id of the pairing."""
    stages: Mapping[int, str]
    """By number."""

    def match(self, pairing_id: int) -> str:
        return self.matches[pairing_id]

    def match_or_stage(self, pairing_id: int | None, stage: int | None) -> str:
        if pairing_id:
            return self.matches[pairing_id]
        return self.stages[stage or 1]


def load_place_titles(event: Event, pairings: Iterable[int]) -> PlaceTitles:
    """The titles of these pairings, and of all stages of the event. Three queries."""
    round_titles = load_round_titles(event)
    rows = Pairing.objects.filter(pk__in=set(pairings))
    matches = {}
    for pk, round_id, number in rows.values_list("pk", "round_id", "number"):
        matches[pk] = name_match(round_titles[round_id], number)
    stages = {}
    for stage in list_stages(event):
        stages[stage.number] = name_stage(stage)
    return PlaceTitles(matches, stages)


@dataclass(frozen=True, slots=True)
class QuestionView:
    """A question in words: what has happened, and what was decided."""

    id: int
    title: str
    said: str
    """What has happened."""
    question: PendingDecision
    decision: str
    """What was decided, in words; empty while it is open."""
    match: int | None
    """The match that it is about, as it is now."""
    author: str
    """The name of the user who decided."""


@dataclass(frozen=True, slots=True)
class AsideView:
    """A match that was set aside: which one, its entries, and why it does not count."""

    where: str
    names: str
    aside: VoidedMatch


def build_aside_views(event: Event) -> list[AsideView]:
    """The matches of an event that were set aside, the last first; one query if there are none."""
    rows = list(VoidedMatch.objects.filter(pairing__event=event).order_by("-pk"))
    if not rows:
        return []
    entry_ids: set[int] = set()
    for row in rows:
        entry_ids.update(row.seats)
    # An empty seat.
    entry_ids.discard(None)
    names = load_short_names(event, entry_ids)
    titles = load_place_titles(event, [row.pairing_id for row in rows])
    views = []
    for row in rows:
        seated_names = [names[entry] for entry in row.seats if entry in names]
        views.append(AsideView(titles.match(row.pairing_id), " · ".join(seated_names), row))
    return views


def build_question_views(event: Event, questions: Sequence[PendingDecision]) -> list[QuestionView]:
    """Questions of one event in words. The number of queries does not depend on their number; none
    without questions."""
    if not questions:
        return []
    entry_ids: set[int] = set()
    pairing_ids: set[int] = set()
    for row in questions:
        entry_ids |= row.entries
        if row.pairing_id is not None:
            pairing_ids.add(row.pairing_id)
    names = load_short_names(event, entry_ids)
    titles = load_place_titles(event, pairing_ids)
    author_names = load_author_names(row.decided_by for row in questions)
    views = []
    for row in questions:
        stage_number: int | None = None
        if row.stage is not None:
            stage_number = row.stage.number
        decision = ""
        if row.decision:
            decision = str(ANSWERS[row.decision].done)
        where = titles.match_or_stage(row.pairing_id, stage_number)
        subject = make_decision_subject(row, where, names)
        view = QuestionView(
            id=row.pk,
            title=word_title(subject),
            said=word_question(subject),
            question=row,
            decision=decision,
            match=row.match_id,
            author=author_names.get(row.decided_by, ""),
        )
        views.append(view)
    return views
