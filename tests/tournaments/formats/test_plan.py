"""A plan as JSON, which stores and exports keep."""

import msgspec

from tournaments.formats.plan import PlannedTable, Ruling, Table


def test_tables_and_rulings_keep_the_names_that_stores_know() -> None:
    ruling = Ruling("s1t1", ("ann", "bob"), "seeding", "level")
    planned = PlannedTable(Table("s1t1", ("ann", "bob")), rulings=(ruling,))
    assert msgspec.json.encode(planned) == (
        b'{"table":{"match":"s1t1","seats":["ann","bob"],"rounds":null},"extra":[],"advanced":null,"places":{},'
        b'"rulings":[{"match":"s1t1","bots":["ann","bob"],"decided_by":"seeding","words":"level"}]}'
    )
    assert msgspec.json.decode(msgspec.json.encode(planned), type=PlannedTable) == planned
