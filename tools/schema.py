"""Writes the OpenAPI document to docs/openapi.json, so that changes of the API show in diffs.

``--check`` changes nothing and fails if the file differs from the code.
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


def write_schema() -> str:
    """The document generated from the code, formatted for diffs."""
    from api.openapi.document import schema  # once the settings are chosen

    return json.dumps(json.loads(schema()), indent=1, ensure_ascii=False) + "\n"


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    now = write_schema()
    if "--check" not in sys.argv:
        FILE.write_text(now, encoding="utf-8")
        return
    kept = ""
    if FILE.exists():
        kept = FILE.read_text(encoding="utf-8")
    if kept != now:
        lines = unified_diff(kept.splitlines(), now.splitlines(), "docs/openapi.json", "the code")
        shown = "\n".join(islice(lines, SHOWN))
        sys.exit(
            f"{shown}\n\nThe API differs from docs/openapi.json. If this is intended: make schema"
        )


if __name__ == "__main__":
    main()
