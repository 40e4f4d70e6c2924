"""The web as WSGI: all but the streams."""

import os

from django.core.wsgi import get_wsgi_application
from django.urls import get_resolver

from config.memory import settle

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = get_wsgi_application()
get_resolver().url_patterns  # noqa: B018  all views, which the first request would load
settle()
