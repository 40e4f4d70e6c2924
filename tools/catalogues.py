"""Collects the strings of code and templates into the catalogues, and compiles them.

``--check`` does not change the catalogues and fails on a string that is missing or untranslated.
"""

import io
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

import django
from babel.messages import pofile
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract, extract_python
from django.utils.translation import template as django_template

from tools.paths import ROOT
from wording.catalogues import LOCALE, InvalidCatalogue, compile_catalogues, parse_catalogue

PACKAGES = (
    *("accounts", "api", "config", "live", "printing", "tournaments", "web", "webhooks"),
    "wording",
)
LANGUAGES = ("it", "en")
KEYWORDS = {
    "_": None,
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
    "npgettext_lazy": ((1, "c"), 2, 3),
}


def collect_strings() -> Catalog:
    """All translatable strings of code and templates."""
    catalog = Catalog(charset="utf-8", fuzzy=False)
    # Sorted, because the order in which a folder lists its files differs between machines.
    paths: list[Path] = []
    for package in PACKAGES:
        paths += sorted((ROOT / package).rglob("*.py"))
    for pattern in ("*.html", "*.txt"):
        paths += sorted((ROOT / "templates").rglob(pattern))
    for path in paths:
        method: Any = _extract_template
        if path.suffix == ".py":
            method = extract_python
        with path.open("rb") as file:
            found = extract(method, file, keywords=KEYWORDS, comment_tags=["Translators:"])
            for _, message, comments, context in found:
                catalog.add(message, context=context, auto_comments=comments)
    return catalog


def _extract_template(
    file: IO[bytes], keywords: Any, comment_tags: Any, options: Any
) -> Iterator[Any]:
    """Extracts from a template through Django's own conversion to Python."""
    source = django_template.templatize(file.read().decode("utf-8"))
    # What is left of the markup can start at any column, which Python would read as indentation.
    flat = "\n".join(line.strip() for line in source.splitlines())
    yield from extract_python(io.BytesIO(flat.encode()), keywords, comment_tags, options)


def catalogue_path(language: str) -> Path:
    return LOCALE / language / "LC_MESSAGES" / "django.po"


def update_catalogue(language: str, found: Catalog, kept: Catalog) -> Catalog:
    """The catalogue of a language with exactly the strings found, and the translations that are
    ``kept``."""
    catalog = Catalog(locale=language, charset="utf-8", fuzzy=False, project="La Bella")
    for message in sorted(found, key=lambda message: (_text(message), message.context or "")):
        if not message.id:
            continue
        old = kept.get(message.id, context=message.context)
        string: Any = ""
        # A fuzzy translation is a guess of a tool, so the string counts as not translated.
        if old is not None and not old.fuzzy:
            string = old.string
        if message.pluralizable and isinstance(string, str):
            # A string that has become plural: keep its translation as the singular.
            string = (string, "")
        elif not message.pluralizable and isinstance(string, list | tuple):
            # A string that is no longer plural.
            string = string[0]
        # The source is in English.
        if language == "en" and not any(_strings(string)):
            string = message.id
        catalog.add(message.id, string, context=message.context, flags=message.flags - {"fuzzy"})
    return catalog


def _text(message: Message) -> str:
    if isinstance(message.id, str):
        return message.id
    return message.id[0]


def _strings(string: Any) -> tuple[str, ...]:
    if isinstance(string, str):
        return (string,)
    return tuple(string)


def format_catalogue(catalog: Catalog) -> bytes:
    """The .po file without dates or locations, so that changes of two people can be merged."""
    buffer = io.BytesIO()
    pofile.write_po(buffer, catalog, width=100, no_location=True, omit_header=True)
    header = (
        f'msgid ""\nmsgstr ""\n"Language: {catalog.locale}\\n"\n"MIME-Version: 1.0\\n"\n'
        '"Content-Type: text/plain; charset=utf-8\\n"\n'
        '"Content-Transfer-Encoding: 8bit\\n"\n'
        f'"Plural-Forms: {catalog.plural_forms}\\n"\n\n'
    )
    return header.encode() + buffer.getvalue()


def list_problems(language: str, catalog: Catalog) -> list[str]:
    """What is wrong with an updated catalogue, and whether the file differs from it."""
    path = catalogue_path(language)
    # The message with an empty id is the header.
    untranslated = [each for each in catalog if each.id and not all(_strings(each.string))]
    problems = [f"{language}: not translated: {_text(message)!r}" for message in untranslated]
    for message in catalog:
        problems += [f"{language}: {_text(message)!r}: {error}" for error in message.check(catalog)]
    if not path.exists() or path.read_bytes() != format_catalogue(catalog):
        problems.append(f"{language}: the catalogue is not up to date: make messages")
    return problems


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    found = collect_strings()
    problems = []
    for language in LANGUAGES:
        path = catalogue_path(language)
        kept = Catalog(locale=language)
        if path.exists():
            kept = parse_catalogue(path.read_bytes(), path)
        catalog = update_catalogue(language, found, kept)
        if "--check" not in sys.argv:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(format_catalogue(catalog))
        problems += list_problems(language, catalog)
    compile_catalogues()
    if problems:
        sys.exit("\n".join(problems))


if __name__ == "__main__":
    try:
        main()
    except InvalidCatalogue as error:
        sys.exit(str(error))
