// SPDX-License-Identifier: MIT
// Worked cases: each is an address (#p=formula) and a sentence. tests/page/presets.py has what each
// sentence says as a question to the command.
import { $, h, fill } from "./dom.js";
import { tr } from "./language.js";

const row = (name, query) => `&k=${encodeURIComponent(`${query}&n=${name}`)}`;

export const PRESETS = {
  formula: ["The usual formula is wrong",
    "65536 registers divided by 224 threads x 96 registers would be 3 blocks. But each quarter " +
    "of the register file holds 5 whole warps, and 20 warps are only 2 blocks of 7.",
    "d=RTX+4090&threads_per_group=224&registers_per_thread=96&g="],
  barriers: ["Named barriers limit",
    "An SM of sm_120 has 24 barriers, so that 4 blocks with 6 each are resident, though the " +
    "warps and the registers allow 12.",
    "d=RTX+5090&threads_per_group=128&registers_per_thread=40&barriers_per_group=6&g="],
  agprs: ["Accumulation registers count",
    "The AGPRs of an MI300X come from the same file as the VGPRs: 128 more of them halve the " +
    "work-groups.",
    "d=MI300X&threads_per_group=256&registers_per_thread=128&accumulators_per_thread=128&g=" +
    row("VGPRs+only", "d=MI300X&threads_per_group=256&registers_per_thread=128") +
    row("with+AGPRs", "d=MI300X&threads_per_group=256&registers_per_thread=128&" +
      "accumulators_per_thread=128")],
  wgp: ["WGP mode and CU mode",
    "In WGP mode 3 work-groups share the LDS of both CUs. In CU mode each CU has room for 1, so " +
    "that 2 are resident on both.",
    "d=RX+7900+XTX&threads_per_group=256&registers_per_thread=64&shared_bytes=40960&g=" +
    row("WGP+mode", "d=RX+7900+XTX&threads_per_group=256&registers_per_thread=64&" +
      "shared_bytes=40960") +
    row("CU+mode", "d=RX+7900+XTX&threads_per_group=256&registers_per_thread=64&" +
      "shared_bytes=40960&core_mode=1")],
  grf: ["256 GRF registers",
    "With 256 registers per hardware thread half as many hardware threads exist: 100 % of this " +
    "mode is 50 % of the other.",
    "d=Arc+B580&wave_size=16&threads_per_group=256&grf_count=256&g=" +
    row("128+GRF", "d=Arc+B580&wave_size=16&threads_per_group=256&grf_count=128") +
    row("256+GRF", "d=Arc+B580&wave_size=16&threads_per_group=256&grf_count=256")],
  range: ["A range instead of a guess",
    "Metal does not say how many registers a kernel has. An input that is unknown makes the " +
    "answer a range: 3 to 8 threadgroups.",
    "d=Apple+M1&threads_per_group=128&half_registers_per_thread=unknown&" +
    "max_threads_per_group=512&g="],
  tail: ["A tail of one block",
    "768 blocks are resident at once. One more starts a second round, in which a single SM " +
    "works: the rounds are half empty.",
    "d=RTX+4090&threads_per_group=256&registers_per_thread=40&g=769"],
  little: ["Little's law",
    "16 warps with one load in flight each keep too few bytes in flight for the memory of an " +
    "A100. 46 to 52 warps would do, or 4 loads at a time.",
    "d=A100-SXM4-40GB&threads_per_group=256&registers_per_thread=128&g=&m.loads=1&m.stores=0&" +
    "m.fp32=0"],
  halo: ["A tile with its halo",
    "A tile of 64 x 64 floats with a halo of 4 holds 72 x 72. The halo costs a block: 4 instead " +
    "of 5 are resident.",
    "d=RTX+4090&threads_per_group=256&registers_per_thread=40&shared_bytes=20736&g=" +
    row("64+x+64", "d=RTX+4090&threads_per_group=256&registers_per_thread=40&" +
      "shared_bytes=16384") +
    row("72+x+72", "d=RTX+4090&threads_per_group=256&registers_per_thread=40&" +
      "shared_bytes=20736")],
  mig: ["A MIG slice",
    "The slice 1g.5gb of an A100 has 14 SMs. Each holds as many blocks as an SM of the whole " +
    "GPU, but 1000 blocks take 9 rounds instead of 2.",
    "d=A100-SXM4-40GB+MIG+1g.5gb&threads_per_group=256&registers_per_thread=32&g=1000&" +
    "v=A100-SXM4-40GB"],
};

// Returns the address in place of one that only names a case.
export function expand(hash) {
  const [, name] = /^#?p=(\w+)$/.exec(hash) ?? [];
  return name && Object.hasOwn(PRESETS, name) ? `#p=${name}&${PRESETS[name][2]}` : hash;
}

// Shows the sentence of the case that the page shows, if it is one.
export function showPreset({ preset }) {
  const [title, say] = PRESETS[preset] ?? [];
  fill($("lesson"), title ? [h("strong", null, tr(title), tr(". ")), tr(say)] : null);
  $("lesson").hidden = !title;
}

export function startPresets() {
  fill($("presets"), Object.entries(PRESETS).map(([name, [title, say]]) => h("li", null,
    h("a", { href: `#p=${name}`, onclick: () => $("answer").scrollIntoView({ block: "nearest" }) },
      title), h("span", { class: "muted" }, say))));
}
