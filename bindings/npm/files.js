// SPDX-License-Identifier: MIT
// Compiled kernels and profiles: the command gpuocc as a WebAssembly module, which reads files in
// memory. What it returns is what the command prints with --json.
import { decompress } from "../../web/vendor/fzstd.js";
import { lz4, zlib, zstdLength } from "../../web/unpack.js";
import { GpuoccError } from "./index.js";

const PIECE = 1 << 20; // bytes of a profile in memory at once
const DATABASE = "SQLite format 3";
const NO_DEVICE = -6; // GPUOCC_ERROR_DEVICE_UNKNOWN
const [NO_FILE, FAILED] = [-2, -5]; // ENOENT, EIO

/* ---- numbers, as printf() writes them ---- */

/* Rounds the decimal digits of `rounded`, which has ties rounded up, to even as C does. `exact` has
 * more digits of the same number. */
function toEven(rounded, exact, count) {
    const digits = exact.replace(/e.*/, "").replace(".", "");
    const tie = /^50*$/.test(digits.slice(count)) && "02468".includes(digits[count - 1] ?? "0");
    return tie ? null : rounded;
}

/* Returns [digits, exponent] of a number with `count` significant digits. */
function significant(value, count) {
    const exact = value.toExponential(100), [, exponent] = exact.split("e");
    const rounded = toEven(value.toExponential(count - 1), exact, count);
    if (rounded === null) return [exact.replace(".", "").slice(0, count), Number(exponent)];
    const [digits, power] = rounded.split("e");
    return [digits.replace(".", ""), Number(power)];
}

function fixed(value, places) {
    if (value >= 1e21) return BigInt(value) + (places ? "." + "0".repeat(places) : "");
    const exact = value.toFixed(100), whole = exact.indexOf(".");
    const rounded = toEven(value.toFixed(places), exact, whole + places);
    return rounded ?? exact.slice(0, places ? whole + 1 + places : whole);
}

function exponential(digits, exponent) {
    const power = String(Math.abs(exponent)).padStart(2, "0");
    return digits[0] + (digits.length > 1 ? "." + digits.slice(1) : "") +
        (exponent < 0 ? "e-" : "e+") + power;
}

/* Returns a number, not below 0, as "%.*e", "%.*f" or "%.*g" gives it. */
function formatReal(value, kind, precision) {
    if (Number.isNaN(value)) return "nan";
    if (value === Infinity) return "inf";
    if (kind === "f") return fixed(value, precision);
    const count = kind === "e" ? precision + 1 : Math.max(precision, 1);
    const [digits, exponent] = significant(value, count);
    if (kind === "e") return exponential(digits, exponent);
    const short = digits.replace(/0+$/, "") || "0";
    if (exponent < -4 || exponent >= count) return exponential(short, exponent);
    if (exponent < 0) return "0." + "0".repeat(-exponent - 1) + short;
    const whole = short.slice(0, exponent + 1).padEnd(exponent + 1, "0");
    return whole + (short.length > exponent + 1 ? "." + short.slice(exponent + 1) : "");
}

/* ---- the module and its files ---- */

let compiled;

const MODULE = "@WASM@";
const bytes = () => Uint8Array.from(atob(MODULE), (letter) => letter.charCodeAt(0));

/** Prepares the module, which the first call does otherwise; `source` is another one: bytes, or a
 * response of fetch. */
export function load(source) {
    compiled ??= (async () => {
        const given = await (source ?? bytes());
        return WebAssembly.compile(typeof Response === "function" && given instanceof Response
            ? await given.arrayBuffer() : given);
    })();
    compiled.catch(() => { compiled = undefined; });
    return compiled.then(() => {});
}

class Ended {
    constructor(code) {
        this.code = code;
    }
}

/* An instance of the module: a process, with the files that it reads and those that it writes. */
class Process {
    constructor(files) {
        this.files = files;
        this.open = [{ bytes: new Uint8Array(0) }, { pieces: [] }, { pieces: [] }];
        this.zlibRead = 0;
    }

    async start() {
        await load();
        const { exports } = await WebAssembly.instantiate(await compiled, { env: this.imports() });
        this.raw = exports;
        return this;
    }

    view(at, length) {
        return new Uint8Array(this.raw.memory.buffer, at >>> 0, length);
    }

    string(at, length) {
        return new TextDecoder().decode(this.view(at, length).slice());
    }

    openFile(name, writes) {
        if (!writes && !this.files.has(name)) return NO_FILE;
        this.open.push(writes ? { name, pieces: [] } : { bytes: this.files.get(name) });
        return this.open.length - 1;
    }

    readFile(file, from, to, length) {
        const part = this.open[file].bytes?.subarray(from, from + length);
        if (!part) return FAILED;
        this.view(to, part.length).set(part);
        return part.length;
    }

    unpack(format, from, length, to, room) {
        const packed = this.view(from, length), memory = this.view(to, room);
        try {
            if (format === 0) return lz4(packed, memory);
            if (format === 2) {
                const { written, read } = zlib(packed, memory);
                this.zlibRead = read;
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

    /* Returns the length of the zstd frame that begins here, or of the last zlib stream. */
    packedLength(format, from, length) {
        try {
            return format === 2 ? this.zlibRead : zstdLength(this.view(from, length));
        } catch {
            return -1;
        }
    }

    imports() {
        return {
            file_open: (path, length, writes) => this.openFile(this.string(path, length), writes),
            file_size: (file) => this.open[file].bytes?.length ?? 0,
            file_read: (file, from, to, length) => this.readFile(file, from, to, length),
            file_write: (file, from, length) =>
                this.open[file].pieces.push(this.view(from, length).slice()),
            format_real: (value, kind, precision, to) => {
                const text = formatReal(value, String.fromCharCode(kind), precision).slice(0, 399);
                this.view(to, text.length).set(new TextEncoder().encode(text));
                return text.length;
            },
            parse_real: (text, length) => Number(this.string(text, length)),
            leave: (code) => { throw new Ended(code); },
            unpack: (...given) => this.unpack(...given),
            packed_length: (...given) => this.packedLength(...given),
        };
    }

    /* Puts bytes into the memory of the module. */
    put(data) {
        const at = this.raw.allocate(data.length);
        this.view(at, data.length).set(data);
        return at;
    }

    text(string) {
        return this.put(new TextEncoder().encode(string + "\0"));
    }

    /* Returns what `work` returns, or the exit code if it ends the process. */
    attempt(work) {
        try {
            return work();
        } catch (error) {
            if (error instanceof Ended) return error.code;
            throw new GpuoccError(`the module stopped: ${error.message}`);
        }
    }

    written(file) {
        return join(this.open[file].pieces);
    }

    /* Returns the lines of standard error. */
    said() {
        return new TextDecoder().decode(this.written(2)).split("\n").filter(Boolean).map((line) =>
            line.replace(/^gpuocc: /, ""));
    }
}

function join(pieces) {
    const all = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
    let at = 0;
    for (const piece of pieces) {
        all.set(piece, at);
        at += piece.length;
    }
    return all;
}

/* Runs the command, and returns what it prints and what it says about parts that it cannot read. */
async function runText(words, files) {
    const process = await new Process(files).start();
    const at = words.map((word) => process.text(word));
    const list = process.put(new Uint8Array(Uint32Array.from([...at, 0]).buffer));
    process.attempt(() => process.raw.run(words.length, list));
    return { text: new TextDecoder().decode(process.written(1)), said: process.said() };
}

/* The same for its object. */
async function run(words, files) {
    const { text, said } = await runText(words, files);
    try {
        return { answer: JSON.parse(text), said };
    } catch {
        throw new GpuoccError(said.join("\n") || "the command printed no answer");
    }
}

/* ---- sources: paths (Node), bytes, blobs and streams ---- */

const isBytes = (source) => source instanceof ArrayBuffer || ArrayBuffer.isView(source);
const asBytes = (data) => data instanceof ArrayBuffer ? new Uint8Array(data)
    : new Uint8Array(data.buffer, data.byteOffset, data.byteLength);

async function* blobPieces(blob) {
    for (let at = 0; at < blob.size; at += PIECE)
        yield new Uint8Array(await blob.slice(at, at + PIECE).arrayBuffer());
}

async function* streamPieces(stream) {
    const reader = stream.getReader();
    try {
        for (;;) {
            const { done, value } = await reader.read();
            if (done) return;
            yield asBytes(value);
        }
    } finally {
        reader.cancel().catch(() => {});
    }
}

/* Yields the bytes of a source in pieces. */
async function* piecesOf(source) {
    if (isBytes(source)) yield asBytes(source);
    else if (typeof source === "string" || source instanceof URL)
        yield* (await import("node:fs")).createReadStream(source, { highWaterMark: PIECE });
    else if (typeof Blob === "function" && source instanceof Blob) yield* blobPieces(source);
    else if (typeof source?.body?.getReader === "function") yield* streamPieces(source.body);
    else if (typeof source?.getReader === "function") yield* streamPieces(source);
    else if (typeof source?.[Symbol.asyncIterator] === "function")
        for await (const piece of source) yield asBytes(piece);
    else throw new GpuoccError("a file is a path, bytes, a Blob, a Response or a stream");
}

async function contentOf(source) {
    if (isBytes(source)) return asBytes(source);
    const pieces = [];
    for await (const piece of piecesOf(source)) pieces.push(piece);
    return pieces.length === 1 ? pieces[0] : join(pieces);
}

/* Returns [{ name, source }] of one source or several, with different names. */
function named(sources) {
    const names = new Set();
    return (Array.isArray(sources) ? sources : [sources]).map((given) => {
        const source = given?.content ?? given;
        const plain = given?.name || (typeof source === "string" || source instanceof URL
            ? String(source) : "") || "input";
        let name = plain;
        for (let i = 2; names.has(name); i++) name = `${plain} (${i})`;
        names.add(name);
        return { name, source };
    });
}

async function loaded(sources) {
    const files = new Map();
    for (const { name, source } of sources) files.set(name, await contentOf(source));
    return files;
}

/* Yields the bytes of a profile, unpacked if they are gzip. */
async function* unpacked(source, name) {
    const pieces = piecesOf(source);
    let { value: first = new Uint8Array(0), done } = await pieces.next();
    while (!done && first.length < DATABASE.length) {
        const next = await pieces.next();
        done = next.done;
        if (!done) first = join([first, next.value]);
    }
    if (new TextDecoder().decode(first.subarray(0, DATABASE.length)) === DATABASE)
        throw new GpuoccError(`${name} is an SQLite database, which is not read here; the ` +
            "command gpuocc profile reads it, and here what nsys stats and rocprofv3 write as CSV");
    async function* all() {
        if (first.length) yield first;
        yield* pieces;
    }
    if (first[0] !== 0x1f || first[1] !== 0x8b) {
        yield* all();
        return;
    }
    if (typeof DecompressionStream !== "function")
        throw new GpuoccError(`${name} is gzip, which this JavaScript cannot unpack ` +
            "(DecompressionStream)");
    const rest = all();
    const stream = new ReadableStream({
        async pull(controller) {
            const { value, done: end } = await rest.next();
            if (end) controller.close();
            else controller.enqueue(value);
        } });
    yield* streamPieces(stream.pipeThrough(new DecompressionStream("gzip")));
}

/* Reads a profile in pieces, and returns the part that gpuocc profile --save would write; null, and
 * what was said, if there is none. */
async function partOf(source, name) {
    const process = await new Process(new Map()).start(), { raw } = process;
    const room = raw.allocate(PIECE);
    let status = process.attempt(() => raw.profile_start(process.text(name)));
    try {
        for await (const whole of unpacked(source, name))
            for (let at = 0; at < whole.length && status === 0; at += PIECE) {
                const piece = whole.subarray(at, at + PIECE);
                process.view(room, piece.length).set(piece);
                status = process.attempt(() => raw.profile_feed(room, piece.length));
            }
    } catch (error) {
        if (error instanceof GpuoccError) throw error;
        throw new GpuoccError(`${name}: ${error.message}`);
    }
    process.attempt(() => raw.profile_end(status));
    const part = process.open.find((file) => file.name === name);
    return { part: part && join(part.pieces), said: process.said() };
}

/* ---- options ---- */

const kebab = (name) => name.replace(/[A-Z]/g, (letter) => "-" + letter.toLowerCase());
const OWN = { device: "device", part: "kernel", minShare: "min-share", gridGroups: "grid-groups",
    l1Hit: "l1-hit", l2Hit: "l2-hit", top: "top" };

/* Returns the options of the command: those of a call, and the fields of a kernel. */
function wordsOf(options, left = []) {
    const words = [];
    for (const [name, value] of Object.entries(options)) {
        if (value === undefined || value === false || left.includes(name)) continue;
        if (value === true) words.push(`--${OWN[name] ?? kebab(name)}`);
        else if (name === "trips" && typeof value === "object")
            for (const [address, count] of Object.entries(value))
                words.push(`--trips=${address}=${count}`);
        else
            for (const one of Array.isArray(value) ? value : [value])
                words.push(`--${OWN[name] ?? kebab(name)}=${one}`);
    }
    return words;
}

/* Throws why there is no answer at all: nothing was found, or no device has the given name. */
function checkRows(rows, said, nothing) {
    if (!rows.length) throw new GpuoccError(said.join("\n") || nothing);
    if (rows.every((row) => row.status === NO_DEVICE))
        throw new GpuoccError(rows[0].message, NO_DEVICE, "device");
}

/** The kernels in compiled files and compiler logs, with their occupancy. */
export async function kernels(files, options = {}) {
    const content = await loaded(named(files));
    const { answer, said } = await run(["kernels", "--json", ...wordsOf(options), "--",
        ...content.keys()], content);
    checkRows(answer.rows, said, "there are no kernels");
    return { ...answer, warnings: said };
}

/** The loops of compiled kernels, and whether the resident waves hide their latency; with
 * gridGroups and trips, the predicted time. */
export async function explain(file, options = {}) {
    const content = await loaded(named([file]));
    const { answer, said } = await run(["explain", "--json", ...wordsOf(options, ["part"]), "--",
        ...content.keys(), ...options.part === undefined ? [] : [options.part]], content);
    checkRows(answer.kernels, said, "there are no kernels");
    return { ...answer, warnings: said };
}

const cell = (value) => `"${String(value).replace(/"/g, '""')}"`;

/** Compiled builds in the order of their predicted times. A build is a file, or
 * { content, kernel, trips, ... }: fields and options of this build. */
export async function rank(builds, options = {}) {
    const sources = named(builds), content = await loaded(sources);
    const own = builds.map((build) => build?.content === undefined ? {}
        : Object.fromEntries(Object.entries(build).filter(([name]) =>
            name !== "content" && name !== "name")));
    const columns = [...new Set(own.flatMap(Object.keys))];
    const trips = (value) => typeof value === "object" && value !== null
        ? Object.entries(value).map((pair) => pair.join("=")).join(" ") : value ?? "";
    const lines = [["file", ...columns.map((name) => kebab(name).replace(/-/g, "_"))],
        ...sources.map(({ name }, i) => [name, ...columns.map((column) => trips(own[i][column]))])];
    const list = "list of builds";
    content.set(list, new TextEncoder().encode(
        lines.map((line) => line.map(cell).join(",") + "\n").join("")));
    const { answer, said } = await run(["rank", "--json", ...wordsOf(options), "--", list],
        content);
    return { ...answer, warnings: said };
}

/* Reads profiles, and returns their parts and the words of the command about them. */
async function profileParts(files, options) {
    const parts = new Map(), heard = [];
    const take = async (sources) => {
        const names = [];
        for (const { name, source } of named(sources)) {
            const kept = parts.has(name) ? `${name} (baseline)` : name;
            const { part, said } = await partOf(source, kept);
            if (part) {
                parts.set(kept, part);
                names.push(kept);
            } else {
                heard.push(...said);
            }
        }
        if (!names.length) throw new GpuoccError(heard.join("\n") || "there is no profile");
        return names;
    };
    const names = await take(files);
    const words = wordsOf(options, ["baseline", "kernels"]);
    if (options.baseline !== undefined)
        words.push(`--baseline=${(await take([options.baseline]))[0]}`);
    for (const { name, source } of named(options.kernels ?? [])) {
        parts.set(`kernels: ${name}`, await contentOf(source));
        words.push(`--kernels=kernels: ${name}`);
    }
    return { words: [...words, "--", ...names], parts, heard };
}

/** The launches of real runs by shape and weighted by time, or the differences from another run
 * (`baseline`). A profile is read in pieces, so that it may be larger than memory. */
export async function profile(files, options = {}) {
    const { words, parts, heard } = await profileParts(files, options);
    const { answer } = await run(["profile", "--json", ...words], parts);
    answer.warnings.push(...heard.map((text) => ({ kind: "warning", text })));
    return answer;
}

/* For the calculator page: the same as a table and sentences in Markdown, and the object. */
export async function _profileShown(files, options = {}) {
    const { words, parts, heard } = await profileParts(files, options);
    const { text } = await runText(["profile", "--format=markdown", ...words], parts);
    const { answer } = await run(["profile", "--json", ...words], parts);
    return { text, answer, heard };
}
