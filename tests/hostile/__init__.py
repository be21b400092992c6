"""Hostile input: whatever is typed, stored, sent or uploaded, no page runs it, no address breaks, no file is read, memory stays bounded.

A slice runs with the other tests; CASEBOOK_HOSTILE=full takes every value at every place (make hostile).
"""

import os

FULL = os.environ.get("CASEBOOK_HOSTILE", "") == "full"
