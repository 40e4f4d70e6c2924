"""The columns of a match that follow from its lines."""

from typing import Any, Final

from scoring.core.state import MatchState
from scoring.models import Match

DERIVED: Final = ("state", "winner", "begun", "signed", "version", "head", "snapshot", "tally")


def derive_columns(state: MatchState, version: int, head: str) -> dict[str, Any]:
    """By name, what the columns of a match are by a state; ``version`` and ``head`` are those of
    its last line."""
    return {
        "state": _state_of(state),
        "winner": state.winner,
        "begun": state.begun,
        "signed": state.next == ("reopen",),
        "version": version,
        "head": head,
        "snapshot": build_snapshot(state),
        "tally": _make_tally(state) if state.over else None,
    }


def build_snapshot(state: MatchState) -> dict[str, Any]:
    """The state as the match keeps it."""
    return {**state.as_json(), "signed": list(state.signed)}


def _state_of(state: MatchState) -> str:
    if not state.over:
        return Match.State.OPEN
    return Match.State.DRAWN if state.winner is None else Match.State.WON


def _make_tally(state: MatchState) -> dict[str, Any]:
    return {
        "sum": list(state.sum),
        "wins": list(state.wins),
        "hands": state.hands,
        "feats": {word: list(times) for word, times in sorted(state.feats.items())},
        "forfeit": state.by_forfeit,
        **({} if state.unfinished is None else {"unfinished": state.unfinished.as_json()}),
    }
