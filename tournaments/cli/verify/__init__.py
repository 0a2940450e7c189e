"""`arena verify`: a record recomputed, and held against what was published, noted and is played again."""
