// SPDX-License-Identifier: MIT
// libgpuocc from Node with koffi (npm install koffi). Usage: node example_koffi.cjs LIBRARY
const koffi = require("koffi");
const library = koffi.load(process.argv[2]);
const find = library.func("int32_t gpuocc_device_for(const char *name, size_t length, " +
    "uint32_t index, _Out_ void **device, void *quality, void *error)");
const init = library.func("int32_t gpuocc_occupancy_init(void *occupancy, " +
    "void *device, uint32_t convention, void *kernel, void *error)");
const groups = library.func("uint32_t gpuocc_occupancy_groups(void *occupancy)");
const waves = library.func("uint32_t gpuocc_occupancy_waves(void *occupancy)");
const maxWaves = library.func("uint32_t gpuocc_occupancy_max_waves(void *occupancy)");

const device = [null];
if (find("RTX 4090", 8, 0, device, null, null) !== 0) throw "device";
const kernel = new Uint32Array(26);
kernel.set([kernel.byteLength, 256, 0, 72, 24 * 1024]);
const occupancy = new BigUint64Array(256);
if (init(occupancy, device[0], 0, kernel, null) !== 0) throw "kernel";
console.log(`${groups(occupancy)} groups, ${waves(occupancy)} of ` +
    `${maxWaves(occupancy)} waves`);
