"""Addresses: counting, verifying and correcting a sheet, and its table's phones."""

from django.urls import URLPattern, path

from scoring.audit.views import podium
from scoring.sheets.views import hand_rulings, paper, photos, sheets
from scoring.table.views import table_desk

# desk/<club>/<tournament>/
TABLE = "rounds/<int:number>/tables/<int:table>/"

urlpatterns: list[URLPattern] = [
    path("paper/", paper.paper, name="paper"),
    path("podium/", podium.podium, name="podium"),
    path("podium/print/", podium.podium_print, name="podium-print"),
    path(f"{TABLE}look/", podium.podium_look, name="podium-look"),
    path(TABLE, sheets.sheet_desk, name="sheet-desk"),
    path(f"{TABLE}causes/", sheets.sheet_causes, name="sheet-causes"),
    path(f"{TABLE}count/", sheets.sheet_count, name="sheet-count"),
    path(f"{TABLE}confirm/", sheets.sheet_confirm, name="sheet-confirm"),
    path(f"{TABLE}correct/", sheets.sheet_correct, name="sheet-correct"),
    path(f"{TABLE}withdraw/", sheets.sheet_withdraw, name="sheet-withdraw"),
    path(f"{TABLE}photos/", photos.sheet_photo_add, name="sheet-photo-add"),
    path(f"{TABLE}photos/<int:pk>/", photos.sheet_photo, name="sheet-photo"),
    path(
        f"{TABLE}photos/<int:pk>/remove/",
        photos.sheet_photo_remove,
        name="sheet-photo-remove",
    ),
    path(f"{TABLE}phones/<int:pk>/", table_desk.sheet_phone, name="sheet-phone"),
    path(f"{TABLE}renew/", table_desk.sheet_renew, name="sheet-renew"),
    path(f"{TABLE}revoke/", table_desk.sheet_revoke, name="sheet-revoke"),
    path(f"{TABLE}seat/", table_desk.sheet_seat, name="sheet-seat"),
    path(f"{TABLE}hands/<int:hand>/", hand_rulings.hand_desk, name="hand-desk"),
    path(f"{TABLE}hands/<int:hand>/void/", hand_rulings.hand_void, name="hand-void"),
    path(
        f"{TABLE}rulings/<int:pk>/reverse/",
        hand_rulings.hand_ruling_reverse,
        name="hand-ruling-reverse",
    ),
]
