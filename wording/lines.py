"""A line of a sheet in words: 10 to 4, line 15 becomes 4 to 10, the signature of a side."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from rules.contract import Part
from wording.games import GAMES
from wording.numbers import against, score
from wording.params import side_word

Parts = Sequence[Part]


def line_words(
    kind: str, data: Mapping[str, Any], parts: Parts, sides: Sequence[str], unit: str
) -> str:
    """What a line says. ``parts`` are what it added, by rule; a line that does not count has none,
    and is read from its data."""
    return _KINDS[kind](data, parts, sides, unit)


def hand_notes(parts: Parts, sides: Sequence[str]) -> list[str]:
    """What stands beside the numbers of a hand: "marafona of Zoffoli – Casadei"."""
    return [_part_words(part, sides) for part in parts if part.rule in _EXTRA]


_EXTRA = {rule: words for game in GAMES.values() for rule, words in game.parts.items()}
_EXTRA.pop("cards")


def _part_words(part: Part, sides: Sequence[str]) -> str:
    side = next((side for side, points in enumerate(part.points) if points), 0)
    return str(_EXTRA[part.rule]) % {"side": side_word(side, sides)}


def _hand(data: Mapping[str, Any], parts: Parts, sides: Sequence[str], unit: str) -> str:
    if not parts:
        return _hand_as_written(data, sides)
    totals = [sum(column) for column in zip(*(part.points for part in parts), strict=True)]
    return "; ".join((against(totals, unit), *hand_notes(parts, sides)))


def _hand_as_written(data: Mapping[str, Any], sides: Sequence[str]) -> str:
    """A hand that was struck, or that a correction brings: the numbers as they were written."""
    if "play" in data:
        return _("a hand written card by card")
    for field, whole in (("points", 11), ("thirds", 35)):
        pair = data.get(field)
        if pair:
            ours = whole - pair[1] if pair[0] is None else pair[0]
            said = against([ours, whole - ours], field)
            break
    else:
        return _("a hand")
    if data.get("marafona") is None:
        return said
    marafona = _("marafona of %(side)s") % {"side": side_word(data["marafona"], sides)}
    return f"{said}; {marafona}"


def _redeal(data: Mapping[str, Any], parts: Parts, sides: Sequence[str], unit: str) -> str:
    return _("Dealt again")


def _claim(data: Mapping[str, Any], parts: Parts, sides: Sequence[str], unit: str) -> str:
    params = {
        "side": side_word(data.get("side"), sides),
        "count": score(data.get("thirds") or 0, "thirds"),
    }
    return _("%(side)s claims, with %(count)s in this hand") % params


def _penalty(data: Mapping[str, Any], parts: Parts, sides: Sequence[str], unit: str) -> str:
    return _("Penalty: %(points)s off %(side)s") % _given(data, sides, unit)


def _award(data: Mapping[str, Any], parts: Parts, sides: Sequence[str], unit: str) -> str:
    return _("Award: %(points)s to %(side)s") % _given(data, sides, unit)


def _given(data: Mapping[str, Any], sides: Sequence[str], unit: str) -> dict[str, str]:
    return {
        "points": score(data.get("points") or 0, unit),
        "side": side_word(data.get("side"), sides),
    }


def _forfeit(data: Mapping[str, Any], parts: Parts, sides: Sequence[str], unit: str) -> str:
    params = {"side": side_word(data.get("side"), sides)}
    if data.get("of") == "game":
        return _("%(side)s forfeits the game") % params
    return _("%(side)s forfeits the match") % params


def _amend(data: Mapping[str, Any], parts: Parts, sides: Sequence[str], unit: str) -> str:
    new = data.get("data") or {}
    params = {"line": data.get("line"), "new": _content(new, sides, unit)}
    return _("Line %(line)s becomes %(new)s") % params


def _content(data: Mapping[str, Any], sides: Sequence[str], unit: str) -> str:
    """New content of a line whose kind is told by its fields."""
    if "of" in data:
        return _forfeit(data, (), sides, unit)
    if "side" in data and "thirds" in data:
        return _claim(data, (), sides, unit)
    if "side" in data:
        params = _given(data, sides, unit)
        return _("%(points)s for %(side)s") % params
    return _hand_as_written(data, sides)


def _strike(data: Mapping[str, Any], parts: Parts, sides: Sequence[str], unit: str) -> str:
    return _("Line %(line)s does not count") % {"line": data.get("line")}


def _sign(data: Mapping[str, Any], parts: Parts, sides: Sequence[str], unit: str) -> str:
    return _("Signature of %(side)s") % {"side": side_word(data.get("side"), sides)}


def _reopen(data: Mapping[str, Any], parts: Parts, sides: Sequence[str], unit: str) -> str:
    return _("The referee opens the match again")


_KINDS: dict[str, Callable[[Mapping[str, Any], Parts, Sequence[str], str], str]] = {
    "hand": _hand,
    "redeal": _redeal,
    "claim": _claim,
    "penalty": _penalty,
    "award": _award,
    "forfeit": _forfeit,
    "amend": _amend,
    "strike": _strike,
    "sign": _sign,
    "reopen": _reopen,
}
