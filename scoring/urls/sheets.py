"""Addresses: counting, verifying and correcting a sheet."""

from django.urls import URLPattern, path

from scoring.views import sheets

# desk/<club>/<tournament>/
TABLE = "rounds/<int:number>/tables/<int:table>/"

urlpatterns: list[URLPattern] = [
    path(TABLE, sheets.sheet_desk, name="sheet-desk"),
    path(f"{TABLE}count/", sheets.sheet_count, name="sheet-count"),
    path(f"{TABLE}confirm/", sheets.sheet_confirm, name="sheet-confirm"),
    path(f"{TABLE}correct/", sheets.sheet_correct, name="sheet-correct"),
    path(f"{TABLE}withdraw/", sheets.sheet_withdraw, name="sheet-withdraw"),
]
