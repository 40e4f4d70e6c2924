"""The kinds of long work of tournaments."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from celery import shared_task
from django.conf import settings
from django.utils import timezone

from accounts.actors import Actor
from competition.draw.coin import Coin
from competition.draw.constraints import Constraints
from competition.entry_lists.table import ListTable
from competition.formats import format_named
from competition.plan import Entrant, PlannedPairing
from competition.stages.drawing import LOTS, draw_order
from competition.stages.stage import in_group, order_as_json, plan_stage
from jobs.registry import register
from tournaments.models import Draw, Stage
from tournaments.permissions import Right, check
from tournaments.selectors.standings.fields import load_fields
from tournaments.services.draws.draws import (
    KIND,
    Drawn,
    make_draw_arguments,
    prepare_draw,
    prepare_lots,
    say_word,
    store_draw,
)
from tournaments.services.registration import imports
from tournaments.services.registration.imports import read_import, store_import
from tournaments.services.rounds import next_round
from tournaments.services.standings import outlooks
from tournaments.services.table_queue import call_for_the_day
from tournaments.services.trust.anchors import anchor_due_events, load_signing_key


def compute_draw(arguments: Mapping[str, Any], report: Callable[[int, int], None]) -> Drawn:
    """The order and the plan, from the arguments alone: every attempt draws the same."""
    entrants = [Entrant(**entry) for entry in arguments["entries"]]
    # Lots are an order alone: no pairings follow from them.
    order = draw_order(
        arguments["format"],
        arguments["options"],
        entrants,
        constraints=Constraints(**arguments["constraints"]),
        coin=Coin(arguments["seed"]),
        progress=report,
    )
    if arguments["format"] == LOTS:
        return order_as_json(order), ()
    format_ = format_named(arguments["format"])
    options = format_.options(arguments["options"])
    return order_as_json(order), plan_stage(format_, options, order, entrants)


def save_draw(arguments: Mapping[str, Any], drawn: Drawn) -> tuple[str, dict[str, Any]]:
    """Stores what was drawn; the message says how many were."""
    store_draw(arguments=arguments, drawn=drawn, now=timezone.now())
    return "drawn", {"entries": len(arguments["entries"])}


@shared_task(name="tournaments.call")
def call() -> None:
    """Calls what has waited for this day; asked for by beat."""
    call_for_the_day(now=timezone.now())


@shared_task(name="tournaments.anchor")
def anchor() -> None:
    """Anchors the events in which a draw was held or a round ended; asked for by beat, so that no
    request waits for it."""
    anchor_due_events(key=load_signing_key(settings.ANCHOR_KEY_FILE), now=timezone.now())


def draw_here(*, stage: Stage, word: str, actor: Actor, now: datetime, reason: str = "") -> Draw:
    """Commits to, holds and stores a draw in this process: for the demo, and where no worker is."""
    draw = prepare_draw(stage=stage, reason=reason, actor=actor, now=now)
    return _hold_here(draw, word, actor, now)


def lots_here(*, stage: Stage, word: str, actor: Actor, now: datetime) -> Draw:
    """Draws lots among those who are tied at a cut of the stage, in this process."""
    draw = prepare_lots(stage=stage, actor=actor, now=now)
    return _hold_here(draw, word, actor, now)


def _hold_here(draw: Draw, word: str, actor: Actor, now: datetime) -> Draw:
    draw = say_word(draw=draw, word=draw.word or word, actor=actor, now=now)
    arguments = make_draw_arguments(draw)
    drawn = compute_draw(arguments, lambda done, total: None)
    return store_draw(arguments=arguments, drawn=drawn, now=now)


def compute_import(arguments: Mapping[str, Any], report: Callable[[int, int], None]) -> ListTable:
    """The table of an uploaded file."""
    report(0, 1)
    return read_import(arguments)


def save_import(arguments: Mapping[str, Any], table: ListTable) -> tuple[str, dict[str, Any]]:
    """Keeps what was read; the message says how many rows."""
    store_import(arguments, table)
    return "list_read", {"rows": len(table.rows)}


def compute_round(
    arguments: Mapping[str, Any], report: Callable[[int, int], None]
) -> next_round.Computed:
    """The pairings of the next round, group by group, and what each was paired from: the
    results and entries as they are now; whether they still are is seen when it is stored."""
    stage = Stage.objects.select_related("event").get(pk=arguments["stage"])
    fields = load_fields(stage, arguments["number"])
    format_ = format_named(stage.format)
    options = format_.options(stage.options)
    plan: list[PlannedPairing] = []
    for group, field in enumerate(fields, start=1):
        report(group - 1, len(fields))
        paired = format_.next_round(field, options)
        # Only in a stage of several groups do the codes of pairings name the group.
        if len(fields) > 1:
            plan += [in_group(pairing, group) for pairing in paired]
        else:
            plan += paired
    return plan, fields


def save_round(
    arguments: Mapping[str, Any], computed: next_round.Computed
) -> tuple[str, dict[str, Any]]:
    """Stores the pairings of a round; the message says which."""
    next_round.store_round(arguments=arguments, computed=computed, now=timezone.now())
    return "paired", {"round": arguments["number"]}


def pair_here(*, stage: Stage, actor: Actor, now: datetime) -> None:
    """Pairs and stores the next round in this process: for the demo, and where no worker is."""
    check(actor, Right.MANAGE_EVENTS, club_id=stage.event.club_id, event=stage.event)
    # As the round is stored only if the version is still this one.
    stage.refresh_from_db(fields=["version"])
    number = next_round.get_next_number(stage)
    arguments = {"stage": stage.pk, "number": number, "version": stage.version}
    computed = compute_round(arguments, lambda done, total: None)
    next_round.store_round(arguments=arguments, computed=computed, now=now)


register(KIND, compute=compute_draw, store=save_draw)
register(next_round.KIND, compute=compute_round, store=save_round)
register(imports.KIND, compute=compute_import, store=save_import)
register(outlooks.KIND, compute=outlooks.compute_outlook, store=outlooks.store_outlook)
