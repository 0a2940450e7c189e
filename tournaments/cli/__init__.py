"""The subcommands of `arena` that tournaments add."""
