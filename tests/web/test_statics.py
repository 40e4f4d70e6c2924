"""What pages refer to is there, and nothing on them needs a looser policy."""

import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from tests.factories import first_match, make_event
from tests.web.pages import html_of
from tournaments.models import Club

ROOT = Path(__file__).parents[2]
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
STATIC = re.compile(r"{% static '([^']+)' %}")
PICTURE = re.compile(r'{% (suit|mark) "(\w+)" %}')
INLINE = re.compile(r"<style|\bstyle=|\bon\w+=|<script(?![^>]*\bsrc=)[^>]*>", re.IGNORECASE)


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_every_file_that_a_template_names_is_there(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    missing = [name for name in STATIC.findall(source) if finders.find(name) is None]
    assert missing == []


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_every_suit_and_mark_is_drawn(path: Path) -> None:
    drawn = {
        kind: (ROOT / "static" / "img" / f"{kind}s.svg").read_text(encoding="utf-8")
        for kind in ("suit", "mark")
    }
    source = path.read_text(encoding="utf-8")
    missing = [name for kind, name in PICTURE.findall(source) if f'id="{name}"' not in drawn[kind]]
    assert missing == []


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_no_template_has_inline_style_script_or_handler(path: Path) -> None:
    assert INLINE.findall(path.read_text(encoding="utf-8")) == []


def test_no_page_has_inline_style_script_or_handler(desk: Client, club: Club) -> None:
    event = make_event(club=club, tables=2)
    for page in (
        "/",
        "/accounts/login/",
        f"/desk/events/{event.pk}/",
        f"/desk/events/{event.pk}/entries/",
        f"/desk/matches/{first_match(event)}/",
    ):
        assert INLINE.findall(html_of(desk.get(page))) == []


def test_the_policy_allows_our_own_files_alone(anybody: Client, club: Club) -> None:
    policy = anybody.get("/").headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy


@pytest.mark.parametrize(
    "sheet", ["components", "desk", "board", "bracket", "sheet", "draw"], ids=lambda name: name
)
def test_every_colour_is_a_token(sheet: str) -> None:
    source = (ROOT / "static" / "css" / f"{sheet}.css").read_text(encoding="utf-8")
    screen = source.split("@media print")[0]
    colours = set(re.findall(r"#[0-9a-fA-F]{3,8}\b", screen))
    assert colours <= {"#fdf9ec", "#0b3a2e"}, "those two are the focus on the cloth"
