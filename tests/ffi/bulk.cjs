// SPDX-License-Identifier: MIT
// Many kernels at once in WebAssembly. Usage: node bulk.cjs GPUOCC.WASM
const fs = require("fs");
const module_ = new WebAssembly.Module(fs.readFileSync(process.argv[2]));
const gpuocc = new WebAssembly.Instance(module_).exports;

// Pieces of the memory behind __heap_base, 8-aligned, as arrays of 32-bit words.
gpuocc.memory.grow(2);
let top = gpuocc.__heap_base.value + 7 & ~7;
const words = (...values) => {
    const array = new Uint32Array(gpuocc.memory.buffer, top, values.length);
    array.set(values);
    top += values.length * 4 + 7 & ~7;
    return array;
};
const at = (array) => array.byteOffset;
const name = words(0x20585452, 0x30393034); // "RTX 4090"
const [pointer, base] = [words(0), words(4 * 26, 256, ...Array(24).fill(0))];
const [rows, plan] = [240, words(...Array(49152 / 4).fill(0))];
if (gpuocc.gpuocc_device_for(at(name), 8, 0, at(pointer), 0, 0) !== 0) throw "device";
if (gpuocc.gpuocc_plan_init(at(plan), pointer[0], 0, at(base), 0) !== 0) throw "plan";
const registers = words(...Array(rows).keys()).map((i) => i + 16);
const columns = [words(...registers), words(...Array(rows)), words(...Array(rows))];
if (gpuocc.gpuocc_plan_run(at(plan), rows, at(words(3)), at(words(at(columns[0]))), 1,
    at(words(0, 1)), at(words(at(columns[1]), at(columns[2]))), 2, 0) !== 0) throw "run";
const sum = (column) => column.reduce((a, b) => a + b, 0);
console.log(`${rows} rows, ${sum(columns[1])} groups, ${sum(columns[2])} waves`);
