"""docs/reference/errors.md has every code that the software can raise."""

import re

from tests.wording.raised import codes
from tools.error_reference import EXPLANATIONS, PAGE
from wording.sentences import SENTENCES

ROW = re.compile(r"^\| (?:(\d{3}) \| )?`(\w+)` \|", re.MULTILINE)
ROWS = ROW.findall(PAGE.read_text(encoding="utf-8"))


def test_every_code_that_can_be_raised_is_in_the_catalogue() -> None:
    raised = {code for code in codes() if code in SENTENCES} - EXPLANATIONS
    assert raised - {code for _, code in ROWS} == set()


def test_a_code_names_the_status_of_each_of_its_refusals() -> None:
    assert [status for status, code in ROWS if code == "stale_version"] == ["409"]
    assert [status for status, code in ROWS if code == "version_missing"] == ["428"]
    # Of a phone whose code was revoked, and of one that asks for another table.
    assert [status for status, code in ROWS if code == "code_gone"] == ["401", "403"]
