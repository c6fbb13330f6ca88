"""Every kind of block and of what stands in one, as slack_sdk makes them, is accepted and has its limits."""

from __future__ import annotations

import pytest
from slack_sdk.models import blocks as sdk
from slack_sdk.models.blocks import block_elements as parts

from tests.apps.slack.wire import JSON, Wire
from tests.office import Office
from workaday.apps.slack import words

PICTURE = "https://x.example/a.png"
OPTIONS = [sdk.Option(text="One", value="1"), sdk.Option(text="Two", value="2")]
CONFIRM = sdk.ConfirmObject(title="Sure?", text="Really", confirm="Yes", deny="No")
RICH = sdk.RichTextBlock(
    elements=[parts.RichTextSectionElement(elements=[parts.RichTextElementParts.Text(text="a")])]
)
BUTTON = sdk.ButtonElement(text="Go", action_id="go", value="v", style="primary", confirm=CONFIRM)
ACTIONS = [
    BUTTON,
    sdk.LinkButtonElement(text="Open", url="https://x.example", action_id="open"),
    sdk.OverflowMenuElement(options=OPTIONS, action_id="more"),
    sdk.CheckboxesElement(options=OPTIONS, action_id="boxes", initial_options=OPTIONS[:1]),
    sdk.RadioButtonsElement(options=OPTIONS, action_id="radio"),
    sdk.DatePickerElement(action_id="date", initial_date="2025-03-18", placeholder="Day"),
    sdk.DateTimePickerElement(action_id="datetime", initial_date_time=1742302800),
    sdk.TimePickerElement(action_id="time", initial_time="09:00", timezone="America/New_York"),
    sdk.StaticSelectElement(options=OPTIONS, action_id="static", placeholder="Which"),
    sdk.StaticSelectElement(
        option_groups=[sdk.OptionGroup(label="All", options=OPTIONS)], action_id="groups"
    ),
    sdk.ExternalDataSelectElement(action_id="external", placeholder="Which", min_query_length=2),
    sdk.UserSelectElement(action_id="user", placeholder="Who"),
    sdk.ConversationSelectElement(
        action_id="conversation", placeholder="Where", filter=sdk.ConversationFilter(include=["im"])
    ),
    sdk.ChannelSelectElement(action_id="channel", placeholder="Where"),
    sdk.StaticMultiSelectElement(
        options=OPTIONS, action_id="many", max_selected_items=2, placeholder="Which"
    ),
    sdk.ExternalDataMultiSelectElement(action_id="externals", placeholder="Which"),
    sdk.UserMultiSelectElement(action_id="users", placeholder="Who"),
    sdk.ConversationMultiSelectElement(action_id="conversations", placeholder="Where"),
    sdk.ChannelMultiSelectElement(action_id="channels", placeholder="Where"),
]
INPUTS = [
    sdk.PlainTextInputElement(
        action_id="text", multiline=True, min_length=1, max_length=20, placeholder="Say"
    ),
    parts.EmailInputElement(action_id="email", placeholder="Mail"),
    parts.UrlInputElement(action_id="url", placeholder="Address"),
    parts.NumberInputElement(action_id="number", is_decimal_allowed=False, min_value="1"),
    parts.RichTextInputElement(action_id="rich"),
    parts.FileInputElement(action_id="file", filetypes=["pdf"], max_files=2),
]
IMAGE = sdk.ImageElement(image_url=PICTURE, alt_text="A picture")
BLOCKS = [
    sdk.SectionBlock(text=sdk.MarkdownTextObject(text="*Hi*"), fields=["a", "b"], accessory=IMAGE),
    sdk.DividerBlock(),
    sdk.HeaderBlock(text="Head"),
    sdk.ContextBlock(elements=[IMAGE, sdk.PlainTextObject(text="small")]),
    sdk.ContextActionsBlock(
        elements=[
            sdk.FeedbackButtonsElement(
                action_id="feedback",
                positive_button=sdk.FeedbackButtonObject(text="Good", value="1"),
                negative_button=sdk.FeedbackButtonObject(text="Bad", value="0"),
            ),
            sdk.IconButtonElement(action_id="icon", icon="trash", text="Delete"),
        ]
    ),
    sdk.ImageBlock(image_url=PICTURE, alt_text="A picture", title="Title"),
    sdk.VideoBlock(
        alt_text="A film",
        video_url="https://x.example/v",
        thumbnail_url=PICTURE,
        title="Film",
        author_name="A",
    ),
    sdk.FileBlock(external_id="abc"),
    sdk.CallBlock(call_id="R1"),
    sdk.MarkdownBlock(text="# Head"),
    sdk.TableBlock(
        rows=[[{"type": "raw_text", "text": "a"}, RICH.to_dict()], [{"type": "raw_text", "text": "b"}]]
    ),
    sdk.AlertBlock(text="Careful", level="warning"),
    sdk.CardBlock(title="Card", subtitle="sub", body="body", actions=[BUTTON], hero_image=IMAGE),
    sdk.CarouselBlock(elements=[sdk.CardBlock(title="Card")]),
    sdk.ContainerBlock(title="Box", child_blocks=[sdk.DividerBlock()], width="wide"),
    sdk.PlanBlock(
        title="Plan", tasks=[sdk.TaskCardBlock(task_id="1", title="Do", status="pending", details=RICH)]
    ),
    RICH,
    *(sdk.ActionsBlock(elements=[each]) for each in ACTIONS),
    *(sdk.InputBlock(label="Ask", element=each, hint="So", optional=True) for each in INPUTS),
    *(sdk.SectionBlock(text="x", accessory=each) for each in ACTIONS),
]


def post(wire: Wire, office: Office, *blocks: object) -> JSON:
    return wire.call("chat.postMessage", channel=office.channels["general"], text="x", blocks=list(blocks))


def name(block: sdk.Block) -> str:
    inside = getattr(block, "element", None) or getattr(block, "accessory", None)
    elements: list[object] = list(getattr(block, "elements", None) or ())
    inner = inside or (elements[0] if len(elements) == 1 else None)
    return f"{block.type} {getattr(inner, 'type', '')}".strip()


@pytest.mark.parametrize("block", BLOCKS, ids=name)
def test_what_slack_sdk_makes_is_accepted_and_kept(wire: Wire, office: Office, block: sdk.Block) -> None:
    given = block.to_dict()
    told = post(wire, office, given)
    assert told["ok"] is True, told
    (kept,) = told["message"]["blocks"]
    assert kept == {**given, "block_id": kept["block_id"]}


def actions(element: object) -> JSON:
    return {"type": "actions", "elements": [element]}


def plain(length: int) -> JSON:
    return {"type": "plain_text", "text": "x" * length}


def option(number: int = 0) -> JSON:
    return {"text": plain(1), "value": str(number)}


@pytest.mark.parametrize(
    ("block", "fault"),
    [
        (actions({"type": "overflow", "options": [option()] * 6}), "no more than 5 items allowed [json-pointer:/blocks/0/elements/0/options]"),
        (actions({"type": "checkboxes", "options": [option()] * 11}), "no more than 10 items allowed [json-pointer:/blocks/0/elements/0/options]"),
        (actions({"type": "checkboxes"}), "missing required field: options [json-pointer:/blocks/0/elements/0]"),
        (actions({"type": "static_select"}), "must define either `option_groups` or `options` [json-pointer:/blocks/0/elements/0]"),
        (actions({"type": "button", "text": plain(1), "style": "big"}), "must be a valid enum value [json-pointer:/blocks/0/elements/0/style]"),
        (actions({"type": "image", "image_url": PICTURE, "alt_text": ""}), "unsupported type: image [json-pointer:/blocks/0/elements/0/type]"),
        (actions({"type": "plain_text_input"}), "unsupported type: plain_text_input [json-pointer:/blocks/0/elements/0/type]"),
        (
            {"type": "input", "label": plain(1), "element": {"type": "button", "text": plain(1)}},
            "unsupported type: button [json-pointer:/blocks/0/element/type]",
        ),
        (
            {"type": "input", "label": plain(1), "element": {"type": "number_input"}},
            "missing required field: is_decimal_allowed [json-pointer:/blocks/0/element]",
        ),
        (
            {"type": "input", "label": plain(1), "element": {"type": "plain_text_input", "min_length": 5, "max_length": 4}},
            "must be less than max_length [json-pointer:/blocks/0/element/min_length]",
        ),
        ({"type": "context_actions", "elements": []}, "no fewer than 1 items allowed [json-pointer:/blocks/0/elements]"),
        ({"type": "table", "rows": [[{"type": "raw_text", "text": "a"}] * 21]}, "no more than 20 items allowed [json-pointer:/blocks/0/rows/0]"),
        ({"type": "alert", "text": plain(1), "level": "loud"}, "must be a valid enum value [json-pointer:/blocks/0/level]"),
        ({"type": "card", "title": plain(151)}, "must be less than 151 characters [json-pointer:/blocks/0/title/text]"),
        ({"type": "container", "title": plain(1), "child_blocks": [{"type": "container"}]}, "unsupported type: container [json-pointer:/blocks/0/child_blocks/0/type]"),
        ({"type": "file", "external_id": "a", "source": "local"}, "must be a valid enum value [json-pointer:/blocks/0/source]"),
        ({"type": "header", "text": {"type": "plain_text", "text": "a", "emoji": "yes"}}, "must provide a boolean [json-pointer:/blocks/0/text/emoji]"),
    ],
)  # fmt: skip
def test_what_is_too_much_or_elsewhere_is_pointed_at(
    wire: Wire, office: Office, block: JSON, fault: str
) -> None:
    told = post(wire, office, block)
    assert (told["error"], told["errors"]) == ("invalid_blocks", [fault])


def test_the_words_of_blocks_can_be_read() -> None:
    """For searching: a line for each piece, mentions as they are in a text, plain text without tokens."""
    told = words.of_blocks(
        [
            {"type": "header", "text": {"type": "plain_text", "text": "Q&A <@U1>"}},
            {"type": "section", "text": {"type": "mrkdwn", "text": "for <@U2> & all"}, "fields": [plain(3)]},
            {"type": "actions", "elements": [BUTTON.to_dict()]},
            {"type": "table", "rows": [[{"type": "raw_text", "text": "cell"}, RICH.to_dict()]]},
            {"type": "image", "image_url": PICTURE, "alt_text": "a graph", "title": {"type": "plain_text", "text": "t"}},
        ]
    ).split("\n")  # fmt: skip
    assert told == ["Q&amp;A &lt;@U1&gt;", "for <@U2> &amp; all", "xxx", "Go", "cell", "a", "t", "a graph"]
