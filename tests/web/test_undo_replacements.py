"""Another pair plays in the place of one that was drawn, and goes away again."""

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from competition.regulation import HouseRules
from tests.factories import NOW, draw_now, make_event, owner_of, pair
from tests.tournaments.steps import QUICK, write
from tests.web.pages import html_of, text_of
from tests.web.undoing import offers, take_back, token_on
from tournaments.models import Club, Entry, EntryPlayer, Event, Slot
from tournaments.selectors.trust.verification import find_faults
from tournaments.services.draws.bracket_changes import swap_in_bracket
from tournaments.services.events.events import start_play
from tournaments.services.registration.arrivals import set_present
from tournaments.services.registration.entries import import_entries
from tournaments.services.registration.payments import take_payment

NEW = {"player1": "Wilma Severi", "player2": "Oriano Magnani", "reason": "la prima non viene"}


@pytest.fixture
def event(club: Club) -> Event:
    """Under way; two of four pairs have a seed, and two more wait."""
    event = make_event(
        club=club, pairs=2, drawn=False, capacity=4, tables=2, match_format=QUICK, names="FULL"
    )
    rules = HouseRules(fee_cents=2000).model_dump(mode="json", exclude_defaults=True)
    Event.objects.filter(pk=event.pk).update(rules=rules)
    actor = owner_of(club)
    forms = [pair(2, seed=1), pair(3, seed=2), pair(8, phone="333 1"), pair(9)]
    import_entries(event=event, forms=forms, actor=actor, now=NOW)
    event = draw_now(Event.objects.get(pk=event.pk))
    return start_play(event=event, actor=actor, now=NOW)


@pytest.fixture
def old(event: Event) -> Entry:
    """The first seed."""
    return event.entries.get(seed=1)


def replace(desk: Client, entry: Entry, **form: str) -> Any:
    return desk.post(f"/desk/entries/{entry.pk}/replace/", form, follow=True)


def read_all(event: Event) -> list[object]:
    """The entries with their players, seats and money."""
    columns = ("pk", "state", "seed", "paid", "paid_cents", "present_at", "phone", "check_in_code")
    entries = event.entries.order_by("pk")
    members = EntryPlayer.objects.filter(event=event).order_by("entry", "position")
    seats = Slot.objects.filter(pairing__event=event).order_by("pk")
    return [
        list(entries.values(*columns, "entered_at", "moved_up_at", "replaced_by")),
        list(members.values_list("entry", "player", "counts")),
        list(seats.values_list("pk", "entry")),
        list(event.club.players.order_by("pk").values_list("last_name", flat=True)),
    ]


def test_new_players_go_away_again(desk: Client, event: Event, old: Entry) -> None:
    before = read_all(event)
    page = replace(desk, old, **NEW, paid="on")
    assert "Replaced: Zoffoli2 – Casadei2" in text_of(page)
    new = event.entries.latest("pk")
    assert (new.seed, new.paid_cents) == (1, 2000)
    token = token_on(page)
    for _ in range(2):
        assert "Taken back." in text_of(take_back(desk, event, token))
        assert read_all(event) == before
    assert not list(find_faults(event))


def test_one_of_two_players_comes_back(desk: Client, event: Event, old: Entry) -> None:
    before = read_all(event)
    form = {**NEW, "player1": "Loris Zoffoli2"}
    take_back(desk, event, token_on(replace(desk, old, **form)))
    assert read_all(event) == before


def test_new_players_stay_once_anything_has_changed(desk: Client, event: Event, old: Entry) -> None:
    token = token_on(replace(desk, old, **NEW))
    new = event.entries.latest("pk")
    set_present(entry=new, present=True, actor=owner_of(event.club), now=timezone.now())
    assert "Something else has happened since" in text_of(take_back(desk, event, token))
    old.refresh_from_db()
    assert old.state == Entry.State.REPLACED


def test_new_players_stay_once_they_have_begun(desk: Client, event: Event, old: Entry) -> None:
    token = token_on(replace(desk, old, **NEW))
    seat = Slot.objects.get(entry=event.entries.latest("pk"), pairing__round__order=0)
    write(seat.pairing, "hand", {"points": [7, None]})
    assert "Something else has happened since" in text_of(take_back(desk, event, token))
    old.refresh_from_db()
    assert old.state == Entry.State.REPLACED


def test_who_waited_waits_again_when_its_names_were_typed(
    desk: Client, event: Event, old: Entry
) -> None:
    waiting = event.entries.filter(state=Entry.State.WAITLISTED).latest("pk")
    set_present(entry=waiting, present=True, actor=owner_of(event.club), now=NOW)
    before = read_all(event)
    form = {"player1": "Loris Zoffoli9", "player2": "Ivano Casadei9", "reason": "febbre"}
    page = replace(desk, old, **form, paid="on")
    new = event.entries.get(check_in_code=waiting.check_in_code)
    assert (new.state, new.present_at, new.paid_cents) == ("ENTERED", NOW, 2000)
    take_back(desk, event, token_on(page))
    assert read_all(event) == before


def test_a_pair_that_was_swapped_since_stays(desk: Client, event: Event, old: Entry) -> None:
    form = {"player1": "Loris Zoffoli9", "player2": "Ivano Casadei9", "reason": "febbre"}
    token = token_on(replace(desk, old, **form))
    new = Entry.objects.get(replaces=old)
    slots = Slot.objects.filter(pairing__event=event, entry__isnull=False)
    opponents = slots.get(entry=new).pairing.slots.values("entry")
    other = slots.exclude(entry__in=opponents).earliest("pk").entry
    assert other is not None
    swap_in_bracket(
        stage=event.stages.get(),
        entries=(new, other),
        version=None,
        reason="si scambiano",
        agreed=True,
        actor=owner_of(event.club),
        now=NOW,
    )
    assert "Something else has happened since" in text_of(take_back(desk, event, token))


# A pair that waits ------------------------------------------------------------------------------


def test_a_waiting_pair_is_chosen_instead_of_typed(desk: Client, event: Event, old: Entry) -> None:
    first, second = event.entries.filter(state=Entry.State.WAITLISTED).order_by("pk")
    take_payment(entry=second, cents=700, actor=owner_of(event.club), now=NOW)
    before = read_all(event)
    shown = html_of(desk.get(f"/desk/entries/{old.pk}/replace/"))
    assert f'<option value="{first.pk}">Zoffoli8 – Casadei8</option>' in shown
    assert f'<option value="{second.pk}">Zoffoli9 – Casadei9</option>' in shown
    page = replace(desk, old, waiting=str(second.pk), reason="febbre")
    new = event.entries.get(check_in_code=second.check_in_code)
    assert (new.state, new.seed, new.paid_cents) == ("ENTERED", 1, 700)
    assert event.entries.get(state=Entry.State.WAITLISTED) == first
    take_back(desk, event, token_on(page))
    assert read_all(event) == before


def test_it_may_be_chosen_for_a_pair_that_is_here(desk: Client, event: Event, old: Entry) -> None:
    """It is taken ill: it came, and does not play."""
    set_present(entry=old, present=True, actor=owner_of(event.club), now=NOW)
    waiting = event.entries.filter(state=Entry.State.WAITLISTED).earliest("pk")
    assert offers(replace(desk, old, waiting=str(waiting.pk), reason="febbre"))


@pytest.mark.parametrize(
    ("form", "problem"),
    [
        ({"reason": "febbre"}, "This field is required."),
        ({**NEW, "waiting": "first"}, "Choose an entry or write names, not both."),
        ({"waiting": "first", "paid": "on", "reason": "x"}, "Choose an entry or write names"),
        ({"waiting": "0", "reason": "x"}, "Choose one of these entries."),
        ({"waiting": "first"}, "This field is required."),
    ],
)
def test_a_pair_is_either_chosen_or_typed(
    desk: Client, event: Event, old: Entry, form: dict[str, str], problem: str
) -> None:
    waiting = event.entries.filter(state=Entry.State.WAITLISTED).earliest("pk")
    if form.get("waiting") == "first":
        form = {**form, "waiting": str(waiting.pk)}
    page = replace(desk, old, **form)
    assert page.status_code == 422
    assert problem in text_of(page)
    old.refresh_from_db()
    assert old.state == Entry.State.ENTERED


def test_where_nobody_waits_there_is_nothing_to_choose(desk: Client, club: Club) -> None:
    entry = make_event(club=club, pairs=2).entries.earliest("pk")
    page = html_of(desk.get(f"/desk/entries/{entry.pk}/replace/"))
    assert 'name="waiting"' not in page
    assert "required" in page
