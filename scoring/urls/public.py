"""Addresses: what everybody sees."""

from django.urls import URLPattern, path

from scoring.views import public_sheets

urlpatterns: list[URLPattern] = [
    path("t/<str:token>/", public_sheets.table, name="table"),
    path(
        "<slug:club>/<slug:tournament>/rounds/<int:number>/tables/<int:table>/",
        public_sheets.sheet,
        name="sheet",
    ),
]
