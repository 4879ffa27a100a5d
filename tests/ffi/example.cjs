// SPDX-License-Identifier: MIT
// libgpuocc in WebAssembly, without a C library. Usage: node example.cjs GPUOCC.WASM
const fs = require("fs");
const module_ = new WebAssembly.Module(fs.readFileSync(process.argv[2]));
const gpuocc = new WebAssembly.Instance(module_).exports;

// What the library does not use lies behind __heap_base: first the occupancy, then the rest.
const occupancy = gpuocc.__heap_base.value + 7 & ~7;
const [kernel, name, pointer] = [occupancy + 2048, occupancy + 2560, occupancy + 2600];
gpuocc.memory.grow(1);
const view = new DataView(gpuocc.memory.buffer);
const text = new TextEncoder().encode("RTX 4090");
new Uint8Array(gpuocc.memory.buffer).set(text, name);
if (gpuocc.gpuocc_device_for(name, text.length, 0, pointer, 0, 0) !== 0) throw "device";
const device = view.getUint32(pointer, true);
[104, 256, 0, 72, 24 * 1024].forEach((word, i) => view.setUint32(kernel + 4 * i, word, true));
if (gpuocc.gpuocc_occupancy_init(occupancy, device, 0, kernel, 0) !== 0) throw "kernel";
console.log(`${gpuocc.gpuocc_occupancy_groups(occupancy)} groups, ` +
    `${gpuocc.gpuocc_occupancy_waves(occupancy)} of ` +
    `${gpuocc.gpuocc_occupancy_max_waves(occupancy)} waves`);
