// Dragging cards with mouse, pen or finger. Only a card takes the pointer, so a swipe beside the cards scrolls the page.
const FAR = 6; // pixels after which a press is a drag

export function draggable(board, { cards, drop }) {
  let held = null;

  board.addEventListener("pointerdown", (event) => {
    const card = event.target.closest(".card");
    if (!card || event.button !== 0 || held) return;
    held = { id: event.pointerId, card, x: event.clientX, y: event.clientY, ghost: null };
  });

  addEventListener("pointermove", (event) => {
    if (!held || event.pointerId !== held.id) return;
    if (!held.ghost) {
      if (Math.hypot(event.clientX - held.x, event.clientY - held.y) < FAR) return;
      begin();
    }
    held.ghost.style.transform = `translate(${event.clientX - held.x}px, ${event.clientY - held.y}px)`;
    mark(under(event, ".felt [data-place]"));
  });

  addEventListener("pointerup", (event) => {
    if (!held || event.pointerId !== held.id) return;
    const { ghost, at } = held;
    const [place, card] = ghost ? [".felt [data-place]", ".felt .card"].map((kind) => under(event, kind)) : [];
    end();
    if (!ghost) return;
    // the click that may follow is the end of this drag
    const swallow = (click) => click.stopPropagation();
    addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", swallow, { capture: true }), 0);
    if (place) drop(at, place.dataset.place, card);
  });

  addEventListener("pointercancel", (event) => {
    if (held && event.pointerId === held.id) end();
  });

  function begin() {
    held.at = cards(Number(held.card.dataset.at));
    held.ghost = document.createElement("div");
    held.ghost.className = "ghost";
    held.ghost.setAttribute("aria-hidden", "true");
    for (const at of held.at) {
      const card = board.querySelector(`.card[data-at="${at}"]`);
      const box = card.getBoundingClientRect();
      const face = card.querySelector("svg").cloneNode(true);
      const base = held.card.getBoundingClientRect();
      const shift = 14 * held.at.indexOf(at);
      Object.assign(face.style, { left: `${base.left + shift}px`, top: `${base.top}px`, width: `${box.width}px` });
      held.ghost.append(face);
      card.classList.add("away");
    }
    document.body.append(held.ghost);
    document.documentElement.classList.add("dragging");
  }

  function end() {
    held?.ghost?.remove();
    mark(null);
    for (const card of board.querySelectorAll(".away")) card.classList.remove("away");
    document.documentElement.classList.remove("dragging");
    held = null;
  }

  function under(event, kind) {
    return document.elementFromPoint(event.clientX, event.clientY)?.closest(kind) ?? null;
  }

  function mark(target) {
    for (const place of board.querySelectorAll(".over")) place.classList.remove("over");
    target?.classList.add("over");
  }
}
