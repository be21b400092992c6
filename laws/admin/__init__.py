"""The editors' desk: the stock Django admin, with one form a kind of entry. What is saved here goes through laws.editing."""

from django.contrib import admin

from . import citations, editions, entries, glossary, missing, registers

__all__ = ["citations", "editions", "entries", "glossary", "missing", "registers"]

admin.site.site_header = "Casebook"
admin.site.site_title = "Casebook"
admin.site.index_title = "The editors’ desk"
