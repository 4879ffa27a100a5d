// SPDX-License-Identifier: MIT
// What a row of a plan and one query cost in WebAssembly. Usage: node wasm.cjs GPUOCC.WASM
const fs = require("fs");
const module_ = new WebAssembly.Module(fs.readFileSync(process.argv[2]));
const gpuocc = new WebAssembly.Instance(module_).exports;
const ROWS = 4096, RUNS = 400, QUERIES = 20000;

gpuocc.memory.grow(8);
let top = gpuocc.__heap_base.value + 7 & ~7;
const words = (values) => {
    const array = new Uint32Array(gpuocc.memory.buffer, top, values.length);
    array.set(values);
    top += values.length * 4 + 7 & ~7;
    return array;
};
const at = (array) => array.byteOffset;
let seed = 1;
const below = (limit) => {
    seed = Math.imul(seed, 1664525) + 1013904223 >>> 0;
    return (seed >>> 8) % limit;
};
const column = (limit, least) => words(Array.from({length: ROWS}, () => least + below(limit)));

const device = words([0]);
const name = words([0x395f6d73, 0x30]); // "sm_90"
const base = words([104, ...Array(25).fill(0)]), kernel = words([104, ...Array(25).fill(0)]);
const plan = words(Array(49152 / 4).fill(0)), occupancy = words(Array(512).fill(0));
if (gpuocc.gpuocc_device_find(at(name), 5, 0, at(device), 0, 0) !== 0) throw "device";
if (gpuocc.gpuocc_plan_init(at(plan), device[0], 0, at(base), 0) !== 0) throw "plan";
const inputs = [column(1024, 1), column(256, 0), column(49153, 0)];
const outputs = [0, 1, 2, 3].map(() => words(Array(ROWS).fill(0)));
const fields = words([1, 3, 4]), results = words([0, 1, 4]);
const from = words(inputs.map(at)), to = words(outputs.slice(0, 3).map(at));

const best = (run, times) => {
    let least = Infinity;
    for (let i = 0; i < times; i++) {
        const start = process.hrtime.bigint();
        run();
        least = Math.min(least, Number(process.hrtime.bigint() - start));
    }
    return least;
};
const rows = best(() => {
    if (gpuocc.gpuocc_plan_run(at(plan), ROWS, at(fields), at(from), 3, at(results), at(to), 3,
        at(outputs[3])) !== 0) throw "run";
}, RUNS) / ROWS;
kernel[1] = 256;
const one = best(() => {
    for (let i = 0; i < QUERIES; i++) {
        kernel[3] = 16 + i % 200;
        if (gpuocc.gpuocc_occupancy_init(at(occupancy), device[0], 0, at(kernel), 0) !== 0)
            throw "init";
        gpuocc.gpuocc_occupancy_groups(at(occupancy));
    }
}, 20) / QUERIES;
console.log(`wasm: a row of a plan of ${ROWS} rows ${rows.toFixed(1).padStart(11)} ns`);
console.log(`wasm: one query, init and one getter ${one.toFixed(1).padStart(9)} ns`);
