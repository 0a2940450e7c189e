"""Each lane's thread is charged with what comes in over its own sockets, and no other."""

import zmq

from arena.seats.lanes import Lanes

FRAMES, SIZE = 300, 10_000
FEW = 100
"""Pages that a thread touches by itself."""


def test_what_never_ends_is_counted_in_its_lane() -> None:
    lanes = Lanes(3)
    afar: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
    bound, peers = [], []
    try:
        for lane in range(3):
            bound.append(lanes.context.socket(zmq.DEALER))
            bound[-1].affinity = 1 << lane
            bound[-1].bind("tcp://127.0.0.1:*")
            endpoint = bound[-1].getsockopt(zmq.LAST_ENDPOINT)
            assert isinstance(endpoint, bytes)
            peers.append(afar.socket(zmq.DEALER))
            peers[-1].connect(endpoint.decode())
            peers[-1].send(b"hello")
            assert bound[-1].recv() == b"hello"
        before = lanes.pages()
        for _ in range(FRAMES):
            peers[1].send(bytes(SIZE), zmq.SNDMORE)
        peers[1].send(b"end")
        peers[2].send(b"short")
        assert bound[2].recv() == b"short"
        while not bound[1].recv(copy=False).more:
            pass
        taken = {lane: pages - before[lane] for lane, pages in lanes.pages().items()}
    finally:
        afar.destroy(linger=0)
        lanes.context.destroy(linger=0)
    assert taken[1] > FRAMES * SIZE // 4096 // 2
    assert max(taken[0], taken[2]) < FEW
