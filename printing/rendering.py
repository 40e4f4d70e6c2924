"""Makes PDFs of documents, with the templates of ``layouts/``.

The templates are ours; everything else reaches them as JSON, so that no name is ever read as
markup. Fonts are those embedded in typst: a sheet looks the same on every machine. The compiler
gets all its files from memory, each part of a set in a folder of its own, and opens none.
"""

import json
import re
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Final

import typst

from printing.documents import (
    CardsDocument,
    CertificatesDocument,
    CheckInDocument,
    Document,
    GridsDocument,
    ListDocument,
    PosterDocument,
    ReceiptsDocument,
    RegulationPaper,
    SetDocument,
    SheetsDocument,
    SingleDocument,
)

FOLDER: Final = Path(__file__).parent / "layouts"
COMMON: Final = "paper.typ"
TEMPLATES: Final[dict[type, str]] = {
    ListDocument: "list.typ",
    SheetsDocument: "sheets.typ",
    CardsDocument: "cards.typ",
    PosterDocument: "bracket.typ",
    RegulationPaper: "regulation.typ",
    GridsDocument: "grids.typ",
    CertificatesDocument: "certificates.typ",
    ReceiptsDocument: "receipts.typ",
    CheckInDocument: "check-in.typ",
}
UNTAGGED: Final = (SheetsDocument, CardsDocument, PosterDocument, ReceiptsDocument, CheckInDocument)
"""Forms to write on and drawings: tags for screen readers would say nothing, and make the file of
a score sheet ten times as large."""
_PAGE = re.compile(rb"/Type\s*/Page\b")


def render_pdf(document: Document) -> bytes:
    """The document as a PDF."""
    is_tagged = not any(isinstance(part, UNTAGGED) for part in _list_parts(document))
    content = _make_compiler(document).compile(format="pdf", pdf_tags=is_tagged)
    assert isinstance(content, bytes)
    return content


def render_images(document: Document, *, ppi: int) -> list[bytes]:
    """Its pages as PNG, to be looked at."""
    pages = _make_compiler(document).compile(format="png", ppi=ppi)
    if isinstance(pages, bytes):
        return [pages]
    return list(pages or ())


def count_pages(pdf: bytes) -> int:
    """The number of pages of a PDF that we made: the objects of pages are not compressed."""
    return len(_PAGE.findall(pdf))


def _list_parts(document: Document) -> tuple[SingleDocument, ...]:
    if isinstance(document, SetDocument):
        return document.parts
    return (document,)


def _make_compiler(document: Document) -> typst.Compiler:
    """A compiler with the templates of the document's parts, each beside its own JSON."""
    files: dict[str, bytes] = {}
    includes = []
    for number, part in enumerate(_list_parts(document)):
        template = TEMPLATES[type(part)]
        files[f"{number}/{template}"] = _load_template(template)
        files[f"{number}/{COMMON}"] = _load_template(COMMON)
        content = {**asdict(part), "part": number}
        files[f"{number}/document.json"] = json.dumps(content, ensure_ascii=False).encode()
        includes.append(f'#include "{number}/{template}"\n')
    files["main.typ"] = "".join(includes).encode()
    # The stubs of typst do not know that files can be given in a dictionary.
    return typst.Compiler(  # type: ignore[type-var]
        files,
        font_paths=load_fonts(),
        ignore_system_fonts=True,
    )


@cache
def _load_template(name: str) -> bytes:
    return (FOLDER / name).read_bytes()


@cache
def load_fonts() -> typst.Fonts:
    """The embedded fonts, read once for each process."""
    return typst.Fonts(include_system_fonts=False)
