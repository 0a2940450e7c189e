"""Which test tries what the guide to security claims: a few words of each sentence, and the tests that would fail."""

from typing import Final

_ISOLATION: Final = "arena/isolation/test_isolation.py::test_"
_ATTACKS: Final = "arena/isolation/test_attacks.py::test_"
_LIMITS: Final = "arena/isolation/test_limits.py::test_"
_AROUND: Final = "arena/isolation/test_surroundings.py::test_"
_CELLS: Final = "arena/isolation/test_cells.py::test_"
_GROUPS: Final = "arena/isolation/test_cgroup.py::test_"
_GUIDE: Final = "arena/isolation/test_guide.py::test_"
_MACHINE: Final = "tournaments/run/test_machine.py::test_"
_ADMISSION: Final = "arena/bots/test_admission.py::test_"
_UNPACK: Final = "arena/bots/test_unpack.py::test_"
_REMOTE: Final = "arena/remote/test_match.py::test_"
_QUIET: Final = _ATTACKS + "it_is_held_where_that_is_claimed_and_nowhere_by_mistake"
_RIVALS: Final = _ATTACKS + "the_rival_of_a_quiet_attacker_plays_every_round"

CLAIMS: Final[dict[str, tuple[str, ...]]] = {
    # before a cup
    "at level 3 or more or not at all": (_ISOLATION + "what_is_demanded_is_never_less",),
    "A number asks for that level": (_ISOLATION + "what_is_demanded_is_never_less",),
    "`arena bots add`, which checks them": (_ADMISSION + "a_submission_is_kept_once_and_found_again",),
    "nothing is played, the exit status is 1": (
        "tournaments/run/test_isolation.py::test_a_demand_that_cannot_be_met_leaves_nothing_behind",
        "test_statuses.py::test_isolation_that_cannot_be_had_is_a_fault_and_nothing_is_played",
    ),
    "`level 3: bwrap is not installed`": (_ISOLATION + "a_missing_program_is_named",),
    "Without `+ cgroup` limits hold a little": (_LIMITS + "they_end_where_there_are_no_control_groups",),
    "The report of a cup has such a line": (
        "tournaments/reports/test_reports.py::test_every_bot_stands_under_the_isolation_it_was_held_at",
    ),
    "a trivial program at each level, strongest first": (_ISOLATION + "the_strongest_level_that_works_is_chosen",),
    "It is printed and stored with the result": (_RIVALS,),
    "runs at the strongest level that works; if none does, at level 0": (
        _ISOLATION + "the_strongest_level_that_works_is_chosen",
        _CELLS + "a_submission_is_not_played_unheld_unless_that_is_said",
    ),
    "A bare command is its caller's own program": (_CELLS + "a_bare_command_is_held_only_where_that_is_demanded",),
    # levels
    "| 4 | bubblewrap:": (
        _AROUND + "its_own_folder_is_read_only_and_the_network_closed",
        _AROUND + "other_processes_are_seen_at_the_lowest_levels_alone",
        _AROUND + "users_are_different_where_that_is_said",
        _ISOLATION + "denied_calls_fail_and_the_others_go_on",
    ),
    "| 3 | the same as an ordinary user": (
        _ISOLATION + "a_sandbox_that_cannot_be_made_is_unavailable",
        _AROUND + "users_are_different_where_that_is_said",
    ),
    "| 2 | Landlock:": (_QUIET, _ISOLATION + "denied_calls_fail_and_the_others_go_on"),
    "| 1 | a user id": (
        _AROUND + "users_are_different_where_that_is_said",
        _ISOLATION + "seats_of_a_match_have_different_users",
    ),
    "| 0 | limits and a session": (_LIMITS + "a_limit_ends_them_and_is_their_reason",),
    "a bot's environment holds": (_AROUND + "the_environment_is_bare_where_the_bot_is_a_strangers",),
    "Its folder is read-only": (_AROUND + "its_own_folder_is_read_only_and_the_network_closed",),
    "Programs come from the system's folders": (
        "arena/bots/test_command.py::test_its_own_files_and_the_systems_programs_are_run",
        "arena/bots/test_command.py::test_a_name_finds_no_private_program_unless_the_organizer_names_its_folder",
    ),
    "There is no network at level 2": (_AROUND + "its_own_folder_is_read_only_and_the_network_closed",),
    "its strike and its log say what is closed": (
        "arena/isolation/test_denials.py::test_a_pool_works_and_what_is_closed_is_told_alike_at_each_level",
    ),
    "`/tmp` and `/dev/shm` are the scratch folder": (_AROUND + "temporary_folders_are_the_scratch_folder",),
    "Semaphores and shared memory": (
        "arena/isolation/test_denials.py::test_a_pool_works_and_what_is_closed_is_told_alike_at_each_level",
        _MACHINE + "what_a_level_cannot_hold_here_is_told_before_the_start",
    ),
    "the level's words end in `+ cgroup`": (_GROUPS + "a_level_says_that_it_has_one",),
    "refuses more at once, shares the processors by bot": (
        _GROUPS + "children_that_are_small_apart_and_large_together_are_ended",
        _GROUPS + "more_processes_are_refused_and_counted",
        _GROUPS + "the_processors_are_shared_out_by_group_too",
        _GROUPS + "it_ends_those_who_have_left_their_session_and_their_parent",
    ),
    "A group goes with its bot": (_GROUPS + "groups_of_an_arena_that_was_killed_are_ended_and_removed_and_no_others",),
    "looks at the bot's processes four times a second": (_LIMITS + "they_end_where_there_are_no_control_groups",),
    "A process that lets nobody look into it": (
        _LIMITS + "they_end_where_there_are_no_control_groups",
        _LIMITS + "an_ordinary_user_sees_what_nobody_may_look_into",
    ),
    "So the same limits hold": (
        _LIMITS + "they_end_where_there_are_no_control_groups",
        _MACHINE + "what_a_level_cannot_hold_here_is_told_before_the_start",
    ),
    "no level but 0 works, and `strong` refuses": (
        _ISOLATION + "where_nothing_tells_of_memory_no_level_holds_a_stranger",
    ),
    "Root can make groups where version 1": (_GROUPS + "own_folders_are_found_in_every_hierarchy",),
    "start the arena in a group of its own": (_GROUPS + "groups_are_made_in_the_folder_that_was_left_to_the_arena",),
    # attacks
    "Each line is a real program": (_GUIDE + "the_guide_shows_what_the_attacks_are_held_to",),
    "The tests fail if one marked": (_QUIET, _LIMITS + "a_limit_ends_them_and_is_their_reason"),
    "The table is written from what the tests check": (_GUIDE + "the_guide_shows_what_the_attacks_are_held_to",),
    "`tests/arena/isolation/claims.py` says which": (_GUIDE + "every_sentence_is_tried_or_claims_nothing",),
    # what is protected
    "| the **referee** and": (_QUIET,),
    "| the **deal seed** and": (_QUIET, _AROUND + "nobody_is_told_the_deal_seed"),
    "| the **store**, the reports": (_QUIET, _ATTACKS + "nothing_is_laid_open_because_a_bot_names_it"),
    "| another bot's **connection**": (
        _QUIET,
        _ATTACKS + "a_stranger_at_its_door_costs_a_rival_nothing",
        "arena/seats/test_door.py::test_a_stranger_is_not_let_in_and_the_bot_that_comes_later_is",
    ),
    "| another bot's **time**": (
        "arena/match/test_faults.py::test_an_overrun_while_the_referee_lagged_is_void_and_asked_again_once",
        "arena/match/test_faults.py::test_the_grace_forgives_and_the_bank_is_spent_first",
    ),
    "| **the deck**": (_QUIET, _ISOLATION + "files_are_those_submitted_or_the_bot_is_not_started"),
    "| **the machine**": (
        _LIMITS + "a_limit_ends_them_and_is_their_reason",
        _ISOLATION + "processor_seconds_end_a_bot",
        _ISOLATION + "the_limit_that_ended_a_bot_is_told",
        "arena/referee/test_misbehaviour.py::test_output_is_kept_up_to_its_limit",
    ),
    "Its log goes to its author only": (
        "tournaments/run/test_author_logs.py::test_nothing_of_another_bot_is_in_it",
        "tournaments/run/test_author_logs.py::test_what_a_bot_prints_is_in_no_export_and_no_report",
    ),
    # what each level does not stop
    "A bot sees the machine's programs and libraries": (_QUIET,),
    "the kernel counts memory by process": (_LIMITS + "they_end_where_there_are_no_control_groups",),
    "- **3**: as 4;": (_AROUND + "users_are_different_where_that_is_said",),
    "the bot remains the arena's own user": (_AROUND + "users_are_different_where_that_is_said",),
    "Landlock does not cover connections to sockets with a path": (_QUIET,),
    "Its scratch folder is on disk": (
        _ISOLATION + "a_scratch_folder_on_disk_is_measured",
        _LIMITS + "no_folder_ends_the_referee_or_outlasts_the_match",
    ),
    "- **1**: the machine's network": (_QUIET,),
    "That is `/tmp` first of all": (_QUIET,),
    "- **0**: everything": (_QUIET,),
    "So without control groups, and at levels 1 and 2": (_QUIET,),
    "`a bot can pass on what it saw": (_MACHINE + "what_a_level_cannot_hold_here_is_told_before_the_start",),
    # allies
    "find at levels 3 and 4 no file, lock, queue": (
        _ATTACKS + "what_one_ally_tells_the_other_hears_only_where_that_is_said",
    ),
    "keeps bots with the same `author`": (
        "tournaments/formats/test_seeding.py::test_in_a_bracket_bots_of_one_group_meet_late",
        "tournaments/formats/leagues/test_round_robin.py::test_bots_of_one_author_are_put_into_different_groups",
        "tournaments/formats/leagues/test_swiss.py::test_bots_of_one_author_do_not_meet_in_the_first_round",
    ),
    "`arena ratings` and `arena verify` name": (
        "tournaments/ratings/test_allies.py::test_allies_are_named_with_what_they_gain",
        "tournaments/ratings/test_allies.py::test_a_file_of_matches_is_looked_through",
    ),
    "is shared by bot if control groups": (_GROUPS + "the_processors_are_shared_out_by_group_too",),
    "Otherwise it is shared by session": (
        _ISOLATION + "denied_calls_fail_and_the_others_go_on",
        _LIMITS + "no_detached_process_is_left_and_a_thinking_bot_gets_no_strike",
    ),
    # limits
    "these are the defaults": (_GUIDE + "its_limits_are_the_defaults",),
    "Each is for one start of a bot": (_GROUPS + "children_that_are_small_apart_and_large_together_are_ended",),
    "A bot's folder may hold 2 GiB": (
        "arena/bots/test_resolve.py::test_a_folder_with_more_than_any_bot_needs_is_refused_without_being_read",
    ),
    "a bot that is restarted within a leg finds it empty": (
        _AROUND + "a_bot_that_is_restarted_finds_its_scratch_folder_empty_where_it_is_memory",
    ),
    # submissions
    "takes a bot that somebody hands in": (_ADMISSION + "a_submission_is_kept_once_and_found_again",),
    "in words for its author, unless": (
        _ADMISSION + "a_crash_is_told_with_its_error_and_without_inner_paths",
        _ADMISSION + "a_refusal_says_nothing_that_a_terminal_obeys",
    ),
    "the archive holds plain files below its own folder": (
        _UNPACK + "what_is_no_plain_file_below_is_refused",
        _UNPACK + "links_to_anything_else_are_refused",
        _UNPACK + "links_between_the_files_of_a_bot_are_copied_as_files",
        _UNPACK + "too_many_files_are_refused",
        _UNPACK + "a_bomb_is_counted_as_it_is_read",
    ),
    "One folder around everything is taken off": (
        _UNPACK + "a_folder_around_everything_is_taken_off",
        _UNPACK + "what_a_mac_adds_is_left_out",
    ),
    "`bot.toml` says `name`": (
        _ADMISSION + "a_faulty_bot_toml_is_told_to_its_author",
        "arena/bots/test_file_names.py::test_what_would_have_to_change_is_refused",
    ),
    "`[build]`, if there is one, succeeds": (
        _ADMISSION + "a_build_is_held_and_what_it_makes_is_looked_at",
        _ADMISSION + "a_stranger_is_not_built_without_isolation",
    ),
    "What it makes is removed first": (
        _ADMISSION + "a_build_is_held_and_what_it_makes_is_looked_at",
        _ADMISSION + "what_a_build_leaves_where_nobody_looks_is_looked_at",
        _UNPACK + "what_a_build_makes_may_link_to_what_lies_beside_it",
    ),
    "It changes no file of the archive": (_ADMISSION + "a_build_is_held_and_what_it_makes_is_looked_at",),
    "every step of `arena check` passes": (_ADMISSION + "a_crash_is_told_with_its_error_and_without_inner_paths",),
    "The bot is then kept, read-only": (_ADMISSION + "a_submission_is_kept_once_and_found_again",),
    "A version never changes": (_ADMISSION + "a_submission_is_kept_once_and_found_again",),
    "After `arena bots remove` its digest is remembered": (_ADMISSION + "a_submission_is_kept_once_and_found_again",),
    "If `arena bots add` is killed": (
        "arena/bots/test_build.py::test_a_build_ends_with_the_arena_that_is_killed",
        _ADMISSION + "what_a_killed_command_left_is_removed_by_the_next",
    ),
    "The cup file names a bot with": ("tournaments/cup/test_library.py::test_a_bot_is_named_by_its_version",),
    "A submission is not played at level 0": (_CELLS + "a_submission_is_not_played_unheld_unless_that_is_said",),
    # bots on other machines
    "each side proves that it has its secret key": (
        _REMOTE + "everybody_else_is_refused_before_a_word_is_read_and_logged_once",
    ),
    "| the **seat**, from everybody": (_REMOTE + "everybody_else_is_refused_before_a_word_is_read_and_logged_once",),
    "| the **bot**, from a false arena": (
        "protocol/test_line.py::test_a_bot_with_a_wrong_server_key_is_told_once_and_goes_on_trying",
    ),
    "| **cards and answers**, on the way": (_REMOTE + "no_card_can_be_read_on_the_way",),
    "| the **other bots' connections**": (
        "arena/remote/test_seat.py::test_whatever_a_connection_does_the_others_play_every_round",
        _REMOTE + "whatever_strangers_say_at_the_door_does_not_touch_the_bot",
    ),
    "| the **arena's secret key**": (
        "arena/remote/test_keys.py::test_a_secret_key_that_others_can_read_is_refused",
        "tournaments/run/test_remote.py::test_what_is_kept_says_so_agrees_and_holds_no_secret",
    ),
    "its tables are not duplicate, and say so": (
        "tournaments/run/test_remote.py::test_only_tables_with_a_remote_bot_are_played_once",
        "arena/remote/test_play.py::test_the_arena_says_how_to_start_it_and_that_the_match_is_not_duplicate",
    ),
    "A stranger's handshake costs": (_REMOTE + "whatever_bytes_come_to_the_port_the_bot_plays",),
    "the arena listens on loopback only": (
        "tournaments/run/test_remote.py::test_bots_are_listed_by_key_or_file_and_have_a_port_each",
    ),
    "lost for longer than `patience`": (_REMOTE + "who_does_not_come_back_escapes_and_the_others_play_every_round",),
    "within a cup it cannot change": (
        "tournaments/run/test_remote.py::test_where_bots_connect_may_change_and_who_they_are_may_not",
    ),
}
"""By a few words of a sentence or of a row, as the guide has them."""

MEASURED: Final = {
    "`python -m benchmarks.leaks` sends 400 bits",
    "On a busy machine with two processors",
    "which files were read |",
    "which missing files were looked for |",
    "whether the processors are busy |",
}
"""What `python -m benchmarks.leaks` prints."""

ADVICE: Final = {
    *(
        "An arena runs programs",
        "This page says how to play safely",
        "Install `bwrap`",
        "that fit the machine, and give",
    ),
    *(
        "See that it works, on the machine",
        "The last line names the level",
        "The result then says so",
        "Where that decides, play at level 3",
    ),
    *("| level | what it is", "| from a bot | how |", "| way | level 0 |", "| protected | how |", "Therefore"),
    *("is **not** protected from the organizer", "**4**: a fault in the kernel itself", "as 3, and more"),
    *("No level helps against a bot that is told", "What nobody may say can still be told", "The processors remain"),
    *("An author who gives two names has two", "there is nothing to isolate", "What is **not** protected:"),
    *("Who sits behind the key", "A person may lay the hands", "- Fresh processes.", "Sizes and times of messages"),
    *("The ports, from being flooded", "If a bot of yours gets through", "A report with a program"),
}
"""What tells how to go about it, or admits what nobody can stop."""
