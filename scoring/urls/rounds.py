"""Addresses: the evening, the draw, the rounds, what tables want, rulings, prints."""

from django.urls import URLPattern, path

from scoring.audit.views import ledger
from scoring.desk.views import announcements, clocks, desk_news, evening, packs, prints
from scoring.draw.views import draws, rounds, smallest, substitutes
from scoring.sheets.views import rulings, tray
from scoring.table.views import start_chips

# desk/<club>/<tournament>/
ROUND = "rounds/<int:number>/"

urlpatterns: list[URLPattern] = [
    path("", evening.tournament_desk, name="tournament-desk"),
    path("finish/", evening.tournament_finish, name="tournament-finish"),
    path("reopen/", evening.tournament_reopen, name="tournament-reopen"),
    path("draw/", draws.draw, name="draw"),
    path("draw/run/", draws.draw_run, name="draw-run"),
    path("draw/seat/", draws.draw_seat, name="draw-seat"),
    path("draw/publish/", draws.draw_publish, name="draw-publish"),
    path("draw/change/", smallest.change, name="change"),
    path("draw/change/make/", smallest.change_make, name="change-make"),
    path("draw/change/<int:pk>/", smallest.change_slip, name="change-slip"),
    path("substitutes/", substitutes.substitutes, name="substitutes"),
    path("substitutes/add/", substitutes.substitute_add, name="substitute-add"),
    path(
        "substitutes/<int:pk>/end/", substitutes.substitute_end, name="substitute-end"
    ),
    path("draw/sit-outs/", smallest.sit_outs, name="sit-outs"),
    path(ROUND, rounds.round_desk, name="round-desk"),
    path(f"{ROUND}publish/", rounds.round_publish, name="round-publish"),
    path(f"{ROUND}unpublish/", rounds.round_unpublish, name="round-unpublish"),
    path(f"{ROUND}cancel/", rounds.round_cancel, name="round-cancel"),
    path(f"{ROUND}discard/", rounds.round_discard, name="round-discard"),
    path(f"{ROUND}swap/", rounds.round_swap, name="round-swap"),
    path(f"{ROUND}clock/start/", clocks.clock_start, name="clock-start"),
    path(f"{ROUND}clock/pause/", clocks.clock_pause, name="clock-pause"),
    path(f"{ROUND}clock/go-on/", clocks.clock_go_on, name="clock-go-on"),
    path(f"{ROUND}clock/more/", clocks.clock_more, name="clock-more"),
    path(f"{ROUND}clock/longer/", clocks.clock_longer, name="clock-longer"),
    path(f"{ROUND}clock/reset/", clocks.clock_reset, name="clock-reset"),
    path(f"{ROUND}start-chips/", start_chips.start_chips, name="start-chips"),
    path(
        f"{ROUND}start-chips/<int:table>/",
        start_chips.start_chips_tick,
        name="start-chips-tick",
    ),
    path("announce/", announcements.announcement_add, name="announcement-add"),
    path(
        "announce/<int:pk>/end/",
        announcements.announcement_end,
        name="announcement-end",
    ),
    path("news/", desk_news.news, name="desk-news"),
    path("calls/<int:pk>/answer/", desk_news.call_answer, name="call-answer"),
    path("tray/", tray.tray, name="tray"),
    path("tray/<int:pk>/", tray.tray_settle, name="tray-settle"),
    path("rulings/", rulings.rulings, name="rulings"),
    path("rulings/add/", rulings.ruling_add, name="ruling-add"),
    path("rulings/<int:pk>/reverse/", rulings.ruling_reverse, name="ruling-reverse"),
    path("ledger/", ledger.ledger, name="ledger"),
    path("pack/", packs.pack, name="pack"),
    path("pack/make/", packs.pack_make, name="pack-make"),
    path("pack/<int:number>.pdf", packs.pack_file, name="pack-file"),
    path("prints/", prints.prints, name="prints"),
    path("prints/start/", prints.print_start, name="print-start"),
    path("prints/<slug:key>/", prints.print_job, name="print-job"),
    path("prints/<slug:key>/file/", prints.print_file, name="print-file"),
]
