"""As the tests' settings, but with pages kept and requests limited as on a site."""

from casebook import settings
from tests.settings import *  # noqa: F403

MIDDLEWARE = settings.MIDDLEWARE
LIMITS = settings.LIMITS
