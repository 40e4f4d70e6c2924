"""The database: SQLite by default, or the one that the environment names."""

from typing import Any

import environ

from config.environment import Environment


def make_database_settings(env: Environment) -> dict[str, Any]:
    """Django's settings of the one database."""
    database: dict[str, Any] = environ.Env.db_url_config(env.database_url)
    if database["ENGINE"].endswith("sqlite3"):
        # IMMEDIATE takes the write lock at BEGIN, so that a transaction waits there instead of
        # failing half way; FULL, because a power cut in a bar must not lose a hand.
        database["OPTIONS"] = {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
        }
        # On disk: in tests of races each thread needs a connection of its own, and a database in
        # memory has one.
        database["TEST"] = {"NAME": str(env.var / "test.sqlite3")}
    else:
        database["CONN_HEALTH_CHECKS"] = True
    if database["ENGINE"].endswith("postgresql"):
        # Without limits four requests that wait for a database would hold all threads of the web.
        # Commands have none (manage.py): a migration may take as long as it needs.
        limits: dict[str, Any] = {}
        if env.database_connect_seconds:
            limits["connect_timeout"] = env.database_connect_seconds
        server_settings = []
        if env.database_prepares:
            # What is prepared (database.prepared) is run in the same way whatever its parameters
            # are: so one plan, made at once, is good for all of them.
            server_settings.append("-c plan_cache_mode=force_generic_plan")
        if env.database_lock_seconds:
            server_settings.append(f"-c lock_timeout={env.database_lock_seconds}s")
        if env.database_statement_seconds:
            server_settings.append(f"-c statement_timeout={env.database_statement_seconds}s")
        if server_settings:
            limits["options"] = " ".join(server_settings)
        # Options in the address of the database win over these.
        database["OPTIONS"] = limits | database.get("OPTIONS", {})
    # Connections are reused: opening a SQLite file with its pragmas costs more than the rest of a
    # small request.
    database["CONN_MAX_AGE"] = 60
    return database
