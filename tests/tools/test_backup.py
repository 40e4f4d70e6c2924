"""Copies made while all runs, and put back."""

import fcntl
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from live.models import DatabaseIdentity
from tools.backup import BackupError, create_backup, reset_demo, restore_backup
from tools.data_dir import InstallKind, read_install_kind, write_install_kind
from tools.migrations import list_newer_migrations, read_applied_migrations
from tools.paths import ROOT


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


def test_a_copy_has_not_the_identity_of_its_database(folder: Path) -> None:
    """Also one that somebody has made in another way: then the restore removes it."""
    table = DatabaseIdentity._meta.db_table

    def count_identities(path: Path) -> int:
        with closing(sqlite3.connect(path)) as database:
            (count,) = database.execute(f"SELECT count(*) FROM {table}").fetchone()
            return int(count)

    with closing(sqlite3.connect(folder / "la-bella.sqlite3")) as database, database:
        database.execute(f"CREATE TABLE {table} (id INTEGER, value TEXT)")
        database.execute(f"INSERT INTO {table} VALUES (1, 'a3f0')")
    copy = create_backup(folder)
    assert count_identities(folder / "la-bella.sqlite3") == 1
    assert count_identities(copy / "la-bella.sqlite3") == 0
    shutil.copy(folder / "la-bella.sqlite3", copy / "la-bella.sqlite3")
    restore_backup(folder, copy)
    assert count_identities(folder / "la-bella.sqlite3") == 0
    assert words(folder / "la-bella.sqlite3") == ["la Bella"]


def test_a_copy_is_put_back_and_what_was_there_is_kept(folder: Path) -> None:
    copy = create_backup(folder)
    write(folder, "later")
    restore_backup(folder, copy)
    assert words(folder / "la-bella.sqlite3") == ["la Bella"]
    (aside,) = (folder / "backups").glob("before-*")
    assert words(aside / "la-bella.sqlite3") == ["la Bella", "later"]


KILLED = """
import os, sys
from pathlib import Path
from tools.backup import restore_backup
steps = int(sys.argv[3])
def end_at_step(event, arguments):
    global steps
    if event in ("os.rename", "os.remove", "os.rmdir", "shutil.rmtree"):
        steps -= 1
        if steps < 0:
            os._exit(9)
sys.addaudithook(end_at_step)
restore_backup(Path(sys.argv[1]), Path(sys.argv[2]))
"""
"""Restores a backup, and ends without a word before this step that renames or removes something."""


@pytest.fixture
def killed_club(folder: Path) -> Path:
    """A real club whose server was killed: its last word is only in the log of the database."""
    (folder / "mail").mkdir()
    (folder / "mail" / "1.log").write_text("a mail")
    write_install_kind(folder, InstallKind.CLUB)
    before = folder / "before"
    before.mkdir()
    with closing(sqlite3.connect(folder / "la-bella.sqlite3")) as database:
        with database:
            database.execute("INSERT INTO words VALUES ('later')")
        for path in folder.glob("la-bella.sqlite3*"):
            shutil.copy(path, before)
    for path in before.iterdir():
        shutil.copy(path, folder)
    assert (folder / "la-bella.sqlite3-wal").stat().st_size > 0
    return folder


def test_a_restore_that_is_killed_leaves_the_old_or_the_new_data(
    folder: Path, killed_club: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    backup = folder / "backup"
    backup.mkdir()
    shutil.copy(folder / "secret-key", backup)
    write_install_kind(backup, InstallKind.DEMO)
    write(backup, "la Bella")
    found, status, step = [], 9, 0
    while status:
        copy = tmp_path_factory.mktemp("killed") / "data"
        shutil.copytree(killed_club, copy)
        command = [sys.executable, "-c", KILLED, copy, backup, step]
        status = subprocess.run(list(map(str, command)), cwd=ROOT, check=False).returncode
        assert status in (0, 9)
        found.append(words(copy / "la-bella.sqlite3"))
        # A real club is never taken for the demo, in which case one could reset it.
        kind = read_install_kind(copy)
        assert kind is InstallKind.CLUB or found[-1] == ["la Bella"]
        assert kind is not InstallKind.NONE
        # What was begun can be done again, to its end.
        restore_backup(copy, backup)
        assert words(copy / "la-bella.sqlite3") == ["la Bella"]
        assert read_install_kind(copy) is InstallKind.DEMO
        assert not list((copy / "mail").glob("*"))
        step += 1
    old, new = ["la Bella", "later"], ["la Bella"]
    changed = found.index(new)
    assert found == [old] * changed + [new] * (len(found) - changed)
    assert changed > 1
    assert len(found) - changed > 3


def test_a_database_that_another_program_uses_is_not_replaced(folder: Path) -> None:
    copy = create_backup(folder)
    write(folder, "later")
    with closing(sqlite3.connect(folder / "la-bella.sqlite3")) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT word FROM words").fetchone()
        with pytest.raises(BackupError, match="is in use"):
            restore_backup(folder, copy)
    assert words(folder / "la-bella.sqlite3") == ["la Bella", "later"]
    assert read_install_kind(folder) is InstallKind.DEMO


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


def test_a_damaged_database_is_replaced_and_kept_as_it_is(folder: Path) -> None:
    backup = create_backup(folder)
    for path in folder.glob("la-bella.sqlite3*"):
        path.write_bytes(b"no database at all")
    aside = restore_backup(folder, backup)
    assert words(folder / "la-bella.sqlite3") == ["la Bella"]
    assert aside is not None
    assert (aside / "la-bella.sqlite3").read_bytes() == b"no database at all"


def test_a_copy_that_fails_leaves_nothing_half_done(folder: Path) -> None:
    (folder / "la-bella.sqlite3").write_bytes(b"no database at all")
    with pytest.raises(BackupError, match="could not be copied"):
        create_backup(folder)
    assert list((folder / "backups").iterdir()) == []


def test_a_backup_of_a_newer_version_is_refused(
    folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    backup = tmp_path_factory.mktemp("newer")
    write(backup, "newer")
    with closing(sqlite3.connect(backup / "la-bella.sqlite3")) as database, database:
        database.execute("CREATE TABLE django_migrations (app TEXT, name TEXT)")
        # A migration that was replaced by others, and one of a package that is not ours.
        rows = [("tournaments", "0002_replaced"), ("otp", "9999_elsewhere")]
        database.executemany("INSERT INTO django_migrations VALUES (?, ?)", rows)
    restore_backup(folder, backup)
    assert words(folder / "la-bella.sqlite3") == ["newer"]
    with closing(sqlite3.connect(backup / "la-bella.sqlite3")) as database, database:
        database.execute("UPDATE django_migrations SET name = '9999_future' WHERE app != 'otp'")
        database.execute("UPDATE words SET word = 'newest'")
    with pytest.raises(BackupError, match=r"newer version .*tournaments\.9999_future"):
        restore_backup(folder, backup)
    assert words(folder / "la-bella.sqlite3") == ["newer"]


def test_the_migrations_of_a_copy_of_postgresql_are_read_from_its_script() -> None:
    script = (
        "SET lock_timeout = 0;\n\n"
        "COPY public.django_migrations (id, app, name, applied) FROM stdin;\n"
        "2\ttournaments\t9999_future\t2026-12-01 08:00:00+00\n"
        "1\taccounts\t0001_initial\t2026-12-01 08:00:00+00\n"
        "\\.\n\n"
        "SELECT pg_catalog.setval('public.django_migrations_id_seq', 2, true);\n"
    )
    applied = read_applied_migrations(script.splitlines(keepends=True))
    assert applied == [("accounts", "0001_initial"), ("tournaments", "9999_future")]
    assert list_newer_migrations(applied) == ["tournaments.9999_future"]


def test_a_real_club_is_never_reset(folder: Path) -> None:
    write_install_kind(folder, InstallKind.CLUB)
    with pytest.raises(BackupError, match="a real club"):
        reset_demo(folder)
    assert words(folder / "la-bella.sqlite3") == ["la Bella"]


@pytest.mark.parametrize("content", [None, "", "cl"])
def test_a_database_of_unknown_kind_is_never_reset(folder: Path, content: str | None) -> None:
    """The file is empty after a power cut on some file systems."""
    if content is None:
        (folder / "begun").unlink()
    else:
        (folder / "begun").write_text(content)
    assert read_install_kind(folder) is InstallKind.NONE
    with pytest.raises(BackupError, match="not known to be a demo"):
        reset_demo(folder)
    assert words(folder / "la-bella.sqlite3") == ["la Bella"]


def test_a_backup_of_nothing_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(BackupError, match="no embedded database"):
        create_backup(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_the_path_of_the_replaced_data_is_shown_at_once(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    aside = restore_backup(folder, create_backup(folder))
    assert f"The replaced data is kept in {aside}" in capsys.readouterr().err


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
