from django.apps import AppConfig

from . import checks  # noqa: F401 they register themselves


class CasebookConfig(AppConfig):
    name = "casebook"
