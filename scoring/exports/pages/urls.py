"""Addresses of files to take away."""

from django.urls import path

from scoring.exports.pages import exports

# /desk/<club>/…
club_desk = [
    path("players/export/", exports.players_file, name="players-export"),
    path("players/<int:number>/data/", exports.person_file, name="player-data"),
    path("seasons/<slug:slug>/export/", exports.season_file, name="season-export"),
]

# /desk/<club>/<tournament>/…
tournament_desk = [
    path("export/", exports.export, name="export"),
    path("export/file/", exports.export_file, name="export-file"),
]
