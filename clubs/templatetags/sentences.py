"""Django's tags for sentences, with what never changes found out once.

A list of 120 people asks for the same words hundreds of times. Django looks a fixed
sentence up through a lazy text at each of them, and trims one with places each time.
"""

from decimal import Decimal
from functools import lru_cache
from typing import Any

from django import template
from django.conf import settings
from django.template import Context, Node
from django.template.base import Parser, TextNode, Token, render_value_in_context
from django.templatetags.i18n import (
    BlockTranslateNode,
    TranslateNode,
    do_block_translate,
    do_translate,
)
from django.utils.safestring import SafeString
from django.utils.translation import (
    get_language,
    gettext,
    ngettext,
    npgettext,
    pgettext,
)

from clubs.wording.said import isolated

register = template.Library()


class FixedNode(Node):
    """A sentence without places, as safe as the template it stands in."""

    child_nodelists = ()

    def __init__(self, sentence: str) -> None:
        self.sentence = sentence.replace("%", "%%")  # as it stands in a catalogue

    def render(self, context: Context) -> str:
        return worded(get_language(), self.sentence).replace("%%", "%")


class BlockNode(BlockTranslateNode):
    """A sentence with places, which is read and trimmed once.

    Where it cannot be filled in Django goes its longer way: nothing stands in a place, a
    number is none, a translation has other places.
    """

    def __init__(self, node: BlockTranslateNode) -> None:
        vars(self).update(vars(node))
        self.one, places = node.render_token_list(node.singular)
        self.several, more = node.render_token_list(node.plural or [])
        self.places = dict.fromkeys(places + more)
        self.given = dict(self.extra_context)
        self.number = self.countervar or ""
        if self.counter:
            self.given[self.number] = self.counter

    def render(self, context: Context, nested: bool = False) -> str:
        try:
            said = self.filled(context)
        except (KeyError, ValueError):
            return super().render(context, nested)
        if not self.asvar:
            return said
        context[self.asvar] = SafeString(said)
        return ""

    def filled(self, context: Context) -> str:
        given = {each: value.resolve(context) for each, value in self.given.items()}
        number = given.get(self.number)
        if self.counter and not isinstance(number, Decimal | float | int):
            raise ValueError
        here = self.message_context.resolve(context) if self.message_context else ""
        sentence = worded(get_language(), self.one, self.several, number, here)
        return sentence % {
            each: isolated(
                written(given[each] if each in given else context[each], context)
            )
            for each in self.places
        }


@register.tag
def translate(parser: Parser, token: Token) -> Node:
    """Django's own, unless the sentence is always the same."""
    node: TranslateNode = do_translate(parser, token)
    said = node.filter_expression
    stands = said.is_var and not said.filters and said.var.lookups is None
    if node.noop or node.asvar or node.message_context or not stands:
        return node
    return (
        FixedNode(said.var.literal) if settings.USE_I18N else TextNode(said.var.literal)
    )


@register.tag
def blocktranslate(parser: Parser, token: Token) -> Node:
    return BlockNode(do_block_translate(parser, token))


@lru_cache(maxsize=10_000)
def worded(
    language: str, one: str, several: str = "", number: Any = None, here: str = ""
) -> str:
    """In the language that is on."""
    if number is None:
        return pgettext(here, one) if here else gettext(one)
    if here:
        return npgettext(here, one, several, number)
    return ngettext(one, several, number)


def written(value: Any, context: Context) -> str:
    """As a page has it; a whole number has the same figures in every language."""
    return str(value) if type(value) is int else render_value_in_context(value, context)
