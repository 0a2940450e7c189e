// Steps through the rounds of a match. Everything that bots or people have named is set as text, never as HTML.
// In a file the rounds lie beside this program; on a page of `arena web` they are fetched, a chunk at a time.
const place = document.getElementById("viewer");
const embedded = document.getElementById("match");
const source = place.dataset.source;
const STEPS = ["dealt", "laid", "front", "middle", "back", "guns", "sum"];
const ROWS = ["front", "middle", "back"];
const SUITS = { s: ["♠", ""], h: ["♥", "red"], d: ["♦", "red blue"], c: ["♣", "green"] };
const ORDER = "23456789TJQKA";
const SPEEDS = [2400, 1200, 600, 300];
const LANGUAGES = ["en", "zh"];
const data = embedded ? JSON.parse(embedded.textContent) : await (await fetch(source)).json();
const packed = embedded ? JSON.parse(document.getElementById("chunks").textContent) : null;
const chunks = new Map();
const state = { at: 0, step: 0, lang: language(), view: "", four: false, totals: !location.search.includes("spoiler=off") };
let playing = 0;
let speed = 1;
let shots = [];

function language() {
  if (source) return document.documentElement.lang === "zh" ? 1 : 0;
  return navigator.language.startsWith("zh") ? 1 : 0;
}

const word = (key) => (data.words[key] ?? [key, key])[state.lang];
const rank = (card) => (card[0] === "X" ? 100 + (card[1] === "b") : ORDER.indexOf(card[0]) * 4 + "shdc".indexOf(card[1]));
const sorted = (cards) => [...cards].sort((one, other) => rank(other) - rank(one));
const signed = (water) => (water > 0 ? `+${water}` : `${water}`);
const isBig = (reason) => reason === "gun" || reason.startsWith("home-run");

// -- the rounds ------------------------------------------------------------------------------------------------

async function round(at) {
  const number = Math.floor(at / data.size);
  if (!chunks.has(number)) chunks.set(number, unpacked(number));
  return (await chunks.get(number))[at % data.size];
}

async function unpacked(number) {
  if (!packed) return (await fetch(`${source.replace(/\.json$/, "")}/${number}.json`)).json();
  const bytes = Uint8Array.from(atob(packed[number]), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).json();
}

// -- drawing ---------------------------------------------------------------------------------------------------

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

function seat(shown, it, total) {
  const step = STEPS[state.step];
  const head = element("header", {}, element("h2", {}, it.bot));
  const figures = element("span", {});
  if (step === "sum") figures.append(number(it.water));
  else if (moves(shown).length) figures.append(number(gain(shown, it.bot)));
  if (state.totals) figures.append(` (${word("total")} ${signed(total)})`);
  head.append(figures);
  const made = element("section", { class: "seat", "aria-label": it.bot }, head);
  if (step === "dealt" || !it.front) {
    made.append(element("div", { class: "rows" }, cards(it.hand)));
  } else {
    const rows = element("div", { class: "rows" });
    ROWS.forEach((name, at) => {
      const kind = it.types ? word(`${at === 0 ? "front " : ""}type ${it.types[at]}`) : "";
      rows.append(
        element("div", { class: `row${step === name ? " lit" : ""}` },
          element("span", { class: "name" }, `${word(name)} ${kind}`), cards(it[name])),
      );
    });
    made.append(rows);
  }
  const notes = [it.special && step !== "dealt" ? word(`special ${it.special}`) : "",
    ["foul", "escaped"].includes(it.outcome) && step !== "dealt" ? word(it.outcome) : "",
    it.stand_in && step !== "dealt" ? word("stand-in") : "",
    it.assisted && step !== "dealt" ? word("assisted") : "", it.code ? word(`code ${it.code}`) : ""].filter(Boolean);
  if (notes.length) made.append(element("div", { class: "outcome" }, notes.join(" · ")));
  return made;
}

// what is paid in this step
function moves(shown) {
  const step = STEPS[state.step];
  return shown.transfers.filter(({ reason }) => (step === "guns" ? !ROWS.includes(reason) : reason === step));
}

// what a bot wins in this step from all others, negative for what it loses
const gain = (shown, bot) => moves(shown).reduce(
  (sum, it) => sum + (it.to === bot ? it.water : 0) - (it.from === bot ? it.water : 0), 0);

function payments(shown) {
  const step = STEPS[state.step];
  const list = element("ul", { class: "pays", "aria-live": "polite" });
  if (step === "dealt" || step === "laid") return list;
  const paid = moves(shown);
  for (const it of paid) {
    const words = word("pays").replace("{source}", () => it.from ?? word("table")).replace("{target}", () => it.to ?? word("table"))
      .replace("{water}", () => it.water).replace("{reasons}", () => word(`reason ${it.reason}`));
    list.append(element("li", isBig(it.reason) ? { class: "big" } : {}, words));
  }
  if (!paid.length && step !== "sum") list.append(element("li", { class: "dim" }, word("nothing")));
  return list;
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
const button = (text, click) => element("button", { type: "button", onclick: click }, text);

function wayToRounds(shown) {
  const rounds = [...new Set(data.index.map(([number]) => number))];
  const field = element("input", { type: "number", min: rounds[0], max: rounds.at(-1), value: shown.round,
    "aria-label": word("round"), onchange: (event) => goTo(Number(event.target.value), shown.leg) });
  const legs = [...new Set(data.index.filter(([number]) => number === shown.round).map(([, leg]) => leg))];
  const made = [element("label", {}, word("round"), field)];
  if (legs.length > 1) {
    made.push(picked(word("leg"), legs.map((leg) => [leg, `${word("leg")} ${leg}`]), shown.leg,
      (leg) => goTo(shown.round, Number(leg))));
  }
  const big = data.index.findIndex(([, , mark], at) => at > state.at && mark > 0);
  if (big >= 0) made.push(button(`⚡ ${word("next big")}`, () => go(big, STEPS.indexOf("guns"))));
  return made;
}

async function show({ entered = false } = {}) {
  const shown = await round(state.at);
  stopShots();
  document.title = `${data.name} · ${data.match}`;
  if (!source) document.documentElement.lang = LANGUAGES[state.lang];
  const whole = (it) => shown.before[it.bot] + (STEPS[state.step] === "sum" ? it.water : 0);
  const order = [...shown.seats].sort((one, other) => (other.bot === state.view) - (one.bot === state.view));
  const inner = [
    element("h1", {}, `${data.name} · ${data.match}${shown.void ? ` · ${word("void")}` : ""}`),
    element("div", { class: "bar" },
      ...wayToRounds(shown),
      picked(word("viewpoint"), [["", word("viewpoint")], ...shown.seats.map((it) => [it.bot, it.bot])], state.view,
        (view) => { state.view = view; show(); }),
      ...(source ? [] : [pressed("English / 中文", false, () => { state.lang = 1 - state.lang; show(); })]),
      pressed(word("four"), state.four, () => { state.four = !state.four; show(); }),
      pressed(word("totals"), state.totals, () => { state.totals = !state.totals; show(); }),
      ...(source ? [button(word("copy"), share)] : [])),
    element("div", { class: "bar" },
      button(`◀ ${word("previous")}`, () => move(-1)),
      button(`${word("next")} ▶`, () => move(1)),
      pressed(playing ? word("pause") : word("play"), playing !== 0, toggle),
      element("button", { type: "button", "aria-label": word("slower"), onclick: () => pace(-1) }, "−"),
      element("button", { type: "button", "aria-label": word("faster"), onclick: () => pace(1) }, "+"),
      element("span", { class: "step", role: "status" }, word(`step ${STEPS[state.step]}`))),
    element("div", { class: "seats" }, ...order.map((it) => seat(shown, it, whole(it)))),
    payments(shown),
    element("p", { class: "dim" }, word("keys")),
  ];
  if (data.note) inner.push(element("p", { class: "dim" }, data.note[state.lang]));
  const focused = [...place.querySelectorAll("button, select, input")].indexOf(document.activeElement);
  place.replaceChildren(...inner);
  if (focused >= 0) place.querySelectorAll("button, select, input")[focused]?.focus({ preventScroll: true });
  remember(shown);
  if (entered && STEPS[state.step] === "guns") shoot(shown);
}

// -- guns and home runs: a movement each, once each time the step is entered -------------------------------------

function shoot(shown) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const seats = new Map([...place.querySelectorAll(".seat")].map((it) => [it.getAttribute("aria-label"), it]));
  moves(shown).filter(({ reason }) => isBig(reason)).forEach((it, at) => {
    const from = seats.get(it.to)?.getBoundingClientRect();
    const target = seats.get(it.from);
    if (!from || !target) return;
    const to = target.getBoundingClientRect();
    const home = it.reason.startsWith("home-run");
    const flying = element("div", { class: home ? "shot home" : "shot", "aria-hidden": "true" }, home ? "全垒打" : "打枪");
    document.body.append(flying);
    const middle = (box) => `translate(${box.left + box.width / 2 + scrollX}px, ${box.top + box.height / 2 + scrollY}px)`;
    const timing = { duration: home ? 1100 : 700, delay: at * 450, easing: "ease-in", fill: "both" };
    const moving = flying.animate([
      { transform: `${middle(from)} scale(.6)`, opacity: 0 },
      { transform: `${middle(from)} scale(1.2)`, opacity: 1, offset: 0.2 },
      { transform: `${middle(to)} scale(1)`, opacity: 1, offset: 0.9 },
      { transform: `${middle(to)} scale(1.6)`, opacity: 0 }], timing);
    moving.onfinish = () => {
      flying.remove();
      target.animate([{ transform: "none" }, { transform: "translateX(-6px)" }, { transform: "translateX(6px)" },
        { transform: "none" }], { duration: 220 });
    };
    shots.push([moving, flying]);
    place.dataset.shots = Number(place.dataset.shots ?? 0) + 1;
  });
}

function stopShots() {
  for (const [moving, flying] of shots) {
    moving.onfinish = null;
    moving.cancel();
    flying.remove();
  }
  shots = [];
}

// -- going about -----------------------------------------------------------------------------------------------

function go(at, step) {
  if (at < 0 || at >= data.index.length) return;
  state.at = at;
  state.step = step;
  show({ entered: true });
}

function goTo(number, leg) {
  const exact = data.index.findIndex((it) => it[0] === number && it[1] === leg);
  const any = data.index.findIndex((it) => it[0] === number);
  if (exact >= 0 || any >= 0) go(exact >= 0 ? exact : any, 0);
}

function move(by) {
  const next = state.step + by;
  if (next < 0) go(state.at - 1, STEPS.length - 1);
  else if (next >= STEPS.length) go(state.at + 1, 0);
  else go(state.at, next);
}

function toggle() {
  if (playing) playing = clearInterval(playing) ?? 0;
  else playing = setInterval(() => move(1), SPEEDS[speed]);
  show();
}

function pace(by) {
  speed = Math.min(Math.max(speed + by, 0), SPEEDS.length - 1);
  if (playing) {
    clearInterval(playing);
    playing = setInterval(() => move(1), SPEEDS[speed]);
  }
}

// -- the address -----------------------------------------------------------------------------------------------

function remember(shown) {
  if (!source) {
    const address = `#${shown.round}.${shown.leg}.${state.step}.${LANGUAGES[state.lang]}`;
    history.replaceState(null, "", state.view ? `${address}.${encodeURIComponent(state.view)}` : address);
    return;
  }
  const found = new URL(location.href);
  const wanted = { round: shown.round, leg: shown.leg, step: STEPS[state.step], view: state.view,
    spoiler: state.totals ? "" : "off" };
  for (const [key, value] of Object.entries(wanted)) {
    if (value === "") found.searchParams.delete(key);
    else found.searchParams.set(key, value);
  }
  history.replaceState(null, "", found);
}

function read() {
  let wanted;
  if (source) {
    const found = new URL(location.href).searchParams;
    wanted = { round: found.get("round"), leg: found.get("leg"), step: STEPS.indexOf(found.get("step")), view: found.get("view") ?? "" };
  } else {
    const [number, leg, step, lang, ...view] = location.hash.slice(1).split(".");
    wanted = { round: number, leg, step: Number(step) || 0, view: decodeURIComponent(view.join(".")) };
    if (LANGUAGES.includes(lang)) state.lang = LANGUAGES.indexOf(lang);
  }
  const at = data.index.findIndex((it) => it[0] === Number(wanted.round) && (!wanted.leg || it[1] === Number(wanted.leg)));
  if (at >= 0) [state.at, state.step] = [at, Math.min(Math.max(wanted.step, 0), STEPS.length - 1)];
  state.view = wanted.view;
}

async function share(event) {
  const pushed = event.target;
  await navigator.clipboard?.writeText(location.href);
  pushed.textContent = word("copied");
}

addEventListener("keydown", (event) => {
  if (["SELECT", "INPUT"].includes(event.target.tagName) || event.ctrlKey || event.metaKey || event.altKey) return;
  const keys = { ArrowRight: () => move(1), ArrowLeft: () => move(-1), ArrowDown: () => go(state.at + 1, state.step),
    ArrowUp: () => go(state.at - 1, state.step), Escape: stopShots };
  if (keys[event.key]) { event.preventDefault(); keys[event.key](); }
});
addEventListener("pointerdown", stopShots);
if (!source) addEventListener("hashchange", () => { read(); show(); });
read();
show({ entered: true });
