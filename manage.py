#!/usr/bin/env python
"""The casebook's command line: `python manage.py help` lists what it can do."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casebook.settings")
    from django.core.management import execute_from_command_line  # after the line above, as Django asks

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
