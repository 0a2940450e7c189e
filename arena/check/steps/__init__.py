"""The steps of `arena check`, one file for each kind of case."""
