// Words and elements. Everything that people or bots have named is set as text, never as HTML.
export const words = JSON.parse(document.getElementById("words").textContent);

export const find = (id) => document.getElementById(id);

export function say(key, holes = {}) {
  return (words[key] ?? key).replace(/\{(\w+)\}/g, (whole, hole) => (hole in holes ? String(holes[hole]) : whole));
}

export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value !== false) made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children);
  return made;
}

export const signed = (water) => (water > 0 ? `+${water}` : water < 0 ? `−${-water}` : "0");

export const typeName = (kind, row) => say(`${row === "front" ? "front " : ""}type ${kind}`);
