"""Addresses: the ledger and the podium."""

from django.urls import path

from scoring.audit.views import ledger, podium

TABLE = "rounds/<int:number>/tables/<int:table>/"

# /desk/<club>/<tournament>/…
tournament_desk = [
    path("ledger/", ledger.ledger, name="ledger"),
    path("podium/", podium.podium, name="podium"),
    path("podium/print/", podium.podium_print, name="podium-print"),
    path(f"{TABLE}look/", podium.podium_look, name="podium-look"),
]
