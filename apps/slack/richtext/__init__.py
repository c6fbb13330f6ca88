"""The rich_text block that Slack makes of a message's text, and the HTML that a page makes of the block."""

from .elements import Block
from .page import JUMBO, Resolver, html
from .parse import block_id, blocks, identified, plain_blocks

__all__ = ["JUMBO", "Block", "Resolver", "block_id", "blocks", "html", "identified", "plain_blocks"]
