"""How something is stated: asked for or not, in a line that fits, thanked for or not."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Any

from workaday.chance import Random
from workaday.seeds.marlow.blanks import client_blanks
from workaday.seeds.marlow.hours import settle
from workaday.seeds.marlow.office import Office
from workaday.seeds.marlow.shapes import Client, Post
from workaday.seeds.marlow.values import Setting, Value
from workaday.seeds.marlow.wording import Deck, fill, spin, words

ASKED = 0.22  # the share of first statements that answer a question
THANKS = (0, 0, 0, 1, 1, 2)
Spec = Mapping[str, Any]


class Teller:
    """Writes the posts that state values."""

    def __init__(self, office: Office, random: Random) -> None:
        self.office = office
        self.random = random
        self.thanks = Deck(words("replies")["thanks"], random)
        self.decks: dict[str, Deck] = {}

    def tell(self, topic: str, line: str, client: Client, setting: Setting, value: Value, old: str) -> Post:
        """States a value of a client in one of the topic's lines of that sort (``first`` or ``change``)."""
        blanks = client_blanks(self.office, client) | {"value": value.said, "old": old}
        text = fill(self._line(topic, line), blanks)
        if line == "change" or self.random.random() > ASKED:
            return self.say(setting, text, value)
        asked = self._ask(topic, client, setting)
        at = settle(asked.at + timedelta(minutes=self.random.randint(2, 50)))
        return self.say(replace(setting, at=at), text, value, asked)

    def questions(self, topic: str, client: Client) -> list[str]:
        """Every way to ask for that matter of the client."""
        blanks = client_blanks(self.office, client)
        return [fill(spin(text, self.random), blanks) for text in words("statements")[topic]["question"]]

    def say(self, setting: Setting, text: str, value: Value, asked: Post | None = None) -> Post:
        """Says a text that has the value in it; a text that has not is a mistake in the words and a ValueError."""
        root = asked.key if asked else None
        post = self.office.say("statement", setting.where, setting.author, setting.at, text, reply_to=root)
        if value.said not in post.text:
            raise ValueError(f"{post.text!r} does not say {value.said!r}")
        self._thank(post)
        return post

    def _line(self, topic: str, line: str) -> str:
        name = f"{topic}/{line}"
        if name not in self.decks:
            self.decks[name] = Deck(words("statements")[topic][line], self.random)
        return self.decks[name].draw()

    def _ask(self, topic: str, client: Client, setting: Setting) -> Post:
        asker = self.office.pick(self.random, setting.where, setting.at, "anyone", [setting.author])
        text = fill(self._line(topic, "question"), client_blanks(self.office, client))
        return self.office.say("statement", setting.where, asker or setting.author, setting.at, text)

    def _thank(self, post: Post) -> None:
        moment, said = post.at, [post.author]
        for _ in range(self.random.choice(THANKS)):
            moment = settle(moment + timedelta(seconds=self.random.randint(60, 2400)))
            author = self.office.pick(self.random, post.where, moment, "anyone", said)
            if author is not None and not self.office.is_over(moment):
                text = self.thanks.draw().replace("{X}", self.office.people[post.author].person.given_name)
                root = post.reply_to or post.key
                self.office.say("statement", post.where, author, moment, text, reply_to=root)
                said.append(author)
