"""Copies made while all runs, and put back."""

import fcntl
import sqlite3
from contextlib import closing

import pytest

from tools.backup import back_up, restore, start_over


@pytest.fixture
def folder(tmp_path):
    write(tmp_path, "la Bella")
    (tmp_path / "secret-key").write_text("secret")
    (tmp_path / "begun").touch()
    return tmp_path


def write(folder, word):
    with closing(sqlite3.connect(folder / "la-bella.sqlite3")) as database, database:
        database.execute("PRAGMA journal_mode=WAL")
        database.execute("CREATE TABLE IF NOT EXISTS words (word TEXT)")
        database.execute("INSERT INTO words VALUES (?)", (word,))


def words(path):
    with closing(sqlite3.connect(path)) as database:
        return [word for (word,) in database.execute("SELECT word FROM words")]


def test_a_copy_made_during_a_transaction_is_consistent(folder):
    with closing(sqlite3.connect(folder / "la-bella.sqlite3")) as open_one:
        open_one.execute("INSERT INTO words VALUES ('half done')")
        copy = back_up(folder)
        open_one.rollback()
    assert words(copy / "la-bella.sqlite3") == ["la Bella"]
    assert (copy / "secret-key").read_text() == "secret"
    assert copy.stat().st_mode & 0o077 == 0


def test_a_copy_is_put_back_and_what_was_there_is_kept(folder):
    copy = back_up(folder)
    write(folder, "later")
    restore(folder, copy)
    assert words(folder / "la-bella.sqlite3") == ["la Bella"]
    (aside,) = (folder / "backups").glob("before-*")
    assert words(aside / "la-bella.sqlite3") == ["la Bella", "later"]


@pytest.mark.parametrize("act", [start_over, lambda folder: restore(folder, folder)])
def test_nothing_is_put_back_or_reset_under_a_running_house(folder, act):
    with (folder / "house.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with pytest.raises(SystemExit, match="running"):
            act(folder)
    assert words(folder / "la-bella.sqlite3") == ["la Bella"]


def test_a_folder_without_a_copy_is_not_restored(folder, tmp_path_factory):
    with pytest.raises(SystemExit, match="holds no copy"):
        restore(folder, tmp_path_factory.mktemp("empty"))


def test_starting_over_keeps_the_key_and_the_copies(folder):
    back_up(folder)
    start_over(folder)
    assert not (folder / "la-bella.sqlite3").exists()
    assert not (folder / "begun").exists()
    assert (folder / "secret-key").exists()
    assert any((folder / "backups").iterdir())
