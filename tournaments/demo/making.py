"""Makes the demo: a club, its people, and its events in progress."""

from dataclasses import dataclass
from datetime import datetime
from random import Random
from secrets import choice

from accounts.actors import Actor, ActorKind
from accounts.models import User
from tournaments.demo.evenings import (
    EVENINGS,
    SMALL_EVENINGS,
    format_evening,
    game_evening,
    main_evening,
)
from tournaments.demo.nine_bars import nine_bars
from tournaments.demo.weekend import weekend
from tournaments.models import Club, Event, Role
from tournaments.services.club.clubs import found_club, give_role

PEOPLE = (
    ("iole.amaducci", "Iole", "Amaducci", Role.Kind.OWNER),
    ("marino.guidi", "Marino", "Guidi", Role.Kind.ORGANIZER),
    ("secondo.ravaioli", "Secondo", "Ravaioli", Role.Kind.REFEREE),
)
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Of the passwords, which are copied by hand: without those that look alike."""


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
    """Founds the demo club and brings its evening to the middle of the second round, its weekend
    and the nine bars to that of their knock-outs, and one evening of each format and game into
    play."""
    logins: list[Login] = []
    users: list[User] = []
    for name, first_name, last_name, kind in PEOPLE:
        password = "-".join("".join(choice(LETTERS) for _ in range(4)) for _ in range(4))
        login = Login(f"{name}@savio.example", password, kind)
        user = User.objects.create_user(
            login.email, login.password, first_name=first_name, last_name=last_name
        )
        logins.append(login)
        users.append(user)
    club = found_club(name="Circolo del Savio", owner=users[0], now=now)
    owner = Actor(ActorKind.USER, str(users[0].pk), users[0].pk)
    for user, (_, _, _, kind) in zip(users[1:], PEOPLE[1:], strict=True):
        give_role(club=club, user=user, kind=kind, actor=owner)
    event = main_evening(club, owner, now, random)
    weekend(club, owner, now, random)
    nine_bars(club, owner, now, random)
    for evening in EVENINGS:
        format_evening(club, owner, evening, now, random)
    for game in SMALL_EVENINGS:
        game_evening(club, owner, game, now, random)
    return Demo(club, event, tuple(logins))
