"""Compiles the translations: the repository has ``django.po``, Django reads ``django.mo``.

``python -m wording.catalogues`` compiles what is missing or outdated. Babel is imported only then:
every ``make`` target checks the catalogues, also with a Python that has no packages.
"""

import hashlib
import io
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

LOCALE = Path(__file__).resolve().parent.parent / "locale"


class InvalidCatalogue(ValueError):
    """A ``.po`` file that cannot be read; the message names the file and the line."""


def compile_catalogues(locale: Path = LOCALE) -> None:
    """Compile the catalogues that are missing or outdated. Raises InvalidCatalogue.

    Processes that do this at the same time need no lock: they write the same bytes, and each
    replaces the file in one step, so that nobody reads half a catalogue.
    """
    for source in list_outdated(locale):
        with tempfile.TemporaryDirectory(prefix=".compiling-", dir=source.parent) as folder:
            partial = Path(folder) / "django.mo"
            partial.write_bytes(compile_catalogue(source))
            partial.replace(source.with_suffix(".mo"))


def list_outdated(locale: Path = LOCALE) -> list[Path]:
    """The ``.po`` files whose ``.mo`` file is missing or was compiled from another text."""
    return [path for path in sorted(locale.glob("*/LC_MESSAGES/django.po")) if is_outdated(path)]


def is_outdated(source: Path) -> bool:
    # A digest, not the time of the file: git, pip and container builds set times as they like.
    try:
        compiled = source.with_suffix(".mo").read_bytes()
    except FileNotFoundError:
        return True
    return _digest(source.read_bytes()).encode() not in compiled


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def compile_catalogue(source: Path) -> bytes:
    """The ``.mo`` file of a ``.po`` file, with its digest as the version in the header. Equal
    sources give equal bytes. Raises InvalidCatalogue."""
    from babel.messages.mofile import write_mo

    content = source.read_bytes()
    catalog = parse_catalogue(content, source)
    catalog.project, catalog.version = "La Bella", _digest(content)
    catalog.creation_date = datetime.fromtimestamp(0, UTC)  # else Babel writes the current time
    buffer = io.BytesIO()
    write_mo(buffer, catalog)
    return buffer.getvalue()


def parse_catalogue(content: bytes, source: Path) -> "Catalog":
    """Parse the content of a ``.po`` file, whose path names the language. Raises
    InvalidCatalogue: Babel would only print a warning and leave the message out."""
    from babel.messages.pofile import PoFileError, read_po

    language = source.parent.parent.name
    try:
        return read_po(io.BytesIO(content), locale=language, abort_invalid=True)
    except PoFileError as error:
        problem = str(error).removesuffix(f" on {error.lineno}")  # counted from 0
        raise InvalidCatalogue(f"{source}, line {error.lineno + 1}: {problem}") from error
    except ValueError as error:  # bytes that are no UTF-8, a plural form that is no number
        raise InvalidCatalogue(f"{source}: {error}") from error


if __name__ == "__main__":
    try:
        compile_catalogues()
    except InvalidCatalogue as error:
        sys.exit(str(error))
