"""Addresses of the table page, by its secret token (docs/table.md), and start chips."""

from django.urls import path

from scoring.phones.views import (
    codes,
    files,
    page,
    photos,
    start_chips,
    writes,
)

ROUND = "rounds/<int:number>/"
SHEET = "<str:token>/"

# /desk/<club>/<tournament>/…
tournament_desk = [
    path(f"{ROUND}start-chips/", start_chips.start_chips, name="start-chips"),
    path(
        f"{ROUND}start-chips/<int:table>/",
        start_chips.start_chips_tick,
        name="start-chips-tick",
    ),
]

# /t/…
phone = [
    path("", codes.code, name="code"),
    path("app.<str:named>.js", files.script, name="table-script"),
    path("app.<str:named>.css", files.style, name="table-style"),
    path("worker.js", files.worker, name="table-worker"),
    path(SHEET, page.page, name="table"),
    path(f"{SHEET}app.webmanifest", page.app, name="table-app"),
    path(f"{SHEET}state/", page.state, name="table-state"),
    path(f"{SHEET}people/", page.people, name="table-people"),
    path(f"{SHEET}evening/", page.evening, name="table-evening"),
    path(f"{SHEET}phones/", writes.join, name="table-join"),
    path(f"{SHEET}phones/<int:phone>/", writes.admit, name="table-admit"),
    path(f"{SHEET}hands/", writes.record, name="table-hand"),
    path(f"{SHEET}hands/preview/", writes.preview, name="table-preview"),
    path(f"{SHEET}hands/void/", writes.void, name="table-void"),
    path(f"{SHEET}tray/<str:item>/", writes.choose, name="table-tray"),
    path(f"{SHEET}loans/", writes.lend, name="table-loan"),
    path(f"{SHEET}counts/", writes.hand_in, name="table-count"),
    path(f"{SHEET}confirm/", writes.confirm, name="table-confirm"),
    path(f"{SHEET}calls/", writes.call, name="table-call"),
    path(f"{SHEET}photos/", photos.attach, name="table-photo"),
    path(f"{SHEET}seats/", writes.put_right, name="table-seats"),
]
