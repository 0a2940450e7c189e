// Zoom for wide brackets: buttons and the keys + - 0; dragging and the wheel pan, as in every area that scrolls.
const STEP = 1.25;
const factors = new Map();

export function prepare(root) {
  root.querySelectorAll(".bracket").forEach((area, at) => {
    const drawing = area.querySelector("svg");
    if (!drawing) return;
    const [, , width, height] = drawing.getAttribute("viewBox").split(" ").map(Number);
    const zoom = (factor) => {
      const kept = Math.min(4, Math.max(0.15, factor));
      factors.set(at, kept);
      drawing.setAttribute("width", width * kept);
      drawing.setAttribute("height", height * kept);
    };
    zoom(factors.get(at) ?? 1);
    if (width <= area.clientWidth && !factors.has(`${at} wide`)) return;
    factors.set(`${at} wide`, 1);
    const now = () => factors.get(at);
    const fit = () => zoom((area.clientWidth - 12) / width);
    area.tabIndex = 0;
    area.before(bar([["−", () => zoom(now() / STEP)], ["+", () => zoom(now() * STEP)], ["⤢", fit]]));
    area.addEventListener("keydown", (event) => {
      if (event.key === "+") zoom(now() * STEP);
      else if (event.key === "-") zoom(now() / STEP);
      else if (event.key === "0") zoom(1);
      else return;
      event.preventDefault();
    });
    drag(area);
  });
}

function bar(buttons) {
  const made = document.createElement("div");
  made.className = "zoom";
  const names = document.documentElement.lang === "zh" ? ["缩小", "放大", "全部"] : ["Smaller", "Larger", "All of it"];
  buttons.forEach(([text, click], at) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = text;
    button.setAttribute("aria-label", names[at]);
    button.title = names[at];
    button.addEventListener("click", click);
    made.append(button);
  });
  return made;
}

function drag(area) {
  let from = null;
  area.addEventListener("pointerdown", (event) => {
    if (event.pointerType === "mouse" && event.button === 0) from = { x: event.clientX + area.scrollLeft, moved: false };
  });
  area.addEventListener("pointermove", (event) => {
    if (!from) return;
    const left = from.x - event.clientX;
    if (Math.abs(left - area.scrollLeft) > 3) from.moved = true;
    area.scrollLeft = left;
  });
  for (const end of ["pointerup", "pointerleave"]) area.addEventListener(end, () => { setTimeout(() => { from = null; }); });
  area.addEventListener("click", (event) => { if (from?.moved) event.preventDefault(); }, true);
}
