"""The words of the pad: a phone on a bad network loads only those that a screen says."""

import re
from pathlib import Path

from wording.pad import list_pad_words

SCRIPTS = sorted(Path("static/js").rglob("*.js"))
_TEMPLATE = re.compile(r"`([a-z_]*)\$\{[^}`]*\}([a-z_]*)[`$]")
"""A word whose name is put together, as ``title_${screen}``."""
NOTICES = {f"told_{kind}" for kind in ("hand", "amend", "strike", "claim", "redeal", "sign")}
"""What is said of a line that was written, by its kind."""


def test_every_word_is_said_by_a_script() -> None:
    source = "\n".join(path.read_text() for path in SCRIPTS)
    named = set(re.findall(r"[A-Za-z_0-9]+", source))
    patterns = [
        re.compile(f"{re.escape(before)}.+{re.escape(after)}")
        for before, after in set(_TEMPLATE.findall(source))
        if before or after
    ]
    unsaid = [
        key
        for key in list_pad_words()
        if key not in named | NOTICES and not any(pattern.fullmatch(key) for pattern in patterns)
    ]
    assert unsaid == []
