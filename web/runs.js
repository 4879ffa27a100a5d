// SPDX-License-Identifier: MIT
// Profiles of real runs: the table and the sums of gpuocc profile, and what differs between two.
import { $, h, fill } from "./dom.js";
import { t } from "./language.js";
import { readers } from "./readers.js";

const NUMBERS = ["time", "share", "calls", "group", "registers", "shared", "grid", "change", "was",
  "now"];
let runs = [], context, together = true;

// Returns the text of a cell in Markdown.
function plain(cell) {
  const code = /^(`+) ?(.*?) ?\1$/.exec(cell);
  return code ? code[2].replace(/\\\|/g, "|") : cell.replace(/\\(.)/g, "$1");
}

const cells = (line) => line.slice(1, -1).split(/(?<!\\)\|/).map((cell) => plain(cell.trim()));

// Opens the kernel of a shape in the calculator.
function openShape(row) {
  context.open((state) => {
    if (row.device) {
      state.device = row.device.name;
      state.edits = {};
    }
    state.convention = "default";
    state.kernel = context.kernelOf(row.kernel);
    if (row.grid_groups) state.grid = row.grid_groups;
  });
  $("answer").scrollIntoView({ block: "nearest" });
}

function tableOf(lines, rows) {
  const [head, , ...body] = lines.map(cells);
  const align = (i) => NUMBERS.includes(head[i]) ? "n" : null, name = head.indexOf("kernel");
  const shown = (text, row) => row ? h("button", { type: "button", class: "plain", title: text,
    onclick: () => openShape(row) }, text ? new Text(text) : "no name") : new Text(text);
  return h("table", null, h("caption", { class: "hidden" }, "Launches"),
    h("thead", null, h("tr", null, head.map((text, i) =>
      h("th", { scope: "col", class: align(i) }, text)))),
    h("tbody", null, body.map((texts, number) => h("tr", null, texts.map((text, i) => i === name
      ? h("th", { scope: "row", class: "kernel" }, shown(text, rows?.[number]))
      : h("td", { class: align(i) }, new Text(text)))))));
}

// Returns the sentences about files that cannot be read if there is nothing to show.
async function show() {
  const pair = runs.length === 2 && !together, [first, second] = runs;
  $("run-pair").hidden = runs.length !== 2;
  for (const [id, pressed] of [["run-sum", together], ["run-difference", !together]])
    $(id).setAttribute("aria-pressed", pressed);
  let failed = null;
  try {
    const { _profileShown: read } = await readers();
    const { text, answer, heard } = await (pair ? read([second], { baseline: first }) : read(runs));
    const lines = text.split("\n").filter(Boolean);
    const table = lines.filter((line) => line.startsWith("|"));
    fill($("run-table"), table.length ? tableOf(table, answer.rows) : null);
    fill($("run-sums"), lines.filter((line) => !line.startsWith("|")).map((line) =>
      h("li", null, plain(line.replace(/^\* /, "")))));
    fill($("run-trouble"), [...heard, ...answer.warnings.map((warning) => warning.text)].map(
      (line) => h("li", null, line)));
    $("run-say").textContent = pair ? t`From ${first.name} to ${second.name}.`
      : t`${runs.map((file) => file.name).join(", ")}. A kernel opens above.`;
  } catch (error) {
    for (const id of ["run-table", "run-sums"]) fill($(id));
    failed = error.message.split("\n");
    fill($("run-trouble"), failed.map((line) => h("li", null, line)));
    $("run-say").textContent = "";
  }
  $("run").dataset.runs = runs.length;
  return failed;
}

// Shows profiles, two of them as a difference. Returns the sentences about files that cannot be
// read if none is one.
export async function takeRuns(files) {
  runs = files;
  together = files.length !== 2;
  const failed = await show();
  $("run").hidden = failed !== null;
  if (!failed) $("run-head").focus();
  return failed ?? [];
}

export function startRuns() {
  for (const [id, value] of [["run-sum", true], ["run-difference", false]])
    $(id).addEventListener("click", () => {
      together = value;
      show();
    });
}

// `open` changes the state of the page; `kernelOf` returns its fields of a kernel in JSON.
export function setRuns(open, kernelOf) {
  context = { open, kernelOf };
}
