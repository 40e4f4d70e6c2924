"""An event with entries tied at the cut of its second stage, which waits for their lots."""

from tests.factories import NOW, draw_now, make_event, owner_of
from tests.tournaments.steps import QUICK, pairing, win
from tournaments.models import Club, Event
from tournaments.services.events.events import start_play
from tournaments.services.events.stages import StagePlan, add_stage


def make_tied_event(club: Club, last: int = 3, pairs: int = 4, **cut_options: object) -> Event:
    """One round of qualifying, all shutouts: half of the pairs are tied above and half below; the
    first ``last`` advance to a knock-out in which nobody is seeded."""
    event = make_event(
        club=club,
        pairs=pairs,
        drawn=False,
        match_format=QUICK,
        format="qualifying",
        options={"rounds": 1},
    )
    cut = {"take": "places", "stage": 1, "last": last, "seeded": 0, **cut_options}
    plan = StagePlan("single_elimination", cut, match_format=QUICK)
    add_stage(event=event, plan=plan, actor=owner_of(club), now=NOW)
    event = start_play(event=draw_now(event), actor=owner_of(club), now=NOW)
    for table in range(1, pairs // 2 + 1):
        win(pairing(event, f"r1t{table}"))
    return event
