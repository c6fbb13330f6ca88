"""Damage to an end state: complete, one row at a time, and undone."""

from __future__ import annotations

from collections import Counter

from tests.office import Office
from workaday import journal
from workaday.app import incidental_tables
from workaday.database import Base
from workaday.mutants import Mutant, mutants, tampered
from workaday.tool import toolbox
from workaday.world import World

DANA = "dana.whitfield"
UNLIKE = {"workaday_world"}
"""A world without its one clock is none, and it has no second."""


def worked(world: World, office: Office) -> list[Mutant]:
    """The damage that can be done after Dana has posted and reacted."""
    tools = toolbox("slack")
    posted = tools["slack_post_message"].call(
        world, DANA, {"channel": office.channels["general"], "text": "hello"}
    )
    where = {"channel": posted["channel"], "timestamp": posted["ts"]}
    tools["slack_add_reaction"].call(world, DANA, {**where, "name": "eyes"})
    return mutants(world)


def test_each_changed_row_is_dropped_duplicated_and_altered_in_every_column(
    world: World, office: Office
) -> None:
    found = worked(world, office)
    for change in world.changes():
        mine = [each for each in found if each.table == change.table and each.before == change.after]
        assert [each.kind for each in mine].count("dropped") == 1
        altered = {
            name for each in mine if each.after for name in each.after if each.after[name] != change.row[name]
        }
        assert altered >= set(change.row)
    assert Counter(each.kind for each in found)["duplicated"] == len(world.changes())


def test_every_table_has_a_row_inserted_and_where_it_has_any_updated_and_deleted(
    world: World, office: Office
) -> None:
    found = worked(world, office)
    changed = {(change.table, change.key) for change in world.changes()}
    filled = {
        table
        for table, row in journal.dump(world.raw, Base.metadata)
        if (table, tuple(row[column.name] for column in Base.metadata.tables[table].primary_key))
        not in changed
    }
    for table in journal.recorded(Base.metadata):
        kinds = {
            each.kind for each in found if each.table == table.name and each.kind.startswith("unrelated")
        }
        expected = {"unrelated insert"} | (
            {"unrelated update", "unrelated delete"} if table.name in filled else set()
        )
        assert kinds == (set() if table.name in UNLIKE else expected), table.name


def test_damage_is_real_while_it_lasts_and_leaves_nothing_behind(world: World, office: Office) -> None:
    found = worked(world, office)
    state, changes = world.full_state_hash(), world.changes()
    for mutant in found:
        with tampered(world, mutant):
            assert world.full_state_hash() != state, mutant.row
            assert world.full_state_hash() == world.state_hash(), mutant.row
    assert world.full_state_hash() == state == world.state_hash()
    assert world.changes() == changes


def test_only_what_is_incidental_or_made_up_by_the_app_is_excused(world: World, office: Office) -> None:
    for mutant in worked(world, office):
        incidental = mutant.table in incidental_tables()
        assert bool(mutant.excuse) == (incidental or "made up by the app" in mutant.excuse), mutant


def test_a_text_is_also_taken_back_and_replaced(world: World, office: Office) -> None:
    texts = {
        each.after["text"]
        for each in worked(world, office)
        if each.kind == "altered" and each.after and "text" in each.after
    }
    assert {"hellox", "Not true: hello", "x"} <= texts
