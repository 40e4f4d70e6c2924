"""Bad input and its answers. The table of docs/reference/bad-input.md has exactly these rows."""

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from functools import cache
from typing import Any
from uuid import uuid4

from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client

from accounts.actors import TokenAccess, TokenScope
from accounts.services import make_token, revoke_token
from api.limits import CODES_BY_ADDRESS
from competition.entry_lists.columns import letter
from jobs.models import Job
from jobs.services import run
from live.stream import stream
from live.tickets import ticket
from tests.competition.entry_lists.workbooks import SHEET, bomb, changed, million_rows, workbook
from tests.factories import NOW, make_club, make_event, make_member, owner_of
from tournaments.models import Club, Event, Pairing, TableCode
from tournaments.services.hall.table_codes import make_codes, revoke_codes

MEGABYTE = 1024 * 1024
LONG_AGO = NOW - timedelta(days=3650)


class Hall:
    """A club with a running event, a program that may write, and an organizer at the desk."""

    def __init__(self) -> None:
        self.club: Club = make_club()
        self.user = make_member(self.club)
        self.event: Event = make_event(club=self.club, pairs=4, tables=2)
        self.open_event: Event = make_event(club=self.club, pairs=2, drawn=False)
        _, self.secret = make_token(user=self.user, name="tests", access=TokenAccess.ORGANIZE)
        self.desk = Client(raise_request_exception=False)
        self.desk.force_login(self.user)
        self.api = Client(
            raise_request_exception=False, headers={"Authorization": f"Token {self.secret}"}
        )
        first, second = self.event.pairings.filter(round__order=0).order_by("pk")
        self.match, self.other_match = first.match_id, second.match_id
        final = self.event.pairings.get(round__order=1)
        self.final: Pairing = final

    def line(self, data: Any, *, kind: str = "hand", version: Any = 0, **more: Any) -> Any:
        """A line by the API."""
        body = {"kind": kind, "data": data, "version": version, **more}
        return self.post(f"/api/v1/matches/{self.match}/lines/", body)

    def post(self, path: str, body: Any, *, key: str | None = None, **meta: Any) -> Any:
        content = body if isinstance(body, bytes | str) else json.dumps(body)
        headers = {"Idempotency-Key": uuid4().hex if key is None else key}
        kind = meta.pop("content_type", "application/json")
        return self.api.post(path, content, content_type=kind, headers=headers, **meta)

    def entry(self, *names: str, **more: Any) -> Any:
        """An entry by the API; each name is a whole one."""
        players = [{"first_name": "", "last_name": name} for name in names]
        path = f"/api/v1/events/{self.open_event.pk}/entries/"
        return self.post(path, {"players": players, **more})

    def new_event(self, **fields: Any) -> Any:
        """An event by the API."""
        plan = {
            "club": self.club.pk,
            "name": "Maraffa",
            "date": "2026-12-13",
            "match_format": {"games": [{"game": "marafon"}], "wins": 1},
        }
        return self.post("/api/v1/events/", plan | fields)

    def calendar(self, **fields: Any) -> Any:
        """A calendar of the running event, by the API."""
        path = f"/api/v1/stages/{self.event.stages.get().pk}/calendar/"
        body = {"start": "2026-12-15", "weekdays": [1], **fields}
        return self.api.put(path, json.dumps(body), content_type="application/json")

    def upload(self, content: bytes, name: str = "elenco.csv") -> Any:
        """A list of entries at the desk."""
        path = f"/desk/events/{self.open_event.pk}/entries/list/"
        return self.desk.post(path, {"file": SimpleUploadedFile(name, content)})

    def read_list(self, content: bytes, name: str = "elenco.xlsx") -> Any:
        """A list that a worker has read, as the desk then shows it."""
        path = self.upload(content, name)["Location"]
        job = Job.objects.latest("queued_at")
        run(job_id=job.pk, attempt=job.attempt)
        return self.desk.get(path)

    def code(self, table: int) -> TableCode:
        """A code for a table of the running event."""
        actor = owner_of(self.club)
        (made,) = make_codes(event=self.event, tables=[table], actor=actor, now=NOW)
        return made

    def come_in(self, code: str) -> Any:
        return self.post("/api/v1/devices/", {"code": code})

    def phone(self, table: int) -> Client:
        """A phone that came in at a table."""
        token = self.come_in(self.code(table).code).json()["token"]
        return Client(headers={"Authorization": f"Device {token}"})


@dataclass(frozen=True)
class Case:
    """What was tried, and what it got: a status and, from the API, a code; ``says`` what the page
    says of it, where that does not tell."""

    what: str
    status: int
    code: str
    do: Callable[[Hall], Any]
    says: str = ""


PREVIEW = "a look at it: nobody enters unasked"


def _foreign_match() -> int:
    pairing = make_event(pairs=2).pairings.get()
    assert pairing.match_id is not None
    return pairing.match_id


def _without_csrf(hall: Hall) -> Any:
    client = Client(enforce_csrf_checks=True)
    client.force_login(hall.user)
    return client.post(f"/desk/events/{hall.open_event.pk}/entries/", {"player1": "A"})


def _line_from_another_site(hall: Hall) -> Any:
    client = Client(enforce_csrf_checks=True, headers={"Origin": "https://elsewhere.example"})
    client.force_login(hall.user)
    return client.post(
        f"/api/v1/matches/{hall.match}/lines/",
        {"kind": "hand", "data": {"points": [7, None]}, "version": 0},
        content_type="application/json",
        headers={"Idempotency-Key": "k"},
    )


def _with_token(
    hall: Hall, *, revoked: bool = False, access: TokenAccess = TokenAccess.ORGANIZE, **bounds: Any
) -> Any:
    """A hand by a program with a token of this kind."""
    _use_token(hall, revoked=revoked, access=access, **bounds)
    return hall.line({"points": [7, None]})


def _enter_with_token(hall: Hall, **bounds: Any) -> Any:
    """A new entry by a program with a token of this kind."""
    _use_token(hall, revoked=False, **bounds)
    path = f"/api/v1/events/{hall.open_event.pk}/entries/"
    return hall.api.post(path, {"players": []}, content_type="application/json")


def _use_token(hall: Hall, *, revoked: bool, **bounds: Any) -> None:
    token, secret = make_token(user=hall.user, name="tests", **bounds)
    if revoked:
        revoke_token(user=hall.user, key=token.token_key)
    hall.api.defaults["HTTP_AUTHORIZATION"] = f"Token {secret}"


def _from_another_site(hall: Hall) -> Any:
    client = Client(enforce_csrf_checks=True, headers={"Origin": "https://elsewhere.example"})
    client.force_login(hall.user)
    client.get("/desk/")
    token = client.cookies["csrftoken"].value if "csrftoken" in client.cookies else "x" * 32
    body = {"player1": "A", "csrfmiddlewaretoken": token}
    return client.post(f"/desk/events/{hall.open_event.pk}/entries/", body)


def _large_list(hall: Hall) -> Any:
    rows = [
        f"Anna Rossi{letter(n)};{'' if n % 33 == 0 else f'Ivo Neri{letter(n)}'}"
        for n in range(1, 10_000)
    ]
    return hall.read_list(("giocatore 1;giocatore 2\n" + "\n".join(rows)).encode(), "elenco.csv")


@cache
def _bomb_of_a_gigabyte() -> bytes:
    content = bomb(2**30)
    assert len(content) < 1.1 * MEGABYTE
    return content


def _revoked(hall: Hall) -> Any:
    code = hall.code(1)
    revoke_codes(codes=[code], event=hall.event, actor=owner_of(hall.club), now=NOW)
    return hall.come_in(code.code)


def _of_a_draft(hall: Hall) -> Any:
    code = hall.code(1)
    Event.objects.filter(pk=hall.event.pk).update(state=Event.State.FINISHED)
    return hall.come_in(code.code)


def _line_from(phone: Client, match: int | None, kind: str, data: Any) -> Any:
    return phone.post(
        f"/api/v1/matches/{match}/lines/",
        json.dumps({"kind": kind, "data": data, "version": 0}),
        content_type="application/json",
        headers={"Idempotency-Key": uuid4().hex},
    )


def _from_another_table(hall: Hall) -> Any:
    return _line_from(hall.phone(2), hall.match, "hand", {"points": [7, 4]})


def _penalty_from_the_table(hall: Hall) -> Any:
    data = {"side": 0, "points": 3, "reason": "segni"}
    return _line_from(hall.phone(1), hall.match, "penalty", data)


def _guesses(hall: Hall) -> Any:
    phone = hall.phone(1)
    answers = [hall.come_in("AAAAAA") for _ in range(CODES_BY_ADDRESS.most + 1)]
    assert phone.get("/api/v1/device/").status_code == 200
    return answers[-1]


def _stolen_ticket(hall: Hall) -> Any:
    good = ticket(["event:1"])
    forged = good[:-3] + ("aaa" if good[-3:] != "aaa" else "bbb")
    status = asyncio.run(_asked(forged))
    return HttpResponse(status=status, content_type="text/plain")


async def _asked(paper: str) -> int:
    told: list[Any] = []

    async def receive() -> Any:
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        told.append(message)

    query = f"ticket={paper}".encode()
    await stream({"method": "GET", "query_string": query, "headers": []}, receive, send)
    return int(told[0]["status"])


CASES = [
    Case("a hand of 7 and 5 points", 422, "line_refused", lambda h: h.line({"points": [7, 5]})),
    Case("a hand of 36 thirds", 422, "line_refused", lambda h: h.line({"thirds": [36, None]})),
    Case("a hand of −1 points", 422, "line_refused", lambda h: h.line({"points": [-1, None]})),
    Case(
        "a hand of 10³⁰ points",
        400,
        "number_too_large",
        lambda h: h.line({"points": [10**30, None]}),
    ),
    Case("a hand of 7.5 points", 422, "line_unreadable", lambda h: h.line({"points": [7.5, 3.5]})),
    Case("a hand of “7” points", 422, "line_unreadable", lambda h: h.line({"points": ["7", "4"]})),
    Case("a hand with an unknown field", 422, "line_unreadable", lambda h: h.line({"punti": 7})),
    Case(
        "a marafona with no point",
        422,
        "line_refused",
        lambda h: h.line({"points": [0, 11], "marafona": 0}),
    ),
    Case(
        "a kind of line that does not exist", 422, "body_refused", lambda h: h.line({}, kind="sing")
    ),
    Case(
        "a version that is old",
        409,
        "stale_version",
        lambda h: (h.line({"points": [7, None]}), h.line({"points": [7, None]}))[1],
    ),
    Case(
        "a version from the future",
        409,
        "stale_version",
        lambda h: h.line({"points": [7, None]}, version=40),
    ),
    Case(
        "a version of −1", 422, "body_refused", lambda h: h.line({"points": [7, None]}, version=-1)
    ),
    Case(
        "no version",
        428,
        "version_missing",
        lambda h: h.post(
            f"/api/v1/matches/{h.match}/lines/", {"kind": "hand", "data": {"points": [7, None]}}
        ),
    ),
    Case(
        "no Idempotency-Key",
        428,
        "key_missing",
        lambda h: h.post(
            f"/api/v1/matches/{h.match}/lines/",
            {"kind": "hand", "data": {"points": [7, None]}, "version": 0},
            key="",
        ),
    ),
    Case(
        "a key of 1,000 characters",
        400,
        "key_malformed",
        lambda h: h.post(
            f"/api/v1/matches/{h.match}/lines/",
            {"kind": "hand", "data": {"points": [7, None]}, "version": 0},
            key="k" * 1000,
        ),
    ),
    Case(
        "one key for two contents",
        422,
        "key_reused",
        lambda h: [
            h.post(
                f"/api/v1/matches/{h.match}/lines/",
                {"kind": "hand", "data": {"points": [points, None]}, "version": 0},
                key="same",
            )
            for points in (7, 8)
        ][1],
    ),
    Case(
        "a penalty without a reason",
        422,
        "reason_missing",
        lambda h: h.line({"side": 0, "points": 3, "article": "5"}, kind="penalty"),
    ),
    Case(
        "a hand for a match whose sides are not known",
        409,
        "pairing_not_ready",
        lambda h: h.post(
            f"/api/v1/matches/{h.final.match_id}/lines/",
            {"kind": "hand", "data": {"points": [7, None]}, "version": 0},
        ),
    ),
    Case(
        "a hand made in 1900, by the clock of its phone",
        201,
        "",
        lambda h: h.line({"points": [7, None]}, made_at="1900-01-01T00:00:00Z"),
    ),
    Case(
        "a hand made on the last day of 9999",
        422,
        "body_refused",
        lambda h: h.line({"points": [7, None]}, made_at="9999-12-31T23:59:59Z"),
    ),
    Case(
        "a match that does not exist",
        404,
        "not_found",
        lambda h: h.post(
            "/api/v1/matches/999999999/lines/",
            {"kind": "hand", "data": {"points": [7, None]}, "version": 0},
        ),
    ),
    Case(
        "a match number of 40 digits",
        404,
        "not_found",
        lambda h: h.api.get(f"/api/v1/matches/{'9' * 40}/"),
    ),
    Case(
        "another club's match",
        403,
        "not_allowed",
        lambda h: h.post(
            f"/api/v1/matches/{_foreign_match()}/lines/",
            {"kind": "hand", "data": {"points": [7, None]}, "version": 0},
        ),
    ),
    Case(
        "a forged token",
        401,
        "token_invalid",
        lambda h: Client().get("/api/v1/events/", headers={"Authorization": "Token " + "f" * 64}),
    ),
    Case("an expired token", 401, "token_expired", lambda h: _with_token(h, expiry=LONG_AGO)),
    Case("a revoked token", 401, "token_revoked", lambda h: _with_token(h, revoked=True)),
    Case(
        "a write by a token that only reads",
        403,
        "token_reads_only",
        lambda h: _with_token(h, access=TokenAccess.READ),
    ),
    Case(
        "an entry by a token that only scores",
        403,
        "token_not_for_this",
        lambda h: _enter_with_token(h, access=TokenAccess.SCORE),
    ),
    Case(
        "a write by a token of another event",
        403,
        "not_allowed",
        lambda h: _with_token(h, scope=TokenScope(event_id=h.open_event.pk)),
    ),
    Case(
        "a cursor that was made up",
        400,
        "cursor_unknown",
        lambda h: h.api.get("/api/v1/events/?cursor=cD14"),
    ),
    Case(
        "a search of 1,000 characters",
        400,
        "query_refused",
        lambda h: h.api.get(f"/api/v1/events/?q={'x' * 1000}"),
    ),
    Case(
        "a sheet from line −1 on",
        400,
        "query_refused",
        lambda h: h.api.get(f"/api/v1/matches/{h.match}/lines/?after=-1"),
    ),
    Case(
        "fewer tables for a drawn event",
        409,
        "event_is_pinned",
        lambda h: h.api.patch(
            f"/api/v1/events/{h.event.pk}/", {"tables": 1}, content_type="application/json"
        ),
    ),
    Case(
        "a line by a session of another site",
        403,
        "csrf_failed",
        _line_from_another_site,
    ),
    Case(
        "a body that is no JSON",
        400,
        "body_unreadable",
        lambda h: h.post(f"/api/v1/matches/{h.match}/lines/", "{"),
    ),
    Case(
        "a body with NaN",
        400,
        "body_unreadable",
        lambda h: h.post(f"/api/v1/matches/{h.match}/lines/", '{"version": NaN}'),
    ),
    Case(
        "a body nested 100,000 deep",
        400,
        "body_unreadable",
        lambda h: h.post(f"/api/v1/matches/{h.match}/lines/", "[" * 50_000),
    ),
    Case(
        "a body of 1 MB",
        413,
        "body_too_large",
        lambda h: h.post(f"/api/v1/matches/{h.match}/lines/", b" " * MEGABYTE),
    ),
    Case(
        "a form where JSON belongs",
        415,
        "media_type_unsupported",
        lambda h: h.post(
            f"/api/v1/matches/{h.match}/lines/",
            "kind=hand",
            content_type="application/x-www-form-urlencoded",
        ),
    ),
    Case(
        "a DELETE of a sheet",
        405,
        "method_not_allowed",
        lambda h: h.api.delete(f"/api/v1/matches/{h.match}/lines/"),
    ),
    Case(
        "an entry twice",
        422,
        "entry_refused",
        lambda h: (h.entry("Turci", "Zoli"), h.entry("Turci", "Gori"))[1],
    ),
    Case(
        "an entry of a pair with himself", 422, "entry_refused", lambda h: h.entry("Turci", "turci")
    ),
    Case("an entry of nobody", 422, "body_refused", lambda h: h.entry()),
    Case("a name of 2 MB", 413, "body_too_large", lambda h: h.entry("x" * 2 * MEGABYTE, "Zoli")),
    Case("a name of 500 characters", 422, "body_refused", lambda h: h.entry("x" * 500, "Zoli")),
    Case("a name with a zero sign", 400, "nul_character", lambda h: h.entry("Tur\0ci", "Zoli")),
    Case("a name of emoji", 201, "", lambda h: h.entry("😀🃏", "Zoli")),
    Case("a name with SQL", 201, "", lambda h: h.entry("Robert'); DROP TABLE entry;--", "Zoli")),
    Case("a name with script", 201, "", lambda h: h.entry("<script>alert(1)</script>", "Zoli")),
    Case("a seed of 0", 422, "body_refused", lambda h: h.entry("Turci", "Zoli", seed=0)),
    Case("a group of 0", 422, "body_refused", lambda h: h.entry("Turci", "Zoli", group=0)),
    Case(
        "an entry for a group that there is not",
        422,
        "entry_refused",
        lambda h: h.entry("Turci", "Zoli", group=2),
    ),
    Case("an event in 1900", 422, "body_refused", lambda h: h.new_event(date="1900-01-01")),
    Case("an event in 9999", 422, "body_refused", lambda h: h.new_event(date="9999-12-31")),
    Case(
        "a calendar without a day of the week",
        422,
        "calendar_refused",
        lambda h: h.calendar(weekdays=[]),
    ),
    Case(
        "a calendar of an eighth day of the week",
        422,
        "calendar_refused",
        lambda h: h.calendar(weekdays=[7]),
    ),
    Case(
        "a calendar that skips 30 February",
        422,
        "body_refused",
        lambda h: h.calendar(skipped=["2026-02-30"]),
    ),
    Case("a calendar from 1900 on", 422, "body_refused", lambda h: h.calendar(start="1900-01-01")),
    Case(
        "a calendar of 10³⁰ rounds a date",
        400,
        "number_too_large",
        lambda h: h.calendar(rounds_a_date=10**30),
    ),
    Case(
        "an event of no game",
        422,
        "format_refused",
        lambda h: h.new_event(match_format={"games": [], "wins": 1}),
    ),
    Case(
        "an event to 500 points",
        422,
        "format_refused",
        lambda h: h.new_event(
            match_format={"games": [{"game": "marafon", "options": {"target": 500}}], "wins": 1}
        ),
    ),
    Case(
        "a knock-out that can be drawn",
        422,
        "format_refused",
        lambda h: h.new_event(
            match_format={"games": [{"game": "marafon", "hands": 8}], "wins": None}
        ),
    ),
    Case(
        "a draw of a running event",
        409,
        "event_cannot_be_drawn",
        lambda h: h.post(f"/api/v1/events/{h.event.pk}/draw/", {}),
    ),
    Case(
        "a list with a bad row (desk)",
        200,
        "",
        lambda h: h.read_list(b"giocatore 1;giocatore 2\nLoris Zoffoli;\nNives Neri;Gino Faedi\n"),
        PREVIEW,
    ),
    Case("a list of 10,000 rows, 300 of them bad (desk)", 200, "", _large_list, PREVIEW),
    Case(
        "a list with formulas for names (desk)",
        200,
        "",
        lambda h: h.read_list(workbook([["Coppia"], ['=HYPERLINK("http://x")'], ["@SUM(A1)"]])),
        PREVIEW,
    ),
    Case(
        "a sheet that claims a million rows (desk)",
        200,
        "",
        lambda h: h.read_list(
            changed(workbook([["x"]]), SHEET, million_rows("Coppia", "Ivo Neri - Ugo Turci"))
        ),
        PREVIEW,
    ),
    Case(
        "a workbook of 1 MB that unpacks to 1 GB (desk)",
        422,
        "",
        lambda h: h.read_list(_bomb_of_a_gigabyte()),
    ),
    Case(
        "a workbook that reads another file (desk)",
        422,
        "",
        lambda h: h.read_list(
            changed(
                workbook([["x"]]), SHEET, b'<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/hosts">]>'
            )
        ),
    ),
    Case("a list of 3 MB (desk)", 422, "", lambda h: h.upload(b"a;b\n" * (3 * MEGABYTE // 4))),
    Case("half a workbook (desk)", 422, "", lambda h: h.read_list(b"PK\x03\x04" * 9)),
    Case("an old workbook (desk)", 422, "", lambda h: h.read_list(b"\xd0\xcf\x11\xe0" * 9)),
    Case("a picture (desk)", 422, "", lambda h: h.read_list(b"\x89PNG\r\n\0\0")),
    Case("an empty file (desk)", 422, "", lambda h: h.upload(b"")),
    Case("a form from another site (desk)", 403, "", _from_another_site),
    Case("a table code that nobody made", 422, "code_unknown", lambda h: h.come_in("AAAAAA")),
    Case("a table code with a zero in it", 422, "code_sign", lambda h: h.come_in("K7M40P")),
    Case(
        "a table code of a million characters",
        422,
        "body_refused",
        lambda h: h.come_in("K" * 10**4),
    ),
    Case("a table code that was revoked", 422, "code_revoked", _revoked),
    Case("a table code of a finished event", 422, "code_of_past_event", _of_a_draft),
    Case("a hand from the phone of another table", 403, "another_table", _from_another_table),
    Case("a penalty from a phone at the table", 403, "only_the_referee", _penalty_from_the_table),
    Case("guessed table codes, while the hall plays on", 429, "too_many_tries", _guesses),
    Case("a stolen ticket, changed to follow another event", 403, "", _stolen_ticket, "refused"),
    Case("a form without its token (desk)", 403, "", _without_csrf),
    Case("an address that does not exist", 404, "", lambda h: h.desk.get("/nothing/here/")),
]
