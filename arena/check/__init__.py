"""`arena check`: plays a bot through every case of the protocol and reports its faults."""
