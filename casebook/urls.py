"""Where each address leads: the admin, then everything else in laws.urls."""

from django.contrib import admin
from django.urls import include, path

from casebook import health, metrics, status
from laws.admin.audit import audit_page
from laws.admin.books import import_book
from laws.admin.bulk import export_table, import_table

urlpatterns = [
    path("admin/audit/", admin.site.admin_view(audit_page), name="audit"),
    path("admin/export-table/", admin.site.admin_view(export_table), name="export-table"),
    path("admin/import-table/", admin.site.admin_view(import_table), name="import-table"),
    path("admin/import-book/", admin.site.admin_view(import_book), name="import-book"),
    path("admin/status/", admin.site.admin_view(status.status), name="status"),
    path("admin/", admin.site.urls),
    path("metrics", metrics.metrics, name="metrics"),
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path(".well-known/security.txt", health.security_txt, name="security"),
    path("", include("laws.urls")),
]
handler404 = "laws.views.errors.not_found"
handler400 = "casebook.trouble.refused"
handler500 = "casebook.trouble.broken"
