"""What is done to the ticked rows of a list at the desk."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest


class OneByOne(admin.ModelAdmin):
    """A list without the stock action that deletes what is ticked: rows go one by one, where it can be said what hangs on each."""

    def get_actions(self, request: HttpRequest, action_location: Any = None) -> dict[str, Any]:
        """The actions of a list; where they are asked for is a word of later versions of Django."""
        where = {"action_location": action_location} if action_location is not None else {}
        actions: dict[str, Any] = super().get_actions(request, **where)
        actions.pop("delete_selected", None)
        return actions
