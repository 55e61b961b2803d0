"""Addresses of draws, rounds and substitutes."""

from django.urls import path

from scoring.draw.views import draws, reseat, rounds, season_plans, substitutes

ROUND = "rounds/<int:number>/"

# /desk/<club>/<tournament>/…
tournament_desk = [
    path("draw/", draws.draw, name="draw"),
    path("draw/run/", draws.draw_run, name="draw-run"),
    path("draw/usual/", draws.draw_usual, name="draw-usual"),
    path("draw/progress/<str:key>/", draws.draw_progress, name="draw-progress"),
    path("draw/seat/", draws.draw_seat, name="draw-seat"),
    path("draw/plan/", season_plans.draw_plan, name="draw-plan"),
    path("draw/publish/", draws.draw_publish, name="draw-publish"),
    path("draw/change/", reseat.change, name="change"),
    path("draw/change/make/", reseat.change_make, name="change-make"),
    path("draw/change/<int:pk>/", reseat.change_slip, name="change-slip"),
    path("substitutes/", substitutes.substitutes, name="substitutes"),
    path("substitutes/add/", substitutes.substitute_add, name="substitute-add"),
    path(
        "substitutes/<int:pk>/end/", substitutes.substitute_end, name="substitute-end"
    ),
    path("draw/sit-outs/", reseat.sit_outs, name="sit-outs"),
    path(ROUND, rounds.round_desk, name="round-desk"),
    path(f"{ROUND}publish/", rounds.round_publish, name="round-publish"),
    path(f"{ROUND}unpublish/", rounds.round_unpublish, name="round-unpublish"),
    path(f"{ROUND}cancel/", rounds.round_cancel, name="round-cancel"),
    path(f"{ROUND}discard/", rounds.round_discard, name="round-discard"),
    path(f"{ROUND}swap/", rounds.round_swap, name="round-swap"),
]

# /desk/<club>/…
PLAN = "seasons/<slug:slug>/plan/"
club_desk = [
    path(PLAN, season_plans.season_plan, name="season-plan"),
    path(f"{PLAN}print/", season_plans.season_plan_print, name="season-plan-print"),
    path(f"{PLAN}remove/", season_plans.season_plan_remove, name="season-plan-remove"),
]

# /<club>/<tournament>/…
tournament_pages = [
    path(ROUND, rounds.round_public, name="round"),
]
