"""The game of Shisanshui (十三水), pure: no clock, no socket, no file but its own rule sets."""
