"""URLs of sheets, hands, rulings and photos."""

from django.urls import path

from scoring.sheets.views import (
    counts,
    hand,
    paper,
    papers,
    photos,
    rulings,
    sheet,
    tray,
    verifying,
)

ROUND = "rounds/<int:number>/"
TABLE = f"{ROUND}tables/<int:table>/"

# /desk/<club>/…
club_desk = [
    path("find/", paper.find, name="find"),
]

# /desk/<club>/<tournament>/…
tournament_desk = [
    path("tray/", tray.tray, name="tray"),
    path("tray/<int:pk>/", tray.tray_settle, name="tray-settle"),
    path("rulings/", rulings.rulings, name="rulings"),
    path("rulings/add/", rulings.ruling_add, name="ruling-add"),
    path("rulings/<int:pk>/reverse/", rulings.ruling_reverse, name="ruling-reverse"),
    path("paper/", paper.paper, name="paper"),
    path("papers/", papers.papers_now, name="papers-now"),
    path(f"{ROUND}papers/", papers.papers, name="papers"),
    path(f"{ROUND}papers/<int:table>/", papers.paper_save, name="paper-save"),
    path(f"{ROUND}verify/", verifying.verifying, name="verifying"),
    path(f"{ROUND}verify/<int:table>/", verifying.verify_row, name="verify-row"),
    path(f"{ROUND}verify/<int:table>/undo/", verifying.verify_undo, name="verify-undo"),
    path(TABLE, counts.sheet_desk, name="sheet-desk"),
    path(f"{TABLE}causes/", counts.sheet_causes, name="sheet-causes"),
    path(f"{TABLE}count/", counts.sheet_count, name="sheet-count"),
    path(f"{TABLE}confirm/", counts.sheet_confirm, name="sheet-confirm"),
    path(f"{TABLE}correct/", counts.sheet_correct, name="sheet-correct"),
    path(f"{TABLE}withdraw/", counts.sheet_withdraw, name="sheet-withdraw"),
    path(f"{TABLE}take-back/", counts.sheet_take_back, name="sheet-take-back"),
    path(f"{TABLE}photos/", photos.sheet_photo_add, name="sheet-photo-add"),
    path(f"{TABLE}photos/<int:pk>/", photos.sheet_photo, name="sheet-photo"),
    path(
        f"{TABLE}photos/<int:pk>/remove/",
        photos.sheet_photo_remove,
        name="sheet-photo-remove",
    ),
    path(f"{TABLE}hands/<int:hand>/", hand.hand_desk, name="hand-desk"),
    path(f"{TABLE}hands/<int:hand>/void/", hand.hand_void, name="hand-void"),
    path(
        f"{TABLE}rulings/<int:pk>/reverse/",
        hand.hand_ruling_reverse,
        name="hand-ruling-reverse",
    ),
    path(f"{TABLE}phones/<int:pk>/", sheet.sheet_phone, name="sheet-phone"),
    path(f"{TABLE}renew/", sheet.sheet_renew, name="sheet-renew"),
    path(f"{TABLE}revoke/", sheet.sheet_revoke, name="sheet-revoke"),
    path(f"{TABLE}seat/", sheet.sheet_seat, name="sheet-seat"),
]

# /<club>/<tournament>/…
tournament_pages = [
    path(f"{ROUND}tables/<int:table>/", sheet.sheet, name="sheet"),
]
