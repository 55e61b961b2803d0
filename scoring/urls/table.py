"""Addresses: the table page, by its secret token alone (docs/table.md)."""

from django.urls import URLPattern, path

from scoring.views import table_files, table_page

# /t/
urlpatterns: list[URLPattern] = [
    path("app.<str:digest>.js", table_files.script, name="table-script"),
    path("app.<str:digest>.css", table_files.style, name="table-style"),
    path("worker.js", table_files.worker, name="table-worker"),
    path("<str:token>/", table_page.page, name="table"),
    path("<str:token>/state/", table_page.state, name="table-state"),
    path("<str:token>/people/", table_page.people, name="table-people"),
]
