// SPDX-License-Identifier: MIT
// The page in a frame of another: ?embed=1 shows the answer alone, ?embed=threads, registers,
// shared or latency one chart, with a link to the whole page.
import { $, h, fill } from "./dom.js";
import { ZERO, UNKNOWN } from "./library.js";
import { count, label } from "./words.js";
import { tr } from "./language.js";

// The part that each word shows; page.css hides the other charts of its card.
const PARTS = { threads: "charts", registers: "charts", shared: "charts",
  latency: "latency-answer" };
const wanted = new URLSearchParams(location.search).get("embed");

const amount = (value) => value === UNKNOWN ? tr("unknown") : value === ZERO ? "0" : count(value);

export function startEmbed() {
  if (!wanted) return;
  document.documentElement.dataset.embed = wanted;
  const part = Object.hasOwn(PARTS, wanted) ? PARTS[wanted] : "answer";
  $(part).closest(".card").classList.add("shown");
  $("embedded").hidden = false;
}

// Says which kernel on which device is shown, with a link to the whole page.
export function showEmbed({ device, state }) {
  if (!wanted) return;
  const inputs = Object.entries(state.kernel).map(([field, value]) =>
    `${label(field, device)} ${amount(value)}`);
  fill($("embedded"), `${device.name}. ${inputs.join(", ")}. `, h("a", { target: "_blank",
    rel: "noopener", href: `${location.pathname}${$("link").hash}` }, "Open in the calculator"));
}
