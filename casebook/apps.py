from django.apps import AppConfig


class CasebookConfig(AppConfig):
    name = "casebook"

    def ready(self) -> None:
        from . import checks  # noqa: F401, PLC0415 they register themselves once there are settings
