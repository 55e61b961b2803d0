"""URLs of a club's history."""

from django.urls import path

from scoring.history.views import hands, players, records, season_prints

SEASON = "seasons/<slug:slug>/"

# /desk/<club>/…
club_desk = [
    path(f"{SEASON}prints/", season_prints.prints, name="season-prints"),
    path(
        f"{SEASON}prints/<slug:key>/",
        season_prints.print_job,
        name="season-print-job",
    ),
    path(
        f"{SEASON}prints/<slug:key>/file/",
        season_prints.print_file,
        name="season-print-file",
    ),
]

# /<club>/…
club_pages = [
    path("seasons/", records.seasons, name="club-seasons"),
    path(f"{SEASON}yearbook.pdf", season_prints.yearbook, name="season-yearbook"),
    path("players/form/", players.form, name="form"),
    path("players/", players.players, name="club-players"),
    path("players/<int:number>/", players.player, name="player"),
    path(
        "players/<int:number>/picture-<slug:version>.png",
        players.player_picture,
        name="player-picture",
    ),
    path("players/<int:number>/met/", players.player_met, name="player-met"),
    path("players/<int:number>/hands/", hands.player_hands, name="player-hands"),
    path("hands/", hands.club_hands, name="club-hands"),
    path("records/", records.records, name="records"),
    path("honours/", records.honours, name="honours"),
    path("all-time/", records.all_time_list, name="all-time"),
]
