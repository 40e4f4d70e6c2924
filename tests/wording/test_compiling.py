"""Compiling the translations, and the system check of what was compiled."""

import gettext
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.checks import Tags, run_checks
from django.core.management import call_command
from django.core.management.base import SystemCheckError

from tools.paths import ROOT
from wording.catalogues import InvalidCatalogue, compile_catalogues, list_outdated

HEADER = 'msgid ""\nmsgstr ""\n"Language: it\\n"\n"Content-Type: text/plain; charset=utf-8\\n"\n\n'
WITHIN = 60


@pytest.fixture
def locale(tmp_path: Path) -> Path:
    """A folder like ``locale/`` with one string in two languages, not compiled."""
    for language in ("it", "en"):
        folder = tmp_path / "locale" / language / "LC_MESSAGES"
        folder.mkdir(parents=True)
        write_source(tmp_path / "locale", language, HEADER + 'msgid "Bye"\nmsgstr "Riposo"\n')
    return tmp_path / "locale"


def write_source(locale: Path, language: str, text: str) -> Path:
    path = locale / language / "LC_MESSAGES" / "django.po"
    path.write_text(text, encoding="utf-8")
    return path


def translate(locale: Path, text: str) -> str:
    with (locale / "it" / "LC_MESSAGES" / "django.mo").open("rb") as file:
        return gettext.GNUTranslations(file).gettext(text)


def test_only_missing_and_outdated_catalogues_are_compiled(locale: Path) -> None:
    compile_catalogues(locale)
    assert translate(locale, "Bye") == "Riposo"
    assert list_outdated(locale) == []

    source = write_source(locale, "it", HEADER + 'msgid "Bye"\nmsgstr "Turno di riposo"\n')
    os.utime(source, (0, 0))  # an old file restored from a backup is a change too
    english = locale / "en" / "LC_MESSAGES" / "django.mo"
    untouched = english.stat()
    assert list_outdated(locale) == [source]
    compile_catalogues(locale)
    assert translate(locale, "Bye") == "Turno di riposo"
    assert english.stat().st_ino == untouched.st_ino


def test_equal_sources_are_compiled_to_equal_bytes(locale: Path) -> None:
    path = locale / "it" / "LC_MESSAGES" / "django.mo"
    compile_catalogues(locale)
    first = path.read_bytes()
    path.unlink()
    compile_catalogues(locale)
    assert path.read_bytes() == first


def test_processes_may_compile_at_the_same_time(locale: Path) -> None:
    compile_catalogues(locale)
    messages = "".join(f'msgid "{n}"\nmsgstr "numero {n}"\n\n' for n in range(2000))
    write_source(locale, "it", HEADER + 'msgid "Bye"\nmsgstr "Riposo"\n\n' + messages)
    compiling = "import sys; from pathlib import Path; from wording.catalogues import *\n"
    compiling += "compile_catalogues(Path(sys.argv[1]))"
    command = [sys.executable, "-c", compiling, str(locale)]
    processes = [subprocess.Popen(command, cwd=ROOT) for _ in range(4)]
    # A reader finds a whole catalogue at any moment, the old or the new one.
    while any(process.poll() is None for process in processes):
        assert translate(locale, "Bye") == "Riposo"
    assert [process.wait(WITHIN) for process in processes] == [0] * 4
    assert translate(locale, "1999") == "numero 1999"
    left = {path.name for path in (locale / "it" / "LC_MESSAGES").iterdir()}
    assert left == {"django.po", "django.mo"}


def test_a_broken_catalogue_is_reported_with_its_line_and_the_compiled_one_kept(
    locale: Path,
) -> None:
    compile_catalogues(locale)
    conflict = '<<<<<<< HEAD\nmsgid "Bye"\nmsgstr "Riposo"\n=======\n'
    source = write_source(locale, "it", HEADER + conflict)
    with pytest.raises(InvalidCatalogue) as raised:
        compile_catalogues(locale)
    assert str(raised.value) == f"{source}, line 6: Unknown or misformatted keyword"
    assert translate(locale, "Bye") == "Riposo"
    assert list_outdated(locale) == [source]


def test_a_catalogue_in_another_encoding_is_reported(locale: Path) -> None:
    source = locale / "it" / "LC_MESSAGES" / "django.po"
    source.write_bytes((HEADER + 'msgid "Tie"\nmsgstr "Parità"\n').encode("latin-1"))
    with pytest.raises(InvalidCatalogue, match=r"django\.po: 'utf-8' codec can't decode"):
        compile_catalogues(locale)


def check_ids() -> list[str | None]:
    return [message.id for message in run_checks(tags=[Tags.translation])]


def test_the_system_check_finds_missing_and_outdated_catalogues(
    locale: Path, settings: Any
) -> None:
    assert check_ids() == []
    settings.LOCALE_PATHS = [locale]
    assert check_ids() == ["wording.E001", "wording.E001"]
    compile_catalogues(locale)
    assert check_ids() == []
    write_source(locale, "it", HEADER + 'msgid "Bye"\nmsgstr "Turno di riposo"\n')
    assert check_ids() == ["wording.W001"]


@pytest.mark.django_db
def test_migrations_refuse_to_run_without_compiled_catalogues(locale: Path, settings: Any) -> None:
    settings.LOCALE_PATHS = [locale]
    with pytest.raises(SystemCheckError, match="make setup"):
        call_command("migrate", skip_checks=False, verbosity=0)


def test_the_web_refuses_to_start_without_compiled_catalogues(locale: Path) -> None:
    start = "import sys; from django.conf import settings; settings.LOCALE_PATHS = sys.argv[1:]\n"
    start += "import config.wsgi"
    started = subprocess.run(
        [sys.executable, "-c", start, str(locale)],
        cwd=ROOT,
        env=os.environ | {"DJANGO_SETTINGS_MODULE": "tests.settings"},
        check=False,
        capture_output=True,
        text=True,
        timeout=WITHIN,
    )
    assert started.returncode == 1
    assert "are not compiled" in started.stderr
    assert "make setup" in started.stderr
