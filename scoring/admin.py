"""The operator's view of what happened: facts, to look at only."""

from django.contrib import admin

from clubs.admin import ReadOnlyAdmin
from scoring.models import (
    Adjustment,
    Change,
    Count,
    Entry,
    Hand,
    HandRuling,
    Round,
    Sheet,
    Tournament,
)


@admin.register(Tournament)
class TournamentAdmin(ReadOnlyAdmin):
    list_display = ("name", "club", "date", "rounds_planned", "finished_at")
    list_filter = ("club",)
    list_select_related = ("club",)
    search_fields = ("name",)


@admin.register(Entry)
class EntryAdmin(ReadOnlyAdmin):
    list_display = ("number", "name", "lodge", "tournament", "state")
    list_filter = ("state",)
    list_select_related = ("tournament",)
    search_fields = ("name", "lodge")


@admin.register(Round)
class RoundAdmin(ReadOnlyAdmin):
    list_display = ("number", "tournament", "state", "published_at", "closed_at")
    list_filter = ("state",)
    list_select_related = ("tournament",)


@admin.register(Sheet)
class SheetAdmin(ReadOnlyAdmin):
    """Without the token: it opens the table's page."""

    list_display = ("table", "round", "code")
    list_select_related = ("round",)
    search_fields = ("code",)
    exclude = ("token",)


@admin.register(Count)
class CountAdmin(ReadOnlyAdmin):
    list_display = ("sheet", "number", "by_name", "at", "witness", "reason")
    list_select_related = ("sheet__round",)


@admin.register(Hand)
class HandAdmin(ReadOnlyAdmin):
    list_display = ("sheet", "number", "net", "engine", "by_name", "at")
    list_select_related = ("sheet__round",)


@admin.register(Adjustment)
class AdjustmentAdmin(ReadOnlyAdmin):
    list_display = ("entry", "tournament", "chips", "reason", "by_name", "at")
    list_select_related = ("entry", "tournament")


@admin.register(HandRuling)
class HandRulingAdmin(ReadOnlyAdmin):
    list_display = ("sheet", "hand", "chips", "section", "reason", "by_name", "at")
    list_select_related = ("sheet__round", "hand")


@admin.register(Change)
class ChangeAdmin(ReadOnlyAdmin):
    list_display = ("at", "by_name", "what", "text", "club", "tournament")
    list_filter = ("what", "club")
    list_select_related = ("club", "tournament")
    search_fields = ("text", "by_name")
