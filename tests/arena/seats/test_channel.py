"""What a channel sends as soon as somebody is there."""

import zmq

from arena.seats.channel import Channel

CONNECTIONS = 60
"""Enough that some are told of before the socket has taken them in."""


def test_who_has_just_connected_gets_what_is_sent() -> None:
    context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
    afar: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
    channel = Channel(context)
    channel.socket.bind("tcp://127.0.0.1:*")
    endpoint = channel.socket.getsockopt(zmq.LAST_ENDPOINT)
    assert isinstance(endpoint, bytes)
    try:
        for number in range(CONNECTIONS):
            with afar.socket(zmq.DEALER) as peer:
                peer.rcvtimeo = 10_000
                peer.connect(endpoint.decode())
                while channel.connections == number:
                    assert channel.receive() is None
                    channel.watch()
                assert channel.send(b"%d" % number)
                assert peer.recv() == b"%d" % number
            while not channel.lost:
                channel.watch()
    finally:
        channel.close()
        afar.destroy(linger=0)
        context.destroy(linger=0)
