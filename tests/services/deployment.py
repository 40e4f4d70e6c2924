"""Starts the processes of ``deploy/`` as its files say: the same commands, in this environment."""

import re
import shlex
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from configparser import RawConfigParser
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml
from django.conf import settings

from config.environment import BASE
from tests.jobs.harness import environment
from tests.live.serving import Server
from tests.waiting import wait_until

DEPLOY = BASE / "deploy"
SERVICES = ("web", "live", "worker", "beat")
DATA = "/var/lib/la-bella"
VARIABLE = re.compile(r"\$\{(\w+)(?::-([^}]*))?\}")
PROXIED = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.7"}
"""What the proxy adds to every request."""
NAME = "carte.example"


@dataclass(frozen=True)
class Plan:
    """What a way of deploying starts: first some commands that end, then the services."""

    preparing: Sequence[Sequence[str]]
    services: Mapping[str, Sequence[str]]
    defaults: Mapping[str, str] = field(default_factory=dict)
    """Of variables in the commands."""
    folders: Mapping[str, str] = field(default_factory=dict)
    """By service, the volume of its data folder. A service without one has a folder of its own."""


def read_compose() -> Plan:
    document = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    found = document["services"]
    return Plan(
        preparing=[found["migrate"]["command"], found["static"]["command"]],
        services={name: found[name]["command"] for name in SERVICES},
        folders={
            name: volume.removesuffix(f":{DATA}")
            for name in SERVICES
            for volume in found[name].get("volumes", ())
            if volume.endswith(f":{DATA}")
        },
    )


def read_units() -> Plan:
    defaults: dict[str, str] = {}
    for name in SERVICES:
        lines = _unit(name)["Environment"].split()
        defaults |= dict(line.split("=", 1) for line in lines)
    return Plan(
        preparing=[shlex.split(line) for line in _unit("prepare")["ExecStart"].split("\n")],
        services={name: shlex.split(_unit(name)["ExecStart"]) for name in SERVICES},
        defaults=defaults,
        # All units are on one machine.
        folders=dict.fromkeys(SERVICES, "data"),
    )


class _Repeated(dict[str, Any]):
    """A section whose keys may stand there twice, as systemd has it."""

    def __setitem__(self, key: str, value: Any) -> None:
        if isinstance(value, list) and isinstance(self.get(key), list):
            self[key].extend(value)
        else:
            super().__setitem__(key, value)


def _unit(name: str) -> Mapping[str, str]:
    parser = RawConfigParser(strict=False, dict_type=_Repeated)
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read_string((DEPLOY / f"systemd/la-bella-{name}.service").read_text(encoding="utf-8"))
    return dict(parser["Service"])


def filled(command: Sequence[str], variables: Mapping[str, str]) -> list[str]:
    """The command in this environment: its interpreter is ours, its variables have values."""
    words = [VARIABLE.sub(lambda found: variables.get(found[1]) or found[2], w) for w in command]
    assert Path(words[0]).name == "python"
    return [sys.executable, *words[1:]]


class Deployment:
    """The running processes of one way of deploying."""

    def __init__(self, plan: Plan, folder: Path) -> None:
        self.plan = plan
        self.folder = folder
        self.ports = {"web": free_port(), "live": free_port()}
        self.processes: dict[str, subprocess.Popen[bytes]] = {}
        variables = {f"{name.upper()}_PORT": str(port) for name, port in self.ports.items()}
        self.environment = {
            **plan.defaults,
            **environment(),
            **variables,
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "LABELLA_VAR": str(self.data_folder("web")),
            "SECRET_KEY": settings.SECRET_KEY,
            "ALLOWED_HOSTS": NAME,
            "CSRF_TRUSTED_ORIGINS": f"https://{NAME}",
            "SECURE": "1",
            "TRUSTED_PROXIES": "1",
        }

    def data_folder(self, name: str) -> Path:
        """What a service sees as its data folder."""
        found = self.folder / self.plan.folders.get(name, f"of-{name}")
        found.mkdir(exist_ok=True)
        return found

    def prepare(self) -> None:
        for command in self.plan.preparing:
            words = filled(command, self.environment)
            subprocess.run(
                words, cwd=BASE, env=self.environment, check=True, stdout=subprocess.DEVNULL
            )

    def start(self, name: str) -> None:
        command = filled(self.plan.services[name], self.environment)
        # The folder of the image, which these processes do not run in.
        data = str(self.data_folder(name))
        command = [word.replace(DATA, data) for word in command]
        with self.log(name).open("ab") as log:
            self.processes[name] = subprocess.Popen(
                command,
                cwd=BASE,
                env={**self.environment, "LABELLA_VAR": data},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
            )

    def log(self, name: str) -> Path:
        return self.folder / f"{name}.log"

    def said(self, name: str) -> str:
        return self.log(name).read_text(encoding="utf-8", errors="replace")

    def wait_for(self, name: str, words: str) -> None:
        process = self.processes[name]
        wait_until(lambda: words in self.said(name) or process.poll() is not None)
        assert process.poll() is None, self.said(name)

    def is_healthy(self, name: str) -> bool:
        """As the check of the container says it."""
        command = [sys.executable, "-m", "tools.health", str(self.ports[name])]
        done = subprocess.run(
            command, cwd=BASE, env=self.environment, check=False, stderr=subprocess.DEVNULL
        )
        return done.returncode == 0

    def wait_until_healthy(self, name: str) -> None:
        process = self.processes[name]
        # Five processes start at once, and load all of Django on what cores there are.
        wait_until(lambda: self.is_healthy(name) or process.poll() is not None, seconds=120)
        assert process.poll() is None, self.said(name)

    def end(self, name: str) -> int:
        """As systemd and compose end a service: with SIGTERM."""
        process = self.processes[name]
        process.terminate()
        return process.wait(30)

    def client(self, name: str) -> "ProxiedServer":
        return ProxiedServer(self.processes[name], self.log(name), self.ports[name])


@dataclass(frozen=True)
class ProxiedServer(Server):
    """A service as the proxy sees it."""

    own_port: int

    @property
    def port(self) -> int:
        return self.own_port

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, Any]:
        return super().ask(method, path, body, **{"Host": NAME, **PROXIED, **headers})


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def deployed(plan: Plan, folder: Path, *names: str) -> Iterator[Deployment]:
    """Starts these services, or all, and ends what still runs."""
    running = Deployment(plan, folder)
    running.prepare()
    try:
        for name in names or SERVICES:
            running.start(name)
        for name in {"web", "live"} & set(names or SERVICES):
            running.wait_until_healthy(name)
        yield running
    finally:
        for process in running.processes.values():
            process.terminate()
        for process in running.processes.values():
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
