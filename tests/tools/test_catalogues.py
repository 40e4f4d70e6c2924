"""Collecting strings: which translations are kept, and which problems are reported."""

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
def italian(found: Catalog) -> Catalog:
    kept = Catalog(locale="it", charset="utf-8", fuzzy=False)
    kept.add("Sign in", "Entra")
    kept.add("Unused", "Inutilizzato")
    return catalogues.update_catalogue("it", found, kept)


def test_translations_are_kept_and_unused_ones_removed(italian: Catalog) -> None:
    assert italian["Sign in"].string == "Entra"
    assert "Unused" not in italian


def test_an_untranslated_string_is_reported(italian: Catalog) -> None:
    assert "it: not translated: '%(count)s pair'" in catalogues.list_problems("it", italian)


def test_a_translation_without_a_placeholder_is_reported(italian: Catalog) -> None:
    italian["%(count)s pair"].string = ("%(n)s coppia", "%(count)s coppie")
    assert any("placeholder" in problem for problem in catalogues.list_problems("it", italian))


def test_the_file_has_no_dates_or_locations_and_is_sorted(italian: Catalog) -> None:
    text = catalogues.format_catalogue(italian).decode()
    assert "POT-Creation-Date" not in text
    assert "#:" not in text
    assert text.index('msgid "%(count)s pair"') < text.index('msgid "Sign in"')


def test_strings_of_a_template_are_extracted_as_django_does() -> None:
    page = io.BytesIO(
        b'{% load i18n %}{% translate "Draw" %}'
        b"{% blocktranslate count n=n %}one{% plural %}{{ n }} of them{% endblocktranslate %}"
    )
    found = catalogues._extract_template(page, catalogues.KEYWORDS, [], {})
    strings = [string if isinstance(string, str) else string[:2] for _, _, string, _ in found]
    assert strings == ["Draw", ("one", "%(n)s of them")]
