"""Addresses: the table page, by its secret token alone (docs/table.md); start chips."""

from django.urls import path

from scoring.table.pages import codes, previews, start_chips
from scoring.table.pages import files as table_files
from scoring.table.pages import page as table_page
from scoring.table.pages import writes as api_writes

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
    path("app.<str:named>.js", table_files.script, name="table-script"),
    path("app.<str:named>.css", table_files.style, name="table-style"),
    path("worker.js", table_files.worker, name="table-worker"),
    path(SHEET, table_page.page, name="table"),
    path(f"{SHEET}state/", table_page.state, name="table-state"),
    path(f"{SHEET}people/", table_page.people, name="table-people"),
    path(f"{SHEET}phones/", api_writes.join, name="table-join"),
    path(f"{SHEET}phones/<int:phone>/", api_writes.admit, name="table-admit"),
    path(f"{SHEET}hands/", api_writes.record, name="table-hand"),
    path(f"{SHEET}hands/preview/", previews.preview, name="table-preview"),
    path(f"{SHEET}hands/void/", api_writes.void, name="table-void"),
    path(f"{SHEET}tray/<str:item>/", api_writes.choose, name="table-tray"),
    path(f"{SHEET}loans/", api_writes.lend, name="table-loan"),
    path(f"{SHEET}counts/", api_writes.hand_in, name="table-count"),
    path(f"{SHEET}confirm/", api_writes.confirm, name="table-confirm"),
    path(f"{SHEET}calls/", api_writes.call, name="table-call"),
    path(f"{SHEET}seats/", api_writes.put_right, name="table-seats"),
]
