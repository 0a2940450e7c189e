"""`arena rules`: rule sets listed, shown, compared and checked."""
