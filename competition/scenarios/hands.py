"""What one hand can add to the totals of each side, by the rulebook's card."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from competition.scenarios.ways import Scores, Vector, added, either
from kernel.refusals import Refused, Unreadable
from scoring.core.format import GameFormat

FEATS: Final = {"shutouts": "shutout", "marafonas": "marafona"}
"""By metric, the word of the feat that it counts."""
Form = Mapping[str, Any]


def hand_scores(game: GameFormat, feats: Sequence[str]) -> Scores:
    """What a hand can add: complete if the card has one table for a hand, else bounds. In each
    vector, the ``feats`` follow the points of the sides, word by word."""
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
    """The feats in a record of these fields; none if the fields are not a complete record."""
    try:
        record = game.rulebook.record(written)
    except (Refused, Unreadable):
        return {}
    return game.rulebook.feats(record, game.options)


def _step_scores(step: Form) -> Scores:
    """What a step adds. A step of items is repeated up to the number of its places."""
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
    """The most items of a hand: the number of values of a field in which items must differ."""
    columns = {
        name: {row["key"][at] for row in step["rows"]} for at, name in enumerate(step["fields"])
    }
    distinct = [len(columns[name] - {None}) for name in step["items"]["distinct"]]
    return max(1, *(count for count in (*distinct, len(columns.get("place", ())))))


def _loose(scores: Scores, more: int) -> Scores:
    """Turns a complete set into bounds. Steps may restrict one another in ways that the card does
    not show, and feats are not known."""
    vectors = frozenset((*vector, *(0,) * more) for vector in scores.some)
    none = (0,) * more
    gap = scores.gap or _widest(scores)
    return Scores(vectors, (*scores.least, *none), (*scores.most, *none), gap, is_whole=False)


def _widest(scores: Scores) -> tuple[int, int] | None:
    """The widest gap that the bounds of two sides allow."""
    if len(scores.least) != 2:
        return None
    return scores.least[0] - scores.most[1], scores.most[0] - scores.least[1]
