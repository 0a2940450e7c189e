"""A bot at its seat: its process, its channel, and both together from launch to the last byte."""
