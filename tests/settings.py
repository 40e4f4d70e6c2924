"""The settings of the tests: the same, with a key of their own and a cheap password hash."""

import os
import tempfile
from pathlib import Path

os.environ.setdefault("SECRET_KEY", "only-for-tests-only-for-tests-only-for-tests")
# A folder for each process of the suite: they share neither database file nor broker.
_WORKER = os.environ.get("PYTEST_XDIST_WORKER", "main")
_VAR = Path(tempfile.gettempdir()) / f"la-bella-tests-{os.getuid()}" / _WORKER
os.environ.setdefault("LABELLA_VAR", str(_VAR))
Path(os.environ["LABELLA_VAR"]).mkdir(mode=0o700, parents=True, exist_ok=True)

from config.settings import *

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
ALLOWED_HOSTS = ["testserver", "localhost"]
