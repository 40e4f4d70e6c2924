#!/usr/bin/env python
"""Django's command line."""

import os
import sys

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.core.management import execute_from_command_line

    from tools.management import remove_time_limits

    remove_time_limits(os.environ)

    execute_from_command_line(sys.argv)
