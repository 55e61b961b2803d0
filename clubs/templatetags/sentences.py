"""Django's `blocktranslate` tag, safe for names of every script."""

from typing import Any

from django import template
from django.template import Context
from django.template.base import FilterExpression, Parser, Token
from django.template.base import render_value_in_context as written
from django.templatetags.i18n import BlockTranslateNode, do_block_translate
from django.utils.safestring import SafeString

from clubs.i18n.messages import isolated

register = template.Library()


class Isolated:
    """A placeholder's value, isolated so that right-to-left names reorder nothing."""

    def __init__(self, value: FilterExpression) -> None:
        self.value = value

    def resolve(self, context: Context) -> Any:
        value = self.value.resolve(context)
        if type(value) is int:  # a number can also decide the plural
            return value
        return SafeString(isolated(written(value, context)))


@register.tag
def blocktranslate(parser: Parser, token: Token) -> BlockTranslateNode:
    """Translate a block with Django's tag, with each placeholder's value isolated."""
    node: BlockTranslateNode = do_block_translate(parser, token)
    for part in (*node.singular, *(node.plural or ())):
        if part.token_type.name == "VAR" and part.contents != node.countervar:
            place = part.contents
            node.extra_context.setdefault(place, parser.compile_filter(place))
    for place, value in node.extra_context.items():
        node.extra_context[place] = Isolated(value)  # type: ignore[assignment]  # resolves
    return node
