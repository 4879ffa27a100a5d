# SPDX-License-Identifier: MIT
"""Makes fatbins in the layout of reference/nvidia.md, section 8.6, which was derived from files of
nvcc."""
import ctypes
import struct


def fatbin(*entries):
    """Returns a fatbin. Each entry: kind, SM, content, packed content or None, flags."""
    body = b""
    for kind, sm, content, packed, flags in entries:
        data = content if packed is None else packed
        padded = data + bytes(-len(data) % 8)
        body += struct.pack("<HHIQIIHHIIIQQQ", kind, 0x0101, 64, len(padded),
                            0 if packed is None else len(packed), 0, 8, 1, sm, 0, 0, flags, 0,
                            0 if packed is None else len(content)) + padded
    return struct.pack("<IHHQ", 0xBA55ED50, 1, 16, len(body)) + body


def compress_lz4(data):
    """Returns one LZ4 block, or None if liblz4 is not installed."""
    try:
        lz4 = ctypes.CDLL("liblz4.so.1")
    except OSError:
        return None
    room = lz4.LZ4_compressBound(len(data))
    out = ctypes.create_string_buffer(room)
    size = lz4.LZ4_compress_default(data, out, len(data), room)
    return out.raw[:size]
