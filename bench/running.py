"""Makes running events of the given sizes in this installation; prints their ids and a token."""

import json
import sys
from random import Random

import django

django.setup()

from django.utils import timezone  # noqa: E402

from accounts.models import User  # noqa: E402
from accounts.services import make_token  # noqa: E402
from bench.events import open_event  # noqa: E402
from tournaments.models import Role  # noqa: E402
from tournaments.services.draws import arguments_of, store_draw  # noqa: E402
from tournaments.services.events import start_play  # noqa: E402
from tournaments.tasks import compute_draw  # noqa: E402


def main() -> None:
    events = []
    user = User.objects.create_user("bench@example.com")
    for number, size in enumerate(map(int, sys.argv[1:])):
        event, actor = open_event(size, Random(number * 10_000 + size))
        arguments = arguments_of(event=event, reason="", actor=actor)
        order, plan = compute_draw(arguments, lambda done, total: None)
        store_draw(arguments=arguments, order=order, plan=plan, now=timezone.now())
        start_play(event=event, actor=actor, now=timezone.now())
        Role.objects.create(club=event.club, user=user, kind=Role.Kind.ORGANIZER)
        events.append(str(event.pk))
    _, secret = make_token(user=user, name="bench", may_write=True)
    print(json.dumps({"events": events, "token": secret}))


if __name__ == "__main__":
    main()
