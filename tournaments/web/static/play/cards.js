// Playing cards as SVG: crisp at every size, suits drawn as shapes so that no font has to have them.
const NS = "http://www.w3.org/2000/svg";
const SUITS = {
  s: "M0-10C4-4 10 0 10 5.2A5 5 0 0 1 1.6 8.2C1.8 10 2.6 11.4 4 12.4H-4C-2.6 11.4-1.8 10-1.6 8.2A5 5 0 0 1-10 5.2C-10 0-4-4 0-10Z",
  h: "M0 11C-4 6-10.4 2-10.4-4A5.6 5.6 0 0 1 0-6.6A5.6 5.6 0 0 1 10.4-4C10.4 2 4 6 0 11Z",
  d: "M0-11.5C2.6-7 5.4-3.4 9 0C5.4 3.4 2.6 7 0 11.5C-2.6 7-5.4 3.4-9 0C-5.4-3.4-2.6-7 0-11.5Z",
  c: "M0-11A5.2 5.2 0 0 1 4.2-2.6A5.2 5.2 0 1 1 1.6 5.4C1.8 8.4 2.6 10.6 4.2 12H-4.2C-2.6 10.6-1.8 8.4-1.6 5.4A5.2 5.2 0 1 1-4.2-2.6A5.2 5.2 0 0 1 0-11Z",
};

function shape(name, attributes) {
  const made = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

function text(words, attributes) {
  const made = shape("text", attributes);
  made.textContent = words;
  return made;
}

const suit = (letter, x, y, scale) => shape("path", { d: SUITS[letter], transform: `translate(${x} ${y}) scale(${scale})` });

// the card of a text such as "As", "Td" or "Xb"; its name is on what holds it
export function drawn(card) {
  const joker = card[0] === "X";
  const kind = joker ? (card[1] === "b" ? "big" : "small") : card[1];
  const svg = shape("svg", { viewBox: "0 0 60 84", class: `face ${kind}`, "aria-hidden": "true", focusable: "false" });
  svg.append(shape("rect", { x: 0.75, y: 0.75, width: 58.5, height: 82.5, rx: 6 }));
  if (joker) {
    svg.append(text("王", { x: 30, y: 47, class: "joker" }), text(kind === "big" ? "大" : "小", { x: 12, y: 20, class: "small" }));
    return svg;
  }
  svg.append(
    text(card[0] === "T" ? "10" : card[0], { x: 14, y: 25, class: card[0] === "T" ? "rank ten" : "rank" }),
    suit(card[1], 14, 38, 0.72),
    suit(card[1], 38, 57, 1.62),
  );
  return svg;
}

const ORDER = "23456789TJQKA";
const SUIT_ORDER = "cdhs";

// high to low, as players hold them
export function byRank(one, other) {
  return height(other) - height(one) || SUIT_ORDER.indexOf(other[1]) - SUIT_ORDER.indexOf(one[1]);
}

export function bySuit(one, other) {
  const group = (card) => (card[0] === "X" ? 9 : SUIT_ORDER.indexOf(card[1]));
  return group(other) - group(one) || height(other) - height(one);
}

const height = (card) => (card[0] === "X" ? 20 + (card[1] === "b") : ORDER.indexOf(card[0]));
