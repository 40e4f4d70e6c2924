"""The settings of the tests: the same, with a key of their own and a cheap password hash."""

import atexit
import os
import shutil
import tempfile

os.environ.setdefault("SECRET_KEY", "only-for-tests-only-for-tests-only-for-tests")
if "LABELLA_VAR" not in os.environ or "PYTEST_XDIST_WORKER" in os.environ:
    # A folder for each process of each suite: they share neither database file nor broker.
    os.environ["LABELLA_VAR"] = tempfile.mkdtemp(prefix="la-bella-tests-")
    atexit.register(shutil.rmtree, os.environ["LABELLA_VAR"], ignore_errors=True)

from config.settings import *

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
ALLOWED_HOSTS = ["testserver", "localhost"]
STATIC_ROOT.mkdir(exist_ok=True)
