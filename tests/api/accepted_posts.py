"""A request that is accepted for each POST of the API: the documented example in the hall of the
table of roles, or an event in which the operation can be done."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Final

from django.urls import resolve

from competition.hall.rescue import RescuedLine, write_rescue_text
from jobs.services import run
from tests.api.client import Program, openapi
from tests.api.test_examples import list_request_examples, put_ids
from tests.factories import NOW, make_event, owner_of
from tests.roles.hall import Hall
from tests.tournaments.evenings import evening, play_open
from tests.tournaments.steps import QUICK, entry_in, pairing
from tests.tournaments.test_rounds import swiss
from tests.tournaments.tied_event import make_tied_event
from tournaments.models import Club, Event, Player
from tournaments.services.events.events import (
    EventPlan,
    archive_event,
    cancel_event,
    create_event,
    finish_event,
)

PLAYERS: Final = [
    {"first_name": "Ivo", "last_name": "Neri"},
    {"first_name": "Ugo", "last_name": "Turci"},
]
REASON: Final = {"reason": "si è sbagliato"}
Accepted = tuple[str, Any]
"""The path below ``/api/v1/``, and the body; None: it takes none."""


def make_accepted_request(name: str, hall: Hall) -> Accepted:
    """What the owner of the club sends to the operation of this name."""
    if name in SCENES:
        club = Club.objects.get(pk=str(hall.names["club_id"]))
        owner = Program()
        owner.client = hall.clients["W"]
        return SCENES[name](club, owner)
    path, example = _find_examples(hall)[name]
    return path, put_ids(example, hall)


def _find_examples(hall: Hall) -> dict[str, Accepted]:
    """The paths of all POSTs and their documented examples, by the names of the operations."""
    bodies = {path: body for label, path, body in list_request_examples() if _is_post(label)}
    found = {}
    for template, operations in openapi()["paths"].items():
        if "post" in operations:
            path = template.format(**hall.names)
            name = f"api:{resolve(path).url_name}"
            found[name] = path.removeprefix("/api/v1/"), bodies.get(template)
    return found


def _is_post(label: str) -> bool:
    return label.startswith("post ")


def _draft(club: Club) -> Event:
    plan = EventPlan(name="Maraffa", date=NOW.date(), match_format=QUICK)
    return create_event(club=club, plan=plan, actor=owner_of(club), now=NOW)


def _open(club: Club, **plan: Any) -> Event:
    return make_event(club=club, drawn=False, **plan)


def _finished(club: Club) -> Event:
    event = evening("single_elimination", 4, club=club)
    play_open(event.stages.get(), Random(1))
    return finish_event(event=event, actor=owner_of(club), now=NOW)


def _first_entry(event: Event) -> int:
    return event.entries.earliest("pk").pk


def _first_stage(event: Event) -> int:
    return event.stages.get(number=1).pk


def _played_round(club: Club) -> Event:
    """A Swiss of eight whose first round is played."""
    event = evening("swiss", 8, club=club, options={"rounds": 3})
    play_open(event.stages.get(), Random(1))
    return event


def _pair_next_round(owner: Program, stage: int) -> None:
    run(job_id=owner.write(f"stages/{stage}/rounds/")["id"], attempt=1)


def _undo_change(club: Club, owner: Program) -> Accepted:
    event = make_event(club=club, pairs=5, match_format=QUICK)
    stage = event.stages.get()
    entries = [entry_in(event, code, 0) for code in ("main-1-2", "main-1-3")]
    swap = {"entries": entries, "version": stage.version, "agreed": True, **REASON}
    owner.write(f"stages/{stage.pk}/rounds/swap/", swap)
    (change,) = owner.read(f"stages/{stage.pk}/changes/")["results"]
    return f"changes/{change['id']}/undo/", REASON


def _call_off_draw(club: Club, owner: Program) -> Accepted:
    draw = owner.write(f"stages/{_first_stage(_open(club))}/draws/", {})
    return f"draws/{draw['id']}/call-off/", REASON


def _choose_group(club: Club, owner: Program) -> Accepted:
    event = _open(club, pairs=7, format="qualifying", options={"groups": 2, "rounds": 3})
    return f"entries/{_first_entry(event)}/group/", {"group": 2}


def _refund(club: Club, owner: Program) -> Accepted:
    entry = f"entries/{_first_entry(_open(club))}/payments/"
    owner.write(entry, {"cents": 2000})
    return f"{entry}refunds/", {"cents": 500, **REASON}


def _replace_entry(club: Club, owner: Program) -> Accepted:
    event = make_event(club=club, running=False)
    return f"entries/{_first_entry(event)}/replace/", {"players": PLAYERS, **REASON}


def _give_waiting_place(club: Club, owner: Program) -> Accepted:
    event = make_event(club=club, pairs=5, capacity=4, running=False)
    return f"entries/{_first_entry(event)}/waiting-place/", REASON


def _archived(club: Club) -> Event:
    return archive_event(event=_finished(club), actor=owner_of(club), now=NOW)


def _finish(club: Club, owner: Program) -> Accepted:
    event = evening("single_elimination", 4, club=club)
    play_open(event.stages.get(), Random(1))
    return f"events/{event.pk}/finish/", None


def _hold_after_all(club: Club, owner: Program) -> Accepted:
    event = _open(club)
    cancel_event(event=event, reason="neve", actor=owner_of(club), now=NOW)
    return f"events/{event.pk}/hold-after-all/", None


def _take_points(club: Club, owner: Program) -> Accepted:
    event = swiss(4, club=club)
    body = {"entry": _first_entry(event), "stage": _first_stage(event), "points": 2, **REASON}
    return f"events/{event.pk}/penalties/", body


def _take_rescued_lines(club: Club, owner: Program) -> Accepted:
    event = make_event(club=club)
    match = pairing(event, "main-1-1").match_id
    assert match is not None
    line = RescuedLine("K4D9", match, 0, "hand", {"points": [4, None]}, NOW)
    body = {"text": write_rescue_text([line])}
    return f"events/{event.pk}/sheet-conflicts/rescued-lines/", body


def _undo(club: Club, owner: Program) -> Accepted:
    event = _open(club)
    done = owner.post(f"entries/{_first_entry(event)}/present/", {"present": True})
    return f"events/{event.pk}/undo/", {"token": done["Undo-Token"]}


def _merge_players(club: Club, owner: Program) -> Accepted:
    twin = Player.objects.create(club=club, first_name="Loris", last_name="Zofoli")
    kept = club.players.exclude(pk=twin.pk).earliest("pk")
    return f"players/{twin.pk}/merge/", {"into": kept.pk}


def _draw_lots(club: Club, owner: Program) -> Accepted:
    return f"stages/{_first_stage(make_tied_event(club, level='lots'))}/lots/", None


def _call_play_offs(club: Club, owner: Program) -> Accepted:
    return f"stages/{_first_stage(make_tied_event(club, level='play_off'))}/play-offs/", None


def _enter_late(club: Club, owner: Program) -> Accepted:
    return f"stages/{_first_stage(_played_round(club))}/entries/", {"players": PLAYERS}


def _wish(club: Club, owner: Program) -> Accepted:
    event = _played_round(club)
    entries = [entry.pk for entry in event.entries.order_by("pk")[:2]]
    body = {"kind": "forbidden", "entries": entries, **REASON}
    return f"stages/{_first_stage(event)}/wishes/", body


def _swap_in_round(club: Club, owner: Program) -> Accepted:
    event = _played_round(club)
    stage = _first_stage(event)
    _pair_next_round(owner, stage)
    last_round = event.pairings.filter(round__number=2).order_by("pk")
    entries = [each.slots.get(side=0).entry_id for each in last_round[:2]]
    version = owner.read(f"stages/{stage}/")["version"]
    body = {"entries": entries, "version": version, "agreed": True, **REASON}
    return f"stages/{stage}/rounds/swap/", body


def _take_round_back(club: Club, owner: Program) -> Accepted:
    stage = _first_stage(_played_round(club))
    _pair_next_round(owner, stage)
    return f"stages/{stage}/rounds/take-back/", REASON


Scene = Callable[[Club, Program], Accepted]
SCENES: Final[Mapping[str, Scene]] = {
    "api:change-undo": _undo_change,
    "api:draw-call-off": _call_off_draw,
    "api:entry-group": _choose_group,
    "api:entry-payment-refunds": _refund,
    "api:entry-replace": _replace_entry,
    "api:entry-seed": lambda club, _: (f"entries/{_first_entry(_open(club))}/seed/", {"seed": 1}),
    "api:event-archive": lambda club, _: (f"events/{_finished(club).pk}/archive/", None),
    "api:event-conflict-rescued-lines": _take_rescued_lines,
    "api:event-draw": lambda club, _: (f"events/{_open(club).pk}/draw/", {"word": "Romagna"}),
    "api:event-entry-bulk": lambda club, _: (
        f"events/{_open(club).pk}/entries/bulk/",
        {"entries": [{"players": PLAYERS}]},
    ),
    "api:event-entry-list": lambda club, _: (
        f"events/{_open(club).pk}/entries/",
        {"players": PLAYERS},
    ),
    "api:event-finish": _finish,
    "api:event-hold-after-all": _hold_after_all,
    "api:event-open": lambda club, _: (f"events/{_draft(club).pk}/open/", None),
    "api:event-penalty-list": _take_points,
    "api:event-reopen": lambda club, _: (f"events/{_finished(club).pk}/reopen/", None),
    "api:event-restore": lambda club, _: (f"events/{_archived(club).pk}/restore/", None),
    "api:event-start": lambda club, _: (
        f"events/{make_event(club=club, running=False).pk}/start/",
        None,
    ),
    "api:event-undo": _undo,
    "api:player-merge": _merge_players,
    "api:stage-draws": lambda club, _: (f"stages/{_first_stage(_open(club))}/draws/", {}),
    "api:stage-entry-list": _enter_late,
    "api:stage-lots": _draw_lots,
    "api:stage-play-off-list": _call_play_offs,
    "api:stage-round-list": lambda club, _: (
        f"stages/{_first_stage(_played_round(club))}/rounds/",
        None,
    ),
    "api:stage-round-swap": _swap_in_round,
    "api:stage-round-take-back": _take_round_back,
    "api:stage-wish-list": _wish,
    "api:waiting-place-list": _give_waiting_place,
}
"""The operations that the hall cannot do: it has a running knock-out only."""
