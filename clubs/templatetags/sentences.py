"""Django's tags for sentences, with what never changes found out once.

A list of 120 people asks for the same words hundreds of times. Django looks a fixed
sentence up through a lazy text at each of them, and trims one with places each time.
"""

from collections.abc import Sequence
from functools import cache

from django import template
from django.template import Context, Node
from django.template.base import Parser, Token
from django.templatetags.i18n import (
    BlockTranslateNode,
    TranslateNode,
    do_block_translate,
    do_translate,
)
from django.utils.translation import get_language, gettext

register = template.Library()


class FixedNode(Node):
    """A sentence without places, as safe as the template it stands in."""

    child_nodelists = ()

    def __init__(self, sentence: str) -> None:
        self.sentence = sentence

    def render(self, context: Context) -> str:
        return fixed(self.sentence, get_language())


class BlockNode(BlockTranslateNode):
    """A sentence with places, which is read and trimmed once."""

    def __init__(self, node: BlockTranslateNode) -> None:
        vars(self).update(vars(node))
        self.read = {
            id(t): node.render_token_list(t) for t in (node.singular, node.plural)
        }

    def render_token_list(self, tokens: Sequence[Token]) -> tuple[str, list[str]]:
        sentence, names = self.read[id(tokens)]
        return sentence, [*names]  # those of the plural are added to it


@register.tag
def translate(parser: Parser, token: Token) -> Node:
    """Django's own, unless the sentence is always the same."""
    node: TranslateNode = do_translate(parser, token)
    said = node.filter_expression
    stands = said.is_var and not said.filters and said.var.lookups is None
    if node.noop or node.asvar or node.message_context or not stands:
        return node
    return FixedNode(said.var.literal)


@register.tag
def blocktranslate(parser: Parser, token: Token) -> Node:
    return BlockNode(do_block_translate(parser, token))


@cache
def fixed(sentence: str, language: str) -> str:
    """In the language that is on; `%` stands doubled in a catalogue."""
    return gettext(sentence.replace("%", "%%")).replace("%%", "%")
