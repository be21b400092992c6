"""An editor at the desk."""

import pytest
from django.contrib.auth.models import User
from django.test import Client


@pytest.fixture
def editor(db) -> User:
    return User.objects.create_superuser("editor", "editor@casebook.example", "a long enough word")


@pytest.fixture
def desk(editor: User) -> Client:
    """A browser in which the editor is signed in."""
    client = Client()
    client.force_login(editor)
    return client
