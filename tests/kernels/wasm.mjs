// SPDX-License-Identifier: MIT
// The readers of kernels in WebAssembly: a line for each kernel and warning of the files.
// Usage: node wasm.mjs MODULE FILE...
import { readFileSync } from "node:fs";

const [path, ...files] = process.argv.slice(2);
let memory;
const text = (at, length) => Buffer.from(memory.buffer, at, length).toString("latin1");
const print = (line) => process.stdout.write(`${line}\n`, "latin1"); // bytes as they are
const word = (at) => new DataView(memory.buffer).getUint32(at, true);
const string = (at) => {
  const bytes = new Uint8Array(memory.buffer);
  return text(at, bytes.indexOf(0, at) - at);
};
// gpuocc_kernels_found on 32 bits: size, notes, name, target, format, stack, spills, kernel.
const env = {
  kernel(at) {
    const numbers = [4, 28, 32, 44, 48].map((offset) => word(at + offset));
    print(["kernel", text(word(at + 8), word(at + 12)), text(word(at + 16), word(at + 20)),
      string(word(at + 24)), ...numbers].join("\t"));
    return 0;
  },
  warning(offset, sentence) {
    print(["warning", offset, string(sentence)].join("\t"));
  },
};
const { instance } = await WebAssembly.instantiate(readFileSync(path), { env });
memory = instance.exports.memory;
for (const file of files) {
  const bytes = readFileSync(file);
  const start = (instance.exports.__heap_base.value + 15) & ~15;
  const room = (1 << 20) + 16 * bytes.length;
  const needed = start + bytes.length + room - memory.buffer.byteLength;
  if (needed > 0) memory.grow(Math.ceil(needed / 65536));
  new Uint8Array(memory.buffer).set(bytes, start);
  print("status\t" +
    instance.exports.read_kernels(start, bytes.length, start + bytes.length, room));
}
