"""The settings of a measured installation: the real ones, and two empty views to compare with."""

from config.settings import *

ROOT_URLCONF = "bench.urls"
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
