"""The events of cups, followed as they are written and passed on to browsers."""
