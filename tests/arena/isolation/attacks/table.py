"""What each level of isolation is claimed to stop. The tests hold the levels to it; the guide shows it.

`python -m tests.arena.isolation.attacks.table` writes it into the guide.
"""

from typing import NamedTuple

from tests.places import DOCS

GUIDE = DOCS / "security.md"
LEVELS = (0, 1, 2, 3, 4)
BEGIN, END = "<!-- attacks: begin -->\n", "<!-- attacks: end -->\n"


class Attack(NamedTuple):
    name: str
    words: str
    stopped_at: frozenset[int]
    """Levels. At those left out a test shows that it gets through, so that no attack is held by a mistake."""
    grouped_at: frozenset[int] = frozenset()
    """Levels at which it is stopped too, where there are control groups."""


def _at(*levels: int) -> frozenset[int]:
    return frozenset(levels)


EVERY = _at(*LEVELS)
STRANGERS = _at(1, 2, 3, 4)

QUIET = (
    Attack("reads_a_rivals_file", "read a rival's files", _at(2, 3, 4)),
    Attack("reads_a_rivals_log", "read a rival's log, or the trace of the match", STRANGERS),
    Attack("reads_the_store", "read the tournament's store", STRANGERS),
    Attack("reads_the_referees_environment", "read the referee's environment", STRANGERS),
    Attack("reads_the_referees_memory", "read the referee's memory, where the deal seed is", STRANGERS),
    Attack("lists_the_folders_of_rivals", "list the folders of rivals", STRANGERS),
    Attack("opens_a_rivals_socket", "open a rival's socket path", STRANGERS),
    Attack("writes_to_others", "write to a folder of others", STRANGERS),
    Attack("fills_a_disk_elsewhere", "fill a disk outside its scratch folder", _at(2, 3, 4)),
    Attack("changes_the_kernels_settings", "change the kernel's settings", STRANGERS),
    Attack("replaces_its_own_files", "replace its own files between legs", STRANGERS),
    Attack("connects_to_loopback", "connect to a service of this machine", _at(2, 3, 4)),
    Attack("connects_to_an_abstract_socket", "connect to an abstract socket", _at(2, 3, 4)),
    Attack("connects_to_a_named_socket", "connect to a service's socket of which it knows the path", _at(1, 3, 4)),
    Attack("signals_the_referee_and_rivals", "stop or kill the referee and its rivals", STRANGERS),
    Attack("slows_rivals_down", "move rivals to another processor, or lower their place in its queue", STRANGERS),
    Attack("changes_rights_of_others", "change mode, times or attributes of another's file", STRANGERS),
    Attack("carries_data_to_the_next_leg", "carry data from one leg to the next in a file", _at(2, 3, 4)),
    Attack("leaves_notes_in_the_kernel", "the same in queues and semaphores of the kernel", _at(2, 3, 4)),
    Attack(
        "remembers_by_the_page_cache", "the same by asking which pages of a file are in memory", _at(2, 3, 4), _at(1)
    ),
    Attack("remembers_by_its_own_files", "the same of files of its own", _at(1, 2, 3, 4)),
    Attack("remembers_by_reading_times", "the same by how long it takes to read a file", _at(), STRANGERS),
    Attack("remembers_by_looking_for_names", "the same by how long it takes to miss a file", _at(), STRANGERS),
    Attack("remembers_by_access_times", "the same by when a file was last read", _at(3, 4)),
    Attack("reads_counts_of_the_machine", "the same by counts that the kernel keeps for the whole machine", _at(3, 4)),
    Attack("tells_the_leg_by_the_age_of_a_folder", "tell the leg by when its folders were made", STRANGERS),
)
LOUD = (
    Attack("takes_4_gib_of_memory", "take 4 GiB of memory", EVERY),
    Attack("takes_4_gib_of_shared_memory", "take 4 GiB of shared memory", EVERY),
    Attack("takes_4_gib_in_many_processes", "take 4 GiB in many processes, a little in each", EVERY),
    Attack("takes_4_gib_in_orphans", "the same in processes that have left their parent and session", STRANGERS),
    Attack("takes_4_gib_in_hidden_processes", "the same in processes that nobody else may look into", EVERY),
    Attack("takes_4_gib_in_sockets", "the same in sockets that nobody reads", STRANGERS),
    Attack("takes_4_gib_in_page_tables", "the same in the kernel's notes of where its memory is", EVERY),
    Attack("makes_a_million_empty_files", "make a million empty files in its scratch folder", STRANGERS),
    Attack("forks_300_times", "start 300 processes", EVERY),
    Attack("fills_its_scratch", "fill its scratch folder", STRANGERS),
    Attack("leaves_a_grandchild", "leave a detached process behind", EVERY),
    Attack("nests_folders", "end the referee with 1,700 folders within each other", EVERY),
    Attack("closes_its_folders", "leave in its scratch folder what cannot be removed", EVERY),
    Attack("knocks_at_rivals_doors", "be first at a rival's socket each time that it is started", STRANGERS),
    Attack("burns_the_processor", "burn the processor while a rival thinks", _at(2, 3, 4)),
)
ALLIES = (
    Attack("hears_locks", "tell an ally at the table something by locking a file that both may read", _at(2, 3, 4)),
    Attack("hears_record_locks", "the same by a shared lock of a part of it", _at(2, 3, 4)),
    Attack("hears_reading", "the same by reading a file that the ally watches", _at(2, 3, 4)),
    Attack("hears_names", "the same by taking a name for a socket", _at(3, 4)),
)
NAMING = (Attack("names_a_rivals_program", "read or run a rival's program by naming it in its command", _at(2, 3, 4)),)
ATTACKS = QUIET + NAMING + ALLIES + LOUD


def render() -> str:
    """The table, in Markdown."""
    head = "| a bot tries to … | " + " | ".join(f"level {level}" for level in LEVELS) + " |\n"
    line = "|---|" + ":-:|" * len(LEVELS) + "\n"
    rows = [
        f"| {attack.words} | " + " | ".join(_held(attack, level) for level in LEVELS) + " |\n" for attack in ATTACKS
    ]
    return head + line + "".join(rows)


def _held(attack: Attack, level: int) -> str:
    if level in attack.stopped_at:
        return "stopped"
    return "with groups" if level in attack.grouped_at else "**open**"


def shown(guide: str) -> str:
    """The table as it stands in the guide."""
    return guide.partition(BEGIN)[2].partition(END)[0]


if __name__ == "__main__":
    before, _, rest = GUIDE.read_text().partition(BEGIN)
    GUIDE.write_text(before + BEGIN + render() + END + rest.partition(END)[2])
