"""What pages refer to is there, and nothing on them needs a looser policy."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.files.base import ContentFile
from django.core.management import call_command
from django.test import Client, override_settings

from config.static import compact
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


def test_the_files_can_be_collected_under_names_of_their_content(tmp_path: Path) -> None:
    """Modules that import one another in a circle cannot: also in the types of their comments."""
    hashed = {"staticfiles": {"BACKEND": "config.static.HashedStaticFilesStorage"}}
    with override_settings(STATIC_ROOT=tmp_path, STORAGES=settings.STORAGES | hashed):
        call_command("collectstatic", interactive=False, verbosity=0)
    assert list(tmp_path.glob("js/pad/main.*.js"))
    assert list(tmp_path.glob("js/pad/main.*.js.br")), "what a phone loads is as small as it can be"
    assert list(tmp_path.glob("js/pad/main.*.js.gz")), "Brotli is only for secure addresses"
    assert not list(tmp_path.glob("drf_spectacular_sidecar/**/*.br")), "it would take half a minute"
    assert list(tmp_path.glob("drf_spectacular_sidecar/swagger-ui-dist/swagger-ui-bundle.*.js"))
    assert not list(tmp_path.rglob("*.map")), "no page refers to them"


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


@pytest.mark.django_db
def test_a_script_carries_no_policy_of_pages() -> None:
    with override_settings(WHITENOISE_AUTOREFRESH=True, WHITENOISE_USE_FINDERS=True):
        answer = Client().get("/static/js/stream.js")
        answer.close()
    assert answer.status_code == 200
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert "Content-Security-Policy" not in answer.headers
    assert "Permissions-Policy" not in answer.headers


@pytest.mark.parametrize(
    "sheet", ["components", "desk", "board", "bracket", "sheet", "draw"], ids=lambda name: name
)
def test_every_colour_is_a_token(sheet: str) -> None:
    source = (ROOT / "static" / "css" / f"{sheet}.css").read_text(encoding="utf-8")
    screen = source.split("@media print")[0]
    colours = set(re.findall(r"#[0-9a-fA-F]{3,8}\b", screen))
    assert colours <= {"#fdf9ec", "#0b3a2e"}, "those two are the focus on the cloth"


SCRIPT = """\
// What this module is for.

/**
 * Doubles. @param {number} value
 */
export function double(value) {
  // Why.
  const [factor] = /** @type {number[]} */ ([2]);
  /** @type {string} */ const address = "https://example.org/*"; // not a comment: it is beside code
  return `//${value * factor}${address}`; /* nor this */
}
"""
SERVED_SCRIPT = """\

export function double(value) {
const [factor] = ([2]);
const address = "https://example.org/*"; // not a comment: it is beside code
return `//${value * factor}${address}`; /* nor this */
}
"""


@pytest.mark.parametrize(
    ("name", "served"),
    [
        ("js/pad/double.js", SERVED_SCRIPT),
        ("js/pad/double.0123456789ab.js", SERVED_SCRIPT),
        ("vendor/double.mjs", SERVED_SCRIPT),
        ("vendor/double.min.js", SCRIPT),
        ("admin/js/double.js", SCRIPT),
    ],
)
def test_scripts_are_served_without_comments_types_and_indentation(name: str, served: str) -> None:
    content = compact(name, ContentFile(SCRIPT.encode(), name))
    assert content.read().decode() == served


def test_styles_are_served_without_comments_and_indentation() -> None:
    source = (
        b"/* one\n   two */\na {\n  top: 0;\n} /* beside */\n  /* three */ b :is(i) { left: 0; }\n"
    )
    content = compact("css/pad.css", ContentFile(source, "css/pad.css"))
    assert content.read() == b"a{top:0}/* beside */\nb :is(i){left:0}"
