"""What the house keeps beside its database."""

import os
from pathlib import Path

import pytest

from tools.beginning import begin
from tools.folder import Begun, alone, furnish, has_begun, say_where
from tools.paths import var


def test_the_secret_key_is_made_once_and_its_owner_alone_can_read_it(tmp_path: Path) -> None:
    furnish(tmp_path)
    key = tmp_path / "secret-key"
    made = key.read_text()
    furnish(tmp_path)
    assert key.read_text() == made
    assert len(made) >= 50
    assert key.stat().st_mode & 0o777 == 0o600


def test_the_folder_is_closed_to_others_even_if_it_was_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "kept").mkdir(mode=0o755)
    monkeypatch.setenv("LABELLA_VAR", str(tmp_path / "kept"))
    assert var().stat().st_mode & 0o777 == 0o700


def test_a_second_start_says_where_the_first_one_is(tmp_path: Path) -> None:
    with alone(tmp_path):
        with pytest.raises(SystemExit, match="just starting"), alone(tmp_path):
            pass
        say_where(tmp_path, "http://127.0.0.1:8000")
        with pytest.raises(SystemExit, match=f"127.0.0.1:8000.*{os.getpid()}"), alone(tmp_path):
            pass
    with alone(tmp_path):
        assert (tmp_path / "house.lock").read_text() == ""


def test_a_demo_is_not_turned_into_a_real_club(tmp_path: Path) -> None:
    has_begun(tmp_path, Begun.DEMO)
    with pytest.raises(SystemExit, match="make demo-reset"):
        begin(tmp_path, {}, demo=False)


@pytest.mark.parametrize("how", [Begun.DEMO, Begun.CLUB])
def test_what_has_begun_goes_on(tmp_path: Path, how: Begun) -> None:
    has_begun(tmp_path, how)
    assert begin(tmp_path, {}, demo=True) == {}


def test_a_machine_that_cannot_be_asked_is_told_what_to_set(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LABELLA_OWNER_CLUB", "Circolo Savio")
    with pytest.raises(SystemExit, match="set LABELLA_OWNER_EMAIL"):
        begin(tmp_path, {}, demo=False)
