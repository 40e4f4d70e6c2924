"""Makes a large Swiss after nine rounds in this installation, and two first rounds, a small and a
large one; prints what a ranking and a stored result cost, and where the ranking is asked for."""

import json
import sys
from random import Random
from statistics import median
from time import process_time
from typing import Any

import django

django.setup()

from django.utils import timezone  # noqa: E402

from accounts.actors import Actor, TokenAccess  # noqa: E402
from accounts.models import User  # noqa: E402
from accounts.services import make_token  # noqa: E402
from api.serializers.rankings import build_ranking_document  # noqa: E402
from bench.events import open_event  # noqa: E402
from bench.figures import measure_cpu_seconds  # noqa: E402
from competition.plan import PlannedPairing, Seated  # noqa: E402
from config.memory import settle  # noqa: E402
from scoring.acts import Act  # noqa: E402
from scoring.models import Match  # noqa: E402
from tournaments.models import Event, Pairing, Role, Stage, Table  # noqa: E402
from tournaments.selectors.standings.rankings import load_ranking  # noqa: E402
from tournaments.selectors.standings.standings import load_standings_of_event  # noqa: E402
from tournaments.services.events.events import start_play  # noqa: E402
from tournaments.services.pairings.creation import make_pairings  # noqa: E402
from tournaments.services.results.sheets import record_line  # noqa: E402
from tournaments.tasks import draw_here  # noqa: E402

ROUNDS = 9
TABLES = 20
RESULTS = 20
QUICK = {"games": [{"game": "marafon", "options": {"target": 11}}], "wins": 1}


def main() -> None:
    pairs, *fields = map(int, sys.argv[1:])
    event, _actor = swiss(pairs, ROUNDS)
    stage = event.stages.get()
    play_rounds(stage, Random(9))
    user = User.objects.create_user("bench@example.com")
    Role.objects.create(club=event.club, user=user, kind=Role.Kind.ORGANIZER)
    _, secret = make_token(user=user, name="bench", access=TokenAccess.ORGANIZE)
    settle()
    costs = {
        "placings": measure_cpu_seconds(lambda: load_ranking(stage).placings),
        "standings": measure_cpu_seconds(lambda: load_standings_of_event(event)),
        "ranking": measure_cpu_seconds(lambda: build_ranking_document(stage)),
    }
    said = {"event": str(event.pk), "stage": stage.pk, "token": secret, "costs": costs}
    print(json.dumps({**said, "results": measure_stored_results(fields)}))


def swiss(pairs: int, rounds: int, tables: int = 0) -> tuple[Event, Actor]:
    """A started Swiss stage of this number of pairs."""
    event, actor = open_event(pairs, Random(pairs))
    Stage.objects.filter(event=event).update(
        format="swiss", options={"rounds": rounds}, match_format=QUICK
    )
    Table.objects.bulk_create(Table(event=event, number=n + 1) for n in range(tables))
    draw_here(stage=event.stages.get(), word="Romagna", actor=actor, now=timezone.now())
    return start_play(event=event, actor=actor, now=timezone.now()), actor


def play_rounds(stage: Stage, random: Random) -> None:
    """Decides the first round and eight more that chance has paired. The rows are written at once,
    as the services would have left them."""
    entries: list[int] = list(stage.event.entries.order_by("pk").values_list("pk", flat=True))
    for number in range(2, ROUNDS + 1):
        random.shuffle(entries)
        met = zip(entries[::2], entries[1::2], strict=True)
        plan = []
        for table, (one, other) in enumerate(met, start=1):
            slots = (Seated(one), Seated(other))
            plan.append(PlannedPairing(f"r{number}t{table}", "main", number, slots))
        make_pairings(stage=stage, plan=plan)
    Pairing.objects.filter(round__group__stage=stage).update(state=Pairing.State.DECIDED)
    matches = list(Match.objects.filter(pairing__round__group__stage=stage))
    for match in matches:
        match.state, match.winner, match.version, match.begun = "WON", random.randrange(2), 1, True
        match.tally = tally(match.winner, random)
    fields = ["state", "winner", "version", "begun", "tally"]
    Match.objects.bulk_update(matches, fields, batch_size=500)


def tally(winner: int, random: Random) -> dict[str, Any]:
    totals = [41, random.randrange(41)]
    wins = [1, 0]
    if winner == 1:
        totals.reverse()
        wins.reverse()
    return {
        "sum": totals,
        "wins": wins,
        "feats": {},
        "hands": random.randrange(4, 9),
        "forfeit": False,
    }


def measure_stored_results(fields: list[int]) -> list[float]:
    """The CPU seconds of a result, by field, turn and turn about; tables are called meanwhile."""
    events = [swiss(pairs, 3, TABLES) for pairs in fields]
    seconds: list[list[float]] = [[] for _ in fields]
    for turn in range(RESULTS):
        for (event, actor), taken in zip(events, seconds, strict=True):
            match = event.pairings.filter(state=Pairing.State.CALLED).earliest("pk").match_id or 0
            act = Act("hand", {"points": [11, None]}, f"turn-{turn}", 0, "", timezone.now())
            began = process_time()
            record_line(match_id=match, act=act, actor=actor, now=timezone.now())
            taken.append(process_time() - began)
    return [median(taken[2:]) for taken in seconds]


if __name__ == "__main__":
    main()
