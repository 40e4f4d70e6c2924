"""What answers in bytes without a serializer says why, in one line with a measurement."""

import re
from pathlib import Path

from tools.paths import ROOT

REASON = re.compile(r"# No serializer: .*\d ms")


def list_methods() -> list[str]:
    """The source of each method of the API's views, with its decorators."""
    method = re.compile(r"\n\n    (?=@|def )")
    files = Path(ROOT / "api" / "views").glob("*.py")
    return [source for file in files for source in method.split(file.read_text(encoding="utf-8"))]


def test_every_read_that_bypasses_serializers_has_a_measured_reason() -> None:
    in_bytes = [method for method in list_methods() if "return answer_document(" in method]
    without = [method for method in in_bytes if "Serializer" not in method.partition("class ")[0]]
    assert len(without) == 7
    assert [method.splitlines()[0] for method in without if not REASON.search(method)] == []


def test_a_reason_stands_only_where_no_serializer_is() -> None:
    for method in list_methods():
        if REASON.search(method):
            assert "Serializer" not in method.partition("class ")[0], method.splitlines()[0]
