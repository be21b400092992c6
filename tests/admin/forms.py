"""The desk as an editor uses it: a form is fetched, some of it typed over, and sent with everything else as it stood."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any

from django.test import Client
from django.urls import reverse
from django.utils.html import strip_tags

from laws.models import DESK, Entry


class Typed(HTMLParser):
    """The values that a browser would send for the form of a page."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.values: dict[str, Any] = {}
        self._area = self._select = ""
        self._inside = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._inside = given.get("id", "").endswith("_form")
        name = given.get("name", "")
        if not self._inside or (tag in ("input", "textarea", "select") and ("__prefix__" in name or not name)):
            return
        if tag == "textarea":
            self._area = name
            self.values[name] = ""
        elif tag == "select":
            self._select = name
            self.values.setdefault(name, [] if "multiple" in given else "")
        elif tag == "option" and "selected" in given and self._select:
            self._put(self._select, given["value"])
        elif tag == "input" and given.get("type") == "checkbox":
            if "checked" in given:
                self.values.setdefault(name, []).append(given.get("value", "on"))
        elif tag == "input" and given.get("type") == "radio":
            if "checked" in given:
                self.values[name] = given["value"]
        elif tag == "input" and given.get("type") not in ("submit", "button", "file"):
            self.values[name] = given.get("value", "")

    def _put(self, name: str, value: str) -> None:
        if isinstance(self.values[name], list):
            self.values[name].append(value)
        else:
            self.values[name] = value

    def handle_endtag(self, tag: str) -> None:
        if tag == "textarea":
            self._area = ""
        elif tag == "select":
            self._select = ""
        elif tag == "form":
            self._inside = False

    def handle_data(self, data: str) -> None:
        if self._area:
            self.values[self._area] += data if self.values[self._area] else data.removeprefix("\r\n").removeprefix("\n")


def address(row: Any, page: str = "change") -> str:
    """Where the desk has a row, or with a class its list or its empty form."""
    if isinstance(row, Entry) and type(row) is Entry:
        return reverse(f"admin:laws_{DESK[row.kind]._meta.model_name}_{page}", args=[row.pk])
    keys = [] if isinstance(row, type) else [row.pk]
    return reverse(f"admin:laws_{row._meta.model_name}_{page}", args=keys)


def typed(client: Client, where: str) -> dict[str, Any]:
    """What the form at an address holds when it is opened."""
    answer = client.get(where)
    assert answer.status_code == 200, (where, answer.status_code)
    return Typed(answer.content.decode()).values


def send(client: Client, where: str, **changes: Any) -> Any:
    """Send the form at an address with some of it changed. `a__b` names the field "a-b"; rows are "inline-0-field"."""
    values = typed(client, where) | {name.replace("__", "-"): value for name, value in changes.items()}
    return client.post(where, values)


def confirmed(client: Client, where: str, answer: Any, **changes: Any) -> Any:
    """Press the same button again where the form came back to show what it touches."""
    if answer.status_code == 200 and answer.context.get("impact"):
        buttons = {name: value for name, value in changes.items() if name.startswith("_")}
        return client.post(where, Typed(answer.content.decode()).values | buttons)
    return answer


def saved(client: Client, where: str, **changes: Any) -> Any:
    """Send the form, agree to what it touches, and make sure that it was taken. A button is pressed by its name: `_publish="1"`."""
    answer = confirmed(client, where, send(client, where, **changes), **changes)
    assert answer.status_code == 302, complaints(answer)
    return answer


def complaints(answer: Any) -> list[str]:
    """What the form of an answer says is wrong, in order."""
    found = [message for messages in answer.context["errors"] for message in ([messages] if isinstance(messages, str) else messages)]
    return [str(message) for message in found]


def said(answer: Any, client: Client) -> list[str]:
    """The messages that the page after an answer shows, without their links."""
    page = client.get(answer["Location"]) if answer.status_code == 302 else answer
    return [strip_tags(str(message)) for message in page.context["messages"]]
