// SPDX-License-Identifier: MIT
// Decompression for the readers of kernels: LZ4 blocks, zlib streams, and the length of a zstd
// frame. Each function throws on damaged input.

// Unpacks an LZ4 block into `to`. Returns the number of bytes.
export function lz4(from, to) {
  let at = 0, end = 0;
  const length = (nibble) => {
    let sum = nibble;
    if (nibble === 15)
      for (let byte = 255; byte === 255; sum += byte) byte = take();
    return sum;
  };
  const take = () => {
    if (at >= from.length) throw new RangeError("LZ4: the block ends early");
    return from[at++];
  };
  while (at < from.length) {
    const token = take(), literals = length(token >> 4);
    if (at + literals > from.length || end + literals > to.length)
      throw new RangeError("LZ4: literals past the end");
    to.set(from.subarray(at, at + literals), end);
    at += literals;
    end += literals;
    if (at === from.length) break;
    const offset = take() | take() << 8, match = length(token & 15) + 4;
    if (offset === 0 || offset > end || end + match > to.length)
      throw new RangeError("LZ4: a match past the ends");
    for (let i = 0; i < match; i++, end++) to[end] = to[end - offset];
  }
  return end;
}

// Makes a canonical Huffman code (RFC 1951, 3.2.2): the number of codes and the symbols by length.
function huffman(lengths) {
  const counts = new Uint16Array(16), starts = new Uint16Array(16);
  const symbols = new Uint16Array(lengths.length);
  for (const length of lengths) counts[length]++;
  counts[0] = 0;
  for (let i = 1; i < 16; i++) starts[i] = starts[i - 1] + counts[i - 1];
  lengths.forEach((length, symbol) => {
    if (length) symbols[starts[length]++] = symbol;
  });
  return { counts, symbols };
}

const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

// Unpacks a zlib stream into `to`. Returns the bytes written and the bytes read.
export function zlib(from, to) {
  let at = 2, bits = 0, held = 0, end = 0, last = 0;
  const need = (count) => {
    while (held < count) {
      if (at >= from.length) throw new RangeError("zlib: the stream ends early");
      bits |= from[at++] << held;
      held += 8;
    }
    const value = bits & ((1 << count) - 1);
    bits >>>= count;
    held -= count;
    return value;
  };
  const decode = ({ counts, symbols }) => {
    for (let length = 1, code = 0, first = 0, index = 0; length < 16; length++) {
      code |= need(1);
      if (code - counts[length] < first) return symbols[index + code - first];
      index += counts[length];
      first = (first + counts[length]) << 1;
      code <<= 1;
    }
    throw new RangeError("zlib: a code that does not exist");
  };
  const put = (byte) => {
    if (end >= to.length) throw new RangeError("zlib: more than was announced");
    to[end++] = byte;
  };
  const stored = () => {
    bits = held = 0;
    const length = from[at] | from[at + 1] << 8;
    at += 4;
    if (!(at + length <= from.length)) throw new RangeError("zlib: the stream ends early");
    for (let i = 0; i < length; i++) put(from[at++]);
  };
  const codes = (dynamic) => {
    const lengths = new Uint8Array(320);
    if (!dynamic) {
      lengths.fill(8, 0, 144).fill(9, 144, 256).fill(7, 256, 280).fill(8, 280, 288);
      return [huffman(lengths.subarray(0, 288)), huffman(new Uint8Array(30).fill(5))];
    }
    const literals = need(5) + 257, distances = need(5) + 1, count = need(4) + 4;
    for (let i = 0; i < count; i++) lengths[ORDER[i]] = need(3);
    const code = huffman(lengths.slice(0, 19));
    lengths.fill(0);
    for (let i = 0; i < literals + distances;) {
      const symbol = decode(code);
      if (symbol < 16) {
        lengths[i++] = symbol;
        continue;
      }
      if (symbol === 16 && i === 0) throw new RangeError("zlib: a length without a first one");
      const value = symbol === 16 ? lengths[i - 1] : 0;
      for (let n = symbol === 18 ? need(7) + 11 : need(symbol === 16 ? 2 : 3) + 3; n > 0; n--)
        lengths[i++] = value;
    }
    return [huffman(lengths.subarray(0, literals)),
            huffman(lengths.subarray(literals, literals + distances))];
  };
  // Lengths and distances: a base and extra bits (3.2.5).
  const block = ([literals, distances]) => {
    for (;;) {
      const symbol = decode(literals);
      if (symbol === 256) return;
      if (symbol < 256) {
        put(symbol);
        continue;
      }
      const l = symbol - 257, extra = l < 8 || l === 28 ? 0 : (l >> 2) - 1;
      const length = l === 28 ? 258 : (l < 8 ? l : (4 + (l & 3)) << extra) + 3 + need(extra);
      const d = decode(distances), more = d < 4 ? 0 : (d >> 1) - 1;
      const distance = (d < 4 ? d : (2 + (d & 1)) << more) + 1 + need(more);
      if (l > 28 || d > 29 || distance > end) throw new RangeError("zlib: a match past the ends");
      for (let i = 0; i < length; i++) put(to[end - distance]);
    }
  };
  if ((from[0] & 15) !== 8 || (from[0] << 8 | from[1]) % 31 !== 0)
    throw new RangeError("zlib: not a stream");
  while (!last) {
    last = need(1);
    const kind = need(2);
    if (kind === 3) throw new RangeError("zlib: a block of no kind");
    if (kind === 0) stored();
    else block(codes(kind === 2));
  }
  let a = 1, b = 0;
  for (let i = 0; i < end; i++) {
    a = (a + to[i]) % 65521;
    b = (b + a) % 65521;
  }
  const sum = from.subarray(at, at + 4);
  if (((b << 16 | a) >>> 0) !== (sum[0] << 24 | sum[1] << 16 | sum[2] << 8 | sum[3]) >>> 0)
    throw new RangeError("zlib: the checksum differs");
  return { written: end, read: at + 4 };
}

// Returns the length of the zstd frame at the beginning (RFC 8878, 3.1.1).
export function zstdLength(from) {
  const byte = (at) => {
    if (at >= from.length) throw new RangeError("zstd: the frame ends early");
    return from[at];
  };
  const flags = byte(4), single = flags >> 5 & 1;
  let at = 5 + 1 - single + [0, 1, 2, 4][flags & 3] + [single, 2, 4, 8][flags >> 6];
  for (let last = 0; !last;) {
    const head = byte(at) | byte(at + 1) << 8 | byte(at + 2) << 16;
    last = head & 1;
    at += 3 + ((head >> 1 & 3) === 1 ? 1 : head >> 3);
  }
  at += (flags >> 2 & 1) * 4;
  if (at > from.length) throw new RangeError("zstd: the frame ends early");
  return at;
}
