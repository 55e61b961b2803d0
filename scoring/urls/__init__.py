"""Addresses of tournaments: the desk's before the public ones, which take any word."""

from django.urls import include, path

from scoring.backups.views.backups import backup_file, backup_make, backups
from scoring.people.views.passed_on import join_club, password_link
from scoring.table.views.codes import code

app_name = "scoring"
urlpatterns = [
    path("desk/<slug:club>/", include("scoring.urls.desk")),
    path("desk/<slug:club>/", include("scoring.urls.ending")),
    path("desk/<slug:club>/<slug:tournament>/", include("scoring.urls.entries")),
    path("desk/<slug:club>/<slug:tournament>/", include("scoring.urls.rounds")),
    path("desk/<slug:club>/<slug:tournament>/", include("scoring.urls.sheets")),
    path("backups/", backups, name="backups"),
    path("backups/make/", backup_make, name="backup-make"),
    path("backups/<str:name>", backup_file, name="backup-file"),
    path("join/<str:token>/", join_club, name="join"),
    path("accounts/link/<str:token>/", password_link, name="password-link"),
    path("t/", code, name="code"),
    path("t/", include("scoring.urls.table")),
    path("", include("scoring.urls.public")),
]
