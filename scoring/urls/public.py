"""Addresses: what everybody sees."""

from django.urls import URLPattern, path

from scoring.desk.views import clubs, screen
from scoring.draw.views import public_rounds
from scoring.people.views import public_players
from scoring.sheets.views import public_sheets
from scoring.standings.views import places, seasons, standings

# /<club>/<tournament>/
TOURNAMENT = "<slug:club>/<slug:tournament>/"
ROUND = f"{TOURNAMENT}rounds/<int:number>/"

urlpatterns: list[URLPattern] = [
    path("<slug:club>/", clubs.club, name="club"),
    path("<slug:club>/players/", public_players.players, name="club-players"),
    path("<slug:club>/players/<int:number>/", public_players.player, name="player"),
    path("<slug:club>/seasons/<slug:slug>/", seasons.season, name="season"),
    path(
        "<slug:club>/seasons/<slug:slug>/print/",
        seasons.season_print,
        name="season-print",
    ),
    path(TOURNAMENT, standings.tournament, name="tournament"),
    path(f"{TOURNAMENT}print/", standings.tournament_print, name="tournament-print"),
    path(f"{TOURNAMENT}screen/", screen.screen, name="screen"),
    path(f"{TOURNAMENT}screen/news/", screen.screen_news, name="screen-news"),
    path(f"{TOURNAMENT}corrections/", standings.corrections, name="corrections"),
    path(f"{TOURNAMENT}places/<int:number>/", places.place, name="place"),
    path(f"{TOURNAMENT}editions/<int:number>/", places.edition, name="edition"),
    path(ROUND, public_rounds.round_public, name="round"),
    path(f"{ROUND}tables/<int:table>/", public_sheets.sheet, name="sheet"),
]
