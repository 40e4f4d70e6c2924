"""Copies made while all runs, and put back."""

import fcntl
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tools.backup import BackupError, create_backup, reset_demo, restore_backup
from tools.data_dir import InstallKind, read_install_kind, write_install_kind


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write(tmp_path, "la Bella")
    (tmp_path / "secret-key").write_text("secret")
    write_install_kind(tmp_path, InstallKind.DEMO)
    return tmp_path


def write(folder: Path, word: str) -> None:
    with closing(sqlite3.connect(folder / "la-bella.sqlite3")) as database, database:
        database.execute("PRAGMA journal_mode=WAL")
        database.execute("CREATE TABLE IF NOT EXISTS words (word TEXT)")
        database.execute("INSERT INTO words VALUES (?)", (word,))


def words(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as database:
        return [word for (word,) in database.execute("SELECT word FROM words")]


def test_a_copy_made_during_a_transaction_is_consistent(folder: Path) -> None:
    with closing(sqlite3.connect(folder / "la-bella.sqlite3")) as open_one:
        open_one.execute("INSERT INTO words VALUES ('half done')")
        copy = create_backup(folder)
        open_one.rollback()
    assert words(copy / "la-bella.sqlite3") == ["la Bella"]
    assert (copy / "secret-key").read_text() == "secret"
    assert copy.stat().st_mode & 0o077 == 0


def test_copies_of_one_second_do_not_meet_and_are_single_files(folder: Path) -> None:
    copies = {create_backup(folder) for _ in range(3)}
    assert set((folder / "backups").iterdir()) == copies
    assert len(copies) == 3
    for copy in copies:
        restore_backup(folder, copy)
        assert {path.name for path in copy.iterdir()} == {
            *("la-bella.sqlite3", "secret-key", "begun")
        }


def test_a_copy_is_put_back_and_what_was_there_is_kept(folder: Path) -> None:
    copy = create_backup(folder)
    write(folder, "later")
    restore_backup(folder, copy)
    assert words(folder / "la-bella.sqlite3") == ["la Bella"]
    (aside,) = (folder / "backups").glob("before-*")
    assert words(aside / "la-bella.sqlite3") == ["la Bella", "later"]


@pytest.mark.parametrize("act", [reset_demo, lambda folder: restore_backup(folder, folder)])
def test_nothing_is_put_back_or_reset_under_a_running_server(
    folder: Path, act: Callable[[Path], object]
) -> None:
    with (folder / "server.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with pytest.raises(SystemExit, match="running"):
            act(folder)
    assert words(folder / "la-bella.sqlite3") == ["la Bella"]


def test_a_folder_without_a_copy_is_not_restored(
    folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with pytest.raises(BackupError, match="is no backup"):
        restore_backup(folder, tmp_path_factory.mktemp("empty"))


def test_a_damaged_copy_is_refused_and_what_is_there_stays(folder: Path) -> None:
    copy = create_backup(folder)
    whole = (copy / "la-bella.sqlite3").read_bytes()
    (copy / "la-bella.sqlite3").write_bytes(whole[:100] + b"\xff" * (len(whole) - 100))
    with pytest.raises(BackupError, match="la-bella"):
        restore_backup(folder, copy)
    assert words(folder / "la-bella.sqlite3") == ["la Bella"]


def test_a_copy_that_fails_leaves_nothing_half_done(folder: Path) -> None:
    (folder / "la-bella.sqlite3").write_bytes(b"no database at all")
    with pytest.raises(BackupError, match="could not be copied"):
        create_backup(folder)
    assert list((folder / "backups").iterdir()) == []


def test_a_real_club_is_never_reset(folder: Path) -> None:
    write_install_kind(folder, InstallKind.CLUB)
    with pytest.raises(BackupError, match="a real club"):
        reset_demo(folder)
    assert words(folder / "la-bella.sqlite3") == ["la Bella"]


def test_how_it_began_comes_back_with_the_copy(folder: Path) -> None:
    write_install_kind(folder, InstallKind.CLUB)
    copy = create_backup(folder)
    write_install_kind(folder, InstallKind.DEMO)
    restore_backup(folder, copy)
    assert read_install_kind(folder) is InstallKind.CLUB


def test_starting_over_keeps_the_key_and_the_copies(folder: Path) -> None:
    copy = create_backup(folder)
    aside = reset_demo(folder)
    assert not (folder / "la-bella.sqlite3").exists()
    assert read_install_kind(folder) is InstallKind.NONE
    assert (folder / "secret-key").exists()
    assert {copy, aside} == set((folder / "backups").iterdir())
