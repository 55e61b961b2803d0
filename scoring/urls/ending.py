"""Addresses: prizes, the report, and everything as files."""

from django.urls import URLPattern, path

from scoring.desk.views import exports
from scoring.standings.views import prizes, report

# /desk/<club>/…
TOURNAMENT = "<slug:tournament>/"

urlpatterns: list[URLPattern] = [
    path("players/export/", exports.players_file, name="players-export"),
    path(f"{TOURNAMENT}prizes/", prizes.prizes, name="prizes"),
    path(f"{TOURNAMENT}report/", report.report, name="report"),
    path(f"{TOURNAMENT}export/", exports.export, name="export"),
    path(f"{TOURNAMENT}export/file/", exports.export_file, name="export-file"),
]
