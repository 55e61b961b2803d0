"""Addresses: settings and rules."""

from django.urls import path

from scoring.tournaments.pages import currency, rule_changes, rules_page, tournaments

# /desk/<club>/…
club_desk = [
    path("new/", tournaments.tournament_new, name="tournament-new"),
    path("settings/currency/", currency.currency, name="currency"),
]

# /desk/<club>/<tournament>/…
tournament_desk = [
    path("settings/", tournaments.tournament_settings, name="tournament-settings"),
    path("settings/rules/", rule_changes.rules_change, name="rules-change"),
]

# /<club>/<tournament>/…
tournament_pages = [
    path("rules/", rules_page.rules_page, name="rules-here"),
]
