"""Running a cup: the session, its director and executor, and the events they tell."""
