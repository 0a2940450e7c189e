"""One local bot: its process, its socket, and both together from launch to the last byte."""
