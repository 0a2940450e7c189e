// The thirteen cards of a hand: where each lies, and which are picked. Cards are known by their place in the hand, since
// several packs hold equal ones. Nothing here touches the page.
import { byRank } from "./cards.js";

export const ROWS = ["front", "middle", "back"];
export const SIZES = { front: 3, middle: 5, back: 5 };
export const POOL = "pool";

export class Arrangement {
  constructor(hand) {
    this.hand = hand;
    this.places = hand.map(() => POOL);
    this.picked = new Set();
  }

  // the cards in a place; in a row those of a kind come first
  in(place, order = byRank) {
    const cards = this.hand.map((_, at) => at).filter((at) => this.places[at] === place);
    const often = (at) => (place === POOL ? 0 : cards.filter((other) => this.hand[other][0] === this.hand[at][0]).length);
    return cards.sort((one, other) => often(other) - often(one) || order(this.hand[one], this.hand[other]));
  }

  texts(place) {
    return this.in(place).map((at) => this.hand[at]);
  }

  room(row) {
    return SIZES[row] - this.in(row).length;
  }

  get whole() {
    return ROWS.every((row) => this.room(row) === 0);
  }

  pick(at, on = !this.picked.has(at)) {
    if (on) this.picked.add(at);
    else this.picked.delete(at);
  }

  // Move cards to a place, as many as it has room for; returns whether all of them found it.
  put(cards, place) {
    let all = true;
    for (const at of cards) {
      if (this.places[at] !== place && place !== POOL && this.room(place) === 0) { all = false; continue; }
      this.places[at] = place;
      this.picked.delete(at);
    }
    return all;
  }

  swap(one, other) {
    [this.places[one], this.places[other]] = [this.places[other], this.places[one]];
    this.picked.delete(one);
    this.picked.delete(other);
  }

  takeBack() {
    this.put(this.hand.map((_, at) => at), POOL);
    this.picked.clear();
  }

  // Lay rows given as texts, as a hint or what was kept says.
  lay(rows) {
    this.takeBack();
    for (const row of ROWS) this.put(this.find(rows[row] ?? [], POOL), row);
  }

  // Lay what is still in the hand, the lowest in front: enough for a hand that is special however it is laid.
  fill() {
    for (const row of ROWS) this.put(this.in(POOL).reverse().slice(0, this.room(row)), row);
  }

  // the cards given as texts, among those that lie in `place`
  find(texts, place) {
    const free = this.in(place);
    return texts.flatMap((text) => {
      const found = free.findIndex((at) => this.hand[at] === text);
      return found < 0 ? [] : free.splice(found, 1);
    });
  }

  rows() {
    return Object.fromEntries(ROWS.map((row) => [row, this.texts(row)]));
  }
}
