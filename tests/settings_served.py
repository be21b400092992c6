"""Settings for a site that tests start as a process of its own: those of production, over plain HTTP, with static files kept aside.

`casebook.settings` reads the environment as it does anywhere; only the folder of collected static files cannot be set there.
"""

import os
from pathlib import Path

from casebook.settings import *  # noqa: F403

STATIC_ROOT = Path(os.environ["CASEBOOK_TEST_STATIC_ROOT"])
if not CACHE_URL:  # noqa: F405 - what the processes of this site share is not for those of another test
    CACHES = {**CACHES, "generation": {**CACHES["generation"], "LOCATION": STATIC_ROOT.parent / "cache"}}  # noqa: F405
