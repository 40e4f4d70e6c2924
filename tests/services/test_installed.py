"""The project as a package of pip: built, installed elsewhere, and run from there."""

import gettext
import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

import pytest

from api.views.guides import FOLDERS
from tools.paths import ROOT

pytestmark = pytest.mark.services
WITHIN = 120
NOT_THE_PROJECT = shutil.ignore_patterns(
    ".*", "node_modules", "var", "__pycache__", "build", "*.mo"
)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the installed package, without the libraries."""
    folder = tmp_path_factory.mktemp("installed")
    pip = [sys.executable, "-m", "pip"]
    quiet = ["--quiet", "--disable-pip-version-check", "--no-deps"]
    # A build leaves files in the folder that it builds from.
    source = shutil.copytree(ROOT, folder / "source", ignore=NOT_THE_PROJECT)
    subprocess.run([*pip, "wheel", *quiet, "-w", folder, source], check=True, timeout=WITHIN)
    (wheel,) = folder.glob("*.whl")
    target = folder / "site"
    subprocess.run([*pip, "install", *quiet, "--target", target, wheel], check=True, timeout=WITHIN)
    return target


@pytest.fixture
def variables(site: Path, tmp_path: Path) -> dict[str, str]:
    """None of the settings of the tests: those of a user who has just installed it."""
    return {
        "PATH": os.environ["PATH"],
        "HOME": str(tmp_path),
        "PYTHONPATH": str(site),
        "XDG_DATA_HOME": str(tmp_path / "data"),
    }


def test_the_package_has_compiled_translations(site: Path) -> None:
    for language, text in {"it": "Entra", "en": "Sign in"}.items():
        assert gettext.translation("django", site / "locale", [language]).gettext("Sign in") == text


def test_the_server_runs_from_its_package(
    site: Path, variables: dict[str, str], tmp_path: Path
) -> None:
    program = [sys.executable, str(site / "bin" / "la-bella")]

    def run(verb: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*program, verb],
            cwd=tmp_path,
            env=variables,
            check=True,
            capture_output=True,
            text=True,
            timeout=WITHIN,
        )

    with subprocess.Popen(
        [*program, "run", "--json-ready"], cwd=tmp_path, env=variables, stdout=subprocess.PIPE
    ) as server:
        assert server.stdout is not None
        try:
            ready = json.loads(server.stdout.readline())
            with urlopen(f"{ready['address']}/healthz/", timeout=WITHIN) as answer:
                assert answer.status == 200
            with urlopen(ready["address"], timeout=WITHIN) as page:
                assert "La Bella" in page.read().decode()
            for name in FOLDERS:
                guide_address = f"{ready['address']}/api/v1/guides/{name}/"
                with urlopen(guide_address, timeout=WITHIN) as guide:
                    assert guide.read().decode().startswith("# ")
            copied = run("backup")
            checked = run("check")
        finally:
            server.send_signal(signal.SIGINT)
            server.wait(WITHIN)
    reset = run("reset")
    assert reset.stdout == "The next start creates a new demo: la-bella run\n"
    assert "no fault" in checked.stdout + checked.stderr
    assert Path(copied.stdout.strip()).parent == tmp_path / "data" / "la-bella" / "backups"


def test_a_draw_is_verified_by_the_package(
    site: Path, variables: dict[str, str], tmp_path: Path
) -> None:
    program = [sys.executable, str(site / "bin" / "la-bella"), "verify"]
    example = subprocess.run(
        [*program, "--example"], cwd=tmp_path, env=variables, check=True, capture_output=True
    )
    verified = subprocess.run(
        program, input=example.stdout, cwd=tmp_path, env=variables, check=True, capture_output=True
    )
    assert json.loads(verified.stdout)["valid"] is True
