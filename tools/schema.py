"""Keeps the OpenAPI document as a file, docs/openapi.json, so that a change of the API is seen.

``--check`` changes nothing and fails if the code says otherwise than the file.
"""

import json
import os
import sys
from difflib import unified_diff
from itertools import islice

import django

from tools.paths import ROOT

FILE = ROOT / "docs" / "openapi.json"
SHOWN = 40


def written() -> str:
    """The document as the code has it now, for people to compare."""
    from api.index import schema  # once the settings are chosen

    return json.dumps(json.loads(schema()), indent=1, ensure_ascii=False) + "\n"


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    now = written()
    if "--check" not in sys.argv:
        FILE.write_text(now, encoding="utf-8")
        return
    kept = FILE.read_text(encoding="utf-8") if FILE.exists() else ""
    if kept != now:
        lines = unified_diff(kept.splitlines(), now.splitlines(), "docs/openapi.json", "the code")
        shown = "\n".join(islice(lines, SHOWN))
        sys.exit(
            f"{shown}\n\nThe API is not what docs/openapi.json says. Is it meant so? make schema"
        )


if __name__ == "__main__":
    main()
