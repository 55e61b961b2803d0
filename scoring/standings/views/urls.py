"""URLs of standings, places, seasons and prizes."""

from django.urls import path

from scoring.standings.views import (
    club_page,
    embeds,
    ending,
    season_desk,
    seasons,
    standings,
    treasurer,
)

# /… by ids, so that an address never belongs to another page later
site = [
    path("embed/<int:id>/next/", club_page.next_embed, name="next-embed"),
    path(
        "embed/<int:id>/tournaments/<uuid:key>/",
        embeds.tournament_embed,
        name="tournament-embed",
    ),
    path("embed/<int:id>/seasons/<int:pk>/", embeds.season_embed, name="season-embed"),
]

# /desk/<club>/<tournament>/…
tournament_desk = [
    path("prizes/", ending.prizes, name="prizes"),
    path("report/", ending.report, name="report"),
    path("treasurer/", treasurer.treasurer, name="treasurer"),
]

# /desk/<club>/…
club_desk = [
    path("seasons/", season_desk.season_list, name="seasons"),
    path("seasons/new/", season_desk.season_new, name="season-new"),
    path("seasons/<slug:slug>/", season_desk.season_change, name="season-change"),
    path(
        "seasons/<slug:slug>/finish/", season_desk.season_finish, name="season-finish"
    ),
    path(
        "seasons/<slug:slug>/reopen/", season_desk.season_reopen, name="season-reopen"
    ),
    path(
        "seasons/<slug:slug>/delete/", season_desk.season_delete, name="season-delete"
    ),
    path(
        "seasons/<slug:slug>/finish-tournaments/",
        season_desk.season_finish_tournaments,
        name="season-finish-tournaments",
    ),
]

# /<club>/…
club_pages = [
    path("", club_page.club, name="club"),
    path("seasons/<slug:slug>/", seasons.season, name="season"),
    path(
        "seasons/<slug:slug>/picture-<slug:version>.png",
        embeds.season_picture,
        name="season-picture",
    ),
    path("seasons/<slug:slug>/print/", seasons.season_print, name="season-print"),
    path(
        "seasons/<slug:slug>/players/<int:number>/",
        seasons.season_place,
        name="season-place",
    ),
    path(
        "seasons/<slug:slug>/editions/<int:number>/",
        seasons.season_edition,
        name="season-edition",
    ),
]

# /<club>/<tournament>/…
tournament_pages = [
    path("", standings.tournament, name="tournament"),
    path(
        "picture-<slug:version>.png",
        standings.tournament_picture,
        name="tournament-picture",
    ),
    path("print/", standings.tournament_print, name="tournament-print"),
    path("corrections/", standings.corrections, name="corrections"),
    path("places/<int:number>/", standings.place, name="place"),
    path("editions/<int:number>/", standings.edition, name="edition"),
]
