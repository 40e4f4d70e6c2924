"""What answers in bytes without a serializer says why, in one line with a measurement."""

import re
from pathlib import Path

from tools.paths import ROOT

REASON = re.compile(r"# No serializer: .*\d ms")


def list_views() -> list[str]:
    """The source of each class of the API's views."""
    folder = Path(ROOT / "api")
    files = [*folder.glob("*.py"), *folder.glob("views/*.py")]
    return [
        f"class {source}"
        for file in files
        for source in file.read_text(encoding="utf-8").split("\nclass ")[1:]
    ]


def test_every_read_that_bypasses_serializers_has_a_measured_reason() -> None:
    in_bytes = [view for view in list_views() if "return answer_document(" in view]
    without = [view for view in in_bytes if "Serializer" not in view]
    assert len(without) == 7
    assert [view.splitlines()[0] for view in without if not REASON.search(view)] == []


def test_a_reason_stands_only_where_no_serializer_is() -> None:
    for view in list_views():
        if REASON.search(view):
            assert "Serializer" not in view, view.splitlines()[0]
