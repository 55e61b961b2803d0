"""URLs of downloads and open files."""

from django.urls import path

from scoring.exports.views import exports, open_files

# /…
site = [
    path("me/<str:token>/data/", exports.my_file, name="my-data"),
]

# /desk/<club>/…
club_desk = [
    path("players/export/", exports.players_file, name="players-export"),
    path("players/<int:number>/data/", exports.person_file, name="player-data"),
    path("open-files/", open_files.open_file_new, name="open-file-new"),
    path("open-files/<int:pk>/", open_files.open_file_in, name="open-file-in"),
    path("open-files/<int:pk>/back/", open_files.open_file_back, name="open-file-back"),
    path("seasons/<slug:slug>/export/", exports.season_file, name="season-export"),
]

# /desk/<club>/<tournament>/…
tournament_desk = [
    path("export/", exports.export, name="export"),
    path("export/file/", exports.export_file, name="export-file"),
    path("export/evening/", exports.open_file, name="open-file"),
    path("treasurer/file/", exports.treasurer_file, name="treasurer-file"),
]
