"""The data directory and the first start."""

import os
from pathlib import Path

import pytest

from tools.data_dir import (
    InstallKind,
    create_data_dir,
    lock_data_dir,
    record_address,
    write_install_kind,
)
from tools.first_run import initialize
from tools.paths import data_dir


def test_the_secret_key_is_made_once_and_its_owner_alone_can_read_it(tmp_path: Path) -> None:
    create_data_dir(tmp_path)
    key = tmp_path / "secret-key"
    made = key.read_text()
    create_data_dir(tmp_path)
    assert key.read_text() == made
    assert len(made) >= 50
    assert key.stat().st_mode & 0o777 == 0o600


def test_the_folder_is_closed_to_others_even_if_it_was_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "kept").mkdir(mode=0o755)
    monkeypatch.setenv("LABELLA_VAR", str(tmp_path / "kept"))
    assert data_dir().stat().st_mode & 0o777 == 0o700


def test_a_second_start_says_where_the_first_one_is(tmp_path: Path) -> None:
    with lock_data_dir(tmp_path):
        with pytest.raises(SystemExit, match="just starting"), lock_data_dir(tmp_path):
            pass
        record_address(tmp_path, "http://127.0.0.1:8000")
        with (
            pytest.raises(SystemExit, match=f"127.0.0.1:8000.*{os.getpid()}"),
            lock_data_dir(tmp_path),
        ):
            pass
    with lock_data_dir(tmp_path):
        assert (tmp_path / "server.lock").read_text() == ""


def test_a_demo_is_not_turned_into_a_real_club(tmp_path: Path) -> None:
    write_install_kind(tmp_path, InstallKind.DEMO)
    with pytest.raises(SystemExit, match="make demo-reset"):
        initialize(tmp_path, {}, demo=False)


@pytest.mark.parametrize("how", [InstallKind.DEMO, InstallKind.CLUB])
def test_an_initialized_installation_is_left_alone(tmp_path: Path, how: InstallKind) -> None:
    write_install_kind(tmp_path, how)
    assert initialize(tmp_path, {}, demo=True) == {}


def test_without_a_terminal_the_missing_variables_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LABELLA_OWNER_CLUB", "Circolo Savio")
    with pytest.raises(SystemExit, match="set LABELLA_OWNER_EMAIL"):
        initialize(tmp_path, {}, demo=False)
