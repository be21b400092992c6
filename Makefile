# make run    the site on http://127.0.0.1:8000 (PORT=9000 for another port)
# make test   every test (ARGS="-k search" for some)
# make test-postgres   the same on a PostgreSQL of its own, which is gone afterwards
# make test-next       the same on the Python and the Django that come next, where this machine has that Python
# make hostile         every hostile value at every place, on both databases; the tests have a slice of it
# make fuzz   broken books against the reader (MINUTES=10), and queries against search (QUERIES=100000)
# make faults processes killed, disks full, databases and Redis away, and a backup during a minute of writing (takes half an hour)
# make load   answers a second beside a bare view, and 60 s of readers and an editor at once, on SQLite and on PostgreSQL
# make bench  how fast search is beside a bare index of the same texts (BENCH=full for 100,000 and 1,000,000 entries too)
# make lint   ruff, mypy, djlint, and whether a migration is missing
#
# Each first makes .venv and installs what it needs there; later runs only look at a stamp.

PORT ?= 8000
ARGS ?=
MINUTES ?= 10
QUERIES ?= 100000
# The first Python on this machine that is new enough; `make run PYTHON=/path/to/python` names another.
ifndef PYTHON
PYTHON := $(shell for python in python3 python3.14 python3.13 python3.12 python3.11; do \
	command -v $$python >/dev/null 2>&1 && $$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	&& { echo $$python; exit; }; done; echo python3)
endif
IN_VENV := .venv/bin/python

.PHONY: bench faults help hostile load run test test-next test-postgres fuzz lint environment environment-dev browser

help:
	@sed -n '1,/^$$/s/^# \{0,1\}//p' Makefile

run: export PORT := $(PORT)
run: export DEBUG := $(or $(DEBUG),1)
run: environment
	@$(IN_VENV) manage.py migrate --no-input --verbosity 0
	@$(IN_VENV) manage.py load --if-empty --verbosity 0
	@echo "Casebook is at http://127.0.0.1:$(PORT)/   (Ctrl-C stops it)"
	@exec $(IN_VENV) manage.py runserver 127.0.0.1:$(PORT) --verbosity 0

test: environment-dev browser
	@$(IN_VENV) -m pytest $(ARGS)

test-postgres: environment-dev browser
	@$(IN_VENV) tools/postgres.py $(IN_VENV) -m pytest $(ARGS)

test-next: python browser
	@$(PYTHON) tools/next.py python -m pytest $(ARGS)

hostile: export CASEBOOK_HOSTILE := full
hostile: environment-dev
	$(IN_VENV) -m pytest tests/hostile
	$(IN_VENV) tools/postgres.py $(IN_VENV) -m pytest tests/hostile

fuzz: environment-dev
	$(IN_VENV) -m tests.fuzz.reader --minutes $(MINUTES)
	$(IN_VENV) -m tests.fuzz.search --queries $(QUERIES)
	$(IN_VENV) tools/postgres.py $(IN_VENV) -m tests.fuzz.search --queries $(QUERIES)

faults: export CASEBOOK_FAULTS := long
faults: environment-dev
	$(IN_VENV) -m pytest tests/faults tests/backups tests/test_trouble.py tests/test_kept_pages.py $(ARGS)
	$(IN_VENV) tools/postgres.py $(IN_VENV) -m pytest tests/backups $(ARGS)

load: environment-dev
	$(IN_VENV) -m tests.load.run
	$(IN_VENV) tools/postgres.py $(IN_VENV) -m tests.load.run

bench: export BENCH := $(BENCH)
bench: environment-dev
	$(IN_VENV) -m tests.bench.run

lint: environment-dev
	$(IN_VENV) -m ruff check .
	$(IN_VENV) -m mypy laws casebook
	$(IN_VENV) -m djlint templates --lint --quiet
	$(IN_VENV) -m djlint templates --check --quiet
	$(IN_VENV) manage.py makemigrations --check --dry-run

environment environment-dev: python
environment:
	@$(PYTHON) tools/environment.py requirements.txt
environment-dev:
	@$(PYTHON) tools/environment.py requirements-dev.txt

.PHONY: python
python:
	@command -v $(PYTHON) >/dev/null 2>&1 || { \
		echo "Casebook needs Python 3.11 or newer, and no $(PYTHON) was found on this machine." >&2; exit 1; }

browser:
	@sh tools/browser.sh
