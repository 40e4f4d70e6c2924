"""The settings of the tests: the same, with a key of their own and a cheap password hash."""

import os
import tempfile
from pathlib import Path

os.environ.setdefault("SECRET_KEY", "only-for-tests-only-for-tests-only-for-tests")
os.environ.setdefault(
    "LABELLA_VAR", str(Path(tempfile.gettempdir()) / f"la-bella-tests-{os.getuid()}")
)
Path(os.environ["LABELLA_VAR"]).mkdir(mode=0o700, exist_ok=True)

from config.settings import *

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
ALLOWED_HOSTS = ["testserver", "localhost"]
