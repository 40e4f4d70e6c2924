"""Makes running events of the given sizes in this installation; prints their ids and a token.
``128@64`` is an event of 128 pairs with 64 tables."""

import json
import sys
from random import Random

import django

django.setup()

from django.utils import timezone  # noqa: E402

from accounts.actors import TokenAccess  # noqa: E402
from accounts.models import User  # noqa: E402
from accounts.services import make_token  # noqa: E402
from bench.events import open_event  # noqa: E402
from tournaments.models import Role  # noqa: E402
from tournaments.services.events.events import start_play  # noqa: E402
from tournaments.tasks import draw_here  # noqa: E402


def main() -> None:
    events = []
    user = User.objects.create_user("bench@example.com")
    for number, argument in enumerate(sys.argv[1:]):
        size, _, tables = argument.partition("@")
        random = Random(number * 10_000 + int(size))
        event, actor = open_event(int(size), random, int(tables or 0))
        draw_here(stage=event.stages.get(), word="Romagna", actor=actor, now=timezone.now())
        start_play(event=event, actor=actor, now=timezone.now())
        Role.objects.create(club=event.club, user=user, kind=Role.Kind.ORGANIZER)
        events.append(str(event.pk))
    _, secret = make_token(user=user, name="bench", access=TokenAccess.ORGANIZE)
    print(json.dumps({"events": events, "token": secret}))


if __name__ == "__main__":
    main()
