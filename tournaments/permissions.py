"""Who may do what: actor, action, object. The web and the API ask only here."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID

from django.db.models import Q, QuerySet

from accounts.actors import Actor, ActorKind, TokenAccess
from competition.hall.rescue import get_rescued_phone
from database.statements import Query, Row, fetch_together, load_instance
from scoring.core.correction import SheetEffect
from scoring.core.lines import CLAIM, HAND, REDEAL, TABLE_KINDS
from scoring.models import Line
from tournaments.models import Club, Event, Pairing, RefereeCall, Role, Table, TableCode
from tournaments.refusals import NotAllowed, NotFound
from tournaments.statements import CODE_OF_DEVICE, REFEREE_ROLE, ROLE_KINDS


class Right(StrEnum):
    MANAGE_CLUB = "manage_club"
    """The club itself and its people."""
    MANAGE_EVENTS = "manage_events"
    """Events, entries, draws, tables."""
    WRITE_SHEETS = "write_sheets"
    """All lines of a sheet."""


_KINDS = {
    Right.MANAGE_CLUB: (Role.Kind.OWNER,),
    Right.MANAGE_EVENTS: (Role.Kind.OWNER, Role.Kind.ORGANIZER),
    Right.WRITE_SHEETS: (Role.Kind.OWNER, Role.Kind.ORGANIZER, Role.Kind.REFEREE),
}

_RIGHTS_OF_ACCESS: dict[str, frozenset[Right]] = {
    TokenAccess.SCORE: frozenset({Right.WRITE_SHEETS}),
    TokenAccess.ORGANIZE: frozenset(Right),
}
"""What a token may write at most. An access that is not here gives nothing."""


def list_rights_of_access(actor: Actor) -> frozenset[Right]:
    """All that the actor may do at most, whatever the roles of its user."""
    return _RIGHTS_OF_ACCESS.get(actor.access, frozenset())


def check_access(actor: Actor, act: Right) -> None:
    """Raises NotAllowed for a program whose token is not for this."""
    if act not in list_rights_of_access(actor):
        raise NotAllowed("token_not_for_this", act=act.value)


def may(actor: Actor, act: Right, *, club_id: int, event: Event | None = None) -> bool:
    """Whether the actor may do this in the club (at this event). One query. That his account is
    active was seen when he was let in."""
    return act in list_rights(actor, club_id=club_id, event=event)


def list_rights(actor: Actor, *, club_id: int, event: Event | None = None) -> frozenset[Right]:
    """All that the actor may do in the club (at this event). One query."""
    if actor.kind == ActorKind.SYSTEM:
        return frozenset(Right)
    if actor.user_id is None or not _is_in_scope(actor, event):
        return frozenset()
    if actor.scope.club_id not in (None, club_id):
        return frozenset()
    event_id: UUID | None = None
    if event is not None:
        event_id = event.pk
    kinds = {kind for (kind,) in ROLE_KINDS.fetch_all(actor.user_id, club_id, event_id)}
    acts = frozenset(act for act, needed in _KINDS.items() if kinds.intersection(needed))
    # A token narrows what its user may do, and never widens it.
    return acts & list_rights_of_access(actor)


def _is_in_scope(actor: Actor, event: Event | None) -> bool:
    """Whether a program that is bound to one event is at that one."""
    bound_to = actor.scope.event_id
    return bound_to is None or (event is not None and event.pk == bound_to)


def list_roles(actor: Actor) -> QuerySet[Role]:
    """The roles that count for an actor: a program's are those of its user, within its scope."""
    if actor.user_id is None:
        return Role.objects.none()
    roles = Role.objects.in_force().filter(user_id=actor.user_id)
    club, event = actor.scope.club_id, actor.scope.event_id
    if club is not None:
        return roles.filter(club=club)
    if event is not None:
        return roles.filter(Q(event=event) | Q(event__isnull=True), club__events=event)
    return roles


OF_PLAY_AT_A_TABLE = (HAND, REDEAL, CLAIM)


@dataclass(frozen=True, slots=True)
class WriterFacts:
    """What a writer's rights at a pairing depend on, read together with the pairing."""

    has_role: bool
    """Whether the user has a role by which he writes there."""
    code: TableCode | None
    """The code by which a phone came in, if it is in force."""


def check_writes(
    actor: Actor, pairing: Pairing, kind: str, facts: WriterFacts | None = None
) -> None:
    """Whether the actor may write lines of this kind on the sheet of a pairing. One query; none
    with the ``facts``.

    A phone at a table: hands, redeals, claims, signatures and words, at its own table and in its
    code's round. Raises NotAllowed.
    """
    if actor.kind != ActorKind.TABLE:
        has_role: bool | None = None
        if facts is not None:
            has_role = facts.has_role
        _check_place(
            actor, pairing.event, pairing.round.group_id, pairing.table_id, has_role=has_role
        )
        return
    code = find_table_code(actor) if facts is None else facts.code
    if code is None:
        raise NotAllowed("code_gone")
    if code.table_id != pairing.table_id:
        raise NotAllowed("another_table", table=code.table.number)
    if code.round_id not in (None, pairing.round_id):
        raise NotAllowed("another_round", table=code.table.number)
    if kind not in TABLE_KINDS:
        raise NotAllowed("only_the_referee", kind=kind)


def is_at_its_table(actor: Actor, pairing: Pairing) -> bool:
    """Whether the actor is a phone at the table of a pairing, by a code that is good for its
    round. One query, and none for who is no phone."""
    code = find_table_code(actor)
    if code is None or code.table_id != pairing.table_id:
        return False
    return code.round_id in (None, pairing.round_id)


def check_referees(actor: Actor, pairing: Pairing) -> None:
    """A referee may be bound to a group of the event, or to some of its tables. One query.

    Raises NotAllowed.
    """
    _check_place(actor, pairing.event, pairing.round.group_id, pairing.table_id)


def check_referees_event(actor: Actor, event: Event) -> None:
    """Whether the actor referees the event as a whole, not only a group or some of its tables. One
    query. Raises NotAllowed."""
    _check_place(actor, event, None, None)


def check_referees_call(actor: Actor, call: RefereeCall) -> None:
    """Whether the actor referees at the table that has called. Raises NotAllowed."""
    group_id: int | None = None
    if call.pairing is not None:
        group_id = call.pairing.round.group_id
    _check_place(actor, call.event, group_id, call.table_id)


def _check_place(
    actor: Actor,
    event: Event,
    group_id: int | None,
    table_id: int | None,
    *,
    has_role: bool | None = None,
) -> None:
    """A place without a group or a table is not that of a referee who is bound to one.
    ``has_role``: whether the user has a role there; None: it is looked for."""
    if actor.kind == ActorKind.SYSTEM:
        return
    if actor.user_id is None or not _is_in_scope(actor, event):
        raise NotAllowed(act=Right.WRITE_SHEETS.value)
    check_access(actor, Right.WRITE_SHEETS)
    is_elsewhere = actor.scope.club_id not in (None, event.club_id)
    if has_role is None:
        place = event.club_id, event.pk, group_id, table_id
        has_role = REFEREE_ROLE.fetch_one(actor.user_id, *place) is not None
    if is_elsewhere or not has_role:
        raise NotAllowed(act=Right.WRITE_SHEETS.value)


def check_writes_now(actor: Actor, pairing: Pairing, said_of: Line | None) -> None:
    """Checks what may have changed for a phone at a table: it may not write to a match that is no
    longer on there, nor correct what the referee wrote (``said_of``). One query at most for a
    decided match. Raises NotAllowed."""
    if actor.kind != ActorKind.TABLE:
        return
    is_on = pairing.state == Pairing.State.CALLED
    if pairing.state == Pairing.State.DECIDED:
        # Until another match has followed it at its table. One that is only called there does not
        # count yet: until its first hand, the players of the one before may still correct and sign.
        others_at_table = Pairing.objects.filter(table=pairing.table_id).exclude(pk=pairing.pk)
        has_begun = Q(state=Pairing.State.CALLED, match__begun=True)
        following = others_at_table.filter(has_begun | Q(decided_at__gt=pairing.decided_at))
        is_on = pairing.holds_table or not following.exists()
    if not is_on:
        raise NotAllowed("match_not_on")
    if said_of is None or said_of.author_kind == ActorKind.TABLE:
        return
    # The desk has taken this line over from a phone: it is still one of the table.
    if get_rescued_phone(said_of.device):
        return
    if said_of.kind not in OF_PLAY_AT_A_TABLE:
        raise NotAllowed("word_of_the_referee", n=said_of.n)


def check_moves(actor: Actor, effect: SheetEffect | None) -> None:
    """A phone at a table may correct its hands, but not in a way that a penalty or another ruling
    of the referee would count in another game or no longer count. Raises NotAllowed."""
    if actor.kind != ActorKind.TABLE or effect is None:
        return
    for move in effect.lines:
        if move.kind not in OF_PLAY_AT_A_TABLE:
            raise NotAllowed("ruling_would_move", n=move.line)


def may_agree_to_consequences(actor: Actor, event: Event, effect: SheetEffect | None) -> bool:
    """Whether an agreement to a line covers what comes after its match. Of a writer who does not
    manage the event it covers the lines of the sheet (``effect``); where none of them moves, there
    was nothing that he could agree to. Raises NotAllowed."""
    if may(actor, Right.MANAGE_EVENTS, club_id=event.club_id, event=event):
        return True
    if effect is None or not effect.needs_agreement:
        raise NotAllowed(act=Right.MANAGE_EVENTS.value)
    return False


def find_table_code(actor: Actor) -> TableCode | None:
    """The code by which a phone came in; None once it was revoked, or the phone has left."""
    queries = build_table_code_queries(actor)
    if not queries:
        return None
    (rows,) = fetch_together(*queries)
    return read_table_code(rows)


def build_table_code_queries(actor: Actor) -> list[Query]:
    """The query for the code by which a phone came in, for ``read_table_code``; none for others."""
    if actor.kind != ActorKind.TABLE:
        return []
    return [CODE_OF_DEVICE.with_parameters(UUID(actor.id))]


def read_table_code(rows: Sequence[Row]) -> TableCode | None:
    """The code in the answer to ``build_table_code_queries``."""
    if not rows:
        return None
    columns = CODE_OF_DEVICE.name_columns(rows[0])
    number = columns.pop("number")
    code = load_instance(TableCode, **columns)
    code.table = load_instance(Table, id=code.table_id, event_id=code.event_id, number=number)
    return code


def check(actor: Actor, act: Right, *, club_id: int, event: Event | None = None) -> None:
    """Raises NotAllowed."""
    check_access(actor, act)
    if not may(actor, act, club_id=club_id, event=event):
        raise NotAllowed(act=act.value)


def list_clubs(actor: Actor) -> QuerySet[Club]:
    """The clubs in which the actor has a role."""
    return Club.objects.filter(roles__in=list_roles(actor)).distinct().order_by("name", "pk")


def list_visible_events(actor: Actor) -> QuerySet[Event]:
    """The events that lists show: public ones past their draft, and all of one's own clubs."""
    public = Q(visibility=Event.Visibility.PUBLIC) & ~Q(state=Event.State.DRAFT)
    if actor.user_id is None:
        return Event.objects.filter(public)
    return Event.objects.filter(public | _filter_own(actor))


def list_own_events(actor: Actor) -> QuerySet[Event]:
    """The events at which the actor has a role: a referee of one event has none at the others of
    its club, and does not see them."""
    if not actor.user_id:
        return Event.objects.none()
    return Event.objects.filter(_filter_own(actor))


def _filter_own(actor: Actor) -> Q:
    roles = list_roles(actor)
    clubs = roles.filter(event__isnull=True).values("club")
    bound = roles.filter(event__isnull=False).values("event")
    own = Q(club__in=clubs) | Q(pk__in=bound)
    if actor.scope.event_id is not None:
        own &= Q(pk=actor.scope.event_id)
    return own


def is_hidden(state: str, visibility: str) -> bool:
    """Whether only the people of the club may see an event in this state."""
    return state == Event.State.DRAFT or visibility == Event.Visibility.CLUB


def is_restricted(state: str, visibility: str) -> bool:
    """Whether not everybody may see an event in this state."""
    return is_hidden(state, visibility) or visibility == Event.Visibility.LINK


def check_visible(actor: Actor, event: Event) -> None:
    """An event by link is shown to requests that name it (``event_link``), to its phones and to
    members of the club: the number of a match or of an entry does not prove knowledge of the link.
    A club's own event and a draft are shown only to its phones and members.

    Raises NotFound rather than NotAllowed, so as not to reveal that the event exists.
    """
    if not is_restricted(event.state, event.visibility):
        return
    if actor.event_link == event.pk and not is_hidden(event.state, event.visibility):
        return
    if actor.kind == ActorKind.TABLE:
        code = find_table_code(actor)
        if code is None or code.event_id != event.pk:
            raise NotFound
        return
    if not may(actor, Right.WRITE_SHEETS, club_id=event.club_id, event=event):
        raise NotFound
