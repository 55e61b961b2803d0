"""What every page of the desk asks for itself."""

import json
from typing import Any

from django import template
from django.contrib.messages.storage.base import Message
from django.template import Context

from clubs.guides import Task
from scoring.core.guide_tasks import task_of
from scoring.core.news import waits_at
from scoring.core.views import UNDO
from scoring.desk.news import News, news_of
from scoring.models import Tournament

register = template.Library()


@register.simple_tag
def news(tournament: Tournament) -> News:
    """What the tables want of the desk now; only a whole page asks, a part does not."""
    return news_of(tournament)


@register.simple_tag(takes_context=True)
def guide_task(context: Context) -> Task | None:
    """Return the page of the guide for the page that is open; None where there is none."""
    match = getattr(context.get("request"), "resolver_match", None)
    return task_of(match.url_name) if match else None


@register.filter
def waits_at_desk(tournament: Tournament) -> str:
    """Where the desk's open pages wait for news of it; nothing where nobody tells any."""
    return waits_at(("desk", tournament.pk))


@register.filter
def undo_of(message: Message) -> dict[str, Any] | None:
    """How to take back what a message says, where it offers that (`core.views.done`)."""
    tags = str(message.extra_tags or "")
    return json.loads(tags.removeprefix(UNDO)) if tags.startswith(UNDO) else None
