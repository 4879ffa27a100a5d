// SPDX-License-Identifier: MIT
// The language of the page: English, or another from kernels/sentences (zh.def), of which
// scripts/page makes the tables. A text is found by its English.
import { TEXTS } from "./texts.js";

// The languages, as gpuocc_language_name() has them.
const LANGUAGES = ["en", ...Object.keys(TEXTS)];

// ?lang= decides, then what the browser prefers.
function chosen() {
  const asked = new URLSearchParams(location.search).get("lang");
  if (LANGUAGES.includes(asked)) return asked;
  return LANGUAGES.find((name) => navigator.language?.toLowerCase().split("-")[0] === name) ??
    "en";
}

export const language = chosen();
let texts = TEXTS[language] ?? {};

// Returns a whole text in the language; a text that the table lacks stays as it is.
export const tr = (text) => Object.hasOwn(texts, text) ? texts[text] : text;

// A blank stands between Chinese and Latin letters or digits.
const spaced = (text) => text.replace(/([\u4e00-\u9fff])(?=[A-Za-z0-9])/g, "$1 ")
  .replace(/([A-Za-z0-9%])(?=[\u4e00-\u9fff])/g, "$1 ");

// t`${3} of ${4} slots` is found as "{0} of {1} slots".
export function t(parts, ...values) {
  const key = parts.reduce((text, part, i) => `${text}{${i - 1}}${part}`);
  const text = tr(key).replace(/\{(\d)\}/g, (_, i) => values[i]);
  return texts === TEXTS[language] ? spaced(text) : text;
}

// Returns what `work` returns in English: CSV is for programs.
export function inEnglish(work) {
  const before = texts;
  texts = {};
  try {
    return work();
  } finally {
    texts = before;
  }
}

// Says which text is in no language but English, for the tests.
export const isKnown = (text) => Object.hasOwn(texts, text);

// Translates the elements that are there, and shows the links to the other languages.
export function startLanguage(place) {
  document.documentElement.lang = language;
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT |
    NodeFilter.SHOW_TEXT);
  for (let node = walk.currentNode; node; node = walk.nextNode())
    if (node.nodeType === Node.TEXT_NODE) {
      const text = node.data.trim().replace(/\s+/g, " ");
      if (isKnown(text)) node.data = tr(text);
    } else for (const name of ["aria-label", "placeholder", "title"])
      if (node.hasAttribute(name)) node.setAttribute(name, tr(node.getAttribute(name)));
  for (const other of LANGUAGES.filter((name) => name !== language)) {
    const link = document.createElement("a");
    link.textContent = new Intl.DisplayNames([other], { type: "language" }).of(other);
    link.lang = other;
    link.href = `?lang=${other}`;
    link.onclick = (event) => { // the address has changed since
      event.preventDefault();
      const words = new URLSearchParams(location.search);
      words.set("lang", other);
      location.href = `?${words}${location.hash}`;
    };
    place.append(link);
  }
}
