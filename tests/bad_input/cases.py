"""What was tried against the house. The table of docs/bad-input.md has exactly these rows."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from accounts.services import make_token
from tests.factories import make_club, make_event, make_member
from tournaments.models import Club, Event, Pairing

MEGABYTE = 1024 * 1024


class Hall:
    """A club with a running event, a program that may write, and an organizer at the desk."""

    def __init__(self) -> None:
        self.club: Club = make_club()
        self.user = make_member(self.club)
        self.event: Event = make_event(club=self.club, pairs=4, tables=2)
        self.open_event: Event = make_event(club=self.club, pairs=2, drawn=False)
        _, self.secret = make_token(user=self.user, name="tests", may_write=True)
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
        players = [{"first": "", "last": name} for name in names]
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

    def upload(self, content: bytes, name: str = "elenco.csv") -> Any:
        """A list of entries at the desk."""
        path = f"/desk/events/{self.open_event.pk}/entries/list/"
        return self.desk.post(path, {"file": SimpleUploadedFile(name, content)})


@dataclass(frozen=True)
class Case:
    """What was tried, and what it got: a status and, from the API, a code."""

    what: str
    status: int
    code: str
    do: Callable[[Hall], Any]


def _foreign_match() -> int:
    pairing = make_event(pairs=2).pairings.get()
    assert pairing.match_id is not None
    return pairing.match_id


def _without_csrf(hall: Hall) -> Any:
    client = Client(enforce_csrf_checks=True)
    client.force_login(hall.user)
    return client.post(f"/desk/events/{hall.open_event.pk}/entries/", {"player1": "A"})


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
        "a key of 1,000 signs",
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
        "a hand made in 1900",
        422,
        "body_refused",
        lambda h: h.line({"points": [7, None]}, made_at="1900-01-01T00:00:00Z"),
    ),
    Case(
        "a hand made in 9999",
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
    Case("a name of 500 signs", 422, "body_refused", lambda h: h.entry("x" * 500, "Zoli")),
    Case("a name with a zero sign", 400, "nul_character", lambda h: h.entry("Tur\0ci", "Zoli")),
    Case("a name of emoji", 201, "", lambda h: h.entry("😀🃏", "Zoli")),
    Case("a name with SQL", 201, "", lambda h: h.entry("Robert'); DROP TABLE entry;--", "Zoli")),
    Case("a name with script", 201, "", lambda h: h.entry("<script>alert(1)</script>", "Zoli")),
    Case("a seed of 0", 422, "body_refused", lambda h: h.entry("Turci", "Zoli", seed=0)),
    Case("an event in 1900", 422, "body_refused", lambda h: h.new_event(date="1900-01-01")),
    Case("an event in 9999", 422, "body_refused", lambda h: h.new_event(date="9999-12-31")),
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
        422,
        "",
        lambda h: h.upload(b"giocatore 1;giocatore 2\nLoris Zoffoli;\nNives Neri;Gino Faedi\n"),
    ),
    Case("a list of 3 MB (desk)", 422, "", lambda h: h.upload(b"a;b\n" * (3 * MEGABYTE // 4))),
    Case("a workbook where CSV belongs (desk)", 422, "", lambda h: h.upload(b"PK\x03\x04" * 9)),
    Case("a picture where CSV belongs (desk)", 422, "", lambda h: h.upload(b"\x89PNG\r\n\0\0")),
    Case("an empty file (desk)", 422, "", lambda h: h.upload(b"")),
    Case("a form without its token (desk)", 403, "", _without_csrf),
    Case("an address that does not exist", 404, "", lambda h: h.desk.get("/nothing/here/")),
]
