"""A hall in which every kind of actor stands, for the table of what is allowed."""

from dataclasses import asdict, dataclass
from uuid import UUID

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.test import Client
from django.utils import timezone

from accounts.actors import TokenAccess
from accounts.authorship import make_author_columns
from accounts.models import User
from accounts.services import make_token
from api.authentication import make_device_actor
from competition.entry_lists.files import read_file
from jobs.models import Job
from jobs.services import note_worker, request_job
from printing.addresses import build_addresses
from printing.models import PrintedFile
from printing.orders import PrintChoices, PrintKey
from printing.selectors import KIND as PRINT
from printing.selectors import make_subject
from tests.factories import NOW, actor_of, make_club, make_event, make_member, owner_of
from tests.tournaments.steps import pairing, write
from tournaments.models import (
    DrawChange,
    Event,
    PairingConstraint,
    Payment,
    Penalty,
    PendingDecision,
    Protest,
    RefereeCall,
    Role,
    SheetConflict,
)
from tournaments.services.club.invitations import invite
from tournaments.services.club.webhooks import create_webhook, send_test_message
from tournaments.services.draws.draws import KIND
from tournaments.services.hall.devices import admit
from tournaments.services.hall.referee_calls import call_referee
from tournaments.services.hall.table_codes import make_codes, revoke_codes
from tournaments.services.registration.imports import store_import, upload
from tournaments.services.trust.anchors import make_anchor
from webhooks.services import WebhookPlan

SHAPE = {"match": {"games": [{"game": "marafon"}], "wins": 1}, "stages": [{"format": "danese"}]}

ACTORS = {
    "P": "public",
    "T": "a phone at the table",
    "U": "a phone at another table",
    "X": "a phone whose code was revoked",
    "R": "referee",
    "E": "referee of this event",
    "G": "referee of the group of the match",
    "B": "referee of other tables",
    "S": "organizer of another club",
    "O": "organizer",
    "W": "owner",
}


@dataclass(frozen=True)
class Hall:
    """Clients by the letter of their actor, and what stands in the addresses."""

    clients: dict[str, Client]
    names: dict[str, object]


def make_hall(visibility: str = Event.Visibility.PUBLIC) -> Hall:
    note_worker(now=timezone.now())
    club = make_club()
    owner = User.objects.get(roles__club=club)
    event = make_event(club=club, pairs=4, tables=3, visibility=visibility)
    waiting = make_event(club=club, pairs=2, drawn=False, visibility=visibility)
    bound = make_member(club, Role.Kind.REFEREE, event)
    bound.roles.get().tables.set(event.tables.filter(number=3))
    group = pairing(event, "main-1-1").round.group
    people = {
        "R": make_member(club, Role.Kind.REFEREE),
        "E": make_member(club, Role.Kind.REFEREE, event),
        "G": make_member(club, Role.Kind.REFEREE, event, group),
        "B": bound,
        "S": make_member(make_club("Circolo del Rubicone"), Role.Kind.ORGANIZER),
        "O": make_member(club, Role.Kind.ORGANIZER),
        "W": owner,
    }
    clients = {"P": Client(raise_request_exception=False)}
    clients |= {letter: sign_in(user) for letter, user in people.items()}
    clients |= _phones(event)
    return Hall(clients, _names(event, waiting, owner))


def sign_in(user: User) -> Client:
    client = Client(raise_request_exception=False)
    client.force_login(user, backend="allauth.account.auth_backends.AuthenticationBackend")
    return client


def _phones(event: Event) -> dict[str, Client]:
    actor = owner_of(event.club)
    first, second, third = make_codes(event=event, actor=actor, now=NOW)
    phones = {"T": first, "U": second, "X": third}
    admitted = {letter: admit(code=code.code, now=NOW) for letter, code in phones.items()}
    revoke_codes(codes=[third], event=event, actor=actor, now=NOW)
    call_referee(actor=make_device_actor(admitted["T"].device), now=NOW)
    return {
        letter: Client(
            raise_request_exception=False, headers={"Authorization": f"Device {each.token}"}
        )
        for letter, each in admitted.items()
    }


def _print_entries(event: Event) -> Job:
    """A print that is done, with its file."""
    arguments = {
        "layout": "entries",
        "language": "it",
        "choices": PrintChoices().as_json(),
        "addresses": asdict(build_addresses(event, scheme="http", host="testserver")),
    }
    key = PrintKey.of_job(arguments)
    job = Job.objects.create(
        kind=PRINT,
        subject=make_subject(event, key),
        arguments=arguments,
        state=Job.State.DONE,
        queued_at=NOW,
        heartbeat_at=NOW,
    )
    PrintedFile.objects.create(
        event=event,
        **asdict(key),
        content=b"%PDF-",
        size=5,
        pages=1,
        results=0,
        made_at=NOW,
    )
    return job


def _names(event: Event, waiting: Event, owner: User) -> dict[str, object]:
    """What the places in an address stand for, by their names."""
    club, actor = event.club, actor_of(owner)
    first = pairing(event, "main-1-1")
    write(first, "hand", {"points": [7, None]})
    entry = event.entries.order_by("pk").first()
    assert entry is not None
    made, _job = upload(event=waiting, name="a.csv", content=b"a;b\n", actor=actor, now=NOW)
    store_import({"import": str(made.pk)}, read_file(b"coppia\nIvo Neri - Ugo Turci\n"))
    invited = invite(club=club, kind="REFEREE", actor=actor, now=NOW)
    stage = event.stages.get()
    job = request_job(
        kind=KIND,
        subject=f"stage:{stage.pk}",
        arguments={},
        actor_kind=actor.kind,
        actor_id=actor.id,
        now=NOW,
    )
    token, _secret = make_token(user=owner, name="roles", access=TokenAccess.ORGANIZE)
    role = Role.objects.get(club=club, kind=Role.Kind.REFEREE, event=event, tables__number=3)
    others = event.entries.order_by("pk")
    wish = PairingConstraint.objects.create(
        stage=stage, kind="forbidden", first=others[1], second=others[2], reason="fratelli"
    )
    asked = PendingDecision.objects.create(
        event=event, kind="PLAYED_ON", pairing=first, goes=[entry.pk], asked_at=NOW
    )
    penalty = Penalty.objects.create(
        event=event,
        entry=entry,
        kind="DISQUALIFIED",
        reason="insulti",
        given_at=NOW,
        **make_author_columns(actor),
    )
    protest = Protest.objects.create(
        event=event, entry=entry, text="ha parlato", filed_at=NOW, **make_author_columns(actor)
    )
    change = DrawChange.objects.create(
        draw=stage.draws.get(),
        number=1,
        kind="SWAP",
        entry=others[1],
        other=others[2],
        reason="fratelli",
        at=NOW,
        **make_author_columns(actor),
    )
    plan = WebhookPlan("Sito", "https://hooks.example.org/", ["match.decided"])
    hook = create_webhook(club=club, plan=plan, actor=actor, now=NOW, allows_loopback=False)
    delivery = send_test_message(endpoint=hook.endpoint, actor=actor, now=NOW)
    payment = Payment.objects.create(
        entry=entry, cents=2000, made_at=NOW, **make_author_columns(actor)
    )
    assert first.match_id is not None
    conflict = SheetConflict.objects.create(
        match_id=first.match_id, device="phone", version=1, met_at=NOW
    )
    make_anchor(event=event, key=Ed25519PrivateKey.generate(), now=NOW)
    return {
        "anchor_number": 1,
        "change_id": change.pk,
        "question_id": asked.pk,
        "penalty_id": penalty.pk,
        "protest_id": protest.pk,
        "group_number": 1,
        "wish_id": wish.pk,
        "constraint_id": wish.pk,
        "club_slug": club.slug,
        "club_id": club.pk,
        "event_id": event.pk,
        "entry_id": entry.pk,
        "player_id": entry.members.order_by("position")[0].player_id,
        "match_id": first.match_id,
        "pairing_id": first.pk,
        "round_id": first.round_id,
        "stage_id": stage.pk,
        "draw_id": stage.draws.get().pk,
        "code_id": event.table_codes.filter(revoked_at=None).order_by("pk")[0].pk,
        "call_id": RefereeCall.objects.get(event=event).pk,
        "import_id": made.pk,
        "invitation_id": invited.invitation.pk,
        "secret": invited.secret,
        "role_id": role.pk,
        "job_id": UUID(str(job.pk)),
        "print_id": _print_entries(event).pk,
        "venue_id": club.venues.create(name="Sala grande").pk,
        "template_id": club.event_templates.create(name="Sabato", shape=SHAPE, created_at=NOW).pk,
        "hall_id": event.halls.create(
            venue=club.venues.create(name="Palestra"), first_table=1, last_table=1
        ).pk,
        "key": token.token_key,
        "webhook_id": hook.endpoint.pk,
        "delivery_id": delivery.pk,
        "code": entry.check_in_code,
        "payment_id": payment.pk,
        "conflict_id": conflict.pk,
        "guide_name": "making-a-season-table",
        "name": "marafon",
        "format_name": "swiss",
        "number": 1,
        "layout": "entries",
        "table": "cash",
        "extension": "csv",
        "line": 2,
        "table_name": "cash",
    }
