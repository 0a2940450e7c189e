// Keeps what is live on a page as the server says it: whenever something happens, the part is fetched anew.
import { follow, newest } from "./live.js";
import { prepare } from "./bracket.js";

const live = document.getElementById("live");
const cup = live.dataset.cup;
const POLL_MS = 1000;
let wanted = Number(live.dataset.seen);
let busy = false;
let again = false;

async function refresh() {
  again = true;
  if (busy) return;
  busy = true;
  try {
    while (again) {
      again = false;
      const address = new URL(location.href);
      address.searchParams.set("part", "live");
      const sections = live.querySelector("#sections");
      if (sections) address.searchParams.set("mark", sections.dataset.mark);
      const answer = await fetch(address, { cache: "no-store" });
      if (!answer.ok) break;
      put(await answer.text());
    }
  } catch { /* the server is away; the stream says when it is back */ }
  busy = false;
}

function put(html) {
  const focused = document.activeElement?.closest?.("a")?.getAttribute("href");
  const places = [...live.querySelectorAll(".scroll")].map((it) => [it.scrollLeft, it.scrollTop]);
  const fresh = document.createElement("template");
  fresh.innerHTML = html;
  const now = fresh.content.querySelector("#now");
  const sections = fresh.content.querySelector("#sections");
  if (now) live.querySelector("#now").replaceWith(now);
  else live.replaceChildren(fresh.content);
  if (now && sections) live.querySelector("#sections").replaceWith(sections);
  live.querySelectorAll(".scroll").forEach((it, at) => { if (places[at]) [it.scrollLeft, it.scrollTop] = places[at]; });
  if (focused) live.querySelector(`a[href="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  if (!now || sections) prepare(live);
}

follow((event) => {
  if (event.type === "opened") return catchUp();
  if (event.cup !== cup || (event.number <= wanted && event.type !== "closed")) return;
  wanted = Math.max(wanted, event.number);
  refresh();
});

async function catchUp() {
  const counts = await newest();
  if ((counts[cup] ?? 0) > wanted) {
    wanted = counts[cup];
    refresh();
  }
}

// a table in play moves between its events, too
setInterval(() => { if (!document.hidden && live.querySelector("progress")) refresh(); }, POLL_MS);
prepare(live);
catchUp();
