"""Makes an event that is open, with a few pairs. Run on the server by ``manage.py shell``; prints
its id."""

from random import Random

from django.utils import timezone

from accounts.actors import Actor, ActorKind
from tests.tournaments.steps import QUICK
from tournaments.demo import demo_pairs
from tournaments.models import Club, Role
from tournaments.services.events.events import EventPlan, create_event, open_entries
from tournaments.services.registration.entries import import_entries

club = Club.objects.order_by("pk").first()
assert club is not None
user = Role.objects.filter(club=club, kind=Role.Kind.OWNER).values_list("user", flat=True)[0]
actor, now = Actor(ActorKind.USER, str(user), user), timezone.now()
plan = EventPlan(name="Al banco", date=timezone.localdate(), match_format=QUICK, tables=4)
event = open_entries(
    event=create_event(club=club, plan=plan, actor=actor, now=now), actor=actor, now=now
)
import_entries(event=event, forms=demo_pairs(4, Random(5)), actor=actor, now=now)
print(event.pk)  # noqa: T201
