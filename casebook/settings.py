"""Settings, all from the environment, each with a default that suits a first start. docs/deploy.md lists them."""

import os
from datetime import timedelta
from pathlib import Path
from urllib.parse import quote

from csp.constants import NONE, SELF

from . import addresses, databases, environment, lines

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = BASE_DIR / "var"

DEBUG = environment.flag("DEBUG", False)
PORT = environment.whole_number("PORT", 8000, 1, 65535)
SITE_URL = environment.site_address("SITE_URL", f"http://127.0.0.1:{PORT}")
SITE_NAME = "Casebook"
# How pages, newsletters and files cite: with the entry's label and title, the code, its short name, its issuer and year (or both: source).
CITED = ("label", "title", "code", "short", "issuer", "year", "source")
CITATION_STYLE = environment.pattern("CITATION_STYLE", "{label}, {code} ({source})", CITED)
CITATION_STYLE_SHORT = environment.pattern("CITATION_STYLE_SHORT", "{short}, {label}", CITED)
SECRET_KEY = environment.secret_key("SECRET_KEY", VAR_DIR / "secret_key")
ALLOWED_HOSTS = environment.hosts("ALLOWED_HOSTS", ["127.0.0.1", "localhost", "[::1]"])

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "axes",
    "django_filters",
    "django_htmx",
    "csp",
    "simple_history",
    "laws",
    "casebook",
]

MIDDLEWARE = [
    "casebook.headers.HeadOnly",  # outermost: whatever answers, a page that is kept too, it is told the length of the whole
    "casebook.tracing.Traced",
    "casebook.pages.KeptPages",  # outside of the others: what it keeps has their headers, and an answer from it costs none of them
    "django.middleware.security.SecurityMiddleware",
    "casebook.headers.Guarded",
    "csp.middleware.CSPMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "casebook.reading.Unhurried",
    "casebook.trouble.Told",
    "casebook.limits.Limited",
    "django.middleware.gzip.GZipMiddleware",  # it adds a random length to each page, so that sizes tell nothing (BREACH)
    "django.contrib.sessions.middleware.SessionMiddleware",
    "casebook.health.Common",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "simple_history.middleware.HistoryRequestMiddleware",
    "axes.middleware.AxesMiddleware",
    "laws.views.lost.Lost",
]

ROOT_URLCONF = "casebook.urls"
WSGI_APPLICATION = "casebook.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "laws.views.context.site",
            ],
            "builtins": ["laws.templatetags.casebook"],
        },
    }
]

# The database: a file beside the project until DATABASE_URL names another. Replicas, where there are some, make readers' pages.
_ADDRESS = addresses.database_address("DATABASE_URL", f"sqlite:///{quote(str(VAR_DIR / 'casebook.sqlite3'))}")
_REPLICAS = databases.replicas(addresses.replica_addresses("REPLICA_URLS", _ADDRESS))
DATABASES = {"default": databases.configured(_ADDRESS), **_REPLICAS}
REPLICAS = list(_REPLICAS)
REPLICA_LAG = environment.whole_number("REPLICA_LAG", 10, 0, 3600)  # seconds behind the primary from which on a replica is not asked
if REPLICAS:
    DATABASE_ROUTERS = ["casebook.replicas.Router"]
    MIDDLEWARE.insert(MIDDLEWARE.index("django.middleware.gzip.GZipMiddleware"), "casebook.replicas.ReadingElsewhere")
# What the processes of a site share: files beside the database, or Redis where CACHE_URL names one.
CACHE_URL = addresses.cache_address("CACHE_URL")
_REDIS = {
    "BACKEND": "django.core.cache.backends.redis.RedisCache",
    "LOCATION": CACHE_URL,
    "OPTIONS": {"socket_connect_timeout": 0.2, "socket_timeout": 0.5},
}
_IN_MEMORY = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
_PAGES = {
    "BACKEND": "casebook.local_memory.BoundedMemory",
    "LOCATION": "pages",
    "OPTIONS": {"MAX_ENTRIES": 2000, "MAX_BYTES": 48_000_000},  # in each worker
}
_IN_FILES = {"BACKEND": "casebook.shared_files.SharedFiles", "LOCATION": VAR_DIR / "cache"}
CACHES = {
    "default": _REDIS if CACHE_URL else {**_IN_MEMORY, "OPTIONS": {"MAX_ENTRIES": 20_000}},  # counts: none must drop another's
    "generation": _REDIS if CACHE_URL else _IN_FILES,
    "pages": {**_REDIS, "KEY_PREFIX": "page"} if CACHE_URL else _PAGES,
}
# Copies of the database, as manage.py backup takes them.
BACKUP_DIR = Path(os.environ.get("BACKUP_DIR") or VAR_DIR / "backups")
BACKUPS_KEPT = environment.whole_number("BACKUPS_KEPT", 14, 0, 100_000)
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Signing in: slow hashes, and a pause after ten wrong passwords from one address for one name. `manage.py axes_reset` ends a pause at once.
PASSWORD_HASHERS = ["casebook.hashing.Argon2InTurn", "django.contrib.auth.hashers.PBKDF2PasswordHasher"]
AUTHENTICATION_BACKENDS = ["axes.backends.AxesStandaloneBackend", "django.contrib.auth.backends.ModelBackend"]
AXES_FAILURE_LIMIT = 10
AXES_COOLOFF_TIME = timedelta(minutes=30)
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_RESET_ON_SUCCESS = True
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False
AXES_DISABLE_ACCESS_LOG = True
AXES_CLIENT_IP_CALLABLE = "casebook.limits.counted_as"
AXES_LOCKOUT_CALLABLE = "casebook.lockout.shut_out"
AXES_VERBOSE = False
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator", "NumericPasswordValidator")
]

LANGUAGE_CODE = "en"
TIME_ZONE = "UTC"
USE_I18N = False
USE_TZ = True
APPEND_SLASH = False  # the ladder in laws.views.ladder finds what an address without its slash means

STATIC_URL = "/static/"
STATIC_ROOT = BASE_DIR / "staticfiles"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}
WHITENOISE_KEEP_ONLY_HASHED_FILES = True
WHITENOISE_USE_FINDERS = DEBUG
WHITENOISE_AUTOREFRESH = DEBUG

# What a page may do: load from this site, and nothing else.
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "object-src": [NONE],
        "frame-ancestors": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "strict-origin-when-cross-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
SESSION_COOKIE_HTTPONLY = True
CSRF_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 7
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]
SECURITY_CONTACT = environment.contact("SECURITY_CONTACT")
# Requests a minute from one address to what costs work; 0 is no limit.
LIMITS = {
    "/search/suggest/": environment.whole_number("LIMIT_SUGGEST", 600, 0, 1_000_000),
    "/search/": environment.whole_number("LIMIT_SEARCH", 120, 0, 1_000_000),
    "/proof/": environment.whole_number("LIMIT_PROOF", 60, 0, 1_000_000),
    "/newsletter/": environment.whole_number("LIMIT_NEWSLETTER", 120, 0, 1_000_000),
    "/oembed": environment.whole_number("LIMIT_OEMBED", 120, 0, 1_000_000),
    "/admin/login/": environment.whole_number("LIMIT_LOGIN", 20, 0, 1_000_000),
}
COUNTED_WHEN_SENT = {"/admin/login/"}  # a form that is only looked at costs nothing; what is typed into it costs a hash
COUNTED_WITH = {"/search/suggest.json": "/search/suggest/", "/feeds/search.": "/search/"}
if not environment.flag("KEEP_PAGES", not DEBUG):  # a page that is being worked on is made each time
    MIDDLEWARE.remove("casebook.pages.KeptPages")
if not DEBUG:
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True
    SECURE_SSL_REDIRECT = environment.flag("SSL_REDIRECT", True)
    SECURE_HSTS_SECONDS = environment.whole_number("HSTS_SECONDS", 31_536_000, 0, 63_072_000)
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SECURE_HSTS_PRELOAD = SECURE_HSTS_SECONDS >= 31_536_000  # browsers' lists take no site for less than a year
    SILENCED_SYSTEM_CHECKS = [] if SECURE_HSTS_PRELOAD else ["security.W021"]  # which wants it for any time
BEHIND_PROXY = environment.flag("BEHIND_PROXY", False)
if BEHIND_PROXY:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
if SITE_URL.startswith("https://"):
    CSRF_TRUSTED_ORIGINS = [SITE_URL]

DATA_UPLOAD_MAX_MEMORY_SIZE = 2_621_440
DATA_UPLOAD_MAX_NUMBER_FIELDS = 5000  # the page of an edition has some ten fields a penalty row
LOG_FORMAT = environment.one_of("LOG_FORMAT", lines.FORMS[0], lines.FORMS)
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {
        "numbered": {"()": "casebook.tracing.Numbered"},
        "brief": {"()": "casebook.tracing.Brief"},
        "seldom": {"()": "casebook.tracing.Seldom"},
    },
    "formatters": {"line": {"()": "casebook.lines.Line"}, "json": {"()": "casebook.lines.JsonLine"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": LOG_FORMAT, "filters": ["numbered"]}},
    "loggers": {
        "laws": {"handlers": ["console"], "level": "INFO"},
        "laws.freshness": {"filters": ["seldom"]},  # a cache that is away is met with every request
        "axes": {"handlers": ["console"], "level": "WARNING", "propagate": False},
        "casebook": {"handlers": ["console"], "level": "INFO", "propagate": False},
        "casebook.metrics": {"filters": ["seldom"]},
        "casebook.shared_files": {"filters": ["seldom"]},
        "casebook.requests": {"level": "WARNING" if DEBUG else "INFO"},
        "django.request": {"handlers": ["console"], "level": "ERROR", "propagate": False},
        "django.security": {"handlers": ["console"], "level": "ERROR", "propagate": False},
        "django.security.DisallowedHost": {"filters": ["brief"]},  # scanners ask by the wrong name all day
    },
}
METRICS_TOKEN = os.environ.get("METRICS_TOKEN", "")  # an extra: figures for Prometheus, for who has the token
if os.environ.get("SENTRY_DSN", ""):  # an extra: pip install sentry-sdk
    SENTRY_DSN = environment.reporting_address("SENTRY_DSN")
    environment.needed("sentry_sdk", "SENTRY_DSN").init(SENTRY_DSN, send_default_pii=False, traces_sample_rate=0.0)
