"""The files of the project, as git lists them."""

from tools.paths import ROOT
from tools.project_files import list_project_files


def test_a_pattern_selects_files_that_exist() -> None:
    names = list_project_files(["tools/*.py"])
    assert "tools/project_files.py" in names
    assert all(name.startswith("tools/") and (ROOT / name).is_file() for name in names)


def test_an_exclusion_leaves_files_out() -> None:
    assert "tools/paths.py" not in list_project_files(["tools", ":!tools/paths.py"])


def test_new_files_are_listed_when_they_are_asked_for() -> None:
    assert set(list_project_files()) <= set(list_project_files(with_new=True))
