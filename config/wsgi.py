"""The web as WSGI: all but the streams."""

import gc
import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = get_wsgi_application()
# What is loaded for good need not be walked at every collection: a large answer makes many.
gc.freeze()
