// The conversation with the arena: hello, then an answer to every decide, until bye. ../../protocol/SPEC.md explains it.

import { decode, encode } from "@msgpack/msgpack";
import { Dealer } from "zeromq";

import { arrange } from "./arrange.js";

const endpoint = process.env.ARENA_ENDPOINT;
if (!endpoint) {
  console.error("this is a bot, and a bot is started by the arena: try `arena play` (ARENA_ENDPOINT is not set)");
  process.exit(2);
}

const arena = new Dealer({ linger: 0 });
arena.connect(endpoint);

await arena.send(
  encode({
    type: "hello",
    protocol: [1],
    token: process.env.ARENA_TOKEN ?? "",
    name: "javascript",
    games: ["shisanshui"],
    batch: 64,
    events: "none",
  }),
);

let rules = {};
for await (const [frame] of arena) {
  const message = decode(frame);
  if (message.type === "match") {
    rules = message.rules;
  } else if (message.type === "decide") {
    for (const event of message.events) {
      if (event.type === "strike") console.error(`strike ${event.code}: ${event.message}`);
    }
    const actions = message.items.map((item) => arrange(item.hand, rules.equal_rows === "foul"));
    await arena.send(encode({ type: "answer", match: message.match, request: message.request, actions }));
  } else if (message.type === "refused") {
    console.error(`refused by the arena: ${message.code}: ${message.message}`);
    process.exit(2);
  } else if (message.type === "bye") {
    break;
  }
}
arena.close();
