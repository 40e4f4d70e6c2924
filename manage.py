#!/usr/bin/env python
"""Django's command line."""

import os
import sys

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    # A migration, a verification or a copy takes as long as it needs. The limits are for what is
    # served (docs/reference/settings.md).
    os.environ.setdefault("DATABASE_LOCK_SECONDS", "0")
    os.environ.setdefault("DATABASE_STATEMENT_SECONDS", "0")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)
