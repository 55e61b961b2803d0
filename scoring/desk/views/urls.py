"""URLs of the desk, the club, the hall and files."""

from django.urls import path

from scoring.desk.views import (
    closing,
    clubs,
    components,
    evening,
    hall,
    log,
    look,
    news,
    operator,
    packs,
    prints,
    results,
    screen,
    search,
    undo,
)

ROUND = "rounds/<int:number>/"

# /…
site = [
    path("demo/components/", components.components, name="components"),
    path("desk/", clubs.desks, name="desks"),
    path("clubs/", operator.clubs, name="operator"),
    path("clubs/<slug:club>/", operator.club_limits, name="operator-club"),
    path("clubs/<slug:club>/approve/", operator.club_approve, name="club-approve"),
    path("clubs/<slug:club>/refuse/", operator.club_refuse, name="club-refuse"),
]

# /desk/<club>/…
club_desk = [
    path("", clubs.desk, name="desk"),
    path("remove-demo/", clubs.demo_remove, name="remove-demo"),
    path("log/", log.log, name="log"),
    path("settings/look/", look.look, name="look"),
    path("results/", results.results, name="results-import"),
]

# /desk/<club>/<tournament>/…
tournament_desk = [
    path("", evening.tournament_desk, name="tournament-desk"),
    path("close/", closing.closing, name="closing"),
    path("finish/", evening.tournament_finish, name="tournament-finish"),
    path("reopen/", evening.tournament_reopen, name="tournament-reopen"),
    path(f"{ROUND}clock/start/", hall.clock_start, name="clock-start"),
    path(f"{ROUND}clock/pause/", hall.clock_pause, name="clock-pause"),
    path(f"{ROUND}clock/go-on/", hall.clock_go_on, name="clock-go-on"),
    path(f"{ROUND}clock/more/", hall.clock_more, name="clock-more"),
    path(f"{ROUND}clock/longer/", hall.clock_longer, name="clock-longer"),
    path(f"{ROUND}clock/reset/", hall.clock_reset, name="clock-reset"),
    path("announce/", hall.announcement_add, name="announcement-add"),
    path(
        "announce/<int:pk>/end/",
        hall.announcement_end,
        name="announcement-end",
    ),
    path("news/", news.news, name="desk-news"),
    path("calls/<int:pk>/answer/", news.call_answer, name="call-answer"),
    path("undo/<int:pk>/", undo.act_undo, name="act-undo"),
    path("search/", search.desk_search, name="desk-search"),
    path("pack/", packs.pack, name="pack"),
    path("pack/make/", packs.pack_make, name="pack-make"),
    path("pack/<int:number>.pdf", packs.pack_file, name="pack-file"),
    path("prints/", prints.prints, name="prints"),
    path("prints/start/", prints.print_start, name="print-start"),
    path("prints/<slug:key>/", prints.print_job, name="print-job"),
    path("prints/<slug:key>/file/", prints.print_file, name="print-file"),
]

# /<club>/…
club_pages = [
    # With a dot, so that a tournament can't have one of these addresses.
    path(
        "emblem-<slug:digest>-small.png",
        look.club_emblem,
        {"small": True},
        name="club-emblem-small",
    ),
    path("emblem-<slug:digest>.png", look.club_emblem, name="club-emblem"),
    path("icon-<slug:digest>.png", look.club_icon, name="club-icon"),
    path("app.webmanifest", look.club_app, name="club-app"),
    path("colour-<slug:colour>.css", look.club_style, name="club-style"),
]

# /<club>/<tournament>/…
tournament_pages = [
    path("screen/", screen.screen, name="screen"),
    path("screen/news/", screen.screen_news, name="screen-news"),
]
