"""Apps of Django with settings of our own."""

from django.contrib.admin.apps import AdminConfig
from django.contrib.staticfiles.apps import StaticFilesConfig


class SupportAdminConfig(AdminConfig):
    """Its site is imported when the apps are ready."""

    default_site = "config.admin_site.SupportSite"


class ServedStaticFilesConfig(StaticFilesConfig):
    """Collects what pages can refer to: not source maps, the second viewer of the API's
    documentation, or the files of the browsable API, which is turned off. They would be more than
    half of all bytes, and are compressed too."""

    ignore_patterns = [*StaticFilesConfig.ignore_patterns, "*.map", "redoc", "rest_framework"]
