// The time left, as the referee counts it: the server says how much is left, and the browser only counts on from there by
// a clock that nobody can set.
import { element, find } from "./page.js";

let until = null;
let whole = 1;
let told = false; // that it is over
let ended = () => {};

export function onEnd(act) {
  ended = act;
}

// Start from what the server says, in milliseconds; null stops the clock.
export function set(left, time) {
  until = left === null ? null : performance.now() + left;
  told = false;
  whole = Math.max(1, time);
  find("clock").hidden = until === null;
  tick();
}

export const isUp = () => until !== null && performance.now() >= until;

function tick() {
  if (until === null) return;
  const left = Math.max(0, until - performance.now());
  const seconds = Math.ceil(left / 1000);
  const shown = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  for (const place of document.querySelectorAll("[data-clock]")) place.textContent = shown;
  find("left").textContent = shown;
  find("clock").classList.toggle("short", left < 10000);
  find("spent").style.width = `${(100 * left) / whole}%`;
  if (left === 0 && !told) {
    told = true;
    ended();
  }
}

setInterval(tick, 200);

export const copy = () => element("span", { "data-clock": true });
