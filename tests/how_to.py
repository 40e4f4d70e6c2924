"""The programs and commands of the pages in docs/how-to, for the tests that run them."""

import re

from tools.paths import ROOT


def read_blocks(page: str, language: str) -> list[str]:
    """The code blocks of a page in a language, in order."""
    text = (ROOT / "docs" / "how-to" / page).read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
