"""Addresses: standings, places, seasons, prizes."""

from django.urls import path

from scoring.standings.views import places, prizes, report, seasons, standings

# /desk/<club>/<tournament>/…
tournament_desk = [
    path("prizes/", prizes.prizes, name="prizes"),
    path("report/", report.report, name="report"),
]

# /<club>/…
club_pages = [
    path("seasons/<slug:slug>/", seasons.season, name="season"),
    path("seasons/<slug:slug>/print/", seasons.season_print, name="season-print"),
    path(
        "seasons/<slug:slug>/players/<int:number>/",
        seasons.season_place,
        name="season-place",
    ),
]

# /<club>/<tournament>/…
tournament_pages = [
    path("", standings.tournament, name="tournament"),
    path("print/", standings.tournament_print, name="tournament-print"),
    path("corrections/", standings.corrections, name="corrections"),
    path("places/<int:number>/", places.place, name="place"),
    path("editions/<int:number>/", places.edition, name="edition"),
]
