"""Streams of programs: what a token may follow, the documents, what was missed, limits and ends.

Run on SQLite, and on PostgreSQL with Redis.
"""

import asyncio
import json
from datetime import timedelta
from typing import Any, Self
from uuid import UUID

import pytest
from django.urls import resolve
from django.utils import timezone
from jsonschema import Draft202012Validator

from accounts.actors import EVERYWHERE, TokenAccess, TokenScope
from accounts.models import User
from accounts.services import make_token, revoke_token, set_active
from api import program_streams
from api.program_streams import MOST_STREAMS, is_of_program, stream_to_program
from database.statements import fetch_together
from live.models import Notice
from live.news import format_news, read_news
from live.programs import ProgramListener, describe_change
from live.selectors import DeliveredNotice, add_subjects
from live.services import delete_old_notices, write_notices
from live.vocabulary import NEWS_TYPES, TYPES_BY_NAME, ChangeType
from tests.api.client import openapi
from tests.factories import first_match, make_club, make_event, make_user, owner_of
from tests.live.reader import Reader, elsewhere, evening
from tests.tournaments.steps import QUICK, win
from tournaments.changes import report_draw_held, report_round_paired
from tournaments.models import Event, Pairing, Role
from tournaments.notices import build_stage_notices_query, tell_event, tell_hidden, tell_match
from tournaments.services.events.events import EventPlan, create_event, delete_draft


@pytest.fixture(autouse=True)
def looks_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("live.hub.PAUSE", 0.02)


@pytest.fixture
def event() -> Event:
    event = make_event(pairs=8, tables=2, match_format=QUICK)
    # What it was made with is older than any stream of these tests.
    Notice.objects.all().update(created_at=timezone.now() - timedelta(minutes=10))
    return event


def token_of(user: User, scope: TokenScope = EVERYWHERE) -> str:
    return make_token(user=user, name="tabellone", access=TokenAccess.READ, scope=scope)[1]


def owner(event: Event) -> User:
    return User.objects.get(roles__club=event.club, roles__kind=Role.Kind.OWNER)


class Program(Reader):
    """A stream opened with a token."""

    def __init__(self, token: str, query: str = "", last_event_id: str = "", **more: str) -> None:
        super().__init__(query, last_event_id, more.get("method", "GET"))
        headers: list[tuple[bytes, bytes]] = [(b"authorization", f"Token {token}".encode())]
        if last_event_id:
            headers.append((b"last-event-id", last_event_id.encode()))
        if "origin" in more:
            headers.append((b"origin", more["origin"].encode()))
        self.scope["headers"] = headers

    async def __aenter__(self) -> Self:
        self.task = asyncio.create_task(stream_to_program(self.scope, self._receive, self._send))
        start = await asyncio.wait_for(self.sent.get(), 10)
        self.status = start["status"]
        self.headers = dict(start["headers"])
        return self

    async def change(self) -> dict[str, Any]:
        """The document of the next event."""
        lines = (await self.next()).splitlines()
        data: dict[str, Any] = json.loads(lines[-2].removeprefix("data: "))
        assert f"event: {data['type']}" in lines
        return data

    async def ended(self) -> bool:
        while (text := await self.body()) or self.more:
            assert not text.startswith("id:"), text
        return True


def event_of(event: Event) -> str:
    return f"event={event.pk}"


def now() -> Any:
    return timezone.now()


def tell_stage(stage_id: int, event_id: UUID, version: int) -> None:
    fetch_together(build_stage_notices_query(stage_id, event_id, version, now()))


def test_a_token_follows_a_hand_a_result_and_the_event(event: Event) -> None:
    token, match = token_of(owner(event)), first_match(event)
    stage = event.stages.get()

    async def script() -> None:
        async with Program(token, event_of(event)) as program:
            assert program.status == 200
            assert program.headers[b"content-type"] == b"text/event-stream; charset=utf-8"
            assert await program.body() == "retry: 5000\n\n"
            await elsewhere(tell_match, match, event.pk, 3, now())
            assert await program.change() == {
                "type": "match.changed",
                "version": 3,
                "event": str(event.pk),
                "match": match,
                "links": {
                    "event": f"/api/v1/events/{event.pk}/",
                    "match": f"/api/v1/matches/{match}/",
                },
            }
            await elsewhere(tell_stage, stage.pk, event.pk, 5)
            assert await program.change() == {
                "type": "standings.changed",
                "version": 5,
                "event": str(event.pk),
                "stage": stage.pk,
                "links": {
                    "event": f"/api/v1/events/{event.pk}/",
                    "stage": f"/api/v1/stages/{stage.pk}/",
                    "ranking": f"/api/v1/stages/{stage.pk}/ranking/",
                    "standings": f"/api/v1/events/{event.pk}/standings/",
                },
            }
            await elsewhere(tell_event, event.pk, 9, now())
            changed = await program.change()
            assert (changed["type"], changed["version"]) == ("event.changed", 9)

    evening(script())


def test_what_services_write_is_told_with_its_match(event: Event) -> None:
    token = token_of(owner(event))
    pairing = event.pairings.filter(state=Pairing.State.CALLED).first()
    assert pairing is not None

    async def script() -> None:
        async with Program(token, event_of(event)) as program:
            await elsewhere(win, pairing)
            found: dict[str, dict[str, Any]] = {}
            while {"standings.changed", "match.changed", "match.decided"} - found.keys():
                change = await program.change()
                found[change["type"]] = change
            assert found.keys() <= set(TYPES_BY_NAME)
            assert found["match.changed"]["match"] == pairing.match_id

    evening(script())


def test_calls_results_rounds_and_draws_are_told_with_what_they_say(event: Event) -> None:
    token = token_of(owner(event))
    stage = event.stages.get()
    playing = event.pairings.get(state=Pairing.State.CALLED, table__number=1)
    draw = stage.draws.get()

    async def script() -> None:
        async with Program(token, event_of(event)) as program:
            await elsewhere(win, playing)
            found = await read_until(program, "match.called", "match.decided")
            decided, called = found["match.decided"], found["match.called"]
            assert (decided["match"], decided["pairing"]) == (playing.match_id, playing.pk)
            assert (decided["stage"], decided["data"]) == (stage.pk, {"winner": 0})
            assert (called["version"], called["data"]) == (None, {"table": 1})
            assert called["links"]["pairing"] == f"/api/v1/pairings/{called['pairing']}/"
            await elsewhere(report_draw_held, event, draw, now())
            found = await read_until(program, "draw.published")
            assert found["draw.published"]["draw"] == draw.pk
            assert found["draw.published"]["data"] == {"purpose": draw.purpose}
            await elsewhere(report_next_round, event)
            found = await read_until(program, "round.paired")
            assert found["round.paired"]["version"] == 7
            assert found["round.paired"]["data"] == {"number": 2, "count": 4}

    evening(script())


def report_next_round(event: Event) -> None:
    stage = event.stages.get()
    report_round_paired(event, stage, number=2, count=4, version=7, now=now())


async def read_until(program: Program, *types: str) -> dict[str, dict[str, Any]]:
    """The changes of these types, once each has been told."""
    found: dict[str, dict[str, Any]] = {}
    while set(types) - found.keys():
        change = await program.change()
        found[change["type"]] = change
    return found


def test_a_deleted_draft_is_told_to_its_club_and_to_nobody_else(event: Event) -> None:
    actor = owner_of(event.club)
    plan = EventPlan(name="Errore", date=event.date, match_format=QUICK)
    draft = create_event(club=event.club, plan=plan, actor=actor, now=now())
    gone = str(draft.pk)
    named = token_of(owner(event))
    club_elsewhere = make_club("Circolo di Bagno")
    other = make_event(club=club_elsewhere, pairs=4)
    stranger = token_of(owner(other))

    async def script() -> None:
        async with Program(stranger, event_of(draft)) as program:
            assert program.status == 404
        async with Program(named, event_of(draft)) as program, Program(stranger) as outside:
            await elsewhere(delete_draft, event=draft, actor=actor, now=now())
            found = await read_until(program, "event.deleted")
            assert found["event.deleted"] == {
                "type": "event.deleted",
                "version": draft.version,
                "event": gone,
                "links": {},
                "data": {},
            }
            await elsewhere(tell_event, other.pk, 9, now())
            assert (await outside.change())["event"] == str(other.pk)
        async with Program(named, f"event={gone}") as program:
            assert program.status == 404

    evening(script())


def test_a_program_that_comes_back_gets_the_calls_it_has_missed(event: Event) -> None:
    token = token_of(owner(event))
    tell_event(event.pk, 1, now() - timedelta(seconds=60))
    seen = Notice.objects.latest("pk")
    playing = event.pairings.get(state=Pairing.State.CALLED, table__number=1)
    win(playing)
    other = make_event(club=event.club, pairs=4, tables=1, match_format=QUICK)
    win(other.pairings.get(state=Pairing.State.CALLED))

    async def script() -> None:
        async with Program(token, event_of(event), str(seen.pk)) as program:
            found = await read_until(program, "match.called", "match.decided")
            assert {each["event"] for each in found.values()} == {str(event.pk)}
            assert found["match.decided"]["match"] == playing.match_id

    evening(script())


def test_every_document_is_as_openapi_has_it(event: Event) -> None:
    schema = openapi()["components"]["schemas"]["LiveChange"]
    match, stage = f"match:{first_match(event)}", f"stage:{event.stages.get().pk}"
    hall = f"hall:{event.pk}"
    for row in (
        DeliveredNotice(1, f"event:{event.pk}", 1, now()),
        DeliveredNotice(1, hall, 1, now(), match),
        DeliveredNotice(1, hall, 1, now(), stage),
        DeliveredNotice(1, hall, 1, now()),
        *(DeliveredNotice(1, format_sample(event, kind), 1, now()) for kind in NEWS_TYPES),
    ):
        document = describe_change(row)
        Draft202012Validator(schema).validate(document)
        assert document is not None
        for link in document["links"].values():
            assert resolve(link)
    Draft202012Validator(schema).validate({"type": "reset"})


def format_sample(event: Event, kind: ChangeType) -> str:
    data = {member.name: "ORDER" if member.is_text else 3 for member in kind.data}
    return format_news(kind, event.pk, dict.fromkeys(kind.ids, 10**12), data)


@pytest.mark.parametrize("kind", NEWS_TYPES, ids=lambda kind: kind.name)
def test_a_topic_is_read_as_it_was_written(kind: ChangeType) -> None:
    event_id = UUID(int=1 << 127)
    ids = {name: 10**12 + number for number, name in enumerate(kind.ids)}
    data = {member.name: "LOTS" if member.is_text else 35 for member in kind.data}
    news = read_news(format_news(kind, event_id, ids, data))
    assert news is not None
    assert (news.kind, news.ids, news.data) == (kind, {"event": str(event_id), **ids}, data)


def test_what_is_not_known_is_left_out_of_a_topic() -> None:
    kind = TYPES_BY_NAME["match.decided"]
    news = read_news(format_news(kind, UUID(int=7), {"stage": 1, "pairing": 2}, {"winner": None}))
    assert news is not None
    assert news.ids == {"event": str(UUID(int=7)), "stage": 1, "pairing": 2}
    assert news.data == {"winner": None}
    assert read_news(f"news:{UUID(int=7).hex}:cards.dealt:1") is None


def test_without_a_named_event_a_token_follows_those_of_its_user(event: Event) -> None:
    token = token_of(owner(event))
    elsewhere_held = make_event(club=make_club("Circolo di Bagno"), pairs=4)

    async def script() -> None:
        async with Program(token) as program:
            await elsewhere(tell_event, elsewhere_held.pk, 1, now())
            await elsewhere(tell_event, event.pk, 2, now())
            assert (await program.change())["event"] == str(event.pk)

    evening(script())


def test_a_token_of_one_event_does_not_follow_another_of_its_club(event: Event) -> None:
    other = make_event(club=event.club, pairs=4, visibility="CLUB")
    token = token_of(owner(event), TokenScope(event_id=event.pk))

    async def script() -> None:
        async with Program(token, event_of(other)) as program:
            assert program.status == 404
        async with Program(token) as program:
            await elsewhere(tell_event, other.pk, 7, now())
            await elsewhere(tell_event, event.pk, 8, now())
            assert (await program.change())["event"] == str(event.pk)

    evening(script())


@pytest.mark.parametrize(("visibility", "status"), [("PUBLIC", 200), ("LINK", 200), ("CLUB", 404)])
def test_a_stranger_follows_what_its_token_may_read(
    event: Event, visibility: str, status: int
) -> None:
    Event.objects.filter(pk=event.pk).update(visibility=visibility)
    token = token_of(make_user())

    async def script() -> None:
        async with Program(token, event_of(event)) as program:
            assert program.status == status

    evening(script())


@pytest.mark.parametrize(
    ("query", "status", "code"),
    [
        ("event=ciao", 400, "query_refused"),
        # Not taken for a query without events, which follows all that the token may read.
        ("event=" + "0" * 5000, 400, "query_refused"),
        ("", 400, "no_event_to_follow"),
        ("event=" + "&event=".join(f"{n:032x}" for n in range(21)), 400, "too_many_events"),
        ("event=00000000-0000-4000-8000-000000000000", 404, "not_found"),
    ],
)
def test_what_cannot_be_followed_is_refused(db: None, query: str, status: int, code: str) -> None:
    token = token_of(make_user())

    async def script() -> None:
        async with Program(token, query) as program:
            assert program.status == status
            problem = json.loads(await program.body())
            components = openapi()["components"]
            schema = {"$ref": "#/components/schemas/ProblemDocument", "components": components}
            Draft202012Validator(schema).validate(problem)
            assert (problem["code"], problem["status"]) == (code, status)
            assert problem["title"] not in ("", code)

    evening(script())


@pytest.mark.parametrize("secret", ["forged", "", "x" * 5000])
def test_a_token_that_is_none_opens_no_stream(event: Event, secret: str) -> None:
    async def script() -> None:
        async with Program(secret, event_of(event)) as program:
            assert program.status == 401
            assert program.headers[b"www-authenticate"] == b"Token"

    evening(script())


def test_a_program_that_comes_back_is_told_all_that_it_has_missed(event: Event) -> None:
    token, match = token_of(owner(event)), first_match(event)
    long_ago = now() - timedelta(seconds=60)
    tell_event(event.pk, 1, long_ago)
    seen = Notice.objects.latest("pk")
    for version in (1, 2, 3):
        tell_match(match, event.pk, version, long_ago + timedelta(seconds=20 + version))

    async def script() -> None:
        async with Program(token, event_of(event), str(seen.pk)) as program:
            missed = [await program.change() for _ in range(3)]
            assert [(each["match"], each["version"]) for each in missed] == [
                (match, 1),
                (match, 2),
                (match, 3),
            ]

    evening(script())


def test_a_program_that_was_away_too_long_is_told_to_read_anew(event: Event) -> None:
    token = token_of(owner(event))
    tell_event(event.pk, 1, now() - timedelta(days=2))
    seen = Notice.objects.latest("pk")
    delete_old_notices(now=now())

    async def script() -> None:
        async with Program(token, event_of(event), str(seen.pk)) as program:
            assert await program.change() == {"type": "reset"}

    evening(script())


def test_a_program_that_missed_more_than_is_kept_for_it_is_told_to_read_anew(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("live.selectors.MOST_MISSED", 5)
    token = token_of(owner(event))
    tell_event(event.pk, 1, now() - timedelta(seconds=60))
    seen = Notice.objects.latest("pk")
    for version in range(2, 9):
        tell_event(event.pk, version, now())

    async def script() -> None:
        async with Program(token, event_of(event), str(seen.pk)) as program:
            assert await program.change() == {"type": "reset"}

    evening(script())


def test_a_program_that_does_not_read_is_told_to_read_anew(event: Event) -> None:
    listener = ProgramListener(frozenset({f"event:{event.pk}"}), None)
    for number in range(150):
        listener.offer(DeliveredNotice(number, f"event:{event.pk}", number, now()), b"")
    assert listener.queue.get_nowait() == b'event: reset\ndata: {"type":"reset"}\n\n'


def test_a_token_has_a_limited_number_of_streams(event: Event) -> None:
    token = token_of(owner(event))

    async def script() -> None:
        programs = [Program(token, event_of(event)) for _ in range(MOST_STREAMS)]
        for program in programs:
            await program.__aenter__()
        async with Program(token, event_of(event)) as one_more:
            assert one_more.status == 429
            assert one_more.headers[b"retry-after"] == b"30"
            problem = json.loads(await one_more.body())
            assert (problem["code"], problem["params"]) == ("too_many_streams", {"wait": 30})
        for program in programs:
            await program.__aexit__()
        async with Program(token, event_of(event)) as again:
            assert again.status == 200
        assert not program_streams._streams

    evening(script())


def test_a_stream_ends_when_its_event_is_hidden_and_opens_again_for_the_club(event: Event) -> None:
    stranger, ours = token_of(make_user()), token_of(owner(event))

    async def script() -> None:
        async with Program(stranger, event_of(event)) as program:
            await program.body()
            event.version += 1
            event.visibility = "CLUB"
            await elsewhere(event.save)
            await elsewhere(tell_hidden, event, now())
            assert await program.ended()
        async with Program(stranger, event_of(event)) as program:
            assert program.status == 404
        async with Program(ours, event_of(event)) as program:
            await elsewhere(tell_event, event.pk, 99, now())
            assert (await program.change())["version"] == 99

    evening(script())


@pytest.mark.parametrize("end", ["revoked", "closed", "role"])
def test_a_stream_ends_when_its_token_may_no_longer_read(
    event: Event, end: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(program_streams, "RECHECK", 0.05)
    Event.objects.filter(pk=event.pk).update(visibility="CLUB")
    user = owner(event)
    token, secret = make_token(user=user, name="tabellone", access=TokenAccess.READ)

    def take_away() -> None:
        if end == "revoked":
            revoke_token(user=user, key=token.token_key)
        elif end == "closed":
            set_active(user=user, is_active=False)
        else:
            user.roles.all().delete()

    async def script() -> None:
        async with Program(secret, event_of(event)) as program:
            assert program.status == 200
            await program.body()
            await elsewhere(take_away)
            assert await program.ended()

    evening(script())


def test_silence_is_filled_with_comments(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("live.stream.HEARTBEAT", 0.05)
    token = token_of(owner(event))

    async def script() -> None:
        async with Program(token, event_of(event)) as program:
            await program.body()
            assert await program.body() == ": still here\n\n"

    evening(script())


@pytest.mark.parametrize("method", ["POST", "PUT", "HEAD"])
def test_a_stream_is_only_read(event: Event, method: str) -> None:
    token = token_of(owner(event))

    async def script() -> None:
        async with Program(token, event_of(event), method=method) as program:
            assert program.status == 405
            assert program.headers[b"allow"] == b"GET"

    evening(script())


def test_a_page_of_an_allowed_site_may_read_a_stream(event: Event, settings: Any) -> None:
    settings.CORS_ALLOWED_ORIGINS = ["https://tabellone.example"]
    token, header = token_of(owner(event)), b"access-control-allow-origin"

    async def script() -> None:
        for origin, allowed in (
            ("https://tabellone.example", b"https://tabellone.example"),
            ("https://altro.example", None),
        ):
            for method in ("GET", "OPTIONS"):
                async with Program(token, event_of(event), method=method, origin=origin) as program:
                    assert program.headers.get(header) == allowed
                    exposed = program.headers.get(b"access-control-expose-headers", b"")
                    assert (b"Retry-After" in exposed) == (allowed is not None and method == "GET")
                    assert b"access-control-allow-credentials" not in program.headers

    evening(script())


def test_a_request_with_a_token_is_of_a_program_and_one_with_a_ticket_of_a_page() -> None:
    page: dict[str, Any] = {"method": "GET", "headers": [(b"cookie", b"x")]}
    program = {"method": "GET", "headers": [(b"authorization", b"Token x")]}
    assert not is_of_program(page)
    assert is_of_program(program)


def test_changes_of_one_moment_and_version_are_told_without_a_match() -> None:
    at = now()
    rows = [
        DeliveredNotice(1, "match:1", 4, at),
        DeliveredNotice(2, "hall:a", 4, at),
        DeliveredNotice(3, "match:2", 4, at),
        DeliveredNotice(4, "hall:b", 4, at),
    ]
    assert [row.subject for row in add_subjects(rows)] == ["", "", "", ""]


@pytest.mark.parametrize("count", [1, 200])
def test_notices_written_in_a_burst_are_all_told(event: Event, count: int) -> None:
    token, match = token_of(owner(event)), first_match(event)

    def write_all() -> None:
        for version in range(1, count + 1):
            write_notices(f"match:{match}", f"hall:{event.pk}", version=version, now=now())

    async def script() -> None:
        async with Program(token, event_of(event)) as program:
            await elsewhere(write_all)
            changes = [await program.change()]
            # A reader that a burst has outrun reads everything anew, and follows from there.
            while changes[-1].get("version") != count:
                changes.append(await program.change())
            versions = [change["version"] for change in changes if change["type"] != "reset"]
            assert versions == sorted(versions)

    evening(script())
