"""A database of its own for a measure: a fresh folder, or a fresh PostgreSQL database."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

POSTGRESQL = os.environ.get("BENCH_POSTGRESQL", "postgres://postgres@127.0.0.1:5432/postgres")
ROOT = Path(__file__).resolve().parent.parent


@contextmanager
def fresh(vendor: str) -> Iterator[dict[str, str]]:
    """The environment of a migrated, empty installation on ``sqlite`` or ``postgresql``."""
    with tempfile.TemporaryDirectory(prefix="la-bella-bench-") as folder:
        Path(folder, "static").mkdir()
        environment = os.environ | {
            "LABELLA_VAR": folder,
            "SECRET_KEY": "only-for-benches-only-for-benches-only",
            "DJANGO_SETTINGS_MODULE": "bench.settings",
            "ALLOWED_HOSTS": "127.0.0.1",
        }
        environment.pop("REDIS_URL", None)
        environment.pop("DATABASE_URL", None)
        with _database(vendor, environment):
            run(environment, "-m", "django", "migrate", "--verbosity", "0")
            yield environment


@contextmanager
def _database(vendor: str, environment: dict[str, str]) -> Iterator[None]:
    if vendor == "sqlite":
        yield
        return
    import psycopg

    name = f"bench_{uuid4().hex[:12]}"
    with psycopg.connect(POSTGRESQL, autocommit=True) as server:
        server.execute(f'CREATE DATABASE "{name}"')
        environment["DATABASE_URL"] = POSTGRESQL.rpartition("/")[0] + "/" + name
        try:
            yield
        finally:
            server.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


def run(environment: Mapping[str, str], *arguments: str) -> str:
    """What a Python process in that installation prints."""
    done = subprocess.run(
        [sys.executable, *arguments],
        env=dict(environment),
        cwd=ROOT,
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    return done.stdout
