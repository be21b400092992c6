"""An editor at the desk."""

from importlib import import_module
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.contrib.auth.models import Group, User
from django.db import connection
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


def in_group(name: str, *groups: str) -> User:
    """Somebody of the staff in some of the groups that a migration makes; they are made anew where a test has emptied the tables."""
    import_module("laws.migrations.0009_workflow").make_groups(apps, SimpleNamespace(connection=connection))
    user = User.objects.create_user(name, is_staff=True)
    user.groups.set(Group.objects.filter(name__in=groups))
    return user


def browser_of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def writer(db) -> User:
    return in_group("writer", "Writers")


@pytest.fixture
def chief(db) -> User:
    """One of the Editors, who is no superuser."""
    return in_group("chief", "Editors")


@pytest.fixture
def writers_desk(writer: User) -> Client:
    return browser_of(writer)


@pytest.fixture
def chiefs_desk(chief: User) -> Client:
    return browser_of(chief)
