"""How gunicorn serves the site: gunicorn --config deploy/gunicorn.conf.py casebook.wsgi"""

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # gunicorn reads this before it looks for the site

from django.core.exceptions import ImproperlyConfigured

from casebook import environment
from casebook.lines import FORMS

try:
    bind = environment.listening("BIND", "127.0.0.1:8000").split(",")
    workers = environment.whole_number("WEB_WORKERS", 2, 1, 256)
    threads = environment.whole_number("WEB_THREADS", 4, 1, 256)
    environment.one_of("LOG_FORMAT", FORMS[0], FORMS)  # which the logger below reads
    if os.environ.get("METRICS_TOKEN"):
        environment.folder("PROMETHEUS_MULTIPROC_DIR")
except ImproperlyConfigured as error:
    sys.exit(str(error))
worker_class = "gthread"
timeout = 30  # a page that takes longer is given up, and its worker is replaced
graceful_timeout = 20
keepalive = 5
max_requests = 20_000  # a worker is replaced now and then, so that a leak in a library never adds up
max_requests_jitter = 2_000
limit_request_line = 8190
limit_request_fields = 60
limit_request_field_size = 8190
preload_app = True
worker_tmp_dir = "/dev/shm" if os.path.isdir("/dev/shm") else None  # noqa: S108 - a heartbeat must not wait for a disk
accesslog = None  # the site writes its own line for each request, without the reader's address
errorlog = "-"
logger_class = "casebook.quiet.QuietLogger"  # nor does gunicorn write down what it could not read
control_socket_disable = True  # it would be a file at home, which a service and a container cannot write to
