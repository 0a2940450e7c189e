// The table before the person: three rows and the hand. It draws an arrangement and changes it by tap, drag and key.
import { POOL, ROWS, SIZES } from "./arrangement.js";
import { bySuit, byRank, drawn } from "./cards.js";
import { draggable } from "./drag.js";
import { element, find, say, typeName } from "./page.js";

const KEYS = { 1: "front", 2: "middle", 3: "back", 0: POOL, Backspace: POOL, Delete: POOL };
const PLACES = [...ROWS, POOL];

// Put children where they belong, and leave them alone if they are there.
function fill(parent, children) {
  if (children.length !== parent.children.length || children.some((child, at) => child !== parent.children[at])) {
    parent.replaceChildren(...children);
  }
}

class Row {
  constructor(name) {
    this.name = name;
    this.kind = element("span", { class: "kind" });
    this.put = element("button", { type: "button", class: "rowname", "data-put": name }, element("b", {}, say(name)), this.kind);
    this.slots = element("div", { class: "slots" });
    this.empty = Array.from({ length: SIZES[name] }, () => element("span", { class: "slot" }));
    this.whole = element("div", { class: `row ${name}`, role: "group", "data-place": name }, this.put, this.slots);
  }

  show(cards, type, locked) {
    const kind = type ? typeName(type, this.name) : "";
    const label = say("row", { row: say(this.name), laid: cards.length, size: SIZES[this.name] });
    this.kind.textContent = kind || `${cards.length}/${SIZES[this.name]}`;
    this.put.disabled = locked;
    this.put.setAttribute("aria-label", `${say("place", { row: say(this.name) })}. ${label}${kind ? `: ${kind}` : ""}`);
    this.whole.setAttribute("aria-label", label);
    fill(this.slots, [...cards, ...this.empty.slice(cards.length)]);
  }
}

export class Board {
  constructor(changed) {
    this.changed = changed;
    this.arrangement = null;
    this.types = [null, null, null];
    this.order = byRank;
    this.locked = true;
    this.board = document.querySelector(".felt");
    this.drawn = new Map(); // the button of each card: kept, so that a finger or the focus stays on it
    this.rows = ROWS.map((row) => new Row(row));
    find("rows").replaceChildren(...this.rows.map((row) => row.whole));
    find("pool").dataset.place = POOL;
    find("pool").setAttribute("aria-label", say("hand"));
    this.board.addEventListener("click", (event) => this.click(event));
    find("game").addEventListener("keydown", (event) => this.key(event));
    draggable(this.board, {
      cards: (at) => (this.arrangement.picked.has(at) ? [...this.arrangement.picked] : [at]),
      drop: (cards, place, onto) => this.drop(cards, place, onto),
    });
  }

  sort(suits) {
    this.order = suits ? bySuit : byRank;
    this.draw();
  }

  take(arrangement) {
    this.arrangement = arrangement;
    this.types = [null, null, null];
    this.drawn = new Map(arrangement.hand.map((text, at) => [at, element("button", { type: "button", class: "card",
      "data-at": at, "data-card": text, "aria-label": say(`card ${text}`) }, drawn(text))]));
    this.draw();
  }

  draw() {
    const focused = document.activeElement;
    for (const [at, card] of this.drawn) {
      const picked = this.arrangement.picked.has(at);
      card.classList.toggle("picked", picked);
      card.setAttribute("aria-pressed", String(picked));
      card.disabled = this.locked;
    }
    const cards = (place, order) => (this.arrangement?.in(place, order) ?? []).map((at) => this.drawn.get(at));
    this.rows.forEach((row, number) => row.show(cards(row.name), this.types[number], this.locked));
    fill(find("pool"), cards(POOL, this.order));
    if (focused !== document.activeElement && focused.isConnected) focused.focus();
  }

  click(event) {
    if (this.locked) return;
    const card = event.target.closest(".card");
    const place = event.target.closest("[data-place]")?.dataset.place;
    const { arrangement } = this;
    const picked = [...arrangement.picked];
    if (card) {
      const at = Number(card.dataset.at);
      const here = arrangement.places[at];
      const others = picked.filter((each) => arrangement.places[each] !== here);
      if (!others.length || arrangement.picked.has(at)) arrangement.pick(at);
      else if (here === POOL) arrangement.pick(at);
      else if (arrangement.room(here)) this.put(others, here);
      else if (others.length === 1) this.swap(others[0], at);
      else return this.refuse(here);
      return this.after();
    }
    if (!place) return undefined;
    if (picked.length) this.put(picked, place);
    else if (place !== POOL && arrangement.room(place) === arrangement.in(POOL).length) this.put(arrangement.in(POOL), place);
    return this.after();
  }

  put(cards, place) {
    if (!this.arrangement.put(cards, place)) this.refuse(place);
  }

  swap(one, other) {
    this.arrangement.swap(one, other);
  }

  refuse(place) {
    this.changed(say("full", { row: say(place) }));
  }

  drop(cards, place, onto) {
    if (this.locked) return;
    const at = onto ? Number(onto.dataset.at) : -1;
    const full = place !== POOL && this.arrangement.room(place) === 0 && this.arrangement.places[cards[0]] !== place;
    if (full && cards.length === 1 && at >= 0) this.swap(cards[0], at);
    else this.put(cards, place);
    this.after();
  }

  key(event) {
    if (this.locked || event.target.closest("dialog") || event.ctrlKey || event.metaKey || event.altKey) return;
    const at = Number(event.target.closest?.("[data-at]")?.dataset.at ?? -1);
    const picked = [...this.arrangement.picked];
    if (event.key in KEYS && (picked.length || at >= 0)) {
      event.preventDefault();
      const next = this.neighbour(at, 1) ?? this.neighbour(at, -1);
      this.put(picked.length ? picked : [at], KEYS[event.key]);
      this.after();
      this.board.querySelector(`[data-at="${next ?? at}"]`)?.focus();
    } else if (event.key === "Escape" && picked.length) {
      this.arrangement.picked.clear();
      this.after();
    } else if (at >= 0 && event.key.startsWith("Arrow")) {
      event.preventDefault();
      const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      const next = by ? this.neighbour(at, by) : this.across(at, event.key === "ArrowDown" ? 1 : -1);
      if (next !== undefined) this.board.querySelector(`[data-at="${next}"]`).focus();
    }
  }

  listed(place) {
    return this.arrangement.in(place, place === POOL ? this.order : undefined);
  }

  neighbour(at, by) {
    if (at < 0) return undefined;
    const cards = this.listed(this.arrangement.places[at]);
    return cards[cards.indexOf(at) + by];
  }

  across(at, by) {
    for (let to = PLACES.indexOf(this.arrangement.places[at]) + by; to >= 0 && to < PLACES.length; to += by) {
      const cards = this.listed(PLACES[to]);
      if (cards.length) return cards[Math.min(cards.length - 1, this.listed(this.arrangement.places[at]).indexOf(at))];
    }
    return undefined;
  }

  after() {
    this.draw();
    this.changed("");
  }
}
