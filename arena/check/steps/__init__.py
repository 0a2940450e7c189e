"""The steps of `arena check`, a file for each kind of situation."""
