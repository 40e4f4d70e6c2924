"""Identifies from an exception which resource the server has run out of."""

import errno
import sqlite3
from typing import Final

import psycopg
from django.db import OperationalError

DISK_FULL: Final = "disk_full"
DISK_READ_ONLY: Final = "disk_read_only"
FILES_EXHAUSTED: Final = "files_exhausted"
DATABASE_BUSY: Final = "database_busy"
DATABASE_AWAY: Final = "database_away"
COMMIT_UNKNOWN: Final = "commit_unknown"
UNAVAILABLE: Final = frozenset(
    (DISK_FULL, DISK_READ_ONLY, FILES_EXHAUSTED, DATABASE_BUSY, DATABASE_AWAY, COMMIT_UNKNOWN)
)

RETRY_AFTER: Final = 10
"""Seconds after which a client may send its request again."""

_BY_ERRNO: Final = {
    errno.ENOSPC: DISK_FULL,
    errno.EDQUOT: DISK_FULL,
    errno.EROFS: DISK_READ_ONLY,
    errno.EMFILE: FILES_EXHAUSTED,
    errno.ENFILE: FILES_EXHAUSTED,
}
_BY_SQLITE_CODE: Final = {
    sqlite3.SQLITE_FULL: DISK_FULL,
    sqlite3.SQLITE_READONLY: DISK_READ_ONLY,
    sqlite3.SQLITE_BUSY: DATABASE_BUSY,
    sqlite3.SQLITE_LOCKED: DATABASE_BUSY,
    sqlite3.SQLITE_CANTOPEN: DATABASE_AWAY,
    sqlite3.SQLITE_IOERR: DATABASE_AWAY,
}
"""By the primary result code, which is the lowest byte of the extended one."""
_BY_SQLSTATE: Final = {
    "53100": DISK_FULL,
    "25006": DISK_READ_ONLY,
    "53300": DATABASE_BUSY,
    "53200": DATABASE_BUSY,
    "55P03": DATABASE_BUSY,
    "40": DATABASE_BUSY,
    "57P": DATABASE_AWAY,
    "08": DATABASE_AWAY,
}
"""By the beginning of the SQLSTATE (PostgreSQL, Appendix A)."""


class CommitUnknown(OperationalError):
    """The connection was lost while the database committed: everything was saved, or nothing."""


def find_unavailable_part(error: BaseException | None) -> str | None:
    """The code of the resource that the server has run out of, if that is why a request failed;
    None for every other fault. The request has written nothing, because its transaction has ended
    without a commit; only with COMMIT_UNKNOWN nobody knows."""
    # Django wraps the driver's exceptions, and a library may wrap Django's: the code is deeper.
    seen: list[BaseException] = []
    while error is not None and error not in seen:
        code = COMMIT_UNKNOWN if isinstance(error, CommitUnknown) else _find_code(error)
        if code is not None:
            return code
        seen.append(error)  # a chain of exceptions may be a circle
        error = error.__cause__ or error.__context__
    return None


def _find_code(error: BaseException) -> str | None:
    if isinstance(error, sqlite3.Error):
        return _BY_SQLITE_CODE.get(getattr(error, "sqlite_errorcode", 0) & 0xFF)
    if isinstance(error, psycopg.OperationalError | psycopg.InterfaceError):
        if not error.sqlstate:
            return DATABASE_AWAY  # the error is the driver's own: it did not reach the server
        for prefix, code in _BY_SQLSTATE.items():
            if error.sqlstate.startswith(prefix):
                return code
        return None
    if isinstance(error, OSError):
        return _BY_ERRNO.get(error.errno or 0)
    return None
