"""A match to look at in a browser, as one file that needs no server and no network."""
