"""Template tags for a page's frame: its menu, the way back, and news of the tables."""

import json
from typing import Any

from django import template
from django.contrib.messages.storage.base import Message
from django.template import Context

from clubs.guides import Task
from clubs.models import Club, Role
from scoring.core.guide_tasks import task_of
from scoring.core.menu import DeskMenu, club_desk_menu, public_menu
from scoring.core.page_context import UNDO
from scoring.core.push import waits_at
from scoring.desk.inbox import News, news_of
from scoring.models import Tournament

register = template.Library()

AT_DESK = "at-desk"  # the main_class of a page at the desk


@register.simple_tag
def news(tournament: Tournament) -> News:
    """Return the news of the tables; only whole pages query it, parts don't."""
    return news_of(tournament)


@register.simple_tag(takes_context=True)
def guide_task(context: Context) -> Task | None:
    """Return the guide's page for the open page; None if there is none."""
    request = context.get("request")
    return task_of(request.path_info) if request else None


@register.filter
def waits_at_desk(tournament: Tournament) -> str:
    """Return the path where desk pages wait for news; "" if none is published."""
    return waits_at(("desk", tournament.pk))


@register.simple_tag(takes_context=True)
def bar_menu(context: Context) -> DeskMenu | None:
    """Return the menu of the page's bar; None on pages without a club."""
    menu: DeskMenu | None = context.get("desk_menu")
    club, role = context.get("club"), context.get("club_role")
    if menu or not isinstance(club, Club):
        return menu
    if isinstance(role, Role) and context.get("main_class") == AT_DESK:
        return club_desk_menu(club, role)
    return public_menu(club)


@register.simple_tag(takes_context=True)
def way_back(context: Context) -> tuple[str, str, bool] | None:
    """Return the page above, its address, and whether a wide bar has a link to it."""
    crumbs = context.get("crumbs") or []
    in_bar = 2 if context.get("desk_menu") else 1  # the desk and the event, or the club
    ancestors = [crumb for crumb in crumbs[:-1] if crumb[1]]
    if len(ancestors) <= in_bar:
        return None
    menu = bar_menu(context)
    in_sight = {item.url for item in menu.items} if menu else set()
    text, url = ancestors[-1]
    return text, url, url in in_sight


@register.filter
def undo_of(message: Message) -> dict[str, Any] | None:
    """Return how to undo what a message reports, if it offers that.

    Set by `page_context.report_with_undo`.
    """
    tags = str(message.extra_tags or "")
    return json.loads(tags.removeprefix(UNDO)) if tags.startswith(UNDO) else None
