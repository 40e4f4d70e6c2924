"""The Italian of ``wording``: complete, and with the same placeholders as the English."""

import re
from pathlib import Path

import pytest
from babel.messages.catalog import Message
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po

from tools.catalogues import KEYWORDS
from tools.paths import ROOT

PLACEHOLDERS = re.compile(r"%\((\w+)\)s")


def _collected() -> list[tuple[str | tuple[str, ...], str | None]]:
    found = []
    for path in sorted(Path(ROOT / "wording").rglob("*.py")):
        found += [
            (text, context)
            for _, text, _, context in extract_from_file("python", path, keywords=KEYWORDS)
        ]
    return found


def _italian() -> dict[tuple[str, str | None], Message]:
    with (ROOT / "locale" / "it" / "LC_MESSAGES" / "django.po").open("rb") as file:
        catalogue = read_po(file, locale="it")
    return {
        (_forms(message.id)[0], message.context): message for message in catalogue if message.id
    }


def _forms(text: str | list[str] | tuple[str, ...] | None) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text or ())


STRINGS = _collected()
ITALIAN = _italian()


def test_the_strings_of_the_package_are_found() -> None:
    assert len(STRINGS) > 250


@pytest.mark.parametrize(("text", "context"), STRINGS)
def test_every_string_has_an_italian_translation(
    text: str | tuple[str, ...], context: str | None
) -> None:
    english = _forms(text)
    message = ITALIAN[english[0], context]
    italian = _forms(message.string)
    assert len(italian) == len(english)
    assert all(italian)
    placeholders = [sorted(set(PLACEHOLDERS.findall(form))) for form in (*english, *italian)]
    assert all(one == placeholders[0] for one in placeholders)


@pytest.mark.parametrize("word", ["errore", "invalid", "session", "sincronizza", "!", "«"])
def test_no_italian_translation_contains(word: str) -> None:
    forms = [form for message in ITALIAN.values() for form in _forms(message.string)]
    assert [form for form in forms if word in form.lower()] == []
