"""The pad's page, and what a browser needs to install it and to open it without network."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from accounts.models import User
from tests.api.test_phone_faults import set_aside
from tests.factories import PASSWORD, make_event
from tests.tournaments.steps import QUICK, pairing
from tournaments.models import Club

pytestmark = pytest.mark.django_db


def _assets(body: str) -> list[str]:
    found = re.search(r"const ASSETS = \[(.*?)\];", body, re.DOTALL)
    assert found
    return re.findall(r'"([^"]+)"', found[1])


def test_the_worker_serves_files_that_exist_and_all_modules_of_the_pad(client: Client) -> None:
    response = client.get("/pad/sw.js")
    assert response["Content-Type"].startswith("text/javascript")
    assert response["Cache-Control"] == "no-cache"
    names = [address.removeprefix("/static/") for address in _assets(response.content.decode())]
    assert [name for name in names if finders.find(name) is None] == []
    for name in ("js/pad/main.js", "js/pad/state/reducer.js", "vendor/preact.mjs", "css/pad.css"):
        assert name in names


def test_everything_that_the_modules_import_is_kept_for_a_start_without_network(
    client: Client,
) -> None:
    kept = set(_assets(client.get("/pad/sw.js").content.decode()))
    imports = re.compile(r"""(?:from|import)\s*\(?["'](\.[^"']+)["']""")
    for address in kept:
        if not address.startswith("/static/js/pad/"):
            continue
        path = finders.find(address.removeprefix("/static/"))
        assert path is not None
        for name in imports.findall(Path(str(path)).read_text(encoding="utf-8")):
            assert _resolved(address, name) in kept, f"{address} imports {name}"


def _resolved(address: str, name: str) -> str:
    parts = address.split("/")[:-1]
    for part in name.split("/"):
        if part == "..":
            parts.pop()
        elif part != ".":
            parts.append(part)
    return "/".join(parts)


def test_the_manifest_names_the_pad_and_starts_at_its_page(client: Client) -> None:
    response = client.get("/pad/manifest.webmanifest")
    assert response["Content-Type"] == "application/manifest+json"
    manifest = json.loads(response.content)
    assert manifest["start_url"] == manifest["scope"] == "/pad/"
    assert manifest["display"] == "standalone"
    icons = {icon["sizes"]: icon for icon in manifest["icons"]}
    assert icons.keys() == {"192x192", "512x512", "any"}
    for size in (192, 512):
        name = icons[f"{size}x{size}"]["src"].removeprefix("/static/")
        content = Path(str(finders.find(name))).read_bytes()
        assert content[:8] == b"\x89PNG\r\n\x1a\n"
        assert int.from_bytes(content[16:20]) == int.from_bytes(content[20:24]) == size


def test_an_open_page_switches_the_language_after_a_sign_in_in_another_tab(owner: User) -> None:
    browser = Client(enforce_csrf_checks=True, headers={"accept-language": "it"})
    browser.get("/pad/")
    old_token = browser.cookies["csrftoken"].value
    signed_in = browser.post(
        "/accounts/login/",
        {"login": owner.email, "password": PASSWORD},
        headers={"X-CSRFToken": old_token},
    )
    assert signed_in.status_code == 302

    def switch_language(token: str) -> int:
        headers = {"Accept": "application/json", "X-CSRFToken": token}
        return browser.post("/i18n/setlang/", {"language": "en"}, headers=headers).status_code

    assert switch_language(old_token) == 403
    assert switch_language(browser.cookies["csrftoken"].value) == 204
    assert browser.cookies["django_language"].value == "en"


def test_the_page_says_of_which_edition_it_is(client: Client) -> None:
    (edition,) = re.findall(r'const EDITION = "(\w+)"', client.get("/pad/sw.js").content.decode())
    assert client.get("/pad/")["X-Pad-Edition"] == edition


def test_the_page_names_its_worker_and_its_manifest(client: Client) -> None:
    body = client.get("/pad/").content.decode()
    assert "/pad/manifest.webmanifest" in body
    assert '"worker": "/pad/sw.js"' in body


def _read_settings(client: Client, path: str) -> Any:
    body = client.get(path).content.decode()
    found = re.search(r'<script id="pad" type="application/json">(.*?)</script>', body)
    assert found
    return json.loads(found[1])


def test_the_page_of_a_match_says_whose_lines_it_sends_and_that_of_a_table_does_not(
    club: Club, owner: User, desk: Client
) -> None:
    match = pairing(make_event(club=club, pairs=4, match_format=QUICK), "main-1-1").match_id
    settings = _read_settings(desk, f"/pad/matches/{match}/")
    assert settings["person"] == {"id": str(owner.pk), "name": str(owner)}
    assert settings["newMatch"] is None
    assert settings["csrf"]
    assert _read_settings(desk, "/pad/").keys().isdisjoint({"person", "csrf"})


def test_the_page_of_a_match_that_was_set_aside_leads_to_the_one_that_is_played_instead(
    club: Club, desk: Client
) -> None:
    event = make_event(club=club, pairs=4, tables=3, match_format=QUICK)
    old = set_aside(event)
    new = pairing(event, "main-2-1").match_id
    assert new != old
    assert _read_settings(desk, f"/pad/matches/{old}/")["newMatch"] == f"/pad/matches/{new}/"


def test_the_pad_of_a_match_leads_a_browser_without_a_session_to_the_sign_in(
    club: Club, anybody: Client
) -> None:
    match = pairing(make_event(club=club, pairs=4, match_format=QUICK), "main-1-1").match_id
    answer = anybody.get(f"/pad/matches/{match}/")
    assert answer.status_code == 302
    assert answer["Location"] == f"/accounts/login/?next=/pad/matches/{match}/"
