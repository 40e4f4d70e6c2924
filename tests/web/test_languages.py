"""Both languages, on every page, and no word outside them."""

import re
from pathlib import Path

import pytest
from django.test import Client

from accounts.models import User
from tests.factories import first_match, make_event
from tests.tournaments.steps import pairing, write
from tests.web.pages import html_of, text_of
from tournaments.models import Club

TEMPLATES = Path(__file__).parents[2] / "templates"
WORDED = re.compile(r"{% blocktranslate.*?{% endblocktranslate %}", re.DOTALL)
TAGS = re.compile(r"{%.*?%}|{{.*?}}|{#.*?#}", re.DOTALL)
CLASSES = re.compile(r"{% block (?:body|main)_class %}.*?{% endblock %}")
SPOKEN = re.compile(r'\b(?:aria-label|title|placeholder|alt)="([^"]*)"')
MARKUP = re.compile(r"<[^>]*>|&\w+;")
OURS = {"La", "Bella", "Authorization", "Token", "Excel", "CSV", "Ctrl", "Enter", "Esc"}
"""Our name, the words of a header, the names of formats of files, and of keys."""


@pytest.mark.parametrize("path", sorted(TEMPLATES.rglob("*.html")), ids=lambda path: path.name)
def test_a_template_has_no_word_that_is_not_translated(path: Path) -> None:
    source = TAGS.sub(" ", CLASSES.sub(" ", WORDED.sub(" ", path.read_text(encoding="utf-8"))))
    texts = [MARKUP.sub(" ", source), *SPOKEN.findall(source)]
    words = {word for text in texts for word in re.findall(r"[^\W\d_]{2,}", text)}
    assert words <= OURS


@pytest.mark.parametrize(("language", "word"), [("it", "Chiaro o scuro"), ("en", "Light or dark")])
def test_every_page_speaks_the_readers_language(
    club: Club, owner: User, language: str, word: str
) -> None:
    event = make_event(club=club, pairs=4, tables=2)
    match = first_match(event)
    write(pairing(event, "main-1-1"), "hand", {"points": [7, None], "marafona": 0})
    client = Client(headers={"accept-language": language})
    client.force_login(owner, backend="allauth.account.auth_backends.AuthenticationBackend")
    for page in (
        f"/desk/events/{event.pk}/",
        f"/desk/events/{event.pk}/entries/",
        f"/desk/events/{event.pk}/draw/",
        f"/desk/events/{event.pk}/bracket/",
        f"/desk/events/{event.pk}/places/",
        f"/desk/matches/{match}/",
        f"/events/{event.pk}/",
        f"/events/{event.pk}/bracket/",
        f"/matches/{match}/",
    ):
        answer = client.get(page)
        assert f'<html lang="{language}"' in html_of(answer)
        assert word in text_of(answer)


@pytest.mark.parametrize(
    "page", ["/", "/accounts/login/", "/accounts/password/reset/", "/desk/", "/desk/tokens/"]
)
def test_italian_pages_have_no_english_left(desk: Client, page: str) -> None:
    italian = text_of(desk.get(page, headers={"accept-language": "it"}))
    for english in (
        "Events",
        "Sign in",
        "Sign out",
        "Programs",
        "Light or dark",
        "Skip to the content",
    ):
        assert english not in italian


def test_the_reader_changes_the_language_and_stays_where_he_is(anybody: Client, club: Club) -> None:
    event = make_event(club=club)
    answer = anybody.post(
        "/i18n/setlang/", {"language": "it", "next": f"/events/{event.pk}/"}, follow=True
    )
    assert answer.redirect_chain == [(f"/events/{event.pk}/", 302)]
    assert '<html lang="it"' in html_of(answer)


def test_days_are_written_as_each_language_does(anybody: Client, club: Club) -> None:
    event = make_event(club=club)
    for language, day in (("it", "Domenica 13 dicembre 2026"), ("en", "Sunday 13 December 2026")):
        page = anybody.get(f"/events/{event.pk}/", headers={"accept-language": language})
        assert day in text_of(page)
