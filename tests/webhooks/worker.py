"""A real Celery worker that sends to this machine."""

from django.conf import settings

from config.celery import app

app.loader.import_default_modules()
settings.WEBHOOKS_ALLOW_LOOPBACK = True
# Beat as it is, only quicker.
app.conf.beat_schedule = {
    name: {**entry, "schedule": 0.2}
    for name, entry in settings.CELERY_BEAT_SCHEDULE.items()
    if name == "webhooks"
}
