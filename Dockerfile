# The site in a container: no root, nothing but Python, a file system that may be mounted read-only.
#   docker build -t casebook .
#   docker run --read-only --tmpfs /tmp -v casebook-var:/app/var -p 8000:8000 -e ALLOWED_HOSTS=... -e SITE_URL=... casebook
FROM python:3.13-slim AS build
WORKDIR /app
COPY requirements.lock ./
RUN python -m venv /venv && /venv/bin/pip install --no-cache-dir --require-hashes -r requirements.lock
COPY . .
RUN SECRET_KEY="only for collecting static files, never for serving them" /venv/bin/python manage.py collectstatic --no-input \
    && rm -rf var tests docs

FROM python:3.13-slim
RUN useradd --system --uid 10001 --home-dir /app --shell /usr/sbin/nologin casebook \
    && install -d -o casebook -g casebook /app/var
COPY --from=build /venv /venv
COPY --from=build /app /app
WORKDIR /app
USER casebook
ENV PATH=/venv/bin:$PATH PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1 BIND=0.0.0.0:8000
VOLUME /app/var
EXPOSE 8000
HEALTHCHECK --interval=15s --timeout=5s --start-period=40s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/healthz', timeout=4)"]
CMD ["sh", "-c", "python manage.py migrate --no-input && exec gunicorn --config deploy/gunicorn.conf.py casebook.wsgi"]
