"""Addresses: sheets, hands, rulings, photos."""

from django.urls import path

from scoring.sheets.pages import counts as sheets
from scoring.sheets.pages import hand_rulings, paper, photos, rulings
from scoring.sheets.pages import public_sheet as public_sheets
from scoring.sheets.pages import tray as pending_hands

ROUND = "rounds/<int:number>/"
TABLE = f"{ROUND}tables/<int:table>/"

# /desk/<club>/…
club_desk = [
    path("find/", paper.find, name="find"),
]

# /desk/<club>/<tournament>/…
tournament_desk = [
    path("tray/", pending_hands.tray, name="tray"),
    path("tray/<int:pk>/", pending_hands.tray_settle, name="tray-settle"),
    path("rulings/", rulings.rulings, name="rulings"),
    path("rulings/add/", rulings.ruling_add, name="ruling-add"),
    path("rulings/<int:pk>/reverse/", rulings.ruling_reverse, name="ruling-reverse"),
    path("paper/", paper.paper, name="paper"),
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
    path(f"{TABLE}hands/<int:hand>/", hand_rulings.hand_desk, name="hand-desk"),
    path(f"{TABLE}hands/<int:hand>/void/", hand_rulings.hand_void, name="hand-void"),
    path(
        f"{TABLE}rulings/<int:pk>/reverse/",
        hand_rulings.hand_ruling_reverse,
        name="hand-ruling-reverse",
    ),
]

# /<club>/<tournament>/…
tournament_pages = [
    path(f"{ROUND}tables/<int:table>/", public_sheets.sheet, name="sheet"),
]
