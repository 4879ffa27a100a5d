// SPDX-License-Identifier: MIT
// Elements of the page. Text is always text, never HTML, and is shown in the language of the page
// if the language has it; a name that a person gave is new Text(name), which stays.

import { tr } from "./language.js";

const READ = ["aria-label", "title", "placeholder"]; // attributes that people read

export const $ = (id) => document.getElementById(id);

function append(element, children) {
  for (const child of children.flat(Infinity))
    if (child !== null && child !== undefined && child !== false)
      element.append(typeof child === "string" ? tr(child) : child);
  return element;
}

function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes ?? {}))
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "style") for (const [p, v] of Object.entries(value))
      element.style.setProperty(p, v);
    else if (value !== null && value !== undefined && value !== false)
      element.setAttribute(name, value === true ? "" : READ.includes(name) ? tr(value) : value);
  return element;
}

// h("td", { class: "n" }, "12", child)
export const h = (tag, attributes, ...children) =>
  append(set(document.createElement(tag), attributes), children);

export const s = (tag, attributes, ...children) =>
  append(set(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes), children);

export function fill(element, ...children) {
  element.replaceChildren();
  return append(element, children);
}

// A shown number; `key` is the name by which tests find it.
export const n = (key, text, tag = "span", attributes = {}) =>
  h(tag, { "data-n": key, ...attributes }, text);

// Widths are read once: each reading makes the browser lay out the page.
const widths = new Map();
addEventListener("resize", () => widths.clear());

export function widthOf(element, otherwise) {
  if (!widths.get(element)) widths.set(element, element.clientWidth);
  return widths.get(element) || otherwise;
}

export const forgetWidths = () => widths.clear();

// A head that sorts its table: `order` is { key, down }, and `again` shows the table anew.
export const sortHead = (key, text, order, again) => h("th", { scope: "col",
  class: text.startsWith("#") ? "n" : null,
  "aria-sort": order.key === key ? order.down ? "descending" : "ascending" : "none" },
h("button", { type: "button", class: "plain", "data-key": key, onclick: () => {
  order.down = order.key === key && !order.down;
  order.key = key;
  again(key);
} }, tr(text.replace("#", "")), order.key === key ? order.down ? " ↓" : " ↑" : ""));

// Returns the rows in the order of what `by` returns of them; without a value a row is last.
export const sorted = (rows, by, down) => [...rows].sort((a, b) => {
  const [x, y] = [by(a) ?? "", by(b) ?? ""];
  if (x === "" || y === "") return (x === "") - (y === "") || a.number - b.number;
  return (x < y ? -1 : x > y ? 1 : a.number - b.number) * (down ? -1 : 1);
});

// In heads, # marks columns of numbers and ~ marks heads that are only read aloud.
export function table(caption, heads, rows) {
  const head = (text) => h("th", { scope: "col", class: text.startsWith("#") ? "n" : null },
    text.startsWith("~") ? h("span", { class: "hidden" }, tr(text.slice(1)))
      : tr(text.replace("#", "")));
  return h("table", null, h("caption", { class: "hidden" }, caption),
    h("thead", null, h("tr", null, heads.map(head))), h("tbody", null, rows));
}
