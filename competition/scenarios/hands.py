"""What one hand can add to each side, read off the rulebook's card."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from competition.scenarios.ways import Scores, Vector, added, either
from kernel.refusals import Refused, Unreadable
from scoring.core.format import GameFormat

FEATS: Final = {"shutouts": "shutout", "marafonas": "marafona"}
"""By metric, the word of the feat that it counts."""
Form = Mapping[str, Any]


def hand_scores(game: GameFormat, feats: Sequence[str]) -> Scores:
    """What a hand can add, all of it where the card has one table a hand, else within bounds. After
    the points of each side come the ``feats``, word by word."""
    card = game.rulebook.card(game.options)
    forms = [_form_scores(game, form, feats) for form in card["forms"]]
    found = forms[0]
    for other in forms[1:]:
        found = either(found, other)
    return found


def _form_scores(game: GameFormat, form: Form, feats: Sequence[str]) -> Scores:
    steps = form["steps"]
    if len(steps) == 1 and steps[0]["items"] is None:
        return Scores.all_of(_vectors(game, steps[0], feats), game.rulebook.sides)
    found = _step_scores(steps[0])
    for step in steps[1:]:
        found = added(found, _step_scores(step))
    return _loose(found, len(feats) * game.rulebook.sides)


def _vectors(game: GameFormat, step: Form, feats: Sequence[str]) -> Iterator[Vector]:
    for row in step["rows"]:
        shown = _feats(game, dict(zip(step["fields"], row["key"], strict=True))) if feats else {}
        none = (0,) * game.rulebook.sides
        extra = (times for word in feats for times in shown.get(word, none))
        yield (*row["adds"], *extra)


def _feats(game: GameFormat, written: Mapping[str, Any]) -> Mapping[str, Sequence[int]]:
    """What a record of these fields shows. A key that is no record by itself shows nothing."""
    try:
        record = game.rulebook.record(written)
    except (Refused, Unreadable):
        return {}
    return game.rulebook.feats(record, game.options)


def _step_scores(step: Form) -> Scores:
    """What a step adds; one that is taken item by item, up to as many times as it has places."""
    rows = [tuple(row["adds"]) for row in step["rows"]]
    found = Scores.all_of(rows, len(rows[0]))
    if step["items"] is None:
        return found
    places = _places(step)
    none = (0,) * len(rows[0])
    least = tuple(places * min(0, value) for value in found.least)
    most = tuple(places * max(0, value) for value in found.most)
    return Scores(frozenset({none}), least, most, None, is_whole=False)


def _places(step: Form) -> int:
    """How many items a hand can have: as many as a field that no two share has values."""
    columns = {
        name: {row["key"][at] for row in step["rows"]} for at, name in enumerate(step["fields"])
    }
    distinct = [len(columns[name] - {None}) for name in step["items"]["distinct"]]
    return max(1, *(count for count in (*distinct, len(columns.get("place", ())))))


def _loose(scores: Scores, more: int) -> Scores:
    """Steps may bind one another in ways that the card alone does not show, and feats are not
    known: bounds, not a whole set."""
    vectors = frozenset((*vector, *(0,) * more) for vector in scores.some)
    none = (0,) * more
    gap = scores.gap or _widest(scores)
    return Scores(vectors, (*scores.least, *none), (*scores.most, *none), gap, is_whole=False)


def _widest(scores: Scores) -> tuple[int, int] | None:
    """The gap that follows from the bounds of two sides."""
    if len(scores.least) != 2:
        return None
    return scores.least[0] - scores.most[1], scores.most[0] - scores.least[1]
