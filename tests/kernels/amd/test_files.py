#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests the AMD readers on files made by clang, and on modified ones.
Usage: test_files.py ROOT AMD_LIST"""
import csv
import os
import random
import re
import struct
import sys
import tempfile
import zlib

root, program = sys.argv[1:3]
sys.path.insert(0, os.path.join(root, 'tests'))
from codecs_of_build import lacking  # noqa: E402
from tap import done, ok, skip  # noqa: E402
from reading import (  # noqa: E402
    ALLOCATED, CU, DYNAMIC_SHARED, DYNAMIC_STACK, GENERIC, NOT_MINE, OK, REQUIRED, SCRATCH,
    SHARED_UNSAID, UNKNOWN, WGP, read)

DATA = os.path.join(root, 'tests', 'data', 'kernels', 'amd')
MAGIC = b'__CLANG_OFFLOAD_BUNDLE__'
PLAIN_MODE = {'': 0, '0': CU, '1': WGP}


def find(name):
    path = os.path.join(DATA, name)
    return path if os.path.exists(path) else os.path.join(DATA, 'more', name)


def data(name):
    with open(find(name), 'rb') as file:
        return file.read()


def rows():
    with open(os.path.join(DATA, 'expected.csv'), encoding='ascii') as file:
        next(file)
        yield from csv.DictReader(file)


def number(text):
    return int(text) if text else 0


def expected(row, exact):
    """Returns the kernel of a row. `exact`: the source distinguishes VGPRs and AGPRs."""
    group = [number(row['reqd_group_' + axis]) for axis in 'xyz']
    vectors, accumulators = number(row['arch_vgprs']), number(row['agprs'])
    notes = 0
    if accumulators and not exact:  # the total counts them as a multiple of 4
        vectors, notes = -(-vectors // 4) * 4, ALLOCATED
    notes |= REQUIRED if group[0] else 0
    notes |= DYNAMIC_SHARED if number(row['dynamic_lds_args']) else 0
    notes |= SCRATCH if number(row['scratch_bytes_per_lane']) else 0
    return {'notes': notes, 'threads': group[0] * group[1] * group[2],
            'wave_size': number(row['wave_size_lanes']), 'vectors': vectors,
            'accumulators': accumulators, 'scalars': number(row['sgprs']),
            'shared': number(row['lds_bytes']),
            'dynamic_shared': UNKNOWN if number(row['dynamic_lds_args']) else 0,
            'max_threads': number(row['max_group_size_threads']),
            'core_mode': PLAIN_MODE[row['wgp_mode']], 'target': row['target'],
            'stack': number(row['scratch_bytes_per_lane']),
            'spills': 4 * number(row['vgpr_spills'])}


def from_remarks(row):
    """Values that are not in the remarks are unknown there."""
    kernel = expected(row, True)
    kernel.update(threads=0, max_threads=0, wave_size=UNKNOWN, core_mode=UNKNOWN,
                  dynamic_shared=0, target='', notes=kernel['notes'] & SCRATCH | SHARED_UNSAID)
    return kernel


def compare(kernel, wanted, what):
    wrong = {key: (kernel[key], value) for key, value in wanted.items() if kernel[key] != value} \
        if kernel else 'no such kernel'
    ok(not wrong, what, f'(is, should be): {wrong}')


def vectors():
    readings = {}
    sources = [('.co', 'object', False), ('.s', 'assembly', True),
               ('.notes.txt', 'assembly', False), ('.remarks.txt', 'remarks', True)]
    for row in rows():
        for suffix, reader, exact in sources:
            path = find(row['target'] + suffix)
            if not os.path.exists(path):
                continue
            if path not in readings:
                readings[path] = read(program, reader, path), read(program, 'any', path)
                ok(all(r.clean for r in readings[path]), f'{os.path.basename(path)} has no warning')
                ok(readings[path][0].kernels == readings[path][1].kernels,
                   f'{os.path.basename(path)} is recognised by its content')
            wanted = from_remarks(row) if reader == 'remarks' else expected(row, exact)
            compare(readings[path][0][row['kernel']], wanted,
                    f'{row["target"]}{suffix} {row["kernel"]}')
    ok(len(list(rows())) == 38 and len(readings) >= 16, 'every row and every file is there',
       len(list(rows())), len(readings))
    for path, (reading, _) in readings.items():
        wanted = sum(row['target'] == os.path.basename(path).split('.')[0] for row in rows())
        ok(len(reading.kernels) == wanted, f'{os.path.basename(path)}: {wanted} kernels')


class Folder:
    """Files that exist as long as the test runs."""

    def __init__(self, path):
        self.path, self.count = path, 0

    def read(self, content, reader='any'):
        self.count += 1
        path = os.path.join(self.path, f'file{self.count}')
        with open(path, 'wb') as file:
            file.write(content)
        return read(program, reader, path)


def bundle(parts, align=4096):
    """Makes a bundle as described in clang's page on the bundler."""
    head = len(MAGIC) + 8 + sum(24 + len(name) for name, _ in parts)
    entries, body, at = b'', b'', head + -head % align
    for name, content in parts:
        entries += struct.pack('<QQQ', at, len(content), len(name)) + name
        body += content + bytes(-len(content) % align)
        at += len(content) + -len(content) % align
    return MAGIC + struct.pack('<Q', len(parts)) + entries + bytes(-head % align) + body


def packed(version, method, stream, room):
    if version == 1:
        return b'CCOB' + struct.pack('<HHIQ', 1, method, room, 0) + stream
    size = '<HHQQQ' if version == 3 else '<HHIIQ'
    total = 4 + struct.calcsize(size) + len(stream)
    return b'CCOB' + struct.pack(size, version, method, total, room, 0) + stream


def unpacks(holds, what, reading):
    """Calls ok(), or skips if this build has no library to unpack the file."""
    reason = lacking(' '.join(reading.warnings))
    if reason:
        skip(what, reason)
    else:
        ok(holds(), what, reading.warnings)


def names(reading):
    return [(kernel['target'], kernel['name']) for kernel in reading.kernels]


HIP = [(target, name) for target in ('gfx1100', 'gfx12-generic', 'gfx90a')
       for name in ('k_one', 'k_tile')]


def bundles(folder):
    plain, zstd = data('hip_plain.hipfb'), data('hip_zstd.hipfb')
    reading = folder.read(plain)
    ok(reading.clean and names(reading) == HIP, 'a bundle: every kernel of every target')
    ok([k['notes'] for k in reading.kernels] ==
       [SHARED_UNSAID + note for note in (0, 0, GENERIC, GENERIC, 0, 0)],
       'a generic target is noted, and that HIP does not record dynamic LDS')
    ok(all(k['shared'] == (4096 if k['name'] == 'k_tile' else 0) for k in reading.kernels) and
       all(k['max_threads'] == (256 if k['name'] == 'k_tile' else 1024) for k in reading.kernels),
       'its kernels have their LDS and launch bounds')
    room = struct.unpack_from('<Q', zstd, 16)[0]
    stream = zlib.compress(plain)
    for version in (1, 2, 3):
        for method, content, label in ((1, zstd[32:], 'zstd'), (0, stream, 'zlib')):
            size = room if method else len(plain)
            one = packed(version, method, content, size)
            for padding, count in ((b'', 1), (b'', 2), (bytes(4096), 3)):
                reading = folder.read((one + padding) * count)
                what = f'compressed with {label}, V{version}, {count} of them'
                unpacks(lambda: reading.clean and names(reading) == HIP * count, what, reading)


def nested(folder):
    code = data('gfx1030.co')
    kernels = names(folder.read(code))
    ok(len(kernels) == 6, 'a code object')
    for align in (1, 4096):
        reading = folder.read(bundle([(b'host-x86_64-unknown-linux-gnu-', b''),
                                      (b'hipv4-amdgcn-amd-amdhsa--gfx1030', code)], align))
        ok(reading.clean and names(reading) == kernels, f'a bundle with parts aligned to {align}')
    content = code
    for depth in range(1, 4):
        content = bundle([(b'hip-amdgcn-amd-amdhsa--gfx1030', content)])
        ok(names(folder.read(content)) == kernels, f'{depth} bundles around a code object')
    reading = folder.read(bundle([(b'hip-amdgcn-amd-amdhsa--gfx1030', content)]))
    ok(not reading.kernels and 'files inside files' in reading.warnings[0], 'no deeper than that')
    inner = packed(2, 0, zlib.compress(data('hip_plain.hipfb')), len(data('hip_plain.hipfb')))
    outer = bundle([(b'hip-amdgcn-amd-amdhsa--gfx1100', inner)])
    reading = folder.read(outer)
    unpacks(lambda: names(reading) == HIP, 'a compressed bundle inside a plain one', reading)
    reading = folder.read(packed(2, 0, zlib.compress(outer), len(outer)))
    unpacks(lambda: not reading.kernels and len(reading.warnings) == 1,
            'but no compressed one inside another', reading)


def damaged_bundles(folder):
    code = data('gfx1030.co')
    good = bundle([(b'hip-amdgcn-amd-amdhsa--gfx1030', code)])
    reading = folder.read(bundle([(b'hip-amdgcn-amd-amdhsa--gfx90a', b'BC\xc0\xde' + bytes(60))]))
    ok(not reading.kernels and 'LLVM bitcode' in reading.warnings[0], 'bitcode is called so')
    for magic, known in ((b'BC\xc0\xde5', True), (b'BC\xc0\xdf\0', False),
                         (b'\xde\xc0\x17\x0b\1', True), (b'\xde\xc0\x17\x0a\0', False),
                         (b'BC\xc0\xde', True), (b'BC\xc0', False)):
        reading = folder.read(bundle([(b'hipv4-amdgcn-amd-amdhsa--gfx90a', magic)]))
        ok(any('LLVM bitcode' in warning for warning in reading.warnings) == known,
           f'{magic}: {"bitcode" if known else "no bitcode"}', reading.warnings)
    reading = folder.read(bundle([(b'hip-amdgcn-amd-amdhsa--gfx90a', b'something' * 9)]))
    ok('no code object' in reading.warnings[0], 'what is no code object is called so')
    ok(folder.read(bundle([(b'host-x86_64-unknown-linux--', b'something' * 9)])).warnings == [],
       'what is for the host needs no word')
    twice = bytearray(bundle([(b'a', code), (b'b', code)]))
    second = len(MAGIC) + 8 + 25
    struct.pack_into('<Q', twice, second, struct.unpack_from('<Q', twice, second - 25)[0])
    reading = folder.read(bytes(twice))
    ok(len(reading.kernels) == 6 and 'overlaps' in reading.warnings[0], 'parts that overlap')
    reading = folder.read(good[:-5000])
    ok(not reading.kernels and 'cut off' in reading.warnings[0], 'a bundle that is cut off')
    many = bytearray(good)
    struct.pack_into('<Q', many, len(MAGIC), 2 ** 64 - 1)
    ok(folder.read(bytes(many)).warnings, 'a bundle of 2^64 - 1 parts ends')
    reading = folder.read(good + b'junk')
    ok(len(reading.kernels) == 6 and
       reading.warnings == ['4 bytes behind the bundle are passed over'], 'bytes behind a bundle')
    bomb = packed(3, 0, zlib.compress(bytes(100)), 2 ** 40)
    ok('too many for this file' in folder.read(bomb).warnings[0], 'a bundle that says 1 TiB')
    first = packed(2, 0, zlib.compress(data('hip_plain.hipfb')), len(data('hip_plain.hipfb')))
    rest = zlib.compress(bytes(100))
    rest = packed(3, 0, rest, (64 << 20) + 128 * (len(first) + 32 + len(rest)) - 10)
    reading = folder.read(first + rest)
    unpacks(lambda: len(reading.kernels) == 6 and reading.offsets == [len(first)] and
            'too many for this file' in reading.warnings[0],
            'what is left for the second of two bundles', reading)
    wrong = packed(3, 0, zlib.compress(bytes(10000))[:20], 10000)
    reading = folder.read(wrong)
    unpacks(lambda: 'damaged' in reading.warnings[0], 'a damaged zlib stream', reading)
    for version, method in ((0, 0), (4, 1), (3, 2)):
        reading = folder.read(packed(3, 0, b'', 0)[:4] + struct.pack('<HH', version, method) +
                              bytes(40))
        ok('not supported' in reading.warnings[0], f'version {version}, method {method}')


def logs(folder):
    """Tests remarks as they occur in the logs of builds."""
    text = data('gfx942.remarks.txt').decode().split('\n', 1)[1]
    plain = folder.read(text.encode()).kernels
    coloured = ''
    for line in text.splitlines():  # as clang 22 -fcolor-diagnostics writes it
        place, mark, rest = line.partition('remark: ')
        bold, blue, end = '\x1b[1m', '\x1b[0;1;34m', '\x1b[0m'
        coloured += f'{end}{bold}{place}{end}{blue}{mark}{end}{bold}{rest}{end}\n' \
            if mark else line + end + '\n'
    for label, log in (('colours', coloured[4:]), ('CRLF', text.replace('\n', '\r\n')),
                       ('a build log around it', '[1/9] Building a.o\n' * 4000 + text +
                        '[2/9] Linking\n'),
                       ('warnings between', text.replace('\n  ', '\na.c:1:2: warning: odd\n  ')),
                       ('no last line feed', text.rstrip('\n'))):
        reading = folder.read(log.encode())
        ok(reading.clean and reading.kernels == plain, f'remarks with {label}', reading.warnings)
    function = ''.join(line + '\n' for line in text.splitlines() if 'LDS Size' not in line)
    reading = folder.read(function.encode())
    ok(reading.status == OK and not reading.kernels, 'a function that is no kernel is left out')
    reading = folder.read(text.replace('VGPRs: 37', 'VGPRs: max(37, f.num_vgpr)').encode())
    ok(reading['k_v37_a17']['vectors'] == UNKNOWN and 'linked' in reading.warnings[0],
       'a formula is no number')
    llc = '\n'.join(re.sub(r'^\S+ remark: (.*) \[-R.*$', r'remark: <unknown>:0:0: \1', line)
                    for line in text.splitlines())
    ok(folder.read(llc.encode()).kernels == plain, 'remarks as llc writes them')


def with_bytes(content, *changes):
    content = bytearray(content)
    for offset, piece in changes:
        content[offset:offset + len(piece)] = piece
    return bytes(content)


def refused(folder):
    code = data('gfx1030.co')
    for label, change, word in (
            ('V2', (8, b'\0'), 'V2'), ('V7', (8, b'\5'), 'later than V6'),
            ('PAL', (7, b'\x41'), 'PAL'), ('Mesa3D', (7, b'\x42'), 'Mesa'),
            ('no OS', (7, b'\0'), 'no HSA'), ('32 bits', (4, b'\1'), '32-bit')):
        reading = folder.read(with_bytes(code, change), 'object')
        ok(reading.status == OK and not reading.kernels and len(reading.warnings) == 1 and
           word in reading.warnings[0], f'refused with a reason: {label}', reading.warnings)
    for label, content in (('another machine', with_bytes(code, (18, b'\x3e\0'))),
                           ('nothing', b''), ('text', b'hello\n'), ('an ELF magic', code[:20])):
        ok(folder.read(content, 'object').status == NOT_MINE, f'not an AMD object: {label}')
    for reader in ('bundle', 'remarks', 'assembly'):
        ok(folder.read(code, reader).status == NOT_MINE, f'a code object is no {reader}')


def incomplete(folder):
    code = data('gfx90a.co')
    whole = {k['name']: k for k in folder.read(code).kernels}
    reading = folder.read(with_bytes(code, (40, bytes(8)), (60, bytes(4))))
    ok(len(reading.kernels) == 7 and all('no descriptor' in t for t in reading.warnings) and
       all(k['vectors'] == whole[k['name']]['vectors'] for k in reading.kernels),
       'without section headers: metadata alone', reading.warnings)
    reading = folder.read(code.replace(b'AMDGPU\0', b'AMDGPX\0', 1))
    ok(len(reading.kernels) == 7 and all('no metadata' in t for t in reading.warnings),
       'without metadata: descriptors alone', reading.warnings)
    for k in reading.kernels:
        exact = whole[k['name']]
        up = -(-exact['vectors'] // 4) * 4 + exact['accumulators']
        total = -(-k['vectors'] // 4) * 4 + k['accumulators']
        ok(k['notes'] & ALLOCATED and total == -(-up // 8) * 8 and
           exact['scalars'] <= k['scalars'] < exact['scalars'] + 16 and k['max_threads'] == 0 and
           k['wave_size'] == 64 and k['shared'] == exact['shared'],
           f'{k["name"]} from its descriptor', k)
    rdna = data('gfx1100.co')
    reading = folder.read(rdna.replace(b'AMDGPU\0', b'AMDGPX\0', 1))
    for exact in folder.read(rdna).kernels:
        k = reading[exact['name']]
        ok(k['vectors'] == -(-exact['vectors'] // 8) * 8 and k['scalars'] == 0 and
           (k['wave_size'], k['core_mode'], k['shared']) == (32, WGP, exact['shared']),
           f'{k["name"]} of gfx1100 from its descriptor', k)
    name = b'\xa5.name\xa7k_saxp'
    reading = folder.read(code.replace(name + b'y', name + b'z'))
    ok(code.count(name) == 1 and reading.clean and len(reading.kernels) == 7 and
       reading['k_saxpz'] == {**whole['k_saxpy'], 'name': 'k_saxpz'},
       'a kernel whose symbol has another name', reading.warnings)
    reading = folder.read(with_bytes(code, (48, b'\0')))
    ok([k['target'] for k in reading.kernels] == ['gfx90a'] * 7,
       'an unknown machine number: the target of the metadata')


def said_of(descriptor, machine):
    """Returns the values of a descriptor: the bits are those of LLVM's AMDGPUUsage, "Kernel
    Descriptor"."""
    shared, scratch = struct.unpack_from('<II', descriptor)
    rsrc3, rsrc1 = struct.unpack_from('<II', descriptor, 44)
    properties, = struct.unpack_from('<H', descriptor, 56)
    wave = 32 if properties >> 10 & 1 else 64
    granules, shared_vectors = (rsrc1 & 63) + 1, 0
    scalars = min(((rsrc1 >> 6 & 15) + 1) * 8, 108)  # VCC, flat scratch and XNACK among them
    accumulators = core_mode = block = 0
    if machine in (0x20, 0x2c, 0x30):  # gfx600, gfx900, gfx908
        vectors = granules * 4
    elif machine == 0x3f:  # gfx90a
        accumulators = max(granules * 8 - ((rsrc3 & 63) + 1) * 4, 0)
        vectors = granules * 8 - accumulators
    elif machine == 0x49:  # gfx1250
        vectors, scalars, block = granules * 16, 0, UNKNOWN * (rsrc3 >> 17 & 1)
    else:  # gfx1100
        shared_vectors = (rsrc3 & 15) * 8 if wave == 64 else 0
        vectors, scalars = granules * (8 if wave == 32 else 4) + shared_vectors, 0
        core_mode = WGP if rsrc1 >> 29 & 1 else CU
    notes = ALLOCATED | SHARED_UNSAID | SCRATCH * (scratch != 0)
    notes |= DYNAMIC_STACK * (properties >> 11 & 1)
    return {'vectors': vectors, 'accumulators': accumulators, 'scalars': scalars,
            'shared': min(shared, 0xfffffffd), 'wave_size': wave, 'core_mode': core_mode,
            'dynamic_vgpr_block': block, 'notes': notes, 'threads': 0, 'max_threads': 0}


def descriptors(folder):
    """Changes bits of a descriptor, one at a time and many at once."""
    code = data('gfx1100.co').replace(b'AMDGPU\0', b'AMDGPX\0', 1)
    places = folder.read(code, 'object').offsets
    chance, wrong, count = random.Random(1), [], 0
    for machine in (0x20, 0x2c, 0x30, 0x3f, 0x41, 0x49):
        contents = [bytes(64)] + [(1 << bit).to_bytes(64, 'little') for bit in range(512)]
        contents += [bytes(chance.randrange(256) for _ in range(64)) for _ in range(60)]
        for first in range(0, len(contents), len(places)):
            group = contents[first:first + len(places)]
            changes = list(zip(places, group))
            reading = folder.read(with_bytes(code, (48, bytes([machine])), *changes), 'object')
            at = {offset: kernel for offset, kernel in zip(reading.offsets, reading.kernels)}
            for place, descriptor in changes:
                wanted, kernel = said_of(descriptor, machine), at[place]
                count += 1
                wrong += [(hex(machine), descriptor.hex(), key, kernel[key], value)
                          for key, value in wanted.items() if kernel[key] != value]
    ok(not wrong and count == 6 * 573, f'{count} descriptors', *wrong[:3])


def damaged_metadata(folder):
    """Tests strings of 2^32 - 1 bytes, and other claims that MessagePack can make, with bytes from
    its specification."""
    code, endless = data('gfx90a.co'), b'\xdb\xff\xff\xff\xff'
    key, note = code.index(b'amdhsa.kernels'), code.index(b'AMDGPU\0') - 12
    name = code.index(b'.name', key)
    for label, change, word in (
            ('the key of the kernels is endless', (key - 1, endless),
             'damaged before their list of kernels'),
            ('a key of a kernel is endless', (name - 1, endless), 'damaged at kernel 1 of 7'),
            ('a name is endless', (name + 5, endless), 'damaged at kernel 1 of 7'),
            ('there are 2^32 - 1 kernels', (key + 14, b'\xdd\xff\xff\xff\xff'), 'damaged at'),
            ('the kernels are nil', (key + 14, b'\xc0'), 'amdhsa.kernels is no list'),
            ('the metadata are no map', (key - 2, b'\xc0'), 'damaged before their list'),
            ('the note is longer than the file', (note + 4, b'\xff\xff\xff\x7f'),
             'a note is longer than its section')):
        reading = folder.read(with_bytes(code, change), 'object')
        ok(reading.status == OK and any(word in warning for warning in reading.warnings) and
           not any(k['max_threads'] for k in reading.kernels),
           f'damaged, because {label}', reading.warnings)


def machines(folder):
    """The number in e_flags determines the target, whatever the metadata contain."""
    with open(os.path.join(root, 'tests', 'data', 'amd', 'e_flags.csv'), encoding='ascii') as file:
        next(file)
        known = {int(row['machine'], 16): row['target'] for row in csv.DictReader(file)}
    ok(len(known) == 62, 'e_flags.csv has 62 targets', len(known))
    code, wrong = data('gfx1100.co'), []
    for machine in range(1, 256):
        # gfx940 and gfx941 as in LLVM 19.
        target = known.get(machine) or {0x40: 'gfx940', 0x4b: 'gfx941'}.get(machine, 'gfx1100')
        reading = folder.read(with_bytes(code, (48, bytes([machine]))), 'object')
        if {k['target'] for k in reading.kernels} != {target}:
            wrong.append((hex(machine), target, reading.kernels[:1]))
        generic = any(k['notes'] & GENERIC for k in reading.kernels)
        if generic != target.endswith('-generic'):
            wrong.append((hex(machine), target, generic))
    ok(not wrong, 'every number of a machine', *wrong)


def version_3():
    """Tests a file of LLVM 14: the kernels that it was compiled from (test_llvm.py has the
    figures)."""
    reading = read(program, 'object', os.path.join(DATA, 'more', 'gfx90a_v3.co'))
    ok(reading.clean and {k['name'] for k in reading.kernels} >=
       {'k_saxpy', 'k_v40_wg1024', 'k_lds32k_wg1024', 'k_s96', 'k_scratch', 'k_dynlds'} and
       {k['format'] for k in reading.kernels} == {'code object V3'}, 'V3: every kernel',
       reading.kernels)


with tempfile.TemporaryDirectory() as path:
    vectors()
    version_3()
    machines(Folder(path))
    descriptors(Folder(path))
    bundles(Folder(path))
    nested(Folder(path))
    damaged_bundles(Folder(path))
    logs(Folder(path))
    refused(Folder(path))
    damaged_metadata(Folder(path))
    incomplete(Folder(path))
done()
