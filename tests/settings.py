"""Settings for the tests: as in production, but over plain HTTP, with plain static files and a quick password hash."""

from casebook.settings import *  # noqa: F403

DEBUG = False
SECURE_SSL_REDIRECT = False
SESSION_COOKIE_SECURE = False
CSRF_COOKIE_SECURE = False
ALLOWED_HOSTS = ["testserver", "localhost", "127.0.0.1"]
SITE_URL = "https://casebook.example"
MIDDLEWARE = [name for name in MIDDLEWARE if name != "casebook.pages.KeptPages"]  # noqa: F405 - a test's changes are rolled back, unseen by it
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
WHITENOISE_AUTOREFRESH = True
WHITENOISE_USE_FINDERS = True
AXES_ENABLED = False  # test clients sign in without a request
LIMITS: dict[str, int] = {}
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
