"""Entries that must play in one group, and referees of one: two draws, two venues, two evenings."""

from typing import Any

import pytest

from accounts.actors import Actor
from competition.documents.draws import verify
from tests.factories import (
    NOW,
    actor_of,
    draw_now,
    make_club,
    make_event,
    make_user,
    owner_of,
    pair,
)
from tests.tournaments.steps import QUICK, act
from tournaments.models import Draw, Entry, Event, Group, Pairing, Role
from tournaments.refusals import DrawRefused, EntryRefused, EventStateRefused, NotAllowed, NotFound
from tournaments.selectors.stages.stages import list_first_groups, list_groups_to_referee
from tournaments.selectors.trust.exports import build_draw_record
from tournaments.services.club.clubs import add_venue
from tournaments.services.club.invitations import accept, invite
from tournaments.services.draws.draws import prepare_draw
from tournaments.services.events.events import start_play
from tournaments.services.events.stages import GroupPlan, set_group
from tournaments.services.registration.entries import assign_group, enter, import_entries
from tournaments.services.registration.withdrawals import replace_entry
from tournaments.services.results.sheets import record_line

pytestmark = pytest.mark.django_db
PLACES = ("Bar Sport", "Circolo del Savio")
GROUPS: dict[str, Any] = {"format": "qualifying", "options": {"groups": 2, "rounds": 3}}


def two_draws(**plan: Any) -> Event:
    """Twelve pairs in two groups, with names and places before anything is drawn."""
    event = make_event(pairs=12, drawn=False, tables=6, match_format=QUICK, **GROUPS, **plan)
    club, actor = event.club, owner_of(event.club)
    for number, (place, evening) in enumerate(zip(PLACES, ("venerdì", "sabato"), strict=True), 1):
        venue = add_venue(club=club, name=place, address="", actor=actor)
        plan_ = GroupPlan(name=evening, venue=venue, tables=(3 * number - 2, 3 * number))
        set_group(stage=event.stages.get(), number=number, plan=plan_, actor=actor, now=NOW)
    return event


def put(event: Event, entry: Entry, group: int | None) -> Entry:
    return assign_group(entry=entry, group=group, actor=owner_of(event.club), now=NOW)


def group_of(entry: Entry) -> int:
    """The group that an entry was drawn into."""
    slots = entry.slots.filter(pairing__round__number=1)
    return int(slots.values_list("pairing__round__group__number", flat=True).get())


def invited(event: Event, number: int) -> Actor:
    """Who takes up the invitation to referee one group."""
    group = Group.objects.get(stage__event=event, number=number)
    owner = owner_of(event.club)
    made = invite(club=event.club, kind="REFEREE", event=event, group=group, actor=owner, now=NOW)
    user = make_user()
    accept(secret=made.secret, user=user, now=NOW)
    return actor_of(user)


def write(actor: Actor, pairing: Pairing) -> None:
    assert pairing.match_id is not None
    line = act(pairing.match_id, "hand", {"points": [11, None]})
    record_line(match_id=pairing.match_id, act=line, actor=actor, now=NOW)


def test_two_draws_at_two_venues_have_their_referees_and_three_pairs_the_first_evening() -> None:
    event = two_draws()
    referees = {number: invited(event, number) for number in (1, 2)}
    first_evening = list(event.entries.order_by("pk"))[5:8]
    for entry in first_evening:
        put(event, entry, 1)
    event = draw_now(event)
    assert [group_of(entry) for entry in first_evening] == [1, 1, 1]
    draw = Draw.objects.get()
    assert [entry["id"] for entry in draw.entries if entry.get("group") == 1] == [
        entry.pk for entry in first_evening
    ]
    assert verify(build_draw_record(draw)) == {"legal": True, "valid": True, "differs": []}
    start_play(event=event, actor=owner_of(event.club), now=NOW)
    called = event.pairings.filter(state=Pairing.State.CALLED).select_related("event")
    there = {
        number: list(called.filter(round__group__number=number).order_by("pk")) for number in (1, 2)
    }
    assert [len(pairings) for pairings in there.values()] == [3, 3]
    for number, referee in referees.items():
        write(referee, there[number][0])
        with pytest.raises(NotAllowed):
            write(referee, there[3 - number][1])


def test_a_referee_may_look_after_two_groups() -> None:
    event = two_draws()
    owner, user = owner_of(event.club), make_user()
    for group in list_groups_to_referee(event.club):
        made = invite(
            club=event.club, kind="REFEREE", event=event, group=group, actor=owner, now=NOW
        )
        accept(secret=made.secret, user=user, now=NOW)
        assert accept(secret=made.secret, user=user, now=NOW).group == group
    assert [role.group.number for role in user.roles.order_by("pk") if role.group] == [1, 2]
    event = start_play(event=draw_now(event), actor=owner, now=NOW)
    for number in (1, 2):
        of_group = event.pairings.filter(state="CALLED", round__group__number=number)
        write(actor_of(user), of_group.select_related("event").earliest("pk"))


def test_only_a_referee_is_bound_to_a_group_and_only_to_one_of_the_event() -> None:
    event, other = two_draws(), two_draws(club=None)
    owner = owner_of(event.club)
    group = other.stages.get().groups.get(number=1)
    with pytest.raises(NotFound):
        invite(club=event.club, kind="REFEREE", event=event, group=group, actor=owner, now=NOW)
    mine = event.stages.get().groups.get(number=1)
    made = invite(club=event.club, kind="ORGANIZER", event=event, group=mine, actor=owner, now=NOW)
    assert (made.invitation.event, made.invitation.group) == (None, None)


def test_a_role_goes_with_its_group_and_is_never_wider() -> None:
    event = two_draws()
    invited(event, 2)
    Group.objects.get(stage__event=event, number=2).delete()
    assert not Role.objects.filter(kind=Role.Kind.REFEREE).exists()


def test_groups_that_are_neither_named_nor_drawn_are_nobody_s() -> None:
    event = make_event(pairs=8, drawn=False, **GROUPS)
    assert not list_groups_to_referee(event.club).exists()
    draw_now(event)
    assert [group.number for group in list_groups_to_referee(event.club)] == [1, 2]
    make_event(club=event.club, pairs=4)
    assert list_groups_to_referee(event.club).count() == 2, (
        "who plays alone in a stage has no group"
    )


def test_a_group_is_said_with_the_entry_changed_and_taken_back() -> None:
    event = two_draws()
    entry = enter(event=event, form=pair(90, group=2), actor=owner_of(event.club), now=NOW)
    assert entry.group == 2
    assert put(event, entry, 1).group == 1
    assert put(event, entry, None).group is None
    entry.refresh_from_db()
    assert entry.group is None


@pytest.mark.parametrize("group", [0, 3, 4096])
def test_a_group_that_there_is_not_takes_nobody(group: int) -> None:
    event = two_draws()
    owner = owner_of(event.club)
    for act_ in (
        lambda: put(event, event.entries.earliest("pk"), group),
        lambda: enter(event=event, form=pair(90, group=group), actor=owner, now=NOW),
        lambda: import_entries(event=event, forms=[pair(90, group=group)], actor=owner, now=NOW),
    ):
        with pytest.raises(EntryRefused) as refused:
            act_()
        (fault,) = refused.value.violations
        assert (fault.code, fault.params) == ("no_such_group", {"group": group, "groups": 2})


def test_where_groups_follow_from_the_entries_there_are_as_many_as_there_is_room_for() -> None:
    event = make_event(pairs=4, drawn=False, capacity=8, format="groups")
    assert list_first_groups(event, event.entries.count())[-1].number == 2
    with pytest.raises(EntryRefused):
        put(event, event.entries.earliest("pk"), 3)
    put(event, event.entries.earliest("pk"), 2)
    with pytest.raises(DrawRefused) as refused:
        draw_now(event)
    assert [fault.code for fault in refused.value.violations] == ["no_such_group"]


def test_a_group_that_overflows_is_refused_before_the_draw_is_committed() -> None:
    event = make_event(pairs=8, drawn=False, format="groups")
    for entry in event.entries.order_by("pk")[:5]:
        put(event, entry, 2)
    with pytest.raises(DrawRefused) as refused:
        draw_now(event)
    (fault,) = refused.value.violations
    assert (fault.code, fault.params["most"]) == ("group_too_large", 4)
    assert not Draw.objects.exists()


def test_from_the_commitment_on_every_pair_stays_where_it_is() -> None:
    event = two_draws()
    entry, stage = event.entries.earliest("pk"), event.stages.get()
    put(event, entry, 2)
    prepare_draw(stage=stage, reason="", actor=owner_of(event.club), now=NOW)
    with pytest.raises(EventStateRefused) as refused:
        put(event, entry, 1)
    assert refused.value.code == "draw_is_promised"
    event = draw_now(event)
    with pytest.raises(EventStateRefused) as refused:
        put(event, entry, 1)
    assert refused.value.code == "entries_closed"
    assert Entry.objects.get(pk=entry.pk).group == 2


def test_who_replaces_a_pair_plays_where_it_had_to() -> None:
    event = two_draws()
    entry = put(event, event.entries.earliest("pk"), 2)
    event = draw_now(event)
    new = replace_entry(
        entry=Entry.objects.get(pk=entry.pk),
        form=pair(90),
        reason="malato",
        actor=owner_of(event.club),
        now=NOW,
    )
    assert (new.group, group_of(new)) == (2, 2)


def test_nobody_else_puts_a_pair_into_a_group() -> None:
    event = two_draws()
    stranger = owner_of(make_club())
    with pytest.raises(NotAllowed):
        assign_group(entry=event.entries.earliest("pk"), group=1, actor=stranger, now=NOW)
