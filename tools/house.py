"""Runs the house: environment, database, demo, then web, worker and beat as one group."""

import argparse
import fcntl
import json
import os
import secrets
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tools import environment
from tools.network import free_port, hall_addresses
from tools.parts import Part, end_all, tail, turn_over
from tools.paths import PYTHON, ROOT, var

GRACE = 3.0
READY_WITHIN = 60.0
LOOK = 0.2


@dataclass(frozen=True)
class Wishes:
    """How the house is to be run."""

    hall: bool
    demo: bool
    port: int | None
    json_ready: bool


def main() -> None:
    """``python3 -m tools.house``: until Ctrl-C."""
    wishes = _wishes()
    environment.ensure("base")
    folder = var()
    with _alone(folder):
        _make_folders(folder)
        settings = _settings(folder, wishes)
        _manage(settings, "migrate", "--no-input", "--verbosity", "0")
        _manage(settings, "collectstatic", "--no-input", "--verbosity", "0")
        demo = _first_time(folder, settings, wishes)
        _run(folder, settings, wishes, demo)


def _wishes() -> Wishes:
    parser = argparse.ArgumentParser(prog="make run")
    parser.add_argument("--hall", action="store_true", default=_flag("HALL", "0"))
    parser.add_argument("--no-demo", dest="demo", action="store_false", default=_flag("DEMO", "1"))
    parser.add_argument("--port", type=int, default=int(os.environ.get("PORT") or 0) or None)
    parser.add_argument("--json-ready", action="store_true")
    given = parser.parse_args()
    return Wishes(given.hall, given.demo, given.port, given.json_ready)


def _flag(name: str, default: str) -> bool:
    return (os.environ.get(name) or default).casefold() not in ("0", "no", "false")


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """One house a folder: a second start says where the first one is."""
    with (folder / "house.lock").open("a+", encoding="utf-8") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lock.seek(0)
            sys.exit(f"La Bella runs already: {lock.read().strip() or 'it is just starting'}")
        lock.truncate(0)
        yield


def say_where(folder: Path, address: str) -> None:
    """Leaves the address for whoever starts a second time."""
    (folder / "house.lock").write_text(f"{address} (process {os.getpid()})\n", encoding="utf-8")


def running(folder: Path) -> bool:
    """Whether a house runs in this folder."""
    path = folder / "house.lock"
    if not path.exists():
        return False
    with path.open("a") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


def _make_folders(folder: Path) -> None:
    for name in ("log", "mail", "broker/queue", "broker/control", "broker/processed"):
        (folder / name).mkdir(mode=0o700, parents=True, exist_ok=True)
    key = folder / "secret-key"
    if not key.exists():
        made = os.open(key, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(made, "w", encoding="ascii") as file:
            file.write(secrets.token_urlsafe(48))


def _settings(folder: Path, wishes: Wishes) -> dict[str, str]:
    host = "0.0.0.0" if wishes.hall else "127.0.0.1"
    port = free_port(host, wishes.port)
    addresses = hall_addresses() if wishes.hall else []
    names = ["localhost", "127.0.0.1", "[::1]", *addresses]
    origins = [f"http://{name}:{port}" for name in names]
    return os.environ | {
        "LABELLA_VAR": str(folder),
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "ALLOWED_HOSTS": ",".join(filter(None, [os.environ.get("ALLOWED_HOSTS"), *names])),
        "CSRF_TRUSTED_ORIGINS": ",".join(
            filter(None, [os.environ.get("CSRF_TRUSTED_ORIGINS"), *origins])
        ),
        "LABELLA_HOST": host,
        "LABELLA_PORT": str(port),
        "PYTHONUNBUFFERED": "1",
    }


def _manage(settings: Mapping[str, str], *arguments: str) -> None:
    done = subprocess.run(
        [str(PYTHON), "manage.py", *arguments], env=settings, cwd=ROOT, check=False
    )
    if done.returncode:
        sys.exit(f"`manage.py {arguments[0]}` did not work; what it said is above.")


def _first_time(folder: Path, settings: Mapping[str, str], wishes: Wishes) -> dict[str, Any]:
    """The demo or the first owner, once; the logins of a new demo."""
    done = folder / "begun"
    if done.exists():
        return {}
    demo: dict[str, Any] = {}
    if wishes.demo:
        print("making the demo …", file=sys.stderr, flush=True)
        made = subprocess.run(
            [str(PYTHON), "manage.py", "demo", "--json"],
            env=settings,
            cwd=ROOT,
            check=False,
            stdout=subprocess.PIPE,
            text=True,
        )
        if made.returncode:
            sys.exit("The demo could not be made; what went wrong is above.")
        demo = json.loads(made.stdout) if made.stdout.strip() else {}
    else:
        _manage(settings, "first_owner")
    done.touch()
    return demo


def parts_of(folder: Path, settings: Mapping[str, str]) -> list[Part]:
    """Web, worker and beat."""
    python = str(PYTHON)
    celery = [python, "-m", "celery", "-A", "config.celery"]
    commands = {
        "web": [
            *[python, "-m", "uvicorn", "config.asgi:application", "--no-server-header"],
            *["--host", settings["LABELLA_HOST"], "--port", settings["LABELLA_PORT"]],
            *["--timeout-graceful-shutdown", "1", "--no-access-log", "--lifespan", "on"],
        ],
        "worker": [*celery, "worker", "--pool", "solo", "--loglevel", "INFO", "--without-mingle"],
        "beat": [
            *[*celery, "beat", "--loglevel", "WARNING", "--pidfile", ""],
            *["--schedule", str(folder / "celerybeat-schedule")],
        ],
    }
    return [
        Part(name, command, settings, folder / "log" / f"{name}.log", ROOT)
        for name, command in commands.items()
    ]


def _run(folder: Path, settings: Mapping[str, str], wishes: Wishes, demo: dict[str, Any]) -> None:
    parts = parts_of(folder, settings)
    ending: list[int] = []
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda caught, _: ending.append(caught))
    for part in parts:
        part.log.unlink(missing_ok=True)
        part.start()
    status = 0
    try:
        if _wait_ready(settings, parts, ending):
            say_where(folder, _address(settings))
            _greet(settings, wishes, demo)
        status = _watch(parts, ending)
    finally:
        end_all(parts, GRACE)
    if not wishes.json_ready:
        print("\nLa Bella has ended. Everything is kept.", flush=True)
    sys.exit(status)


def _address(settings: Mapping[str, str]) -> str:
    return f"http://127.0.0.1:{settings['LABELLA_PORT']}"


def _wait_ready(settings: Mapping[str, str], parts: list[Part], ending: list[int]) -> bool:
    deadline = time.monotonic() + READY_WITHIN
    while not ending and time.monotonic() < deadline:
        if _answers(f"{_address(settings)}/healthz/") and _worker_ready(parts[1]):
            return True
        dead = [part for part in parts if not part.alive]
        if dead:
            print(f"{dead[0].name} did not start:\n{tail(dead[0].log)}", file=sys.stderr)
            ending.append(0)
        time.sleep(LOOK / 2)
    return False


def _answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=1) as answer:
            return bool(answer.status == 200)
    except (urllib.error.URLError, OSError):
        return False


def _worker_ready(worker: Part) -> bool:
    return worker.log.exists() and b" ready." in worker.log.read_bytes()


def _watch(parts: list[Part], ending: list[int]) -> int:
    while not ending:
        for part in parts:
            said = part.look(time.monotonic())
            if said:
                print(said, file=sys.stderr, flush=True)
            turn_over(part.log)
            if part.hopeless:
                print(f"{part.name} does not stay up: giving up.", file=sys.stderr, flush=True)
                return 1
        time.sleep(LOOK)
    return 1 if ending == [0] else 0


def _greet(settings: Mapping[str, str], wishes: Wishes, demo: dict[str, Any]) -> None:
    address = _address(settings)
    if wishes.json_ready:
        print(json.dumps({"address": address, **demo}), flush=True)
        return
    board = demo.get("event", {}).get("url_path", "/")
    print("\nLa Bella is running. Ctrl-C ends it.\n")
    print(f"  Board (everybody)   {address}{board}")
    print(f"  Desk (organizers)   {address}/desk/")
    print(f"  API                 {address}/api/v1/")
    print(f"  API, documentation  {address}/api/v1/docs/\n")
    if demo:
        print("  Demo logins, shown once:")
        for login in demo["logins"]:
            print(f"    {login['role']:10} {login['email']:34} {login['password']}")
        print()
    if wishes.hall:
        _greet_hall(settings)
    sys.stdout.flush()


def _greet_hall(settings: Mapping[str, str]) -> None:
    addresses = hall_addresses()
    if not addresses:
        print("  This machine is on no network: phones cannot get in.")
        return
    url = f"http://{addresses[0]}:{settings['LABELLA_PORT']}/"
    print(f"  For the phones in the hall: {url}\n", flush=True)
    code = "import segno, sys; segno.make(sys.argv[1]).terminal(compact=True)"
    subprocess.run([str(PYTHON), "-c", code, url], check=False)


if __name__ == "__main__":
    main()
