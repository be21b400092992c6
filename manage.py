#!/usr/bin/env python
"""The casebook's command line: `python manage.py help` lists what it can do."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casebook.settings")
    from django.core.exceptions import ImproperlyConfigured  # after the line above, as Django asks
    from django.core.management import execute_from_command_line
    from django.db import DatabaseError, InterfaceError

    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:  # a setting that makes no sense: one sentence says which
        sys.exit(str(error))
    except (DatabaseError, InterfaceError) as error:  # a disk that is full, a server that is away: one sentence as well
        from casebook.trouble import in_a_line  # it knows models, which are there only now

        if not (line := in_a_line(error)):
            raise
        sys.exit(line)


if __name__ == "__main__":
    main()
