"""URLs of backups and club files."""

from django.urls import path

from scoring.backups.views import backups, club_files

# /…
site = [
    path("backups/", backups.backups, name="backups"),
    path("backups/make/", backups.backup_make, name="backup-make"),
    path("backups/club/", club_files.club_return, name="club-return"),
    path(
        "backups/club/<str:key>/", club_files.club_return_look, name="club-return-look"
    ),
    path("backups/<str:name>", backups.backup_file, name="backup-file"),
]

# /desk/<club>/…
club_desk = [
    path("settings/file/", club_files.club_file, name="club-file"),
    path("settings/file/make/", club_files.club_file_make, name="club-file-make"),
]
