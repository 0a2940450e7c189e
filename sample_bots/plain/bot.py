"""A bot without the SDK: pyzmq and msgpack are all it takes, and in any other language it looks the same."""

import os
import random

import msgpack
import zmq

from arena.shisanshui.jokers import stand_ins
from arena.shisanshui.rows import row_value


def arrange(hand, equal_rows):
    """Shuffle until the rows are in order; the hand is the seed, so that a match played again goes the same way."""
    chance = random.Random(" ".join(hand))
    cards = list(zip(stand_ins(hand), hand, strict=True))
    while True:
        chance.shuffle(cards)
        rows = {"front": cards[:3], "middle": cards[3:8], "back": cards[8:]}
        front, middle, back = (row_value([number for number, _ in row]) for row in rows.values())
        if front < middle < back or (front <= middle <= back and equal_rows == "legal"):
            return {name: [text for _, text in row] for name, row in rows.items()}


arena = zmq.Context().socket(zmq.DEALER)
arena.connect(os.environ["ARENA_ENDPOINT"])
hello = {"type": "hello", "protocol": [1], "token": os.environ["ARENA_TOKEN"], "name": "plain", "games": ["shisanshui"]}
arena.send(msgpack.packb(hello))
rules = {}
while True:
    message = msgpack.unpackb(arena.recv())
    if message["type"] == "match":
        rules = message["rules"]
    elif message["type"] == "decide":
        actions = [arrange(item["hand"], rules["equal_rows"]) for item in message["items"]]
        answer = {"type": "answer", "match": message["match"], "request": message["request"], "actions": actions}
        arena.send(msgpack.packb(answer))
    elif message["type"] in {"bye", "refused"}:
        break
