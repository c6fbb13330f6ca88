"""What is typed, pasted and pressed in the composer is formatted as in Slack, and sent as mrkdwn that means it."""

from __future__ import annotations

import random
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.apps.slack.acting import by
from tests.apps.slack.screen import Screen
from tests.office import Office
from workaday.apps.slack import mrkdwn, richtext
from workaday.apps.slack.pages.editor import editable
from workaday.apps.slack.service import personal
from workaday.world import World

pytestmark = pytest.mark.browser

SPELL = """async ([root, drafts]) => {
  const { read } = await import(`${root}static/reading.js`);
  const { draw } = await import(`${root}static/drawing.js`);
  const { spell } = await import(`${root}static/spelling.js`);
  return drafts.map((html) => {
    const field = document.createElement('div');
    field.innerHTML = html;
    const { lines } = read(field);
    field.replaceChildren(draw(lines));
    return [spell(lines), spell(read(field).lines)];
  });
}"""


def sent(world: World) -> list[str]:
    """What has been written since the beginning."""
    changed = [each.after for each in world.changes() if each.table == "slack_message"]
    return [str(after["text"]) for after in changed if after]


def tool(screen: Screen, name: str) -> Locator:
    return screen.page.locator("#footer").get_by_role("button", name=name, exact=True)


def paste(screen: Screen, plain: str = "", html: str = "") -> Screen:
    screen.composer.evaluate(
        """(field, [plain, html]) => {
          const data = new DataTransfer();
          if (plain) data.setData('text/plain', plain);
          if (html) data.setData('text/html', html);
          field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
        }""",
        [plain, html],
    )
    return screen.settle()


# --- round trips ----------------------------------------------------------------------------------------

WORDS = ["tax", "a b", "x&y", "2*3", "snake_case", "Zoë", "<b>", "it's", "~", "10%"]
MARKS = ["*{}*", "_{}_", "~{}~", "`{}`", "{}", "{}", "{}", "*_{}_*", "~*{}*~"]
STARTS = ["", "", "", "&gt; ", "• ", "    ◦ ", "        ▪ ", "{}. ", "{}. ", "    {}. "]


def written(chance: random.Random, office: Office) -> str:
    """A text such as people write: lines of many kinds, with marks, mentions, links and emoji among the words."""
    tokens = [
        f"<@{office.users['marcus.lee']}>",
        f"<#{office.channels['general']}|general>",
        "<!here>",
        "<!subteam^S0PAYROLL>",
        ":tada:",
        ":wave::skin-tone-3:",
        "<https://irs.gov/a?b=1&amp;c=2|the form>",
        "<https://irs.gov/>",
        "<mailto:a@b.example|a@b.example>",
    ]
    lines: list[str] = []
    numbers: list[int] = []
    for _ in range(chance.randint(1, 7)):
        if chance.random() < 0.1 and lines[-1:] != ["```"]:
            numbers.clear()
            lines += ["```", "x = *1*  &lt;", "", "  y", "```"]
            continue
        escaped = [mrkdwn.typed(word) for word in WORDS]
        pieces = [
            chance.choice(MARKS).format(chance.choice([*escaped, *tokens]))
            for _ in range(chance.randint(1, 5))
        ]
        lines.append(_numbered(chance.choice(STARTS), numbers) + " ".join(pieces))
    return "\n".join(lines)


def _numbered(start: str, numbers: list[int]) -> str:
    """The start of a line, with the number that is its turn at its depth."""
    if "◦" not in start and "▪" not in start and start[:1] not in {"•", " ", "{"}:
        numbers.clear()
        return start
    depth = (len(start) - len(start.lstrip())) // 4
    del numbers[depth + 1 :]
    numbers += [0] * (depth + 1 - len(numbers))
    numbers[depth] = numbers[depth] + 1 if "{" in start else 0
    return start.format(numbers[depth])


def meaning(text: str) -> Any:
    return [block["elements"] for block in richtext.blocks(text, "")]


def test_what_is_opened_in_the_composer_and_sent_again_means_the_same(screen: Screen, office: Office) -> None:
    chance = random.Random(4)
    texts = [written(chance, office) for _ in range(400)]
    drafts = [str(editable(text, Names())) for text in texts]
    root = screen.open("general").page.evaluate("document.body.dataset.root")
    for text, (once, twice) in zip(texts, screen.page.evaluate(SPELL, [root, drafts]), strict=True):
        assert once == twice, text
        assert meaning(once) == meaning(text), text


class Names:
    """What mentions are called."""

    def user(self, user_id: str, /) -> tuple[str, str]:
        return "Marcus Lee", ""

    def channel(self, channel_id: str, /) -> tuple[str, str]:
        return "general", ""

    def usergroup(self, group_id: str, /) -> str:
        return "payroll"


# --- typing ---------------------------------------------------------------------------------------------

TYPED = {
    "*bold* and _it_ ~no~ `x = 1`!": "*bold* and _it_ ~no~ `x = 1`!",
    "2*3*4 snake_case_name a~b~": "2*3*4 snake_case_name a~b~",
    "_*both*_": "*_both_*",
    ":tada: at 10:30: go": ":tada: at 10:30: go",
    "> quoted": "&gt; quoted",
    "```code *x*": "```\ncode *x*\n```",
    "see ```x```after": "see \n```\nx\n```\nafter",
}
"""What is typed, and the text that is sent."""

SHOWN = {
    "*bold* and _it_ ~no~ `x = 1`!": ("b", "bold"),
    "_*both*_": ("b i, i b", "both"),
    ":tada: at 10:30: go": ("[data-token]", "🎉"),
    "> quoted": ("blockquote", "quoted"),
    "```code *x*": ("pre", "code *x*"),
    "see ```x```after": ("pre", "x"),
}
"""What the field shows of it, before it is sent."""


def test_marks_become_formatting_as_they_are_typed(screen: Screen, world: World) -> None:
    screen.open("general").composer.click()
    for typed in TYPED:
        screen.type(typed)
        if typed in SHOWN:
            selector, words = SHOWN[typed]
            expect(screen.composer.locator(selector)).to_have_text(words)
        screen.press("Control+Enter")
    assert sent(world) == list(TYPED.values())


def test_lists_are_begun_nested_and_left_by_keys(screen: Screen, world: World) -> None:
    screen.open("general").composer.click()
    for typed in ("- one", "two", "three"):
        screen.type(typed).press("Shift+Enter")
    screen.press("Backspace").press("Backspace").press("Shift+Enter")
    expect(screen.composer.locator("ul li")).to_have_count(4)
    screen.press("Tab").type("nested").press("Shift+Enter").press("Shift+Tab").type("four").press(
        "Shift+Enter"
    )
    screen.press("Shift+Enter").type("1. first").press("Shift+Enter").type("second").press("Enter")
    assert sent(world) == ["• one\n• two\n• three\n    ◦ nested\n• four\n1. first\n2. second"]


def test_what_is_done_can_be_undone_step_by_step(screen: Screen, world: World) -> None:
    screen.open("general").composer.click()
    screen.type("say *this*")
    expect(screen.composer.locator("b")).to_have_text("this")
    screen.press("Control+Z")
    expect(screen.composer).to_have_text("say *this*")
    expect(screen.composer.locator("b")).to_have_count(0)
    screen.press("Control+Shift+Z")
    expect(screen.composer.locator("b")).to_have_text("this")
    screen.press("Control+A").press("Delete")
    expect(screen.composer).to_have_text("")
    screen.press("Control+Z")
    expect(screen.composer.locator("b")).to_have_text("this")
    screen.press("Control+Y")
    expect(screen.composer).to_have_text("")
    assert sent(world) == []


HELD = """async () => {
  const root = document.body.dataset.root;
  const { read } = await import(`${root}static/reading.js`);
  const { draw } = await import(`${root}static/drawing.js`);
  const field = document.querySelector('#footer .ql-editor');
  const drawn = document.createElement('div');
  drawn.append(draw(read(field).lines));
  return [field, drawn].map((each) => each.innerHTML.replaceAll('\\u200b', ''));
}"""
PRESSED = [
    *("Shift+Enter", "Shift+Enter", "Backspace", "Backspace", "Delete", "Home", "End", "Control+X"),
    *("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Control+Z", "Control+Z", "Control+Shift+Z"),
    *("Shift+ArrowLeft", "Shift+ArrowUp", "Shift+ArrowDown", "Shift+Home", "Control+B", "Control+I"),
    *(f"Control+Shift+{key}" for key in ("C", "7", "8", "9")),
    "Control+Alt+Shift+C",
]


@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_pressed_the_field_shows_the_lines_that_it_holds(screen: Screen, seed: int) -> None:
    chance = random.Random(seed)
    keyboard = screen.open("general").page.keyboard
    screen.composer.click()
    done: list[str] = []
    for _ in range(50):
        done.append(chance.choice([*PRESSED, *("a", "b ", "*x*", " _y_ ", "`c` ", "- ", "> ", "1. ", "```")]))
        (keyboard.press if done[-1] in PRESSED else keyboard.type)(done[-1])
        shown, drawn = screen.page.evaluate(HELD)
        assert shown == drawn, done


@pytest.mark.parametrize(
    ("keys", "name", "marked"),
    [
        ("Control+B", "Bold", "*a word*"),
        ("Control+I", "Italic", "_a word_"),
        ("Control+Shift+X", "Strikethrough", "~a word~"),
        ("Control+Shift+C", "Code", "`a word`"),
        ("Control+Shift+7", "Ordered list", "1. a word"),
        ("Control+Shift+8", "Bulleted list", "• a word"),
        ("Control+Shift+9", "Blockquote", "&gt; a word"),
        ("Control+Alt+Shift+C", "Code block", "```\na word\n```"),
    ],
)
def test_each_tool_has_its_keys_and_shows_that_it_is_on(
    screen: Screen, world: World, keys: str, name: str, marked: str
) -> None:
    screen.open("general").composer.click()
    screen.type("a word").press("Control+A").press(keys)
    expect(tool(screen, name)).to_have_attribute("aria-pressed", "true")
    screen.press(keys)
    expect(tool(screen, name)).to_have_attribute("aria-pressed", "false")
    screen.click(tool(screen, name)).press("Control+Enter")
    assert sent(world) == [marked]


def test_the_formatting_bar_can_be_hidden_and_stays_so(screen: Screen) -> None:
    bar = screen.open("general").page.locator("#footer").get_by_role("toolbar", name="Formatting")
    screen.click(tool(screen, "Hide formatting"))
    expect(bar).to_be_hidden()
    screen.open("tax-season")
    expect(bar).to_be_hidden()
    screen.click(tool(screen, "Show formatting"))
    expect(bar).to_be_visible()
    screen.page.evaluate("localStorage.clear()")
    screen.page.set_viewport_size({"width": 390, "height": 844})
    screen.open("general")
    expect(bar).to_be_hidden()
    screen.click(tool(screen, "Show formatting"))
    expect(bar).to_be_visible()


def test_enter_makes_lines_for_whoever_prefers_it(screen: Screen, world: World) -> None:
    with by(world) as context:
        personal.prefer(context, "enter_sends", False)
    screen.open("general").composer.click()
    screen.type("one").press("Enter").type("two").press("Control+Enter")
    assert sent(world) == ["one\ntwo"]


# --- pasting and links ----------------------------------------------------------------------------------

PASTED = """<meta charset="utf-8"><style>p { color: red }</style><script>alert(1)</script>
<h1>Head</h1><p style="color:red">Some <b>bold</b>, <em>it</em> and <a href="https://irs.gov/x" onclick="x()">a link</a>
 over two lines.</p><ul><li>one<ul><li>deep</li></ul></li><li>two</li></ul><ol><li>first</li></ol>
<blockquote>said</blockquote><pre>x  =  1
y</pre><p>an <img src=x onerror=alert(1)>image <a href="javascript:alert(1)">no</a></p>"""


def test_what_is_pasted_keeps_its_formatting_and_nothing_else(screen: Screen, world: World) -> None:
    screen.open("general").composer.click()
    paste(screen, "ignored", PASTED).press("Control+Enter")
    assert sent(world) == [
        "*Head*\nSome *bold*, _it_ and <https://irs.gov/x|a link> over two lines.\n• one\n    ◦ deep\n• two\n"
        "1. first\n&gt; said\n```\nx  =  1\ny\n```\nan image no"
    ]
    paste(screen, "two\r\n  lines & <b>").press("Enter")
    assert sent(world)[-1] == "two\n  lines &amp; &lt;b&gt;"


def test_a_link_is_pasted_over_words_changed_and_taken_away(screen: Screen, world: World) -> None:
    screen.open("general").composer.click()
    screen.type("see the form").press("Control+Shift+ArrowLeft")
    paste(screen, "https://irs.gov/f1040")
    link = screen.composer.locator("a")
    expect(link).to_have_text("form")
    screen.press("End").type(" now")
    expect(link).to_have_text("form")
    screen.click(link)
    dialog = screen.page.get_by_role("dialog", name="Edit link")
    expect(dialog.get_by_role("textbox", name="Link")).to_have_value("https://irs.gov/f1040")
    dialog.get_by_role("textbox", name="Text").fill("page")
    dialog.get_by_role("textbox", name="Link").fill("irs.gov/f8812")
    screen.click(dialog.get_by_role("button", name="Save")).press("Enter")
    assert sent(world) == ["see the <https://irs.gov/f8812|page> now"]
    screen.type("gone").press("Control+A").press("Control+Shift+U").type("not a link").press("Enter")
    expect(screen.page.get_by_role("dialog", name="Add link").get_by_role("alert")).to_have_text(
        "Please enter a valid link."
    )
    screen.type(" ").press("Control+A").type("irs.gov").press("Enter")
    screen.click(link).click(screen.button("Remove link"))
    expect(link).to_have_count(0)
    screen.press("Enter")
    assert sent(world)[-1] == "gone"
