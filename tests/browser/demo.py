"""A data directory with the demo and all that the screens need, made before its server starts."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.browser.commands import CommandRunner
from tests.browser.server import DEMO, environment
from tools.data_dir import create_data_dir
from tools.first_run import initialize
from tools.management import run_manage
from tools.static_files import collect_static

MAKE_THINGS = "from tests.browser.things import main; main()"
MAKE_TABLES = "from tests.browser.tables import main; main()"


def create_first_data(folder: Path) -> None:
    """What every server makes at its first start: the static files, compressed, and the tables of
    the database. Both take fifteen seconds of processor time. A server that is started there finds
    them up to date."""
    create_data_dir(folder)
    settings = make_settings(folder)
    run_manage(settings, "migrate", "--no-input", "--verbosity", "0")
    collect_static(folder, settings)


def create_demo(folder: Path) -> None:
    """Adds the demo, then what ``tests.browser.things`` and ``tables`` make, and a file with the
    logins and ids of all this, which ``running`` reads. It takes a minute of processor time."""
    demo = initialize(folder, make_settings(folder), demo=True)
    commands = CommandRunner(environment(folder))
    try:
        demo["things"] = run_script(commands.run, MAKE_THINGS, "THINGS")
        demo["tables"] = run_script(commands.run, MAKE_TABLES, "TABLES")
    finally:
        commands.stop()
    (folder / DEMO).write_text(json.dumps(demo), encoding="utf-8")


def run_script(run: Callable[..., str], script: str, word: str) -> Any:
    """The document that a script prints behind this word. ``run``: runs a management command."""
    output = run("shell", "-c", script)
    found = re.search(rf"{word} (.*)", output)
    assert found, output
    return json.loads(found.group(1))


def make_settings(folder: Path) -> dict[str, str]:
    """The environment of a command for the server of this folder."""
    return {**environment(folder), "DJANGO_SETTINGS_MODULE": "config.settings"}
