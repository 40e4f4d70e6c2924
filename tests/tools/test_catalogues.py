"""The catalogues: what is collected, what is kept, and what is complained of."""

import io

import pytest
from babel.messages.catalog import Catalog

from tools import catalogues


@pytest.fixture
def found() -> Catalog:
    """Two strings of a page, one of them in two forms."""
    catalog = Catalog(charset="utf-8", fuzzy=False)
    catalog.add("Sign in")
    catalog.add(("%(count)s pair", "%(count)s pairs"))
    return catalog


@pytest.fixture
def italian(found: Catalog, monkeypatch: pytest.MonkeyPatch) -> Catalog:
    kept = Catalog(locale="it", charset="utf-8", fuzzy=False)
    kept.add("Sign in", "Entra")
    kept.add("No longer there", "Non più")
    monkeypatch.setattr(catalogues, "_read", lambda language: kept)
    return catalogues.update_catalogue("it", found)


def test_translations_are_kept_and_what_is_gone_goes(italian: Catalog) -> None:
    assert italian["Sign in"].string == "Entra"
    assert "No longer there" not in italian


def test_what_is_not_translated_is_named(italian: Catalog) -> None:
    assert "it: not translated: '%(count)s pair'" in catalogues.faults("it", italian)


def test_a_translation_that_forgets_a_value_is_named(italian: Catalog) -> None:
    italian["%(count)s pair"].string = ("%(n)s coppia", "%(count)s coppie")
    assert any("placeholder" in fault for fault in catalogues.faults("it", italian))


def test_two_people_write_the_same_file(italian: Catalog) -> None:
    text = catalogues.write_catalogue(italian).decode()
    assert "POT-Creation-Date" not in text
    assert "#:" not in text
    assert text.index('msgid "%(count)s pair"') < text.index('msgid "Sign in"')


def test_a_template_is_read_as_django_would() -> None:
    page = io.BytesIO(
        b'{% load i18n %}{% translate "Draw" %}'
        b"{% blocktranslate count n=n %}one{% plural %}{{ n }} of them{% endblocktranslate %}"
    )
    found = catalogues._extract_template(page, catalogues.KEYWORDS, [], {})
    strings = [string if isinstance(string, str) else string[:2] for _, _, string, _ in found]
    assert strings == ["Draw", ("one", "%(n)s of them")]
