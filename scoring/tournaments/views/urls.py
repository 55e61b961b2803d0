"""URLs of settings and rules."""

from django.urls import path

from scoring.tournaments.views import closing, currency, rules, tournaments

# /desk/<club>/…
club_desk = [
    path("new/", tournaments.tournament_new, name="tournament-new"),
    path("settings/currency/", currency.currency, name="currency"),
    path("settings/close/", closing.club_close, name="club-close"),
    path("settings/close/take-back/", closing.club_take_back, name="club-take-back"),
]

# /desk/<club>/<tournament>/…
tournament_desk = [
    path("settings/", tournaments.tournament_settings, name="tournament-settings"),
    path("settings/rules/", rules.rules_change, name="rules-change"),
]

# /<club>/<tournament>/…
tournament_pages = [
    path("rules/", rules.rules_page, name="rules-here"),
]
