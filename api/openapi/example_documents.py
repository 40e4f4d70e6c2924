"""Examples written by hand, of the documents that programs use most: what can be made from a schema
alone is valid, but says nothing."""

from collections.abc import Mapping
from typing import Any, Final

EVENT_ID: Final = "0d4ee3a2-7f43-4b0e-9c55-6a0f4f1b8a10"
MOMENT: Final = "2026-12-13T20:30:00+01:00"
_CALLED_AT: Final = "2026-12-13T20:21:00+01:00"
_FIRST_DIGEST: Final = 64 * "0"
"""What the first line of a sheet follows."""
_DIGEST: Final = "5f0c2b7e9a4d4f3c" * 4
_KINDS_NEXT: Final = (
    *("hand", "redeal", "claim", "penalty", "forfeit", "award"),
    *("amend", "strike"),
)
_STATE: Final = {
    "games": [
        {"totals": [7, 4], "running": [[7, 4]], "hands": 1, "winner": None, "why": None},
    ],
    "wins": [0, 0],
    "winner": None,
    "sum": [7, 4],
    "over": False,
    "turn": None,
    "next": list(_KINDS_NEXT),
    "signed": [],
}
"""After one hand of the first game."""
_ZOLI: Final = {"id": 17, "players": ["Loris Zoli", "Ivo Rossi"], "short": "Zoli – Rossi"}
_BALDI: Final = {"id": 18, "players": ["Anna Baldi", "Rita Fabbri"], "short": "Baldi – Fabbri"}
_FORMAT: Final = {
    "name": "round_robin",
    "label": "All against all",
    "summary": "everybody meets everybody.",
    "needs_a_winner": False,
    "least": 2,
    "most": 300,
    "metrics": ["match_points", "mini_table", "games_difference", "points_difference"],
}
_FIRST_PLACE: Final = {
    "entry": 17,
    "players": _ZOLI["players"],
    "short": _ZOLI["short"],
    "club_name": "Circolo Arci Ravenna",
    "first": 1,
    "last": 1,
    "first_place": 1,
    "last_place": 1,
    "still_in": False,
    "points": 9,
    "values": {"match_points": 9, "points_difference": 31},
    "why": {
        "code": "above_by",
        "params": {"metric": "match_points", "mine": 9, "theirs": 6},
        "sentence": "Ahead by match points: 9 to 6.",
    },
}
_SECOND_PLACE: Final = {
    **_FIRST_PLACE,
    "entry": 18,
    "players": _BALDI["players"],
    "short": _BALDI["short"],
    "club_name": "",
    "first": 2,
    "last": 2,
    "first_place": 2,
    "last_place": 2,
    "points": 6,
    "values": {"match_points": 6, "points_difference": 12},
    "why": {"code": "last", "params": {}, "sentence": "Last of the ranking."},
}
_WORDS: Final = {
    "legs": {
        "label": "How often they meet",
        "help": "Twice: home and away, with the sides reversed.",
        "choices": {"1": "Once", "2": "Twice"},
    }
}

DOCUMENTS: Final[Mapping[str, Any]] = {
    # What is sent.
    "MarafonRecord": {"points": [7, 4]},
    "HandLineRequest": {"kind": "hand", "data": {"points": [7, 4]}, "version": 0},
    "AmendLineRequest": {
        "kind": "amend",
        "data": {"line": 1, "data": {"points": [6, 5]}, "reason": "Counted again."},
        "version": 1,
        "agreed": True,
    },
    "StrikeLineRequest": {
        "kind": "strike",
        "data": {"line": 1, "reason": "Of another table."},
        "version": 1,
        "agreed": True,
    },
    "TotalLineRequest": {"kind": "total", "data": {"totals": [41, 28]}, "version": 0},
    "SignLineRequest": {"kind": "sign", "data": {"side": 0}, "version": 9},
    "TypedCodeRequest": {"code": "K7M 4PX"},
    "PrizeRequest": {"first": 1, "last": 1, "text": "A ham"},
    "SupposedResultRequest": {"pairing": 31, "winner": 0},
    # What is answered.
    "HandLine": {
        "n": 1,
        "kind": "hand",
        "data": {"points": [7, 4]},
        "author": {"kind": "PROGRAM", "id": "a55d6f82a8a19ec9", "device": ""},
        "key": "hand-1",
        "made_at": MOMENT,
        "arrived_at": MOMENT,
        "previous": _FIRST_DIGEST,
        "digest": _DIGEST,
        "reading": {
            "game": 0,
            "before": [0, 0],
            "after": [7, 4],
            "parts": [{"rule": "cards", "points": [7, 4]}],
            "ended": False,
            "amended_by": None,
            "struck_by": None,
            "superseded_by": None,
            "set_aside_by": None,
            "own_game": None,
        },
    },
    "StateDocument": _STATE,
    "MatchDocument": {
        "id": 31,
        "event": EVENT_ID,
        "pairing": 31,
        "code": "main-1-1",
        "table": 1,
        "round": {"id": 5, "title": "Semifinals"},
        "sides": [{"side": 0, "entries": [_ZOLI]}, {"side": 1, "entries": [_BALDI]}],
        "seats": [
            {"seat": 0, "side": 0, "player": 33, "first_name": "Loris", "last_name": "Zoli"},
            {"seat": 1, "side": 1, "player": 35, "first_name": "Anna", "last_name": "Baldi"},
            {"seat": 2, "side": 0, "player": 34, "first_name": "Ivo", "last_name": "Rossi"},
            {"seat": 3, "side": 1, "player": 36, "first_name": "Rita", "last_name": "Fabbri"},
        ],
        "games": ["Game 1", "Game 2", "La bella"],
        "format": {"games": 3 * [{"game": "marafon", "options": {"target": 41}}], "wins": 2},
        "status": "OPEN",
        "version": 1,
        "state": _STATE,
        "set_aside": None,
    },
    "MatchRow": {
        "id": 31,
        "event": EVENT_ID,
        "pairing": 31,
        "code": "main-1-1",
        "stage": 3,
        "group": 1,
        "round": 5,
        "round_number": 2,
        "table": 1,
        "state": "CALLED",
        "status": "OPEN",
        "version": 1,
        "sides": [{"side": 0, "entry": _ZOLI}, {"side": 1, "entry": _BALDI}],
        "winner_side": None,
        "games_won": [0, 0],
        "games": [[7, 4]],
        "points": [7, 4],
        "hands": 1,
        "called_at": _CALLED_AT,
        "decided_at": None,
        "last_line_at": MOMENT,
        "seconds_a_hand": 540,
    },
    "PlaceDocument": _FIRST_PLACE,
    "StandingsDocument": {
        "event": EVENT_ID,
        "version": 42,
        "winner": 17,
        "winner_entry": 17,
        "rows": [_FIRST_PLACE, _SECOND_PLACE],
    },
    "FormatDetail": {
        **_FORMAT,
        "defaults": {"groups": 1, "grouping": "drawn", "legs": 1},
        "options": {
            "type": "object",
            "additionalProperties": False,
            "properties": {
                "groups": {"type": "integer", "minimum": 1, "maximum": 64, "default": 1},
                "grouping": {"type": "string", "enum": ["drawn", "snake"], "default": "drawn"},
                "legs": {"type": "integer", "minimum": 1, "maximum": 2, "default": 1},
            },
        },
        "words": _WORDS,
    },
    "Club": {"id": 1, "slug": "arci-ravenna", "name": "Circolo Arci Ravenna"},
    "Venue": {"id": 2, "club": 1, "name": "Sala grande", "address": "Via Mazzini 1, Ravenna"},
    "Player": {
        "id": 33,
        "club": 1,
        "name": "Loris Zoli",
        "first_name": "Loris",
        "last_name": "Zoli",
    },
    "EventPlayer": {
        "id": 33,
        "event": EVENT_ID,
        "entry": 17,
        "name": "Loris Zoli",
        "first_name": "Loris",
        "last_name": "Zoli",
    },
    "Format": _FORMAT,
    "Rulebook": {"name": "marafon", "seats": 4, "sides": 2, "turn": "caller"},
    "Job": {
        "id": "de1de0d9-e309-4f3d-be0d-a8d4e0878402",
        "kind": "draw",
        "event": EVENT_ID,
        "state": "RUNNING",
        "done": 12,
        "total": 64,
        "message": None,
        "attempt": 1,
        "queued_at": MOMENT,
        "ended_at": None,
        "problem": None,
    },
}
"""By the name of the component."""
LISTS: Final[Mapping[str, Any]] = {
    "PlayerNameRequest": [
        {"first_name": "Loris", "last_name": "Zoli"},
        {"first_name": "Ivo", "last_name": "Rossi"},
    ],
}
"""By the name of the component of which a list has several."""
