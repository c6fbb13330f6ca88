"""People who came into channels while the story runs."""

from workaday.seeds.marlow.hours import at
from workaday.seeds.marlow.office import Office


def arrivals(office: Office) -> None:
    """A ``channel_join`` post for everyone who came later than the channel's maker."""
    opens = at(office.first_day, 7, 30)
    for name, room in office.rooms.items():
        for person, moment in room.joined.items():
            if moment >= opens and moment > room.channel.created:
                post = office.say(
                    "join",
                    name,
                    person,
                    moment,
                    f"{{@{person}}} has joined the channel",
                    subtype="channel_join",
                )
                office.leave_alone(post.key)
                room.joined[person] = post.at
