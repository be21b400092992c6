"""The entry for WSGI servers: `gunicorn casebook.wsgi`."""

import logging
import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.wsgi import get_wsgi_application

# What no line of the site names need not be found out for each of them (Python's documents on logging, “Optimization”). The number of the
# process is kept: gunicorn's own lines name it.
logging.logThreads = logging.logMultiprocessing = False
logging._srcfile = None  # type: ignore[attr-defined]
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casebook.settings")
try:
    application = get_wsgi_application()
except ImproperlyConfigured as error:  # a setting that makes no sense: one sentence says which
    sys.exit(str(error))
