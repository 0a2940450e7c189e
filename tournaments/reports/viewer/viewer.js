// Steps through the rounds of a match. Everything that bots or people have named is set as text, never as HTML.
const data = JSON.parse(document.getElementById("match").textContent);
const STEPS = ["dealt", "laid", "front", "middle", "back", "guns", "sum"];
const ROWS = ["front", "middle", "back"];
const SUITS = { s: ["♠", ""], h: ["♥", "red"], d: ["♦", "red blue"], c: ["♣", "green"] };
const ORDER = "23456789TJQKA";
const state = { at: 0, step: 0, lang: navigator.language.startsWith("zh") ? 1 : 0, view: "", four: false, totals: true };
let playing = 0;

const word = (key) => (data.words[key] ?? [key, key])[state.lang];
const rank = (card) => (card[0] === "X" ? 100 + (card[1] === "b") : ORDER.indexOf(card[0]) * 4 + "shdc".indexOf(card[1]));
const sorted = (cards) => [...cards].sort((one, other) => rank(other) - rank(one));
const signed = (water) => (water > 0 ? `+${water}` : `${water}`);

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

function drawn(card) {
  const NS = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(NS, "svg");
  svg.setAttribute("viewBox", "0 0 36 50");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", word(`card ${card}`));
  const back = document.createElementNS(NS, "rect");
  for (const [key, value] of Object.entries({ x: 1, y: 1, width: 34, height: 48, rx: 4 })) back.setAttribute(key, value);
  svg.append(back);
  const joker = card[0] === "X";
  const [suit, colour] = joker ? [card[1] === "b" ? "大" : "小", "red"] : SUITS[card[1]];
  for (const [text, y] of [[joker ? "王" : card[0] === "T" ? "10" : card[0], 21], [suit, 41]]) {
    const line = document.createElementNS(NS, "text");
    line.setAttribute("x", 18);
    line.setAttribute("y", y);
    line.setAttribute("class", colour);
    line.textContent = text;
    svg.append(line);
  }
  return svg;
}

const cards = (texts) => element("div", { class: `cards${state.four ? " four" : ""}` }, ...sorted(texts).map(drawn));
const number = (water) =>
  element("span", { class: `num ${water > 0 ? "plus" : water < 0 ? "minus" : ""}` }, signed(water));

function seat(round, it, total) {
  const step = STEPS[state.step];
  const head = element("header", {}, element("h2", {}, it.bot));
  const figures = element("span", {});
  if (step === "sum") figures.append(number(it.water));
  else if (moves(round).length) figures.append(number(gain(round, it.bot)));
  if (state.totals && total !== undefined) figures.append(` (${word("total")} ${signed(total)})`);
  head.append(figures);
  const made = element("section", { class: "seat", "aria-label": it.bot }, head);
  if (step === "dealt" || !it.front) {
    made.append(element("div", { class: "rows" }, cards(it.hand)));
  } else {
    const rows = element("div", { class: "rows" });
    ROWS.forEach((name, place) => {
      const kind = it.types ? word(`${place === 0 ? "front " : ""}type ${it.types[place]}`) : "";
      rows.append(
        element("div", { class: `row${step === name ? " lit" : ""}` },
          element("span", { class: "name" }, `${word(name)} ${kind}`), cards(it[name])),
      );
    });
    made.append(rows);
  }
  const notes = [it.special && step !== "dealt" ? word(`special ${it.special}`) : "",
    ["foul", "escaped"].includes(it.outcome) && step !== "dealt" ? word(it.outcome) : "",
    it.stand_in && step !== "dealt" ? word("stand-in") : "", it.code ? word(`code ${it.code}`) : ""].filter(Boolean);
  if (notes.length) made.append(element("div", { class: "outcome" }, notes.join(" · ")));
  return made;
}

// what is paid in this step
function moves(round) {
  const step = STEPS[state.step];
  return round.transfers.filter(({ reason }) => (step === "guns" ? !ROWS.includes(reason) : reason === step));
}

// what a bot wins in this step from all others, negative for what it loses
const gain = (round, bot) => moves(round).reduce(
  (sum, it) => sum + (it.to === bot ? it.water : 0) - (it.from === bot ? it.water : 0), 0);

function payments(round) {
  const step = STEPS[state.step];
  const list = element("ul", { class: "pays", "aria-live": "polite" });
  if (step === "dealt" || step === "laid") return list;
  const shown = moves(round);
  for (const it of shown) {
    const big = it.reason === "gun" || it.reason.startsWith("home-run");
    const words = word("pays").replace("{source}", () => it.from ?? word("table")).replace("{target}", () => it.to ?? word("table"))
      .replace("{water}", () => it.water).replace("{reasons}", () => word(`reason ${it.reason}`));
    list.append(element("li", big ? { class: "big" } : {}, words));
  }
  if (!shown.length && step !== "sum") list.append(element("li", { class: "dim" }, word("nothing")));
  return list;
}

function totals(upTo) {
  const sums = {};
  data.rounds.slice(0, upTo + 1).forEach((round) => {
    if (round.leg !== data.rounds[upTo].leg || round.void) return;
    for (const it of round.seats) sums[it.bot] = (sums[it.bot] ?? 0) + it.water;
  });
  return sums;
}

function picked(name, options, value, change) {
  const select = element("select", { "aria-label": name, onchange: (event) => change(event.target.value) });
  for (const [key, text] of options) {
    const option = element("option", { value: key }, text);
    option.selected = String(key) === String(value);
    select.append(option);
  }
  return select;
}

const pressed = (text, on, click) => element("button", { type: "button", "aria-pressed": on, onclick: click }, text);

function show() {
  const round = data.rounds[state.at];
  document.documentElement.lang = ["en", "zh"][state.lang];
  document.title = `${data.name} · ${data.match}`;
  const whole = STEPS[state.step] === "sum" ? totals(state.at) : state.at ? totals(state.at - 1) : {};
  const order = [...round.seats].sort((one, other) => (other.bot === state.view) - (one.bot === state.view));
  const rounds = data.rounds.map((it, at) => [at, `${word("round")} ${it.round} · ${word("leg")} ${it.leg}`]);
  const main = element("main", {},
    element("h1", {}, `${data.name} · ${data.match}${round.void ? ` · ${word("void")}` : ""}`),
    element("div", { class: "bar" },
      picked(word("round"), rounds, state.at, (at) => go(Number(at), 0)),
      picked(word("viewpoint"), [["", word("viewpoint")], ...round.seats.map((it) => [it.bot, it.bot])], state.view,
        (view) => { state.view = view; show(); }),
      pressed("English / 中文", false, () => { state.lang = 1 - state.lang; show(); }),
      pressed(word("four"), state.four, () => { state.four = !state.four; show(); }),
      pressed(word("totals"), state.totals, () => { state.totals = !state.totals; show(); })),
    element("div", { class: "bar" },
      element("button", { type: "button", onclick: () => move(-1) }, `◀ ${word("previous")}`),
      element("button", { type: "button", onclick: () => move(1) }, `${word("next")} ▶`),
      pressed(playing ? word("pause") : word("play"), playing !== 0, toggle),
      element("span", { class: "step", role: "status" }, word(`step ${STEPS[state.step]}`))),
    ...order.map((it) => seat(round, it, whole[it.bot])),
    payments(round),
    element("p", { class: "dim" }, word("keys")));
  if (data.note) main.append(element("p", { class: "dim" }, data.note[state.lang]));
  document.body.replaceChildren(main);
  const address = `#${round.round}.${round.leg}.${state.step}.${["en", "zh"][state.lang]}`;
  history.replaceState(null, "", state.view ? `${address}.${encodeURIComponent(state.view)}` : address);
}

function go(at, step) {
  if (at < 0 || at >= data.rounds.length) return;
  state.at = at;
  state.step = step;
  show();
}

function move(by) {
  const next = state.step + by;
  if (next < 0) go(state.at - 1, STEPS.length - 1);
  else if (next >= STEPS.length) go(state.at + 1, 0);
  else go(state.at, next);
}

function toggle() {
  if (playing) playing = clearInterval(playing) ?? 0;
  else playing = setInterval(() => move(1), 1200);
  show();
}

function read(address) {
  const [round, leg, step, lang, ...view] = address.slice(1).split(".");
  const at = data.rounds.findIndex((it) => it.round === Number(round) && it.leg === Number(leg));
  if (at >= 0) [state.at, state.step] = [at, Math.min(Math.max(Number(step) || 0, 0), STEPS.length - 1)];
  if (lang === "en" || lang === "zh") state.lang = lang === "zh" ? 1 : 0;
  if (view.length) state.view = decodeURIComponent(view.join("."));
}

addEventListener("keydown", (event) => {
  if (event.target instanceof HTMLSelectElement || event.ctrlKey || event.metaKey || event.altKey) return;
  const keys = { ArrowRight: () => move(1), ArrowLeft: () => move(-1), ArrowDown: () => go(state.at + 1, state.step),
    ArrowUp: () => go(state.at - 1, state.step) };
  if (keys[event.key]) { event.preventDefault(); keys[event.key](); }
});
addEventListener("hashchange", () => { read(location.hash); show(); });
read(location.hash);
show();
