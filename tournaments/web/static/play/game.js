// A person's game: shows what the server says, keeps the rows that are being laid, and sends them once.
import { Arrangement, POOL, ROWS } from "./arrangement.js";
import { Board } from "./board.js";
import * as clock from "./clock.js";
import { Link } from "./link.js";
import { element, find, say, signed } from "./page.js";
import * as settlement from "./settlement.js";

const game = find("game");
const name = game.dataset.name;
const optional = game.dataset.declare === "optional";
const KEPT = `play ${name}`;
const LIFTS = ["pair", "two-pairs", "three-of-a-kind", "straight", "flush", "full-house", "four-of-a-kind", "straight-flush"];
let view = null;
let seen = null; // what the server says of the rows as they lie now; null while it has not
let asked = 0;
let sending = false;
let complaint = "";

const board = new Board(changed);
const link = new Link(name, { heard, connected: (there) => warn(there ? complaint : say("offline")), lost });
clock.onEnd(() => { lock(); state(say("late")); });
wire();
board.draw();

function kept() {
  try { return JSON.parse(localStorage.getItem(KEPT)) ?? {}; } catch { return {}; }
}

function keep(changes) {
  try { localStorage.setItem(KEPT, JSON.stringify({ ...kept(), ...changes })); } catch { /* private windows keep nothing */ }
}

function heard(news) {
  const fresh = !view || view.round !== news.round || view.hand.join() !== news.hand.join();
  view = news;
  if (fresh) take();
  if (view.laid) board.arrangement?.lay(view.laid);
  find("round").textContent = view.rounds ? say("round", { round: Math.max(1, view.round), rounds: view.rounds }) : find("round").textContent;
  state(view.phase === "arranging" && view.holds ? say("holds", { special: say(`special ${view.holds}`) }) : say(view.phase));
  clock.set(view.left_ms, view.time_ms);
  complain();
  players();
  scores();
  after();
  lock();
  if (fresh || view.laid) changed("");
  settlement.update(view);
  if (view.settled && kept().shown !== view.settled.round) {
    keep({ shown: view.settled.round });
    settlement.show(view);
  }
}

// The server has started anew, or ended the game long ago.
function lost() {
  clock.set(null, 1);
  board.locked = true;
  board.draw();
  state("");
  warn((complaint = say("gone")));
}

// Take up a hand, with the rows that were kept if it is the one they were laid from.
function take() {
  const before = kept();
  board.take(new Arrangement(view.hand));
  find("decline").checked = false;
  seen = null;
  sending = false;
  if (before.round === view.round && before.hand === view.hand.join()) {
    board.arrangement.lay(before.rows);
    find("decline").checked = before.decline;
  }
}

function complain() {
  const mine = view.news.filter((it) => it.type === "strike").at(-1);
  complaint = (view.fault !== "interrupted" && view.fault) || (mine && mine.round >= view.round - 1
    ? say("was late", { round: mine.round, what: say(`code ${mine.code}`) }) : "");
  warn(complaint);
}

function warn(text) {
  const place = find("warning");
  place.hidden = !text;
  if (place.textContent !== text) place.textContent = text;
}

function state(text) {
  const place = find("state");
  if (place.textContent !== text) place.textContent = text;
}

function lock() {
  const open = view?.phase === "arranging" && !clock.isUp() && view.left_ms > 0 && !sending;
  if (board.locked === open) {
    board.locked = !open;
    board.draw();
  }
  for (const id of ["hint", "back"]) find(id).disabled = !open;
  verdict();
}

function changed(text) {
  if (board.arrangement && view) {
    keep({ round: view.round, hand: view.hand.join(), rows: board.arrangement.rows(), decline: find("decline").checked });
  }
  seen = null;
  verdict(text);
  look();
}

async function look() {
  const number = ++asked;
  if (!board.arrangement?.hand.length) return;
  const rows = board.arrangement.rows();
  const answer = await link.insist("look", { rows: ROWS.map((row) => rows[row]), left: board.arrangement.texts(POOL),
    decline: find("decline").checked }, () => number === asked);
  if (number !== asked || answer.status !== 200) return;
  seen = answer.body;
  board.types = seen.types;
  board.draw();
  verdict();
}

// Say what the rows are, and what laying them means.
function verdict(text = "") {
  const { arrangement } = board;
  const button = find("lay");
  const declining = find("decline").checked;
  const special = (optional && declining ? null : view?.holds) ?? seen?.special;
  const foul = seen?.outcome === "foul";
  const open = !board.locked && arrangement;
  find("declining").hidden = !(optional && open && (view.holds || seen?.special || declining));
  button.disabled = !open || !((arrangement.whole && seen) || (view.holds && special));
  button.textContent = special ? say("declare", { special: say(`special ${special}`) }) : say(foul ? "lay foul" : "lay");
  button.classList.toggle("bad", foul && !special);
  const told = find("verdict");
  told.classList.toggle("bad", foul && !special);
  const words = text || (foul && !special ? say("fouls") : special && arrangement?.whole
    ? say("special", { special: say(`special ${special}`) }) : view?.assisted && open ? say("assisted") : "");
  if (told.textContent !== words) told.textContent = words;
  if (!open || seen) find("lifts").replaceChildren(...LIFTS.filter((kind) => open && seen.lifts[kind]).map((kind) =>
    element("button", { type: "button", "data-lift": kind }, say(`type ${kind}`))));
}

function lift(kind) {
  if (!seen) return;
  const cards = board.arrangement.find(seen.lifts[kind], POOL);
  board.arrangement.picked.clear();
  for (const at of cards) board.arrangement.pick(at, true);
  board.draw();
}

async function lay() {
  const { arrangement } = board;
  if (find("lay").disabled) return;
  if (!arrangement.whole) arrangement.fill();
  const round = view.round;
  const body = { round, ...arrangement.rows(), decline: find("decline").checked };
  sending = true;
  lock();
  const answer = await link.insist("lay", body, () => view.round === round && view.phase === "arranging");
  sending = false;
  if (answer.status === 422) warn(complaint = answer.body?.detail ?? say("late"));
  lock();
}

async function hint() {
  const answer = await link.post("hint", { round: view.round });
  if (answer.status === 0) warn(say("offline"));
  if (answer.status !== 200) return;
  find("decline").checked = answer.body.decline;
  board.arrangement.lay(answer.body);
  board.after();
}

const sums = () => view.seats.map((_, seat) => view.history.reduce((sum, water) => sum + water[seat], 0));

function players() {
  const won = sums();
  find("opponents").replaceChildren(...view.seats.map((bot, seat) => element("li", { class: seat === view.seat ? "me" : "" },
    element("span", { class: "bot" }, bot), " ", element("b", { class: won[seat] < 0 ? "minus" : won[seat] > 0 ? "plus" : "" }, signed(won[seat])))));
}

function scores() {
  const place = find("scores");
  place.hidden = !view.history.length;
  const [head, body] = [place.querySelector("thead"), place.querySelector("tbody")];
  const cells = (waters) => waters.map((water) => element("td", { class: "n" }, signed(water)));
  head.replaceChildren(element("tr", {}, element("td", {}), ...view.seats.map((bot) => element("th", { scope: "col" }, bot))));
  body.replaceChildren(...view.history.map((waters, at) => element("tr", {}, element("th", { scope: "row" }, say("settled", { round: at + 1 })), ...cells(waters))),
    element("tr", { class: "total" }, element("th", { scope: "row" }, say("total")), ...cells(sums())));
}

function after() {
  const over = view.phase === "over" && view.record;
  find("after").hidden = !(over || view.phase === "ended");
  for (const tools of document.querySelectorAll(".tools, .felt")) tools.hidden = view.phase === "over" || view.phase === "ended";
  if (!over) return;
  find("replay").href = `/cups/play.${view.record}/replay/s1t1`;
  find("commands").textContent = `arena replay ${view.folder} s1t1`;
}

function wire() {
  const orders = [find("by-rank"), find("by-suit")];
  orders.forEach((button, suits) => button.addEventListener("click", () => {
    orders.forEach((each, at) => each.setAttribute("aria-pressed", String(at === suits)));
    board.sort(suits === 1);
    keep({ suits: suits === 1 });
  }));
  if (kept().suits) orders[1].click();
  find("lifts").addEventListener("click", (event) => {
    const kind = event.target.closest("[data-lift]")?.dataset.lift;
    if (kind) lift(kind);
  });
  find("hint").addEventListener("click", hint);
  find("back").addEventListener("click", () => { board.arrangement.takeBack(); board.after(); });
  find("decline").addEventListener("change", () => changed(""));
  find("lay").addEventListener("click", lay);
  const four = find("four");
  four.checked = localStorage.getItem("four colours") === "yes";
  const colours = () => {
    localStorage.setItem("four colours", four.checked ? "yes" : "no");
    document.documentElement.classList.toggle("four", four.checked);
  };
  four.addEventListener("change", colours);
  colours();
}
