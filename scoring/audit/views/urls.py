"""URLs of the chip ledger and the podium audit."""

from django.urls import path

from scoring.audit.views import podium as views

TABLE = "rounds/<int:number>/tables/<int:table>/"

# /desk/<club>/<tournament>/…
tournament_desk = [
    path("ledger/", views.ledger, name="ledger"),
    path("podium/", views.podium, name="podium"),
    path("podium/print/", views.podium_print, name="podium-print"),
    path(f"{TABLE}look/", views.podium_look, name="podium-look"),
]
