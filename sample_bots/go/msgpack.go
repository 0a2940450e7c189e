package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
)

// As much of msgpack (https://msgpack.org) as the arena's messages use. A value is nil, a bool, an int, a float64, a
// string, a list or a dict.
type (
	list = []any
	dict = map[string]any
)

// encode writes every length and number in its longest form: any valid encoding will do.
func encode(bytes []byte, value any) []byte {
	head := func(kind byte, length int) []byte {
		return binary.BigEndian.AppendUint32(append(bytes, kind), uint32(length))
	}
	switch value := value.(type) {
	case int:
		return binary.BigEndian.AppendUint64(append(bytes, 0xd3), uint64(value))
	case string:
		return append(head(0xdb, len(value)), value...)
	case []string:
		bytes = head(0xdd, len(value))
		for _, one := range value {
			bytes = encode(bytes, one)
		}
		return bytes
	case list:
		bytes = head(0xdd, len(value))
		for _, one := range value {
			bytes = encode(bytes, one)
		}
		return bytes
	case dict:
		bytes = head(0xdf, len(value))
		for key, one := range value {
			bytes = encode(encode(bytes, key), one)
		}
		return bytes
	}
	panic(fmt.Sprintf("%T cannot be sent", value))
}

// decode reads the one value that a message holds.
func decode(message []byte) (value any, err error) {
	defer func() {
		if fault, is := recover().(unreadable); is {
			err = errors.New(string(fault))
		}
	}()
	return (&reader{message}).value(), nil
}

type reader struct{ left []byte }

type unreadable string

func (r *reader) value() any {
	kind := r.take(1)[0]
	switch {
	case kind <= 0x7f || kind >= 0xe0:
		return int(int8(kind))
	case kind <= 0x8f:
		return r.dict(int(kind & 0x0f))
	case kind <= 0x9f:
		return r.list(int(kind & 0x0f))
	case kind <= 0xbf:
		return string(r.take(int(kind & 0x1f)))
	case kind == 0xc0:
		return nil
	case kind == 0xc2 || kind == 0xc3:
		return kind == 0xc3
	case kind == 0xca:
		return float64(math.Float32frombits(uint32(r.unsigned(4))))
	case kind == 0xcb:
		return math.Float64frombits(r.unsigned(8))
	case kind >= 0xcc && kind <= 0xcf:
		return int(r.unsigned(1 << (kind - 0xcc)))
	case kind >= 0xd0 && kind <= 0xd3:
		size := 1 << (kind - 0xd0)
		shift := 64 - 8*size
		return int(int64(r.unsigned(size)<<shift) >> shift)
	case kind >= 0xd9 && kind <= 0xdb:
		return string(r.take(int(r.unsigned(1 << (kind - 0xd9)))))
	case kind == 0xdc || kind == 0xdd:
		return r.list(int(r.unsigned(2 << (kind - 0xdc))))
	case kind == 0xde || kind == 0xdf:
		return r.dict(int(r.unsigned(2 << (kind - 0xde))))
	}
	panic(unreadable(fmt.Sprintf("type %#x, which the arena does not use", kind)))
}

func (r *reader) take(length int) []byte {
	if length > len(r.left) {
		panic(unreadable("the message is cut short"))
	}
	taken := r.left[:length]
	r.left = r.left[length:]
	return taken
}

func (r *reader) unsigned(size int) (total uint64) {
	for _, one := range r.take(size) {
		total = total<<8 | uint64(one)
	}
	return total
}

func (r *reader) list(length int) list {
	values := list{}
	for ; length > 0; length-- {
		values = append(values, r.value())
	}
	return values
}

func (r *reader) dict(length int) dict {
	values := dict{}
	for ; length > 0; length-- {
		key, _ := r.value().(string)
		values[key] = r.value()
	}
	return values
}
