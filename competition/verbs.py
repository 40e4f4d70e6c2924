"""The verbs of the command line, each with the schema of its documents and an example."""

from collections.abc import Mapping
from typing import Any

from competition.documents.draws import DrawRequest, RecordDocument, draw, verify
from competition.documents.plans import PlanDocument, plan
from competition.documents.rankings import RankDocument, rank
from competition.documents.rounds import RoundRequest, pair
from competition.draw.coin import toss
from competition.draw.commitment import VERSION, commitment
from kernel.json_lines import Document, Verb

SECRET = "5f" * 32
WORD = "Tombola"
ENTRIES: list[dict[str, Any]] = [
    {"id": "anna", "seed": 1, "club": "Savio"},
    {"id": "bice", "seed": 2, "club": "Cervia"},
    {"id": "carla", "seed": None, "club": "Savio"},
    {"id": "dora", "seed": None, "club": None},
]


def draw_example() -> Document:
    """Four entries for a knock-out."""
    return {
        "seed": toss(SECRET, WORD),
        "format": "single_elimination",
        "options": {},
        "entries": ENTRIES,
        "constraints": {},
    }


def record_example() -> Document:
    """The same draw as its record is published, with the secret of its commitment."""
    constraints: Mapping[str, Any] = {}
    example_commitment = commitment(
        secret=SECRET,
        entries=ENTRIES,
        constraints=constraints,
        format_="single_elimination",
        version=VERSION,
    )
    return {
        "secret": SECRET,
        "word": WORD,
        "format": "single_elimination",
        "options": {},
        "entries": ENTRIES,
        "constraints": constraints,
        "version": VERSION,
        "commitment": example_commitment,
        "order": draw(draw_example())["order"],
    }


def plan_example() -> Document:
    """A bracket of four."""
    names = [entry["id"] for entry in ENTRIES]
    return {"format": "single_elimination", "options": {"third_place": True}, "entries": names}


def pair_example() -> Document:
    """The second round of a Swiss event."""
    return {
        "format": "swiss",
        "options": {},
        "entries": [
            {"id": "anna", "seed": 1, "points": 2, "met": ["carla"]},
            {"id": "bice", "seed": 2, "points": 2, "met": ["dora"]},
            {"id": "carla", "seed": 3, "points": 0, "met": ["anna"]},
            {"id": "dora", "seed": 4, "points": 0, "met": ["bice"]},
        ],
    }


def rank_example() -> Document:
    """Two entries that are tied on match points."""
    return {
        "metrics": ["match_points", "mini_table", "lots"],
        "entries": ["anna", "bice", "carla"],
        "results": [
            {"round": 1, "slots": ["anna", "bice"], "score": [2, 0], "points": [41, 31]},
            {"round": 2, "slots": ["bice", "carla"], "score": [2, 0], "points": [41, 39]},
            {"round": 3, "slots": ["carla", "anna"], "score": [0, 2], "points": [35, 41]},
        ],
    }


VERBS = {
    "draw": Verb(draw, "the order that a seed gives", DrawRequest.model_json_schema, draw_example),
    "verify": Verb(
        verify,
        "whether a published draw is what its record says",
        RecordDocument.model_json_schema,
        record_example,
    ),
    "plan": Verb(
        plan, "the pairings of a drawn order", PlanDocument.model_json_schema, plan_example
    ),
    "pair": Verb(pair, "the next round", RoundRequest.model_json_schema, pair_example),
    "rank": Verb(
        rank,
        "a ranking, and why each stands above the next",
        RankDocument.model_json_schema,
        rank_example,
    ),
}
