// The best back there is, then the best middle that the rest gives.

const RANKS = "23456789TJQKA";

/** Lays 13 cards as front, middle and back; `strict` when equal rows foul. */
export function arrange(hand, strict) {
  const cards = standIns(hand).map((card, place) => ({ card, text: hand[place] }));
  for (const back of bestFives(cards)) {
    const rest = cards.filter((held) => !back.row.includes(held));
    for (const middle of bestFives(rest)) {
      const front = rest.filter((held) => !middle.row.includes(held));
      if (rises(rowValue(front), middle.value, strict) && rises(middle.value, back.value, strict)) {
        return { front: texts(front), middle: texts(middle.row), back: texts(back.row) };
      }
    }
  }
  throw new Error(`no legal arrangement of ${hand.join(" ")}`);
}

/** What a row of three or five is worth, as a number: higher is better, equal is a tie. */
export function rowValue(row) {
  const ranks = row.map(({ card }) => RANKS.indexOf(card[0]) + 1).sort((a, b) => b - a);
  const counts = new Map();
  for (const rank of ranks) counts.set(rank, (counts.get(rank) ?? 0) + 1);
  const groups = [...counts].sort(([rankA, countA], [rankB, countB]) => countB - countA || rankB - rankA);
  const shape = groups.map(([, count]) => count).join("");
  const flush = row.length === 5 && row.every(({ card }) => card[1] === row[0].card[1]);
  const run = runPlace(ranks);
  if (shape === "5") return value(9, [ranks[0]]);
  if (flush && run) return value(8, [run]);
  const grouped = groups.map(([rank]) => rank);
  if (shape === "41") return value(7, grouped);
  if (shape === "32") return value(6, grouped);
  if (flush) return value(5, ranks);
  if (run) return value(4, [run]);
  const kinds = { 311: 3, 3: 3, 221: 2, 2111: 1, 21: 1 };
  return value(kinds[shape] ?? 0, grouped);
}

/** The place of a straight: 10 for TJQKA, 9 for A2345, then 8 for 9TJQK down to 1 for 23456; 0 for no straight. */
function runPlace(ranks) {
  if (ranks.length !== 5) return 0;
  if (ranks.join() === "13,4,3,2,1") return 9;
  if (ranks.some((rank, place) => rank !== ranks[0] - place)) return 0;
  return ranks[0] === 13 ? 10 : ranks[0] - 4;
}

function value(kind, keys) {
  return [0, 1, 2, 3, 4].reduce((total, place) => total * 16 + (keys[place] ?? 0), kind);
}

function rises(lower, higher, strict) {
  return strict ? lower < higher : lower <= higher;
}

/** Every choice of five cards with its value, the best first. */
function bestFives(cards) {
  const rows = choices(cards, 5).map((row) => ({ row, value: rowValue(row) }));
  return rows.sort((a, b) => b.value - a.value);
}

function choices(cards, size) {
  if (size === 0) return [[]];
  return cards.flatMap((card, place) => choices(cards.slice(place + 1), size - 1).map((rest) => [card, ...rest]));
}

/** The hand with every joker (王) as one more of the rank held most often: humble, but legal under the rules. */
function standIns(hand) {
  const plain = hand.filter((card) => card[0] !== "X");
  const held = (card) => plain.filter((other) => other[0] === card[0]).length;
  const model = plain.reduce((best, card) => (held(card) > held(best) ? card : best), plain[0]);
  return hand.map((card) => (card[0] === "X" ? model : card));
}

function texts(row) {
  return row.map(({ text }) => text);
}
