"""The settings of a measured installation: the real ones, and two empty views to compare with."""

from config.settings import *

ROOT_URLCONF = "bench.urls"
# A full answer is measured as if nobody had asked before.
CACHES = {name: {"BACKEND": "django.core.cache.backends.dummy.DummyCache"} for name in CACHES}
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
