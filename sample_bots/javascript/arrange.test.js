// Run with `npm test`.

import assert from "node:assert/strict";
import { test } from "node:test";

import { arrange, rowValue } from "./arrange.js";

const row = (text) => text.split(" ").map((card) => ({ card, text: card }));

test("rows stand in their order", () => {
  const ascending = [
    "2s 3h 5d",
    "9s Th Jd Qc Ad",
    "2s 2h 5d",
    "2s 2h 3d 4c 5d",
    "As Ah Kd Qc Jd",
    "2s 2h 3d 3c 4d",
    "2s 2h 2d",
    "2s 2h 2d 3c 4d",
    "2s 3h 4d 5c 6d",
    "9s Th Jd Qc Kd",
    "As 2h 3d 4c 5d",
    "Ts Jh Qd Kc Ad",
    "2s 3s 4s 5s 7s",
    "2s 2h 2d 3c 3d",
    "2s 2h 2d 2c 3d",
    "2s 3s 4s 5s 6s",
    "2s 2h 2d 2c 2d",
  ].map((text) => rowValue(row(text)));
  assert.deepEqual(ascending, [...ascending].sort((a, b) => a - b));
  assert.equal(new Set(ascending).size, ascending.length);
});

test("all thirteen cards are laid, in rows that rise", () => {
  const hand = "As Kh Kd Qc Qs 9h 9d 8c 7s 5h 4d 3c 2s".split(" ");
  const rows = arrange(hand, true);
  assert.deepEqual([...rows.front, ...rows.middle, ...rows.back].sort(), [...hand].sort());
  const [front, middle, back] = [rows.front, rows.middle, rows.back].map((cards) => rowValue(row(cards.join(" "))));
  assert.ok(front < middle && middle < back);
});

test("a hand with jokers can be laid", () => {
  const rows = arrange("Xs Xb Kd Qc Js 9h 8d 7c 6s 5h 4d 3c 2s".split(" "), false);
  assert.equal(rows.front.length + rows.middle.length + rows.back.length, 13);
});
