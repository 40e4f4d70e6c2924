"""Events as clubs hold them, ready to be created. A comment names each value that no source gives.

The sources are those of the project's survey of club events; each value names its own.
"""

from typing import Final

from competition.event_shape import EventShape, StageShape
from competition.regulation import HouseRules
from scoring.core.format import best_of

KNOCK_OUT: Final = EventShape(
    # Savignano in piazza, 64 pairs in one evening (giornalesm.com, 2025): a knock-out in which the
    # losers of the first round play on in a "girone dei perdenti", prizes to the first eight.
    # A single game to 41 is the shorter of the two matches in use (pagat, Marafon-Beccaccino:
    # two games and la bella): six rounds of best of three would not be over by midnight.
    match=best_of(1, "marafon"),
    stages=(StageShape(format="consolation", options={"losers_of": [1], "places": 8}),),
)
GROUPS: Final = EventShape(
    # Groups, then a knock-out: Cinquecento of the Società Operaia (regolamento 2012). Four in a
    # group and two of each is our choice: no source gives the sizes.
    match=best_of(1, "marafon"),
    stages=(
        StageShape(format="groups", options={"group_size": 4}),
        StageShape(
            format="single_elimination",
            cut={"take": "of_each", "stage": 1, "of_each": 2},
            # "Two games, then la bella" (pagat, Marafon-Beccaccino).
            match=best_of(3, "marafon"),
        ),
    ),
)
DANESE: Final = EventShape(
    # The "formula danese" of burraco (puntiburraco.it): the first meets the second, the third the
    # fourth. The number of rounds is ours.
    match=best_of(1, "marafon"),
    stages=(StageShape(format="danese", options={"rounds": 6}),),
)
SARSINA: Final = EventShape(
    # The "mondiali" of Sarsina (ilrestodelcarlino.it 2023; corrierecesenate.it 2023-24;
    # corriereromagna.it 2025): a first evening "a figure" with one ranking by the total, the best
    # 32 pairs in a knock-out on the second; 20 euros a pair. What the first four
    # get is text: wording.presets.
    # How many hands a round has was not found: eight, about half an hour, can be changed.
    match={
        "games": [{"game": "marafon", "options": {"count": "figure"}, "hands": 8}],
        "wins": None,
    },
    stages=(
        StageShape(format="qualifying", options={"rounds": 3}),
        StageShape(
            format="single_elimination",
            cut={"take": "places", "stage": 1, "last": 32},
            match=best_of(1, "marafon"),
        ),
    ),
    capacity=128,
    rules=HouseRules(fee_cents=2000),
)
TRIONFO: Final = EventShape(
    # Trionfo, each of five for himself: a fixed number of hands, payments that sum to zero, the
    # highest total wins (the-card-club, games/trionfo). Ten hands, so that each deals twice, and
    # two sittings at new tables are ours.
    match={"games": [{"game": "trionfo", "hands": 10}], "wins": None},
    stages=(StageShape(format="sittings", options={"rounds": 2, "table_size": 5}),),
)

PRESETS: Final[dict[str, EventShape]] = {
    "knock_out": KNOCK_OUT,
    "groups": GROUPS,
    "danese": DANESE,
    "sarsina": SARSINA,
    "trionfo": TRIONFO,
}
"""By their codes, in the order in which they are offered."""
FIRST_EVENING: Final = {"sarsina": 1}
"""Of those that take several evenings: how many stages are played on the first."""
