"""Passwords are hashed by few at a time: each hash takes 100 MB, and whoever sends names and passwords decides how many are wanted."""

from __future__ import annotations

import threading

from django.contrib.auth.hashers import Argon2PasswordHasher

AT_ONCE = 2  # in one process, 200 MB; each takes some tenth of a second, so that a third need not wait long
_turns = threading.BoundedSemaphore(AT_ONCE)


class Argon2InTurn(Argon2PasswordHasher):
    """As Django's, whose cost stays as it is: a smaller one would make stolen hashes cheaper to guess. Hashes kept by Django's are read."""

    def encode(self, password: str, salt: str) -> str:
        with _turns:
            return super().encode(password, salt)

    def verify(self, password: str, encoded: str) -> bool:
        with _turns:
            return super().verify(password, encoded)
