"""The entry for WSGI servers: `gunicorn casebook.wsgi`."""

import logging
import os

from django.core.wsgi import get_wsgi_application

logging.logThreads = logging.logProcesses = logging.logMultiprocessing = False  # no line names them, and each costs every request a little
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casebook.settings")
application = get_wsgi_application()
