// SPDX-License-Identifier: MIT
// Many kernels at once from Node with koffi. Usage: node bulk_koffi.cjs LIBRARY
const koffi = require("koffi");
const library = koffi.load(process.argv[2]);
const find = library.func("int32_t gpuocc_device_for(const char *name, size_t length, " +
    "uint32_t index, _Out_ void **device, void *quality, void *error)");
const init = library.func("int32_t gpuocc_plan_init(void *plan, void *device, " +
    "uint32_t convention, void *base, void *error)");
const run = library.func("int32_t gpuocc_plan_run(void *plan, size_t rows, void *fields, " +
    "void **in_, size_t ins, void *results, void **out, size_t outs, void *status)");

const [rows, device] = [240, [null]];
if (find("RTX 4090", 8, 0, device, null, null) !== 0) throw "device";
const base = Uint32Array.of(4 * 26, 256, ...Array(24).fill(0));
const plan = new BigUint64Array(49152 / 8);
if (init(plan, device[0], 0, base, null) !== 0) throw "plan";
const registers = Uint32Array.from({ length: rows }, (_, i) => 16 + i);
const [groups, waves] = [new Uint32Array(rows), new Uint32Array(rows)];
if (run(plan, rows, Uint32Array.of(3), [registers], 1, Uint32Array.of(0, 1), [groups, waves],
    2, null) !== 0) throw "run";
const sum = (column) => column.reduce((a, b) => a + b, 0);
console.log(`${rows} rows, ${sum(groups)} groups, ${sum(waves)} waves`);
