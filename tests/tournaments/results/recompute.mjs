// The deals and seatings of a cup, from what it published and from docs/deals.md alone; nothing of the arena's is used.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

const MOST = 1 << 16;

function dealSeed(cup, match) {
  const fields = ["deal seed", Buffer.from(cup.secret, "hex"), match, cup.salt];
  if (cup.beacon) fields.push("beacon", cup.beacon);
  fields.push(...cup.bots.map((bot) => bot.digest).sort());
  const hash = createHash("sha256");
  for (const field of fields) {
    const bytes = Buffer.from(field);
    const length = Buffer.alloc(8);
    length.writeBigUInt64BE(BigInt(bytes.length));
    hash.update(length).update(bytes);
  }
  return hash.digest();
}

function* words(purpose, middle, seed) {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(seed.length);
  const message = Buffer.concat([Buffer.from(`shisanshui-arena ${purpose} v1\n`), middle, length, seed]);
  const stream = createHash("shake256", { outputLength: MOST }).update(message).digest();
  for (let at = 0; at < MOST; at += 2) yield stream.readUInt16BE(at);
}

function shuffle(list, places, source) {
  for (let place = 0; place < places; place += 1) {
    const left = list.length - place;
    let word;
    do word = source.next().value;
    while (word >= 65536 - (65536 % left));
    const other = place + (word % left);
    [list[place], list[other]] = [list[other], list[place]];
  }
  return list;
}

const upTo = (size) => [...Array(size).keys()];

function legs(seed, bots, duplicate) {
  if (!duplicate) return [upTo(bots)];
  const source = words("seating", Buffer.alloc(0), seed);
  const order = shuffle(upTo(bots), bots, source);
  const shifts = shuffle(upTo(bots), bots, source);
  return shifts.map((shift) => upTo(bots).map((seat) => order[(shift + seat) % bots]));
}

function hands(seed, round, seats) {
  const number = Buffer.alloc(8);
  number.writeBigUInt64BE(BigInt(round));
  const deck = shuffle(upTo(52), 13 * seats, words("deal", number, seed));
  const sorted = (seat) => deck.slice(13 * seat, 13 * seat + 13).sort((a, b) => b - a);
  return upTo(seats).map((seat) => sorted(seat).map((card) => "23456789TJQKA"[card >> 2] + "shdc"[card & 3]));
}

const cup = JSON.parse(readFileSync(0, "utf8"));
const plays = cup.matches.flatMap((match) =>
  match.plays.map((play) => {
    const seed = dealSeed(cup, play.match);
    return {
      match: play.match,
      deal_seed: seed.toString("hex"),
      legs: legs(seed, match.seats.length, match.duplicate),
      hands: upTo(play.rounds).map((round) => hands(seed, round + 1, match.seats.length)),
    };
  }),
);
const commitment = createHash("sha256").update(Buffer.from(cup.secret, "hex")).digest("hex");
process.stdout.write(JSON.stringify({ commitment, plays }));
