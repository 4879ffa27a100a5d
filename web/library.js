// SPDX-License-Identifier: MIT
// libgpuocc in WebAssembly (glue.c) as functions of JavaScript. One occupancy exists at a time:
// `ask` makes it, and the functions about it read it.
import { decompress } from "./vendor/fzstd.js";
import { lz4, zlib, zstdLength } from "./unpack.js";

// Values with a special meaning (gpuocc/status.h), and GPUOCC_CORE_MODE_CU.
export const UNKNOWN = 0xffffffff;
export const ZERO = 0xfffffffe;
export const CU = 1;
const NOT_APPLICABLE = -22, MOST_EDITS = 128;
const PLACES = ["kernel", "out", "input", "text", "fields", "values"];
const LISTS = { kernel: 1, device: 2, result: 3, limit: 4, convention: 5, vendor: 6, note: 7,
  confidence: 8, quality: 9, status: 10, schedule: 13, resource: 16, constant: 17, latency: 18,
  curve: 19, basis: 22 };
// Kernel fields that accept only listed values, and the values to try.
const CHOICES = { wave_size: [1, 4, 8, 16, 32, 64, 128], dynamic_vgpr_block: [16, 32] };

let c, memory, at, onKernel, onTrouble, zlibRead = 0;
const names = {}, numbers = {};

const bytes = () => new Uint8Array(memory.buffer);
const words = (address, count) => new Uint32Array(memory.buffer, address, count);
const out = () => new Float64Array(memory.buffer, at.out, 16);

function string(address, length) {
  if (!address) return "";
  const all = bytes();
  const end = length === undefined ? all.indexOf(0, address) : address + length;
  return new TextDecoder().decode(all.slice(address, end));
}

// Writes a text where the library reads names. Returns its length in bytes, at most 512.
function give(name) {
  const encoded = new TextEncoder().encode(name).subarray(0, 512);
  bytes().set(encoded, at.input);
  return encoded.length;
}

function unpack(format, from, length, to, room) {
  const packed = bytes().subarray(from, from + length), memory = bytes().subarray(to, to + room);
  try {
    if (format === 0) return lz4(packed, memory);
    if (format === 2) {
      const { written, read } = zlib(packed, memory);
      zlibRead = read;
      return written;
    }
    const unpacked = decompress(packed.slice());
    if (unpacked.length > room) return -1;
    memory.set(unpacked);
    return unpacked.length;
  } catch {
    return -1;
  }
}

// Returns the length of the zstd frame that begins here, or of the last unpacked zlib stream.
function packedLength(format, from, length) {
  try {
    return format === 2 ? zlibRead : zstdLength(bytes().subarray(from, from + length));
  } catch {
    return -1;
  }
}

export async function load(module) {
  const env = {
    unpack, packed_length: packedLength,
    kernel: (found) => onKernel(found),
    trouble: (offset, sentence) => onTrouble(offset, string(sentence)),
  };
  const { instance } = await WebAssembly.instantiate(module, { env });
  c = instance.exports;
  memory = c.memory;
  at = Object.fromEntries(PLACES.map((name, i) => [name, c.page_place(i)]));
  for (const [list, number] of Object.entries(LISTS)) {
    names[list] = [];
    numbers[list] = {};
    for (let i = 0; i < c.page_list_count(number); i++) {
      const name = string(c.page_word(number, i, 0));
      names[list][i] = name;
      if (name) numbers[list][name] = i;
    }
  }
}

export const name = (list, number) => names[list][number] ?? "";
export const number = (list, word) => numbers[list][word];
export const list = (which) => names[which];
export const unit = (which, i) => string(c.page_word(LISTS[which], i, 1));
export const about = (which, i) => string(c.page_word(LISTS[which], i, 2));
export const choiceName = (field, value) => string(c.page_choice(number("kernel", field), value));
export const versions = () => ({ library: c.page_version(0), data: c.page_version(1) });

// ---- devices -------------------------------------------------------------------------------

const described = new Map();

// Returns a device by its address: built-in devices never change.
function describe(address) {
  if (!address) return null;
  let device = described.get(address);
  if (!device) {
    device = { address, name: string(c.page_device_word(address, 0)),
      architecture: string(c.page_device_word(address, 1)),
      family: string(c.page_device_word(address, 2)) };
    device.vendor = name("vendor", figure(device, "vendor") ?? 0);
    device.wgp = figure(device, "cus_per_wgp") > 0;
    described.set(address, device);
  }
  return device;
}

export function devices() {
  const all = [];
  for (let i = 0, address; (address = c.page_device(i)); i++) all.push(describe(address));
  return all;
}

// Returns the devices with a name and the quality of the match; [] if there is none.
export function find(text) {
  const found = [], length = give(text);
  for (let i = 0; i < 48; i++) {
    const address = c.page_find(length, i), [status, quality] = out();
    if (address) found.push({ device: describe(address), quality: name("quality", quality) });
    else if (name("status", -status) !== "device_no_model") break;
  }
  return found;
}

// Returns the device that answers for all devices with a name, null if they differ or none has it.
export const deviceFor = (text) => describe(c.page_device_for(give(text)));

// Returns the reason why a name was not found, as a status of the library.
export function findStatus(text) {
  c.page_find(give(text), 0);
  return out()[0];
}

export function nearest(text) {
  const found = [], length = give(text);
  for (let i = 0, address; (address = c.page_nearest(length, i)); i++)
    found.push(describe(address));
  return found;
}

// Returns a figure of a device: a number, null if it is unknown, undefined if it does not apply.
export function figure(device, field, index = 0) {
  const status = c.page_figure(device.address, number("device", field), index);
  return status === 0 ? out()[0] : status === NOT_APPLICABLE ? undefined : null;
}

const LIST_FIELDS = ["shared_pool_sizes_kib", "shared_group_sizes_kib", "grf_counts",
  "waves_at_grf_count", "cores_per_gpc"];
export const isList = (field) => LIST_FIELDS.includes(field);

// Returns a figure that may be a list.
export function figures(device, field) {
  const values = [];
  for (let i = 0; i < 64; i++) {
    if (c.page_figure(device.address, number("device", field), i) !== 0) break;
    values.push(out()[0]);
    if (!isList(field)) break;
  }
  return values;
}

function sourceOf(status) {
  if (status !== 0) return null;
  return { confidence: about("confidence", out()[0]) || name("confidence", out()[0]),
    level: out()[0], document: string(c.page_source_text(0)),
    remark: string(c.page_source_text(1)) };
}

export const source = (device, field) =>
  sourceOf(c.page_source(device.address, number("device", field)));

export function constants(device, waveSize) {
  const all = [];
  list("constant").forEach((word, i) => {
    if (!word || c.page_constant(device.address, i, waveSize) !== 0) return;
    const [value, low, high, basis] = out();
    all.push({ name: word, unit: unit("constant", i), value, low, high, basis: name("basis", basis),
      source: sourceOf(c.page_constant_source(device.address, i)) });
  });
  return all;
}

// Makes a custom device, of which there is one at a time. Throws the library's sentence.
export function edit(base, edits, label) {
  const fields = words(at.fields, MOST_EDITS);
  const values = new Float64Array(memory.buffer, at.values, MOST_EDITS);
  let count = 0;
  for (const [field, list] of Object.entries(edits))
    for (const value of list) {
      if (count === MOST_EDITS) throw new RangeError(`at most ${MOST_EDITS} figures can be set`);
      fields[count] = number("device", field);
      values[count++] = value;
    }
  const address = c.page_edit(base?.address ?? 0, give(label), count);
  if (!address) throw new RangeError(string(at.text));
  described.delete(address);
  return describe(address);
}

// ---- occupancy -----------------------------------------------------------------------------

function setKernel(kernel) {
  const fields = words(at.kernel, list("kernel").length);
  fields.fill(0);
  for (const [field, value] of Object.entries(kernel)) fields[number("kernel", field)] = value;
}

// Returns the error of the last failed call, and the kernel field that it names.
function failure(status) {
  const [scope, field] = out();
  return { status, message: string(at.text), field: scope === 2 ? name("kernel", field) : "" };
}

// Returns a result as [low, high], null if it is unknown, undefined if it does not apply.
function result(word, index = 0) {
  const status = c.page_result(number("result", word), index);
  const [low, high] = out();
  return status === 0 ? [low, high] : status === NOT_APPLICABLE ? undefined : null;
}

export const isExact = (range) => range != null && range[0] === range[1];
export const limitSet = (bits) => list("limit").filter((_, i) => bits >> i & 1);

export function ask(device, convention, kernel) {
  setKernel(kernel);
  const status = c.page_ask(device.address, convention);
  if (status < 0) return failure(status);
  const answer = { status, message: "", results: {}, limits: [], advice: [] };
  for (const word of list("result").slice(0, number("result", "limit")).concat(
    "clusters_per_device"))
    answer.results[word] = result(word);
  const [certain, possible] = answer.results.limiters ?? [0, 0];
  answer.limiters = limitSet(possible);
  answer.certain = limitSet(certain);
  answer.notes = list("note").map((word, i) => ({ word, about: about("note", i), i })).filter(
    ({ i }) => answer.results.notes?.[1] >> i & 1);
  list("limit").forEach((word, i) => {
    const groups = result("limit", i);
    if (groups === undefined) return;
    answer.limits.push({ name: word, word: string(c.page_limit_word(device.address, i)),
      unit: unit("limit", i), groups, requested: result("requested", i),
      allocated: result("allocated", i), capacity: result("capacity", i),
      unused: result("unused", i), wasted: result("wasted", i) });
  });
  for (let i = 0; c.page_advice(i) === 0; i++) answer.advice.push(string(at.text));
  return answer;
}

// Returns { limit } or { choices } of a kernel field, or null if the device does not have it.
// Limits depend on the other fields. Derived from the library's errors (page_field).
export function fieldInfo(device, convention, kernel, field) {
  setKernel(kernel);
  const i = number("kernel", field), kind = c.page_field(device.address, convention, i);
  if (kind === 0) return null;
  if (kind === 1 && field !== "grf_count") return { limit: out()[2] < 0 ? null : out()[2] };
  const tried = CHOICES[field] ?? (field === "grf_count" ? figures(device, "grf_counts")
    : [1, 2, 3, 4].filter((value) => choiceName(field, value)));
  return { choices: tried.filter((value) => c.page_try(device.address, convention, i, value) >= 0)
    .map((value) => ({ value, name: choiceName(field, value) || String(value) })) };
}

// Returns the plateaus of groups and waves over a field; [] if it has no curve.
export function curve(field, first) {
  const i = number("kernel", field), plateaus = [];
  for (let value = first; c.page_plateau(i, value) === 0; value = plateaus.at(-1).last + 1) {
    const [start, last, groups, waves, limiters] = out();
    plateaus.push({ first: start, last, groups, waves, limiters: limitSet(limiters) });
    if (last >= ZERO) break;
  }
  return plateaus;
}

export function next(field) {
  const status = c.page_next(number("kernel", field));
  const [now, slack, then, groups, waves, limiters] = out();
  return { status, now, slack, then, groups, waves, limiters: limitSet(limiters) };
}

export function bestGroups(device, convention, kernel, count) {
  const sizes = [];
  setKernel(kernel);
  for (let i = 0; i < count && c.page_best(device.address, convention, i) === 0; i++)
    sizes.push({ threads: out()[0], groups: out()[1] });
  return sizes;
}

// ---- grid and latency, of the last evaluated occupancy --------------------------------------

export function schedule(groups) {
  const status = c.page_schedule(groups);
  if (status < 0) return failure(status);
  const results = {};
  const get = (word, index) => c.page_schedule_result(number("schedule", word), index) === 0
    ? [out()[0], out()[1]] : null;
  for (const word of list("schedule")) if (word) results[word] = get(word, 0);
  // The smallest grid with one round more.
  if (results.rounds) results.round_start = get("round_start", results.rounds[0]);
  results.safe_groups = c.page_safe_grid() === 0 ? out()[0] : null;
  return { status, results };
}

export const MIX = ["loads", "stores", "fp32", "special", "matrix", "load_bytes", "in_flight",
  "chains", "l1_hit", "l2_hit", "waves", "overlap", "one_pass"];

export function latency(mix) {
  const values = new Float64Array(memory.buffer, at.values, MIX.length);
  MIX.forEach((word, i) => { values[i] = mix[word] ?? 0; });
  const status = c.page_latency();
  return status < 0 ? failure(status) : { status };
}

// Returns a result as [low, high], or null.
export function latencyResult(word, index = 0) {
  const status = c.page_latency_result(number("latency", word), index);
  return status === 0 ? [out()[0], out()[1]] : null;
}

export function latencyAt(waves, word, curveName) {
  const status = c.page_latency_at(waves, number("latency", word), number("curve", curveName));
  return status === 0 ? out()[0] : null;
}

// ---- compiled files --------------------------------------------------------------------------

function found(address, threads) {
  c.page_found(address, threads);
  const [name, nameLength, target, targetLength, format, notes, assumed, stack, spills] = out();
  const sentences = (set, which) => [...Array(8).keys()].filter((i) => set >> i & 1).map(
    (i) => string(c.page_kernels_word(which, i, 1)));
  const kernel = {};
  words(at.kernel, list("kernel").length).forEach((value, i) => {
    if (i > 0 && value !== 0) kernel[list("kernel")[i]] = value;
  });
  return { name: string(name, nameLength), target: string(target, targetLength),
    format: string(format), kernel, notes: sentences(notes, 0), assumed: sentences(assumed, 1),
    required: Boolean(notes & 2), anyGroup: Boolean(assumed & 2), stack: stack === UNKNOWN ? null : stack,
    spills: spills === UNKNOWN ? null : spills };
}

// Reads a compiled file or a log: { kernels, troubles, status }. `threads` is the group size of
// kernels whose file does not give it, 0 for any.
export function read(file, threads) {
  const kernels = [], troubles = [];
  const start = (c.__heap_base.value + 15) & ~15;
  const room = (64 << 20) + 16 * file.length;
  const needed = start + file.length + room - memory.buffer.byteLength;
  if (needed > 0) memory.grow(Math.ceil(needed / 65536));
  bytes().set(file, start);
  onKernel = (address) => {
    kernels.push(found(address, threads));
    return 0;
  };
  onTrouble = (offset, sentence) => troubles.push(`byte ${offset}: ${sentence}`);
  const status = c.read_kernels(start, file.length, start + file.length, room);
  return { kernels, troubles, status };
}
