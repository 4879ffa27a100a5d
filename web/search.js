// SPDX-License-Identifier: MIT
// A text field that finds devices: by the library's search, then by parts of names, then by similar
// names.
import { h, fill } from "./dom.js";
import * as library from "./library.js";

const MOST = 14;
const plain = (text) => text.toLowerCase().replace(/[^a-z0-9.]+/g, "");
let all;

export function search(text) {
  all ??= library.devices().map((device) => ({ device,
    text: plain(device.name + device.architecture + device.family) }));
  const hits = new Map(), part = plain(text);
  const add = (device, why) => hits.size < MOST && !hits.has(device.name) &&
    hits.set(device.name, { device, why });
  if (text.trim()) for (const { device, quality } of library.find(text))
    add(device, { alias: "also called so", architecture: "architecture",
      ambiguous: "one of several" }[quality] ?? "");
  for (const { device, text } of all) if (part && text.includes(part)) add(device, "");
  if (hits.size === 0 && part) for (const device of library.nearest(text)) add(device, "similar");
  return [...hits.values()];
}

// Makes a combobox of an input and its list; `take` receives the name of the chosen device.
export function combobox(input, list, take) {
  let hits = [], at = -1;
  const close = () => {
    list.hidden = true;
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
  };
  const choose = (hit) => {
    close();
    take(hit.device.name);
  };
  const mark = (index) => {
    at = index;
    [...list.children].forEach((item, i) => item.setAttribute("aria-selected", i === at));
    if (list.children[at]) {
      input.setAttribute("aria-activedescendant", list.children[at].id);
      list.children[at].scrollIntoView({ block: "nearest" });
    }
  };
  const show = () => {
    hits = search(input.value);
    fill(list, hits.map((hit, i) => h("li", { role: "option", id: `${list.id}-${i}`,
      "aria-selected": "false", onmousedown: (event) => event.preventDefault(),
      onclick: () => choose(hit) }, h("span", null, hit.device.name),
    h("small", null, [hit.why, hit.device.name === hit.device.architecture ? hit.device.family
      : hit.device.architecture].filter(Boolean).join(" · ")))));
    list.hidden = hits.length === 0;
    input.setAttribute("aria-expanded", String(!list.hidden));
    if (hits.length) mark(0);
    else close();
  };
  input.addEventListener("input", show);
  input.addEventListener("focus", () => input.select());
  input.addEventListener("blur", close);
  input.addEventListener("keydown", (event) => {
    if (event.key === "Escape") close();
    else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (list.hidden) show();
      else mark((at + (event.key === "ArrowDown" ? 1 : hits.length - 1)) % hits.length);
    } else if (event.key === "Enter") {
      event.preventDefault();
      if (!list.hidden && hits[at]) choose(hits[at]);
      else take(input.value);
    }
  });
}
