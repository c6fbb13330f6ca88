"""What happens to posts afterwards: a reaction here, a typo mended there."""

from datetime import timedelta

from workaday.chance import Random
from workaday.seeds.marlow.office import Office
from workaday.seeds.marlow.shapes import Post

REACTED, EDITED = 0.13, 0.03
ORDINARY = ("+1", "+1", "eyes", "raised_hands", "100", "pray", "white_check_mark", "ok_hand", "saluting_face")
CHEERFUL = ("joy", "heart", "tada", "fire", "clap", "smile", "laughing", "sparkles", "coffee")
CHEERFUL_PLACES = ("random", "kitchen", "client-wins", "holiday-party-2024")
ASKING_PLACES = ("doc-requests", "it-help", "front-desk", "scanning")


def touches(office: Office) -> None:
    """Gives some posts a reaction, and marks some as edited, but for those that facts depend on."""
    random = office.random("touches")
    for key, post in list(office.posts.items()):
        if not office.may_be_touched(key) or post.where in ASKING_PLACES:
            continue
        if random.random() < REACTED:
            _react(office, post, random)
        if random.random() < EDITED:
            _edit(office, post, random)


def _react(office: Office, post: Post, random: Random) -> None:
    emoji = random.choice(CHEERFUL if post.where in CHEERFUL_PLACES else ORDINARY)
    others = [one.id for one in office.present(post.where, post.at) if one.id != post.author]
    if others:
        office.react(post.key, emoji, random.sample(others, min(len(others), random.choice((1, 1, 1, 2, 3)))))


def _edit(office: Office, post: Post, random: Random) -> None:
    moment = post.at + timedelta(seconds=random.randint(20, 400))
    if not office.is_over(moment):
        office.change(post.key, moment)
