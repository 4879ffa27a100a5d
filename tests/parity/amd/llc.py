#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The llvm convention against what llc prints.

usage: llc.py LIBGPUOCC_SO [KERNELS_PER_CASE [ranges]]

Kernels with chosen registers, LDS and group size are compiled for every target, wave size and
mode. What llc reports as used is given to the library; what it prints as Occupancy has to come
back. LLC in the environment names another llc than llc-22. With `ranges` the kernels may have
groups of 1 to N threads; llc then prints another number, which the last line counts.
"""
import ctypes
import os
import random
import re
import shutil
import subprocess
import sys

LLVM = 2  # GPUOCC_CONVENTION_LLVM
WAVES_PER_PARTITION = 8  # GPUOCC_RESULT_WAVES_PER_PARTITION
THREADS, WAVE_SIZE, VECTORS, SHARED = 1, 2, 3, 4  # of enum gpuocc_kernel_field
ACCUMULATORS, SCALARS, MODE, BLOCK = 15, 16, 17, 18
KERNEL_WORDS = 25

GCN = ['gfx600', 'gfx601', 'gfx602', 'gfx700', 'gfx701', 'gfx702', 'gfx703', 'gfx704', 'gfx705',
       'gfx801', 'gfx802', 'gfx803', 'gfx805', 'gfx810', 'gfx900', 'gfx902', 'gfx904', 'gfx906',
       'gfx908', 'gfx909', 'gfx90a', 'gfx90c', 'gfx942', 'gfx950', 'gfx9-generic',
       'gfx9-4-generic']
RDNA = ['gfx1010', 'gfx1011', 'gfx1012', 'gfx1013', 'gfx1030', 'gfx1031', 'gfx1032', 'gfx1033',
        'gfx1034', 'gfx1035', 'gfx1036', 'gfx1100', 'gfx1101', 'gfx1102', 'gfx1103', 'gfx1150',
        'gfx1151', 'gfx1152', 'gfx1153', 'gfx1200', 'gfx1201', 'gfx10-1-generic',
        'gfx10-3-generic', 'gfx11-generic', 'gfx12-generic']
ACCUMULATING = ['gfx908', 'gfx90a', 'gfx942', 'gfx950', 'gfx9-4-generic']


def cases():
    for target in GCN:
        yield target, 64, 1, [], 0
    for target in RDNA:
        for wave in (32, 64):
            for mode in (1, 2):
                yield target, wave, mode, ['+wavefrontsize%d' % wave,
                                           '+cumode' if mode == 1 else '-cumode'], 0
    for block in (0, 16, 32):
        yield 'gfx1250', 32, 1, [], block
        yield 'gfx1251', 32, 1, [], block
    for block in (16, 32):
        yield 'gfx1200', 32, 2, [], block
        yield 'gfx1201', 32, 1, ['+cumode'], block


def most_lds(target):
    if target.startswith('gfx6'):
        return 32768
    return {'gfx950': 163840, 'gfx1250': 327680, 'gfx1251': 327680}.get(target, 65536)


def kernel(name, rng, target, wave, block, ranges=False):
    threads = rng.choice([rng.randint(1, 1024), 64 * rng.randint(1, 16), 2 ** rng.randint(0, 10)])
    vectors = rng.choice([0, rng.randint(1, 256)])
    if target.startswith('gfx125'):
        vectors = rng.choice([vectors, rng.randint(1, 1024)])
    # What a group of that size can use: llc limits registers by it.
    waves = -(-threads // wave)
    vectors = min(vectors, 24 if waves > 8 else vectors) if rng.random() < 0.5 else vectors
    scalars = rng.choice([0, rng.randint(1, 90 if target in ('gfx802', 'gfx805') else 102)])
    accumulators = rng.choice([0, rng.randint(1, 256)]) if target in ACCUMULATING else 0
    lds = rng.choice([0, rng.randint(1, most_lds(target)), rng.randint(1, 9000)])
    clobbers = []
    if vectors:
        clobbers.append('~{v%d}' % (vectors - 1))
    if accumulators:
        clobbers.append('~{a%d}' % (accumulators - 1))
    if scalars:
        clobbers.append('~{s%d}' % (scalars - 1))
    if rng.random() < 0.3:
        clobbers.append('~{vcc}')
    text = ''
    if lds:
        text += '@%s_lds = internal addrspace(3) global [%d x i8] poison, align 1\n' % (name, lds)
    text += ('define amdgpu_kernel void @%s() "amdgpu-flat-work-group-size"="%d,%d"%s {\n'
             % (name, 1 if ranges else threads, threads,
                ' "amdgpu-dynamic-vgpr-block-size"="%d"' % block if block else ''))
    if clobbers:
        text += '  call void asm sideeffect "", "%s"()\n' % ','.join(clobbers)
    if lds:
        text += '  store volatile i8 1, ptr addrspace(3) @%s_lds\n' % name
    return threads, text + '  ret void\n}\n'


def compile_all(llc, target, features, source):
    command = [llc, '-mtriple=amdgcn-amd-amdhsa', '-mcpu=' + target, '-O1', '-o', '-', '-']
    if 'generic' in target:
        command.insert(1, '--amdhsa-code-object-version=6')
    if features:
        command.insert(1, '-mattr=' + ','.join(features))
    run = subprocess.run(command, input=source, capture_output=True, text=True)
    if run.returncode != 0:
        raise RuntimeError(run.stderr.strip().splitlines()[0])
    return run.stdout


def printed(text):
    """Name of each kernel and the numbers in the comments that follow it."""
    name, numbers = None, {}
    for line in text.splitlines():
        start = re.match(r'\t\.amdhsa_kernel (\w+)', line)
        if start:
            name, numbers = start.group(1), {}
        value = re.match(r'; (\w+): (\d+)', line)
        if value and name:
            numbers[value.group(1)] = int(value.group(2))
            if value.group(1) == 'Occupancy':
                yield name, numbers
                name = None


def load(path):
    library = ctypes.CDLL(path)
    library.gpuocc_device_find.argtypes = [ctypes.c_char_p, ctypes.c_size_t, ctypes.c_uint32,
                                           ctypes.POINTER(ctypes.c_void_p), ctypes.c_void_p]
    library.gpuocc_occupancy_init.argtypes = [
        ctypes.c_void_p, ctypes.c_void_p, ctypes.c_uint32, ctypes.c_void_p, ctypes.c_void_p]
    library.gpuocc_occupancy_get.argtypes = [
        ctypes.c_void_p, ctypes.c_uint32, ctypes.c_uint32, ctypes.POINTER(ctypes.c_uint64),
        ctypes.POINTER(ctypes.c_uint64)]
    return library


def ask(library, memory, device, words):
    low = ctypes.c_uint64()
    kernel_words = (ctypes.c_uint32 * KERNEL_WORDS)()
    kernel_words[0] = ctypes.sizeof(kernel_words)
    for number, value in words.items():
        kernel_words[number] = value
    status = library.gpuocc_occupancy_init(memory, device, LLVM, kernel_words, None)
    if status < 0:
        return status
    library.gpuocc_occupancy_get(memory, WAVES_PER_PARTITION, 0, ctypes.byref(low), None)
    return low.value


def main():
    llc = shutil.which(os.environ.get('LLC', 'llc-22'))
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 60
    ranges = sys.argv[3:4] == ['ranges']
    if llc is None:
        print('ok 1 - llc # SKIP llc-22 not found\n1..1')
        return 0
    library = load(sys.argv[1])
    memory = (ctypes.c_uint64 * 256)()
    rng = random.Random(22)
    tests = failed = kernels = others = 0
    for target, wave, mode, features, block in cases():
        device = ctypes.c_void_p()
        name = target.encode()
        library.gpuocc_device_find(name, len(name), 0, ctypes.byref(device), None, None)
        threads, source, asked, wrong, remark = {}, '', 0, 0, None
        for i in range(count):
            threads['k%d' % i], text = kernel('k%d' % i, rng, target, wave,
                                                  block, ranges)
            source += text
        try:
            for name, got in printed(compile_all(llc, target, features, source)):
                words = {THREADS: threads[name], WAVE_SIZE: wave, MODE: mode,
                         VECTORS: got['NumVgprs'], ACCUMULATORS: got.get('NumAgprs', 0),
                         SCALARS: got.get('TotalNumSgprs', got.get('NumSgprs')),
                         SHARED: got['LDSByteSize'], BLOCK: block}
                answer = ask(library, memory, device, words)
                asked += 1
                if answer != got['Occupancy']:
                    wrong += 1
                    remark = remark or '%s: %s, llc prints %d' % (words, answer, got['Occupancy'])
        except RuntimeError as error:
            remark = str(error)
        kernels += asked
        others += wrong
        if ranges:
            continue
        tests += 1
        bad = wrong != 0 or asked != count
        failed += bad
        print('%sok %d - %s wave%d %s block %d: %d of %d kernels compiled, %d differ' % (
            'not ' if bad else '', tests, target, wave, ('', 'cu', 'wgp')[mode], block, asked,
            count, wrong), flush=True)
        if remark:
            print('# ' + remark)
    if ranges:
        print('%d kernels of 1 to N threads, %d differ' % (kernels, others))
        return 0
    print('1..%d' % tests)
    return failed != 0


if __name__ == '__main__':
    sys.exit(main())
