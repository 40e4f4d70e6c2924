"""Setting up a checkout: requirements and translations, when they have changed."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tools import environment
from tools.paths import ROOT

WITHIN = 60


def test_the_stamp_is_there_only_when_all_is_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    venv, lock = tmp_path / "venv", tmp_path / "base.txt"
    lock.write_text("# nothing is needed\n")
    monkeypatch.setattr(environment, "VENV", venv)
    monkeypatch.setattr(environment, "PYTHON", venv / "bin" / "python")
    others = {name: tmp_path / f"{name}.txt" for name in ("dev", "docs")}
    monkeypatch.setattr(environment, "LOCKS", {"base": lock, **others})

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

    others["docs"].write_text("# neither is this\n")
    environment.ensure_installed("docs")
    names = {stamp.name for stamp in venv.glob("*.stamp")}
    assert names == {"la-bella-base.stamp", "la-bella-docs.stamp"}


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """What the set-up needs of a fresh clone, with an environment that has the requirements."""
    for folder in ("tools", "wording", "requirements"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    shutil.copytree(ROOT / "locale", tmp_path / "locale", ignore=shutil.ignore_patterns("*.mo"))
    python = tmp_path / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    python.chmod(0o755)
    digest = run_python(
        tmp_path, "-c", "from tools import environment as e; print(e._digest('base'))"
    )
    (tmp_path / ".venv" / "la-bella-base.stamp").write_text(digest.stdout.strip())
    return tmp_path


def run_python(folder: Path, *argv: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *argv],
        cwd=folder,
        check=False,
        capture_output=True,
        text=True,
        timeout=WITHIN,
    )


def test_setup_compiles_translations_that_are_missing_or_outdated(checkout: Path) -> None:
    compiled = checkout / "locale" / "it" / "LC_MESSAGES" / "django.mo"
    source = compiled.with_suffix(".po")
    setup = ("-m", "tools.environment", "base")

    first = run_python(checkout, *setup)
    assert (first.returncode, first.stderr) == (0, "compiling the translations …\n")
    assert compiled.exists()
    assert run_python(checkout, *setup).stderr == ""

    source.write_text(source.read_text() + '\nmsgid "pulled"\nmsgstr "scaricato"\n')
    assert run_python(checkout, *setup).stderr == "compiling the translations …\n"
    assert b"scaricato" in compiled.read_bytes()

    source.write_text(source.read_text() + "<<<<<<< HEAD\n")
    failed = run_python(checkout, *setup)
    assert failed.returncode == 1
    assert f"{source}, line " in failed.stderr
    assert "Unknown or misformatted keyword" in failed.stderr
    assert "could not be compiled" in failed.stderr
