"""The columns of a match that follow from its lines."""

from typing import Any, Final

from scoring.core.state import MatchState
from scoring.models import Match

DERIVED: Final = ("state", "winner", "begun", "signed", "version", "head", "snapshot", "tally")


def derive_columns(state: MatchState, version: int, head: str) -> dict[str, Any]:
    """The derived columns of a match in this state, by name; ``version`` and ``head`` are those of
    its last line."""
    if not state.over:
        match_state = Match.State.OPEN
    elif state.winner is None:
        match_state = Match.State.DRAWN
    else:
        match_state = Match.State.WON
    tally: dict[str, Any] | None = None
    if state.over:
        tally = {
            "sum": list(state.sum),
            "wins": list(state.wins),
            "hands": state.hands,
            "feats": {word: list(by_side) for word, by_side in sorted(state.feats.items())},
            "forfeit": state.by_forfeit,
        }
        # The tally of a match that was played out hand by hand has none of these keys: ``verify``
        # compares tallies as they are stored.
        if not state.hands_known:
            tally["hands_known"] = False
        if state.games_only:
            tally["games_only"] = True
        if state.unfinished is not None:
            tally["unfinished"] = state.unfinished.as_json()
    return {
        "state": match_state,
        "winner": state.winner,
        "begun": state.begun,
        # Nothing but a reopening is possible on a sheet that is signed completely.
        "signed": state.next == ("reopen",),
        "version": version,
        "head": head,
        "snapshot": build_snapshot(state),
        "tally": tally,
    }


def build_snapshot(state: MatchState) -> dict[str, Any]:
    """The state as the match keeps it."""
    return {**state.as_json(), "signed": list(state.signed)}
