"""What a match's id says: the table, which of its blocks, and how often that block had been played before.

`s1t1` is the first block of the table s1t1, `s1t1+2` its second one, and `s1t1+2#2` that block played again because the
organizer made the match before void.
"""


def match_of(table: str, block: int, voided: int) -> str:
    """Return the id of the match that plays a table's block when `voided` matches of it no longer count.

    >>> match_of("s1t1", block=1, voided=0), match_of("s1t1", block=2, voided=0), match_of("s1t1", block=2, voided=1)
    ('s1t1', 's1t1+2', 's1t1+2#2')
    """
    return table + (f"+{block}" if block > 1 else "") + (f"#{voided + 1}" if voided else "")


def table_of(match: str) -> str:
    """Return the id of the table that the match was played for.

    >>> table_of("s1t1+2#3")
    's1t1'
    """
    return block_name_of(match).partition("+")[0]


def block_of(match: str) -> int:
    """Return which of the table's blocks the match is, from 1.

    >>> block_of("s1t1+2#3"), block_of("s1t1")
    (2, 1)
    """
    return int(block_name_of(match).partition("+")[2] or 1)


def block_name_of(match: str) -> str:
    """Return the id that the match's block has where nothing was made void.

    >>> block_name_of("s1t1+2#3")
    's1t1+2'
    """
    return match.partition("#")[0]


def attempt_of(match: str) -> int:
    """Return which match of its block this is, from 1: all before it were made void.

    >>> attempt_of("s1t1+2#3"), attempt_of("s1t1")
    (3, 1)
    """
    return int(match.partition("#")[2] or 1)
