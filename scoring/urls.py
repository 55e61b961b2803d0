"""Addresses of tournaments: the desk's before the public ones, which take any word."""

from itertools import chain

from django.urls import include, path

from scoring.api.views import urls as api
from scoring.audit.views import urls as audit
from scoring.backups.views import urls as backups
from scoring.desk.views import urls as desk
from scoring.draw.views import urls as draw
from scoring.exports.views import urls as exports
from scoring.history.views import urls as history
from scoring.past_results.views import urls as past_results
from scoring.people.views import urls as people
from scoring.phones.views import urls as phones
from scoring.sheets.views import urls as sheets
from scoring.signups.views import urls as signups
from scoring.standings.views import urls as standings
from scoring.tournaments.views import urls as tournaments

# No URL pattern matches another package's URLs, so their order doesn't matter.
club_desk = chain(
    desk.club_desk,
    tournaments.club_desk,
    people.club_desk,
    sheets.club_desk,
    standings.club_desk,
    past_results.club_desk,
    history.club_desk,
    draw.club_desk,
    exports.club_desk,
    signups.club_desk,
    backups.club_desk,
    api.club_desk,
)
tournament_desk = chain(
    desk.tournament_desk,
    tournaments.tournament_desk,
    people.tournament_desk,
    draw.tournament_desk,
    sheets.tournament_desk,
    phones.tournament_desk,
    audit.tournament_desk,
    standings.tournament_desk,
    exports.tournament_desk,
    signups.tournament_desk,
)
club_pages = chain(
    desk.club_pages, history.club_pages, standings.club_pages, signups.club_pages
)
tournament_pages = chain(
    standings.tournament_pages,
    desk.tournament_pages,
    draw.tournament_pages,
    sheets.tournament_pages,
    tournaments.tournament_pages,
    signups.tournament_pages,
)

app_name = "scoring"
urlpatterns = [
    path("desk/<slug:club>/", include([*club_desk])),
    path("desk/<slug:club>/<slug:tournament>/", include([*tournament_desk])),
    path("", include([*desk.site, *backups.site, *people.site])),
    path("", include([*signups.site, *exports.site, *api.site, *standings.site])),
    path("t/", include(phones.phone)),
    path("<slug:club>/", include([*club_pages])),
    path("<slug:club>/<slug:tournament>/", include([*tournament_pages])),
]
