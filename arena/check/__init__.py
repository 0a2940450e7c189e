"""`arena check`: plays one bot through every situation of the protocol and says what it got wrong."""
