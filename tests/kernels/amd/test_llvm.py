#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares the AMD readers with LLVM: kernels compiled by the installed LLVM, for every target,
wave size, mode and version of code objects. What the compiler reports about a kernel must be read
from its object, its assembly and its remarks; and with these values the library must give the
occupancy that the compiler prints. Usage: test_llvm.py ROOT AMD_LIST LIBGPUOCC_SO"""
import ctypes
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

root, program, shared_library = sys.argv[1:4]
sys.path[:0] = [os.path.join(root, 'tests'), os.path.join(root, 'tests', 'parity', 'amd')]
import llc as parity  # noqa: E402
from codecs_of_build import lacking  # noqa: E402
from tap import done, ok, skip  # noqa: E402
from reading import (  # noqa: E402
    ALLOCATED, CU, DYNAMIC_SHARED, DYNAMIC_STACK, GENERIC, REQUIRED, SCRATCH,
    SHARED_UNSAID, UNKNOWN, WGP, read)

LLC, READOBJ, LINK, CLANG = 'llc-22', 'llvm-readobj-22', 'ld.lld-22', 'clang-22'
UNIFIED = ['gfx90a', 'gfx942', 'gfx950', 'gfx9-4-generic']


def run(*command, content=None):
    done_ = subprocess.run(command, capture_output=True, text=True, input=content, timeout=120)
    if done_.returncode != 0:
        raise RuntimeError(f'{command[0]}: {done_.stderr[:400]}')
    return done_.stdout, done_.stderr


def special(target):
    """Returns kernels with scratch, dynamic LDS, a required group, and a call of an unknown
    function."""
    return '''
@dynamic = external addrspace(3) global [0 x i32], align 4
declare void @elsewhere()
define amdgpu_kernel void @scratch(i32 %i) #1 {
  %a = alloca [64 x i32], addrspace(5)
  %p = getelementptr [64 x i32], ptr addrspace(5) %a, i32 0, i32 %i
  store volatile i32 1, ptr addrspace(5) %p
  ret void
}
define amdgpu_kernel void @dynamic_lds() #1 {
  store volatile i32 1, ptr addrspace(3) @dynamic
  ret void
}
define amdgpu_kernel void @required() #0 !reqd_work_group_size !0 {
  ret void
}
define amdgpu_kernel void @padded() "amdgpu-flat-work-group-size"="1,64" {
  store volatile i8 1, ptr addrspace(3) @most
  ret void
}
@most = internal addrspace(3) global [MOST x i8] poison, align 1
attributes #0 = { "amdgpu-flat-work-group-size"="96,96" }
attributes #1 = { "amdgpu-flat-work-group-size"="256,256" }
!0 = !{i32 8, i32 4, i32 3}
'''.replace('MOST', str(parity.most_lds(target))) + ('' if target < 'gfx7' else '''
define amdgpu_kernel void @calls() {
  call void @elsewhere()
  ret void
}
''')


def source(rng, target, wave, block):
    return special(target) + ''.join(parity.kernel('k%d' % i, rng, target, wave, block)[1]
                                     for i in range(8))


def blocks(remarks):
    """Returns the compiler's remarks: a dictionary for each kernel."""
    kernels, name = {}, None
    for line in remarks.splitlines():
        text = re.sub(r'^remark: \S+ +', '', line)
        key, _, value = text.partition(': ')
        if key == 'Function Name':
            name = value
            kernels[name] = {}
        elif name:
            kernels[name][key] = int(value) if value.isdigit() else None
    return kernels


def notes_of(path):
    """Returns the metadata as printed by llvm-readobj: texts by key, for each kernel."""
    kernels, entry, required = [], None, None
    for line in run(READOBJ, '--notes', path)[0].splitlines():
        match = re.match(r'^  ([- ]) (\.\w+): *(.*)$', line)
        if match and match.group(1) == '-':
            entry = {}
            kernels.append(entry)
        if match:
            entry[match.group(2)] = match.group(3)
            required = [] if match.group(2) == '.reqd_workgroup_size' else None
            entry.setdefault('required', required or [])
            if required is not None:
                entry['required'] = required
        elif required is not None and re.match(r'^ +- \d+$', line):
            required.append(int(line.split()[-1]))
    return {kernel['.name']: kernel for kernel in kernels}


def directives(assembly):
    """Returns what the assembler is told to allocate, if it is a number."""
    kernels, name = {}, None
    for line in assembly.splitlines():
        word = line.split()
        if word[:1] == ['.amdhsa_kernel']:
            name = word[1]
            kernels[name] = {}
        elif name and len(word) == 2 and word[0].startswith('.amdhsa_') and word[1].isdigit():
            kernels[name][word[0][8:]] = int(word[1])
    return kernels


def unit(target, wave):
    if target.startswith('gfx125'):
        return 16
    return 8 if target in UNIFIED or (target in parity.RDNA and wave == 32) else 4


def rounded(value, step):
    return -(-value // step) * step


def total(target, kernel):
    if target == 'gfx908':
        return max(kernel['vectors'], kernel['accumulators'])
    return rounded(kernel['vectors'], 4) + kernel['accumulators'] if kernel['accumulators'] \
        else kernel['vectors']


class Case:
    def __init__(self, label, target, wave, mode, version):
        self.label, self.target, self.wave, self.mode = label, target, wave, mode
        self.version, self.wrong, self.count = version, [], 0

    def differ(self, kernel, what, is_, should):
        self.count += 1
        if is_ != should:
            self.wrong.append(f'{kernel} {what}: {is_}, should be {should}')

    def core_mode(self):
        if self.target in parity.GCN or self.target.startswith('gfx125'):
            return 0
        return CU if self.mode == 1 else WGP

    def common(self, name, got, meta):
        """Returns the figures that object and assembly share."""
        wanted = {'wave_size': self.wave, 'core_mode': self.core_mode(), 'target': self.target,
                  'shared': int(meta['.group_segment_fixed_size']),
                  'max_threads': int(meta['.max_flat_workgroup_size']),
                  'threads': 96 if name == 'required' else 0}
        for key, value in wanted.items():
            self.differ(name, key, got[key], value)
        group = 1
        for value in meta['required']:
            group *= value
        self.differ(name, 'required', bool(got['notes'] & REQUIRED), bool(meta['required']))
        self.differ(name, 'product', got['threads'], group if meta['required'] else 0)
        self.differ(name, 'scratch', bool(got['notes'] & SCRATCH),
                    meta['.private_segment_fixed_size'] != '0')
        if self.version > 4:  # V4 does not contain it
            self.differ(name, 'dynamic stack', bool(got['notes'] & DYNAMIC_STACK),
                        meta['.uses_dynamic_stack'] == 'true')
        self.differ(name, 'generic', bool(got['notes'] & GENERIC), 'generic' in self.target)
        dynamic = name == 'dynamic_lds' and self.version >= 5
        self.differ(name, 'dynamic LDS', (bool(got['notes'] & DYNAMIC_SHARED),
                                          got['dynamic_shared']),
                    (dynamic, UNKNOWN if dynamic else 0))
        self.differ(name, 'LDS unsaid', bool(got['notes'] & SHARED_UNSAID), self.version == 4)

    def registers(self, name, got, meta, told, remark):
        """Returns what is used, or what is allocated if that is more."""
        used = int(meta['.vgpr_count'])
        if self.target == 'gfx908':
            used = max(used, int(meta['.agpr_count']))
        step = unit(self.target, self.wave)
        handed = told.get('next_free_vgpr', used)
        most = max(rounded(used, step), rounded(handed, step))
        self.differ(name, 'VGPRs in all', rounded(total(self.target, got), step), most)
        if not got['notes'] & ALLOCATED and remark:
            self.differ(name, 'VGPRs', got['vectors'], remark['VGPRs'])
            self.differ(name, 'AGPRs', got['accumulators'], remark.get('AGPRs', 0))
            self.differ(name, 'SGPRs', got['scalars'], remark['TotalSGPRs'])
        self.differ(name, 'SGPRs of the metadata', got['scalars'] >= int(meta['.sgpr_count']), True)

    def remarks(self, reading, printed):
        for name, remark in printed.items():
            got = reading[name]
            if got is None:
                self.wrong.append(f'{name} is not in the remarks that were read')
                continue
            for key, line in (('vectors', 'VGPRs'), ('accumulators', 'AGPRs'),
                              ('scalars', 'TotalSGPRs'), ('shared', 'LDS Size [bytes/block]')):
                value = remark.get(line, 0)
                self.differ(name, 'remark ' + key, got[key], UNKNOWN if value is None else value)

    def occupancy(self, library, memory, device, got, remark, block):
        """Compares the library's answer for the values that were read with the compiler's."""
        words = {parity.THREADS: got['threads'] or got['max_threads'],
                 parity.WAVE_SIZE: got['wave_size'], parity.VECTORS: got['vectors'],
                 parity.ACCUMULATORS: got['accumulators'], parity.SCALARS: got['scalars'],
                 parity.SHARED: got['shared'], parity.MODE: got['core_mode'],
                 parity.BLOCK: block}
        self.differ(got['name'], 'occupancy', parity.ask(library, memory, device, words),
                    remark['Occupancy [waves/SIMD]'])
        if self.wrong and 'occupancy' in self.wrong[-1]:
            self.wrong.append(f'{got} {remark}')


def compile_case(folder, target, features, version, text):
    base = os.path.join(folder, 'k')
    flags = [LLC, '-mtriple=amdgcn-amd-amdhsa', '-mcpu=' + target, '-O1',
             f'--amdhsa-code-object-version={version}'] + \
        (['-mattr=' + ','.join(features)] if features else [])
    _, remarks = run(*flags, '-pass-remarks-analysis=kernel-resource-usage', '-o', base + '.s', '-',
                     content=text)
    run(*flags, '-filetype=obj', '-o', base + '.o', '-', content=text)
    with open(base + '.remarks', 'w', encoding='ascii') as file:
        file.write(remarks)
    return base, remarks


def one(folder, library, memory, rng, case, features, block):
    base, remarks = compile_case(folder, case.target, features, case.version,
                                 source(rng, case.target, case.wave, block))
    printed, meta = blocks(remarks), notes_of(base + '.o')
    with open(base + '.s', encoding='ascii') as file:
        told = directives(file.read())
    device, name = ctypes.c_void_p(), case.target.encode()
    library.gpuocc_device_find(name, len(name), 0, ctypes.byref(device), None, None)
    case.remarks(read(program, 'remarks', base + '.remarks'), printed)
    for suffix, reader in (('.o', 'object'), ('.s', 'assembly')):
        reading = read(program, reader, base + suffix)
        if reading.warnings:
            case.wrong.append(f'{suffix}: {reading.warnings[0]}')
        case.differ(suffix, 'kernels', [k['name'] for k in reading.kernels], list(meta))
        for got in reading.kernels:
            known = got['name'] != 'calls' and printed[got['name']]
            case.common(got['name'], got, meta[got['name']])
            case.registers(got['name'], got, meta[got['name']], told[got['name']], known)
            if known:
                case.occupancy(library, memory, device, got, known, block)
    return base


def cases():
    for target, wave, mode, features, block in parity.cases():
        if block == 0:
            versions = [6] if 'generic' in target else [4, 5, 6]
            for version in versions if target in ('gfx90a', 'gfx1100', 'gfx803') else versions[-1:]:
                label = f'{target} wave{wave} {"CU" if mode == 1 else "WGP"} V{version}'
                yield Case(label, target, wave, mode, version), features, block


def linked(folder, base, label):
    if not shutil.which(LINK):
        skip(label, f'{LINK} not found')
        return
    run(LINK, '-shared', '--unresolved-symbols=ignore-all', base + '.o', '-o', base + '.co')
    one_, other = (read(program, 'object', base + suffix) for suffix in ('.o', '.co'))
    ok(other.clean and one_.kernels == other.kernels, label, other.warnings)


def version_3():
    """LLVM 22 writes no V3: compares a file of LLVM 14 with the metadata that LLVM 22 prints for
    it."""
    path = os.path.join(root, 'tests', 'data', 'kernels', 'amd', 'more', 'gfx90a_v3.co')
    reading, meta = read(program, 'object', path), notes_of(path)
    ok(reading.clean and meta and [k['name'] for k in reading.kernels] == list(meta),
       'V3: every kernel', meta)
    for k in reading.kernels:
        figures = [total('gfx90a', k), k['scalars'], k['shared'], k['wave_size'],
                   k['max_threads'], k['format'], k['target']]
        wanted = [int(meta[k['name']][key]) for key in
                  ('.vgpr_count', '.sgpr_count', '.group_segment_fixed_size', '.wavefront_size',
                   '.max_flat_workgroup_size')] + ['code object V3', 'gfx90a']
        ok(figures == wanted, f'V3: {k["name"]}', figures, wanted)


HOST = '''
struct dim3 { unsigned x, y, z; };
extern "C" int hipLaunchKernel(const void *, dim3, dim3, void **, unsigned long, void *);
extern "C" int __hipPopCallConfiguration(dim3 *, dim3 *, unsigned long *, void *);
'''


def host_objects(folder):
    """Tests HIP programs for two targets, as objects and as one library of two files."""
    if not shutil.which(CLANG) or not shutil.which(LINK):
        skip('HIP objects', f'{CLANG} or {LINK} not found')
        return
    with open(os.path.join(root, 'tests', 'data', 'kernels', 'amd', 'hip_samples.hip'),
              encoding='ascii') as file:
        text = HOST + file.read()
    path = os.path.join(folder, 'host')
    with open(path + '.hip', 'w', encoding='ascii') as file:
        file.write(text)
    for flags in ([], ['--offload-compress'], ['-mcode-object-version=4'], ['-mno-cumode'],
                  ['-mcumode'], ['-mwavefrontsize64']):
        label = 'a HIP object ' + ' '.join(flags)
        run(CLANG, '-x', 'hip', '--offload-arch=gfx1030', '--offload-arch=gfx1100', '-nogpulib',
            '-nogpuinc', '-O2', '-c', path + '.hip', '-o', path + '.o', *flags)
        reading = read(program, 'any', path + '.o')
        reason = lacking(' '.join(reading.warnings))
        if reason:
            skip(label, reason)
            continue
        ok(reading.clean and sorted((k['target'], k['name']) for k in reading.kernels) ==
           [(t, k) for t in ('gfx1030', 'gfx1100') for k in ('k_one', 'k_tile')], label,
           reading.warnings)
        mode, wave = CU if '-mcumode' in flags else WGP, 64 if '-mwavefrontsize64' in flags else 32
        ok(all((k['core_mode'], k['wave_size']) == (mode, wave) for k in reading.kernels),
           label + ': mode and wave size')
        run(LINK, '-shared', '--unresolved-symbols=ignore-all', path + '.o', '-o', path + '.so')
        ok(read(program, 'any', path + '.so').kernels == reading.kernels, label + ', linked')


def main():
    if not shutil.which(LLC) or not shutil.which(READOBJ):
        skip('kernels compiled now', f'{LLC} or {READOBJ} not found')
        done()
    library, rng = parity.load(shared_library), random.Random(14)
    memory = (ctypes.c_uint64 * 256)()
    with tempfile.TemporaryDirectory() as folder:
        for case, features, block in cases():
            base = one(folder, library, memory, rng, case, features, block)
            ok(not case.wrong and case.count > 100, f'{case.label}: {case.count} figures',
               f'{len(case.wrong)} wrong', *case.wrong[:8])
            if case.target in ('gfx90a', 'gfx1100', 'gfx9-generic'):
                linked(folder, base, f'{case.label}, linked')
        version_3()
        host_objects(folder)
    done()


main()
