"""The demo: a club, its people, and a 64-pair evening in progress."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import product
from random import Random
from secrets import choice
from typing import Any

from accounts.actors import Actor, ActorKind
from accounts.models import User
from scoring.core.format import best_of, read_format
from tournaments.core.entering import EntryForm
from tournaments.core.names import Name
from tournaments.models import Club, Event, Role
from tournaments.playing import play_out
from tournaments.services.clubs import add_venue, found_club, give_role
from tournaments.services.entries import import_entries
from tournaments.services.events import EventPlan, create_event, open_entries, start_play
from tournaments.services.simulation import ServiceWriter
from tournaments.tasks import draw_here

FIRST_NAMES = (
    "Loris Ivano Nives Gino Learco Wilma Oriano Bruno Terzo Romano Silvana Dino Derna Secondo "
    "Iole Marino Elvira Primo Norina Guerrino Rosina Tonino Pierina Libero Adelmo Ines Vittorio "
    "Fosca Aurelio Dina Ezio Lina"
).split()
LAST_NAMES = (
    "Zoffoli Casadei Bartolini Faedi Brighi Severi Magnani Molari Farneti Prati Bianchi Turci "
    "Gori Ravaioli Amaducci Montanari Bagnoli Zoli Comandini Neri Valzania Mambelli Giunchi "
    "Amadori Camporesi Foschi Pasolini Venturi Cortesi Berardi Ravaglioli Zavalloni Milandri "
    "Guidi Baldacci Pirini Ugolini Lucchi Monti Gasperoni Tassinari Boschi Domeniconi Sacchetti "
    "Bertozzi Ricci Navacchia Pollini"
).split()
CLUB_NAMES = (
    "Circolo del Savio",
    "Bar Fiume",
    "Circolo I Portici",
    "Bar Ponte Vecchio",
    "Circolo San Vicinio",
    "Bar Centrale",
    "Circolo Arci Mercato",
    "Bar Stazione",
)
PEOPLE = (
    ("iole.amaducci", "Iole", "Amaducci", Role.Kind.OWNER),
    ("marino.guidi", "Marino", "Guidi", Role.Kind.ORGANIZER),
    ("secondo.ravaioli", "Secondo", "Ravaioli", Role.Kind.REFEREE),
)
SITTINGS = {"rounds": 2, "table_size": 5}
SMALL_EVENINGS: Mapping[str, Mapping[str, Any]] = {
    "Mariglia di Sassari": best_of(3, "mariglia", {"target": 35}, {"target": 35}, {"target": 45}),
    "Marianna del lunedì": best_of(1, "marianna"),
    "Cinquecento alla siciliana": best_of(1, "cinquecento"),
    "Briscola 151 a due": best_of(3, "briscola_151"),
    "Mariaccia del mercato": best_of(3, "mariaccia"),
    "Trionfo a cinque": {"games": [{"game": "trionfo", "hands": 10}], "wins": None},
    "Maraffa e mariglia": {
        "games": [
            {"game": "marafon", "options": {"target": 31}},
            {"game": "mariglia", "options": {"target": 35}},
            {"game": "marafon"},
        ],
        "wins": 2,
    },
}
"""One of each other game, and one that mixes two."""
FEW, FEW_HANDS = 8, 10
SITTERS = 15
PAIRS = 64
TABLES = 16
SEEDS = 8


@dataclass(frozen=True, slots=True)
class Login:
    """A login of the demo; its password is random and shown once."""

    email: str
    password: str
    role: str


@dataclass(frozen=True, slots=True)
class Demo:
    """What was made."""

    club: Club
    event: Event
    logins: tuple[Login, ...]


def make_demo(*, now: datetime, random: Random) -> Demo:
    """Founds the demo club and brings its evening to the middle of the second round."""
    logins = [_login(name, kind) for name, _, _, kind in PEOPLE]
    users = [
        User.objects.create_user(login.email, login.password, first_name=first, last_name=last)
        for login, (_, first, last, _) in zip(logins, PEOPLE, strict=True)
    ]
    club = found_club(name="Circolo del Savio", owner=users[0], now=now)
    owner = Actor(ActorKind.USER, str(users[0].pk), users[0].pk)
    for user, (_, _, _, kind) in zip(users[1:], PEOPLE[1:], strict=True):
        give_role(club=club, user=user, kind=kind, actor=owner)
    event = _evening(club, owner, now, random)
    for name in SMALL_EVENINGS:
        _small_evening(club, owner, name, now, random)
    return Demo(club, event, tuple(logins))


def _login(name: str, kind: str) -> Login:
    letters = "abcdefghjkmnpqrstuvwxyz23456789"
    password = "-".join("".join(choice(letters) for _ in range(4)) for _ in range(4))
    return Login(f"{name}@savio.example", password, kind)


def _evening(club: Club, actor: Actor, now: datetime, random: Random) -> Event:
    venue = add_venue(club=club, name="Circolo del Savio", address="Sarsina", actor=actor)
    plan = EventPlan(
        name="Maraffa di Santa Lucia",
        date=now.date(),
        match_format=best_of(3, "marafon"),
        options={"third_place": True},
        venue=venue,
        tables=TABLES,
    )
    event = create_event(club=club, plan=plan, actor=actor, now=now)
    event = open_entries(event=event, actor=actor, now=now)
    import_entries(event=event, forms=demo_pairs(PAIRS, random), actor=actor, now=now)
    draw_here(
        stage=event.stages.get(), word="Romagna", actor=actor, now=now
    )
    event = start_play(event=event, actor=actor, now=now)
    writer = ServiceWriter(event.pk, actor)
    play_out(writer, random, rounds=1)
    play_out(writer, random, most_hands=PAIRS * 2)
    event.refresh_from_db()
    return event


def _small_evening(club: Club, actor: Actor, name: str, now: datetime, random: Random) -> None:
    """Eight entries, drawn, and their first hands played."""
    match_format = SMALL_EVENINGS[name]
    read = read_format(match_format)
    size, sits = read.players_a_side, read.sides > 2
    plan = EventPlan(
        name=name,
        date=now.date(),
        match_format=match_format,
        format="sittings" if sits else "single_elimination",
        options=SITTINGS if sits else {},
        venue=club.venues.first(),
        tables=FEW // 2,
    )
    event = create_event(club=club, plan=plan, actor=actor, now=now)
    event = open_entries(event=event, actor=actor, now=now)
    forms = demo_entries(SITTERS if sits else FEW, size, random)
    import_entries(event=event, forms=forms, actor=actor, now=now)
    draw_here(
        stage=event.stages.get(), word="Romagna", actor=actor, now=now
    )
    event = start_play(event=event, actor=actor, now=now)
    play_out(ServiceWriter(event.pk, actor), random, most_hands=FEW_HANDS)


def demo_pairs(count: int, random: Random) -> Sequence[EntryForm]:
    """Pairs with names of Romagna, no person twice; the first few are seeded."""
    return demo_entries(count, 2, random)


def demo_entries(count: int, size: int, random: Random) -> Sequence[EntryForm]:
    """Entries of so many players each."""
    names = [Name(first, last) for first, last in product(FIRST_NAMES, LAST_NAMES)]
    people = random.sample(names, size * count)
    return [
        EntryForm(
            players=tuple(people[size * number : size * (number + 1)]),
            club_name=random.choice(CLUB_NAMES),
            seed=number + 1 if number < SEEDS else None,
            paid=number % 11 != 5,
        )
        for number in range(count)
    ]
