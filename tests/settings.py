"""The settings of the tests: the same, with a key of their own and a cheap password hash."""

import atexit
import os
import shutil
import tempfile

from tests.redis_databases import choose_redis_url

os.environ.setdefault("SECRET_KEY", "only-for-tests-only-for-tests-only-for-tests")
if "LABELLA_VAR" not in os.environ or "PYTEST_XDIST_WORKER" in os.environ:
    # A folder for each process of each suite: they share neither database file nor broker.
    os.environ["LABELLA_VAR"] = tempfile.mkdtemp(prefix="la-bella-tests-")
    atexit.register(shutil.rmtree, os.environ["LABELLA_VAR"], ignore_errors=True)

worker = os.environ.get("PYTEST_XDIST_WORKER", "")
if "REDIS_URL" in os.environ and worker and "REDIS_OF_SUITE" not in os.environ:
    # A process that a test starts has the databases of the test.
    os.environ["REDIS_OF_SUITE"] = os.environ["REDIS_URL"]
    os.environ["REDIS_URL"] = choose_redis_url(os.environ["REDIS_URL"], worker)

from config.settings import *

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
ALLOWED_HOSTS = ["testserver", "localhost"]
STATIC_ROOT.mkdir(exist_ok=True)

# A page with one query per row fails its test. Events have fewer stages than this.
INSTALLED_APPS += ["zeal"]
MIDDLEWARE.insert(0, "tests.queries_per_row.refuse_queries_per_row")
ZEAL_NPLUSONE_THRESHOLD = 5
# The places of an event rank each of its stages, and a page may show them before and after.
ZEAL_ALLOWLIST = [{"model": "tournaments.Stage", "field": "draws"}]
