#!/usr/bin/env python
"""The casebook's command line: `python manage.py help` lists what it can do."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casebook.settings")
    from django.core.exceptions import ImproperlyConfigured  # after the line above, as Django asks
    from django.core.management import execute_from_command_line

    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:  # a setting that makes no sense: one sentence says which
        sys.exit(str(error))


if __name__ == "__main__":
    main()
