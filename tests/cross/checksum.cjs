// SPDX-License-Identifier: MIT
// Prints the checksum of a module made by scripts/wasm. Usage: node checksum.cjs MODULE
const fs = require("fs");
const module_ = new WebAssembly.Module(fs.readFileSync(process.argv[2]));
const library = new WebAssembly.Instance(module_).exports;
const view = new DataView(library.memory.buffer);
const at = library.checksum();
const hex = (offset) => view.getBigUint64(at + offset, true).toString(16).padStart(16, "0");
const number = (offset) => view.getUint32(at + offset, true);
console.log(`${number(24)} devices, ${number(16)} questions, ${number(20)} doubles`);
console.log(`integers ${hex(0)}`);
console.log(`doubles ${hex(8)}`);
