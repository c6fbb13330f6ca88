"""Emoji short names (reference B' 14; characters from Python's own Unicode database)."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workaday.apps.slack import emoji

CHARACTERS = {
    "+1": "THUMBS UP SIGN",
    "-1": "THUMBS DOWN SIGN",
    "eyes": "EYES",
    "white_check_mark": "WHITE HEAVY CHECK MARK",
    "tada": "PARTY POPPER",
    "raised_hands": "PERSON RAISING BOTH HANDS IN CELEBRATION",
    "wave": "WAVING HAND SIGN",
    "hourglass_flowing_sand": "HOURGLASS WITH FLOWING SAND",
    "memo": "MEMO",
    "pray": "PERSON WITH FOLDED HANDS",
    "rotating_light": "POLICE CARS REVOLVING LIGHT",
}


@pytest.mark.parametrize(("name", "character"), CHARACTERS.items())
def test_a_slack_name_means_the_character_that_unicode_calls_so(name: str, character: str) -> None:
    assert emoji.canonical(name) == name
    assert emoji.unicode(name) == unicodedata.lookup(character)
    assert emoji.codepoints(name) == f"{ord(unicodedata.lookup(character)):x}"


@pytest.mark.parametrize(
    ("alias", "name"),
    [
        ("thumbsup", "+1"),
        ("thumbsdown", "-1"),
        ("thumbsup::skin-tone-3", "+1::skin-tone-3"),
        ("raised_hand", "hand"),
        ("envelope", "email"),
        ("flag-us", "us"),
        ("handshake::skin-tone-2-6", "handshake::skin-tone-2-6"),
    ],
)
def test_an_alias_is_stored_under_the_canonical_name(alias: str, name: str) -> None:
    assert emoji.canonical(alias) == name
    assert emoji.unicode(alias) == emoji.unicode(name)


@pytest.mark.parametrize(
    "name",
    [
        "thumbs_up",
        "white_tick",
        ":eyes:",
        "EYES",
        " eyes ",
        "eyes\n",
        "",
        "::skin-tone-2",
        "wave::",
        "wave::skin-tone-1",
        "wave::skin-tone-7",
        "wave:skin-tone-2",
        "wave::skin-tone-2::skin-tone-2",
        "eyes::skin-tone-2",
        "👀",
    ],
)
def test_what_slack_does_not_know_is_no_name(name: str) -> None:
    assert emoji.canonical(name) is None


def test_a_skin_tone_is_part_of_the_characters() -> None:
    assert emoji.codepoints("wave::skin-tone-2") == "1f44b-1f3fb"
    for tone in range(2, 7):
        modifier = unicodedata.lookup(
            f"EMOJI MODIFIER FITZPATRICK TYPE-{'1-2' if tone == 2 else tone}",
        )
        assert emoji.unicode(f"+1::skin-tone-{tone}") == "\N{THUMBS UP SIGN}" + modifier


def test_an_emoji_of_several_characters_keeps_them_joined() -> None:
    assert emoji.unicode("woman-shrugging") == "\N{SHRUG}\N{ZERO WIDTH JOINER}\N{FEMALE SIGN}\ufe0f"
    assert emoji.codepoints("us") == "1f1fa-1f1f8"


def test_characters_of_an_unknown_name_are_an_error() -> None:
    with pytest.raises(KeyError):
        emoji.unicode("white_tick")
    with pytest.raises(KeyError):
        emoji.codepoints("eyes::skin-tone-2")


def test_a_search_finds_the_exact_name_first_then_prefixes_then_the_rest() -> None:
    found = emoji.search("eyes")
    assert found[0] == "eyes"
    assert "heart_eyes" in found
    assert emoji.search("car")[0] == "car"
    found = emoji.search("thumbs")
    assert found[:2] == ["+1", "-1"]
    found = emoji.search("check")
    prefixed = [name for name in found if name.startswith("check")]
    assert prefixed
    assert found[: len(prefixed)] == prefixed
    assert "white_check_mark" in found


def test_a_search_takes_what_a_person_types() -> None:
    assert emoji.search(":Tada") == emoji.search("tada") == ["tada"]
    assert emoji.search("no such thing") == []


def test_every_emoji_is_in_one_category_and_the_order_is_fixed() -> None:
    categories = emoji.categories()
    assert [name for name, _ in categories] == [
        "Smileys & People",
        "Animals & Nature",
        "Food & Drink",
        "Activities",
        "Travel & Places",
        "Objects",
        "Symbols",
        "Flags",
    ]
    names = [name for _, members in categories for name in members]
    assert len(names) == len(set(names)) > 1800
    assert emoji.search("") == names
    assert all(emoji.canonical(name) == name for name in names)


def test_the_quick_reactions_are_emoji() -> None:
    assert all(emoji.canonical(name) == name for name in emoji.FREQUENT)


@given(st.from_regex(r"[a-z0-9_+:-]{0,20}", fullmatch=True) | st.text(max_size=20))
def test_a_canonical_name_is_its_own_canonical_name(name: str) -> None:
    found = emoji.canonical(name)
    assert found is None or emoji.canonical(found) == found
