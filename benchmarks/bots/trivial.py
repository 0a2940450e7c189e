"""The least a bot can do: lay its cards in the order of their text. It measures the arena, not itself."""

import os

import msgpack
import zmq

BATCH = int(os.environ.get("TRIVIAL_BATCH", "1"))


def main() -> None:
    socket = zmq.Context().socket(zmq.DEALER)
    socket.connect(os.environ["ARENA_ENDPOINT"])
    hello = {"type": "hello", "protocol": [1], "token": os.environ["ARENA_TOKEN"], "name": "trivial"}
    socket.send(msgpack.packb(hello | {"games": ["shisanshui"], "batch": BATCH}))
    while True:
        message = msgpack.unpackb(socket.recv())
        if message["type"] == "decide":
            actions = []
            for item in message["items"]:
                cards = sorted(item["hand"])
                actions.append({"front": cards[:3], "middle": cards[3:8], "back": cards[8:]})
            answer = {"type": "answer", "match": message["match"], "request": message["request"], "actions": actions}
            socket.send(msgpack.packb(answer))
        elif message["type"] in {"bye", "refused"}:
            return


main()
