"""The admin as an app, with a site of our own."""

from django.contrib.admin.apps import AdminConfig


class SupportAdminConfig(AdminConfig):
    """Its site is imported when the apps are ready."""

    default_site = "config.admin_site.SupportSite"
