package main

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"strings"
)

const (
	long    = 2
	command = 4
	ready   = "\x05READY\x0bSocket-Type\x00\x00\x00\x06DEALER"
)

// Dealer is as much of ZeroMQ's protocol (ZMTP 3.0, https://rfc.zeromq.org/spec/23) as a bot needs: a DEALER, connected to
// a path.
type Dealer struct {
	incoming *bufio.Reader
	outgoing net.Conn
}

// connect connects to ipc://PATH and shakes hands.
func connect(endpoint string) (*Dealer, error) {
	if !strings.HasPrefix(endpoint, "ipc://") {
		return nil, errors.New(endpoint + ": this bot knows ipc:// alone")
	}
	outgoing, err := net.Dial("unix", strings.TrimPrefix(endpoint, "ipc://"))
	if err != nil {
		return nil, err
	}
	arena := &Dealer{bufio.NewReader(outgoing), outgoing}
	greeting := make([]byte, 64)
	greeting[0], greeting[9], greeting[10] = 0xff, 0x7f, 3
	copy(greeting[12:], "NULL")
	if _, err := outgoing.Write(greeting); err != nil {
		return nil, err
	}
	if _, err := io.ReadFull(arena.incoming, greeting); err != nil {
		return nil, err
	}
	if err := arena.write(command, []byte(ready)); err != nil {
		return nil, err
	}
	kind, answer, err := arena.read()
	if err == nil && (kind&command == 0 || !bytes.HasPrefix(answer, []byte(ready[:6]))) {
		err = errors.New("the other side refused the handshake")
	}
	return arena, err
}

func (arena *Dealer) send(message []byte) error { return arena.write(0, message) }

// receive waits for the next message, however long it takes.
func (arena *Dealer) receive() ([]byte, error) {
	for {
		kind, body, err := arena.read()
		if err != nil || kind&command == 0 {
			return body, err
		}
	}
}

func (arena *Dealer) write(kind byte, body []byte) error {
	frame := []byte{kind, byte(len(body))}
	if len(body) > 255 {
		frame = binary.BigEndian.AppendUint64([]byte{kind | long}, uint64(len(body)))
	}
	_, err := arena.outgoing.Write(append(frame, body...))
	return err
}

func (arena *Dealer) read() (byte, []byte, error) {
	var head [9]byte
	if _, err := io.ReadFull(arena.incoming, head[:2]); err != nil {
		return 0, nil, err
	}
	length := uint64(head[1])
	if head[0]&long != 0 {
		if _, err := io.ReadFull(arena.incoming, head[2:]); err != nil {
			return 0, nil, err
		}
		length = binary.BigEndian.Uint64(head[1:])
	}
	body := make([]byte, length)
	_, err := io.ReadFull(arena.incoming, body)
	return head[0], body, err
}
