// The conversation with the arena: hello, then an answer to every decide, until bye. protocol/SPEC.md explains it.
package main

import (
	"fmt"
	"os"
)

func main() {
	endpoint := os.Getenv("ARENA_ENDPOINT")
	if endpoint == "" {
		fmt.Fprintln(os.Stderr,
			"this is a bot, and a bot is started by the arena: try `arena play` (ARENA_ENDPOINT is not set)")
		os.Exit(2)
	}
	status, err := play(endpoint)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	os.Exit(status)
}

// play plays until the arena says goodbye, and returns the status to end with.
func play(endpoint string) (int, error) {
	arena, err := connect(endpoint)
	if err != nil {
		return 1, err
	}
	hello := dict{
		"type":     "hello",
		"protocol": list{1},
		"token":    os.Getenv("ARENA_TOKEN"),
		"name":     "go",
		"games":    list{"shisanshui"},
		"batch":    64,
		"events":   "none",
	}
	if err := arena.send(encode(nil, hello)); err != nil {
		return 1, err
	}
	strict := false
	for {
		bytes, err := arena.receive()
		if err != nil {
			return 1, err
		}
		decoded, err := decode(bytes)
		if err != nil {
			return 1, err
		}
		message, _ := decoded.(dict)
		switch message["type"] {
		case "match":
			strict = message["rules"].(dict)["equal_rows"] == "foul"
		case "decide":
			for _, event := range message["events"].(list) {
				if event := event.(dict); event["type"] == "strike" {
					fmt.Fprintf(os.Stderr, "strike %v: %v\n", event["code"], event["message"])
				}
			}
			if err := arena.send(encode(nil, answerTo(message, strict))); err != nil {
				return 1, err
			}
		case "refused":
			return 2, fmt.Errorf("refused by the arena: %v", message["message"])
		case "bye":
			return 0, nil
		}
	}
}

func answerTo(decide dict, strict bool) dict {
	actions := list{}
	for _, item := range decide["items"].(list) {
		var hand []string
		for _, card := range item.(dict)["hand"].(list) {
			hand = append(hand, card.(string))
		}
		rows := arrange(hand, strict)
		actions = append(actions, dict{"front": rows.Front, "middle": rows.Middle, "back": rows.Back})
	}
	return dict{"type": "answer", "match": decide["match"], "request": decide["request"], "actions": actions}
}
