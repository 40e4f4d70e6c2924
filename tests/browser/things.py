"""What a demo lacks: an event in every state, lists, an invitation, work that goes on and work that
failed. Run in the server, by ``manage.py shell``; prints what stands in the addresses of all this.
"""

import json
import sys
from datetime import timedelta
from random import Random

from django.db import connection
from django.utils import timezone

from accounts.actors import SYSTEM
from api.authentication import make_device_actor
from competition.entry_lists.files import read_file
from jobs.models import Job
from live.vocabulary import FOR_WEBHOOKS
from scoring.acts import Act
from tests.browser.corrected import correct
from tournaments.demo import demo_pairs
from tournaments.models import Draw, EntryImport, Event, Pairing, TableCode
from tournaments.playing import play_out
from tournaments.services.club.invitations import invite
from tournaments.services.decisions.protests import file_protest
from tournaments.services.draws.draws import KIND as DRAWING
from tournaments.services.draws.draws import call_off_draw, prepare_draw, say_word
from tournaments.services.events.events import (
    EventPlan,
    create_event,
    finish_event,
    open_entries,
    start_play,
)
from tournaments.services.events.stages import StagePlan, add_stage
from tournaments.services.hall.devices import admit
from tournaments.services.hall.referee_calls import call_referee
from tournaments.services.hall.table_codes import make_codes
from tournaments.services.registration.entries import import_entries
from tournaments.services.registration.imports import KIND as READING
from tournaments.services.registration.imports import find_import_subject, store_import
from tournaments.services.results.sheets import record_line
from tournaments.services.results.simulation import ServiceWriter
from tournaments.tasks import draw_here
from webhooks.models import WebhookDelivery, WebhookMessage
from webhooks.services import WebhookPlan, create_endpoint, pause_endpoint

LIST = (
    b"Giocatore 1;Giocatore 2;Circolo;Quota\nIvo Neri;Ugo Turci;Bar Fiume;20\n"
    b"Learco Brighi;;Bar Fiume;venti\n"
)
QUICKEST = {"games": [{"game": "marafon", "options": {"target": 11}}], "wins": 1}
QUICK = {"games": [{"game": "marafon", "options": {"target": 21}}], "wins": 1}
FORMATS = {
    "weekend": "Due sere di maraffone a Sarsina",
    "swiss": "Martedì alla svizzera",
    "danese": "Danese del giovedì",
    "groups": "Gironi di San Vicinio",
    "championship": "Campionato del bar",
    "double": "Doppia chance del Savio",
}
"""The evenings of the demo, one a format."""
now = timezone.now


def find_demo() -> Event:
    """The evening of the demo that is being played; another test may have begun one like it."""
    demo_events = Event.objects.filter(name="Maraffa di Santa Lucia", state="RUNNING")
    return demo_events.earliest("created_at")


def main() -> None:
    """One line of JSON behind the word THINGS."""
    demo = find_demo()
    said = {**_hall(demo), **correct(_rematch(demo)), **_events(demo)}
    said |= {"webhook": _webhook(demo)}
    invited = invite(club=demo.club, kind="REFEREE", actor=SYSTEM, now=now())
    said |= {key: Event.objects.get(name=name).pk for key, name in FORMATS.items()}
    said |= {"club": demo.club.slug, "event": demo.pk, "invitation": invited.secret}
    sys.stdout.write(f"THINGS {json.dumps(said, default=str)}\n")


def _hall(demo: Event) -> dict[str, object]:
    """At the tables: codes, a match that goes on, a table that calls, a pair to take out."""
    codes: dict[int | None, TableCode] = {
        code.table_id: code for code in make_codes(event=demo, actor=SYSTEM, now=now())
    }
    pairing, calling = sorted(_in_a_game(demo), key=_far)[:2]
    phone = admit(secret=codes[calling.table_id].secret, now=now()).device
    call_referee(actor=make_device_actor(phone), now=now())
    entry = pairing.slots.order_by("position")[0].entry
    assert entry is not None, "both sides of a match that is on are known"
    protest = file_protest(
        entry=entry,
        pairing=pairing,
        article="",
        text="La marafona è stata dichiarata dopo la prima presa.",
        actor=SYSTEM,
        now=now(),
    )
    return {
        "protest": protest.pk,
        "match": pairing.match_id,
        "pairing": pairing.pk,
        "table": pairing.table.number if pairing.table else 0,
        "secret": codes[pairing.table_id].secret,
        "entry": demo.entries.order_by("pk")[0].pk,
        "player": demo.entries.order_by("pk")[0].members.order_by("position")[0].player_id,
        "other_player": demo.entries.order_by("pk")[1].members.order_by("position")[0].player_id,
    }


def _webhook(demo: Event) -> int:
    """Paused, so that nothing is sent; one message has failed."""
    plan = WebhookPlan("Sito del circolo", "https://example.org/la-bella", FOR_WEBHOOKS)
    made, _secret = create_endpoint(
        club_id=demo.club_id, plan=plan, actor=SYSTEM, now=now(), allows_loopback=False
    )
    endpoint = pause_endpoint(endpoint=made)
    message = WebhookMessage.objects.create(type="match.decided", body="{}", created_at=now())
    WebhookDelivery.objects.create(
        message=message,
        endpoint=endpoint,
        state=WebhookDelivery.State.FAILED,
        created_at=now(),
        due_at=now(),
        attempts=9,
        attempted_at=now(),
        status=503,
        answer="Service Unavailable",
    )
    return endpoint.pk


def _in_a_game(demo: Event) -> list[Pairing]:
    """The matches that are on, whose game has a hand already."""
    called = demo.pairings.filter(state=Pairing.State.CALLED, match__begun=True)
    rows = called.select_related("match").order_by("pk")
    return [row for row in rows if row.match and row.match.snapshot["games"][-1]["hands"]]


def _far(pairing: Pairing) -> int:
    """How far the game is: what is written while screens are looked at does not end it."""
    assert pairing.match is not None
    return int(max(pairing.match.snapshot["games"][-1]["totals"]))


def _events(demo: Event) -> dict[str, object]:
    """An event in every state."""
    draft = _event("Coppa d’inverno", demo)
    opened = _opened("Coppa dei Circoli", demo, pairs=6)
    read = _list(opened, Job.State.DONE, "list_read")
    store_import({"import": str(read.pk)}, read_file(LIST))
    over = _over(demo)
    drawn = _drawn("Trofeo del Rubicone", demo, pairs=128)
    return {
        **_draws(demo),
        "drawn": drawn.pk,
        "drawn_draw": drawn.stages.get().draws.get().pk,
        "draft": draft.pk,
        "opened": opened.pk,
        "waiting": opened.entries.order_by("pk")[0].pk,
        "read": read.pk,
        "unread": _list(opened, Job.State.FAILED, "file_is_no_list").pk,
        "reading": _list(opened, Job.State.RUNNING).pk,
        "over": over.pk,
        "over_match": over.pairings.exclude(match=None).latest("pk").match_id,
    }


def _draws(demo: Event) -> dict[str, object]:
    """An event with a draw in every state, and one that cannot be drawn before lots are."""
    committed = _opened("Coppa d’estate", demo, pairs=24)
    drawing, failed = (_said(name, demo) for name in ("Coppa di primavera", "Coppa d’autunno"))
    _job(drawing, DRAWING, f"stage:{drawing.stages.get().pk}", Job.State.RUNNING)
    _job(failed, DRAWING, f"stage:{failed.stages.get().pk}", Job.State.FAILED, "job_fault")
    again = _opened("Trofeo del Savio", demo, pairs=10, format="groups")
    for word in ("", "Sangiovese"):
        draw = _committed(again)
        if word:
            say_word(draw=draw, word=word, actor=SYSTEM, now=now())
        call_off_draw(draw=draw, reason="È arrivata una coppia.", actor=SYSTEM, now=now())
    draw_here(stage=again.stages.get(), word="Albana", actor=SYSTEM, now=now())
    return {
        "committed": committed.pk,
        "committed_draw": _committed(committed).pk,
        "drawing": drawing.pk,
        "drawing_draw": drawing.stages.get().draws.get().pk,
        "failed": failed.pk,
        "again": again.pk,
        "again_draw": again.stages.get().draws.latest("pk").pk,
        "tied": _make_tied(demo).pk,
    }


def _rematch(like: Event) -> Event:
    """Eight pairs that play, each match decided by one hand."""
    event = _drawn("Gara della rivincita", like, pairs=8, match_format=QUICKEST)
    return start_play(event=event, actor=SYSTEM, now=now())


def _committed(event: Event) -> Draw:
    return prepare_draw(stage=event.stages.get(), reason="", actor=SYSTEM, now=now())


def _said(name: str, like: Event) -> Event:
    event = _opened(name, like, pairs=24)
    say_word(draw=_committed(event), word="Lambrusco", actor=SYSTEM, now=now())
    return event


def _make_tied(like: Event) -> Event:
    """One round of qualifying, all shutouts: three of four go on, and two are tied."""
    rounds = {"format": "qualifying", "options": {"rounds": 1}, "match_format": QUICKEST}
    event = _opened("Trofeo a figura", like, pairs=4, **rounds)
    cut = {"take": "places", "stage": 1, "last": 3}
    add_stage(event=event, plan=StagePlan("single_elimination", cut), actor=SYSTEM, now=now())
    draw_here(stage=event.stages.get(number=1), word="Pagadebit", actor=SYSTEM, now=now())
    event.refresh_from_db()
    start_play(event=event, actor=SYSTEM, now=now())
    for match in event.pairings.values_list("match_id", flat=True):
        act = Act("hand", {"points": [11, None]}, f"{match}", 0, device="", made_at=now())
        record_line(match_id=match, act=act, actor=SYSTEM, now=now())
    return event


def commit_to_draw() -> None:
    """One more event with a committed draw; prints both ids behind the word COMMITTED."""
    event = _opened(
        "Coppa del tocco",
        find_demo(),
        pairs=12,
    )
    said = {"event": event.pk, "draw": _committed(event).pk}
    sys.stdout.write(f"COMMITTED {json.dumps(said, default=str)}\n")


def _event(name: str, like: Event, **plan: object) -> Event:
    date = like.date + timedelta(days=8)
    told = {"match_format": like.match_format, "venue": like.venue, "tables": 8, **plan}
    plan_ = EventPlan(name=name, date=date, **told)
    return create_event(club=like.club, plan=plan_, actor=SYSTEM, now=now())


def _opened(name: str, like: Event, *, pairs: int, **plan: object) -> Event:
    event = open_entries(event=_event(name, like, **plan), actor=SYSTEM, now=now())
    import_entries(event=event, forms=demo_pairs(pairs, Random(pairs)), actor=SYSTEM, now=now())
    return event


def _drawn(name: str, like: Event, *, pairs: int, **plan: object) -> Event:
    event = _opened(name, like, pairs=pairs, **plan)
    draw_here(stage=event.stages.get(), word="Romagna", actor=SYSTEM, now=now())
    event.refresh_from_db()
    return event


def _over(like: Event) -> Event:
    event = _drawn("Memorial Zoffoli", like, pairs=8, match_format=QUICK)
    event = start_play(event=event, actor=SYSTEM, now=now())
    play_out(ServiceWriter(event.pk, SYSTEM), Random(8))
    event.refresh_from_db()
    return finish_event(event=event, actor=SYSTEM, now=now())


def _list(event: Event, state: str, message: str = "") -> EntryImport:
    made = EntryImport.objects.create(
        event=event, name="elenco.csv", content=LIST, uploaded_at=now()
    )
    _job(event, READING, find_import_subject(made), state, message)
    return made


KEEP_JOBS = """
CREATE TRIGGER IF NOT EXISTS keep_jobs_of_tomorrow BEFORE UPDATE ON jobs_job
WHEN OLD.heartbeat_at > datetime('now', '+1 hour') BEGIN SELECT RAISE(IGNORE); END
"""


def _job(event: Event, kind: str, subject: str, state: str, message: str = "") -> None:
    """A job as it stands; one that runs is heard of until tomorrow. The server would correct that,
    as after a clock that was set back."""
    with connection.cursor() as cursor:
        cursor.execute(KEEP_JOBS)
    Job.objects.create(
        kind=kind,
        subject=subject,
        arguments={},
        state=state,
        message=message,
        done=11,
        total=24,
        asked_by_kind=SYSTEM.kind,
        asked_by_id=SYSTEM.id,
        queued_at=now(),
        heartbeat_at=now() + timedelta(days=1),
    )


if __name__ == "__main__":
    main()
