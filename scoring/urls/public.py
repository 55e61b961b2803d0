"""Addresses: what everybody sees."""

from django.urls import URLPattern, path

from scoring.views import (
    clubs,
    players_public,
    public_sheets,
    rounds_public,
    seasons,
    standings,
)

# /<club>/<tournament>/
TOURNAMENT = "<slug:club>/<slug:tournament>/"
ROUND = f"{TOURNAMENT}rounds/<int:number>/"

urlpatterns: list[URLPattern] = [
    path("t/<str:token>/", public_sheets.table, name="table"),
    path("<slug:club>/", clubs.club, name="club"),
    path("<slug:club>/players/", players_public.players, name="club-players"),
    path("<slug:club>/players/<int:number>/", players_public.player, name="player"),
    path("<slug:club>/seasons/<slug:slug>/", seasons.season, name="season"),
    path(
        "<slug:club>/seasons/<slug:slug>/print/",
        seasons.season_print,
        name="season-print",
    ),
    path(TOURNAMENT, standings.tournament, name="tournament"),
    path(f"{TOURNAMENT}print/", standings.tournament_print, name="tournament-print"),
    path(f"{TOURNAMENT}corrections/", standings.corrections, name="corrections"),
    path(ROUND, rounds_public.round_public, name="round"),
    path(f"{ROUND}tables/<int:table>/", public_sheets.sheet, name="sheet"),
]
