// The settlement of a round: front against front, middle, back, then guns, home runs and specials, and the sum. It plays
// once, can be shown at once, and is only text where motion is not wanted.
import { ROWS } from "./arrangement.js";
import { drawn } from "./cards.js";
import { copy } from "./clock.js";
import { element, find, say, signed, typeName } from "./page.js";

const STEP_MS = 900;
const LAST = 4;
let timer = 0;

const stepOf = (reason) => (ROWS.includes(reason) ? ROWS.indexOf(reason) : 3);

export function show(view) {
  const { settled } = view;
  const dialog = find("settlement");
  clearInterval(timer);
  dialog.replaceChildren(
    element("header", {}, element("h2", { id: "settled" }, say("settled", { round: settled.round })),
      element("p", { class: `sum ${tone(settled.water[view.seat])}` }, say("water", { water: signed(settled.water[view.seat]) }))),
    element("div", { class: "hands" }, ...seatsInOrder(view).map((seat) => hand(view, seat))),
    element("ul", { class: "pays" }, ...payments(view)),
    element("p", { class: "leave" },
      element("button", { type: "button", class: "lead", autofocus: true, onclick: () => dialog.close() }),
      element("button", { type: "button", class: "skip-steps", onclick: () => step(dialog, LAST) }, say("skip"))),
  );
  update(view);
  if (!dialog.open) dialog.showModal();
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return step(dialog, LAST);
  let at = 0;
  step(dialog, at);
  timer = setInterval(() => step(dialog, ++at), STEP_MS);
  dialog.addEventListener("close", () => clearInterval(timer), { once: true });
  return undefined;
}

// Say on the button what comes next, with the time that runs already.
export function update(view) {
  const open = view.phase === "arranging";
  find("settlement").querySelector(".lead")?.replaceChildren(say(open ? "next" : "close"), " ", ...(open ? [copy()] : []));
}

function step(dialog, at) {
  dialog.dataset.step = at;
  for (const each of dialog.querySelectorAll("[data-step]")) {
    each.classList.toggle("lit", Number(each.dataset.step) === at);
    if (each.tagName === "LI") each.hidden = Number(each.dataset.step) > at;
  }
  dialog.querySelector(".skip-steps").hidden = at >= LAST;
  dialog.querySelector(".sum").classList.toggle("told", at >= LAST);
  if (at >= LAST) clearInterval(timer);
}

const tone = (water) => (water > 0 ? "plus" : water < 0 ? "minus" : "");

const seatsInOrder = (view) => {
  const seats = view.seats.map((_, seat) => seat);
  return [view.seat, ...seats.filter((seat) => seat !== view.seat)];
};

function hand(view, seat) {
  const it = view.settled.seats[seat];
  const head = element("h3", {}, element("span", { class: "bot" }, view.seats[seat]), " ",
    element("b", { class: tone(view.settled.water[seat]) }, signed(view.settled.water[seat])));
  const notes = [it.special && say(`special ${it.special}`), ["foul", "escaped"].includes(it.outcome) && say(it.outcome),
    it.stand_in && say("stand-in")].filter(Boolean);
  const made = element("section", { class: `laid${seat === view.seat ? " me" : ""}` }, head);
  if (notes.length) made.append(element("p", { class: "note" }, notes.join(" · ")));
  if (!it.front) return made;
  ROWS.forEach((row, number) => {
    const cards = it[row].map((card) => element("span", { class: "card still", role: "img", "aria-label": say(`card ${card}`) }, drawn(card)));
    made.append(element("div", { class: "line", "data-step": number }, element("div", { class: "few" }, ...cards),
      element("span", { class: "kind" }, it.types ? typeName(it.types[number], row) : "")));
  });
  return made;
}

function payments(view) {
  const name = (seat) => (seat === null ? say("table") : view.seats[seat]);
  const shown = [...view.settled.transfers].sort((one, other) => stepOf(one.reason) - stepOf(other.reason));
  if (!shown.length) return [element("li", { "data-step": 0 }, say("nothing"))];
  return shown.map((it) => {
    const mine = it.from === view.seat ? "minus" : it.to === view.seat ? "plus" : "dim";
    const big = it.reason === "gun" || it.reason.startsWith("home-run") ? " big" : "";
    return element("li", { class: mine + big, "data-step": stepOf(it.reason) }, say("pays",
      { source: name(it.from), target: name(it.to), water: it.water, reason: say(`reason ${it.reason}`) }));
  });
}
