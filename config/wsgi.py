"""The WSGI application: everything except the streams."""

import os

from django.core.checks import Tags
from django.core.management.base import BaseCommand
from django.core.wsgi import get_wsgi_application
from django.urls import get_resolver

from config.memory import settle

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = get_wsgi_application()
# Only management commands run the system checks. Untranslated pages would be noticed in the hall.
BaseCommand().check(tags=[Tags.translation])
# Imports all views here: otherwise the first request would wait for them, and they would be loaded
# after settle().
get_resolver().url_patterns  # noqa: B018
settle()
