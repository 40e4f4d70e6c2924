"""The environment is made once, and an install that failed or was cut off is done again."""

from pathlib import Path

import pytest

from tools import environment


def test_the_stamp_is_there_only_when_all_is_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    venv, lock = tmp_path / "venv", tmp_path / "base.txt"
    lock.write_text("# nothing is needed\n")
    monkeypatch.setattr(environment, "VENV", venv)
    monkeypatch.setattr(environment, "PYTHON", venv / "bin" / "python")
    monkeypatch.setattr(environment, "LOCKS", {"base": lock, "dev": tmp_path / "dev.txt"})

    environment.ensure_installed("base")
    assert "creating .venv" in capfd.readouterr().err
    environment.ensure_installed("base")
    assert capfd.readouterr().err == ""

    lock.write_text("a-package-without-a-hash==1.0\n")
    with pytest.raises(SystemExit, match="could not be installed"):
        environment.ensure_installed("base")
    assert list(venv.glob("*.stamp")) == []

    lock.write_text("# nothing is needed again\n")
    environment.ensure_installed("base")
    assert "creating .venv" in capfd.readouterr().err
    assert [stamp.name for stamp in venv.glob("*.stamp")] == ["la-bella-base.stamp"]
