/* SPDX-License-Identifier: MIT
 *
 * Tests what the readers of Intel's and Mesa's text report about small texts, which are written out
 * here: sections .ze_info as IGC documents them (ZEBinWriter/zebin/spec/zeinfo.md), listings of its
 * assembler, and statistics in the forms that mesa.c names.
 */
#include "intel.h"
#include "mesa.h"
#include "report.h"

static uint64_t info_at; /* where the section begins in the file */

static int read_info(const unsigned char *bytes, size_t length, struct callbacks *callbacks)
{
    const struct intel_target target = {"tgl", 3, 0};
    const struct bytes text = {bytes, length};

    return intel_info(text, info_at, &target, callbacks);
}

#define ENV   "  execution_env:\n    grf_count: 128\n    simd_size: 16\n"
#define K     "kernels:\n- name: k\n" ENV
#define GOOD  "k tgl zebin: wave=16"
#define NONE  " grf=128 stack=0 spills=0\n"
#define GROUP "required_work_group_size of kernel k is "
#define SIZES ", [x, y, z] of whole numbers up to 65535 is needed\n" GOOD NONE
#define BAD   ", which is no number that it can have\n"

static const struct row sizes[] = {
    {"a kernel of few keys", K, GOOD NONE},
    {"private memory and spills", K "    private_size: 64\n    spill_size: 32\n",
     GOOD " grf=128 stack=96 spills=32; scratch\n"},
    {"private memory alone", K "    private_size: 64\n",
     GOOD " grf=128 stack=64 spills=0; scratch\n"},
    {"spills alone", K "    spill_size: 32\n", GOOD " grf=128 stack=32 spills=32; scratch\n"},
    {"sizes of 0", K "    private_size: 0\n    spill_size: 0\n", GOOD NONE},
    {"buffers of a wave and of a lane",
     K "  per_thread_memory_buffers:\n    - type: global\n      usage: private_space\n"
       "      size: 64\n      is_simt_thread: true\n    - type: scratch\n"
       "      usage: spill_fill_space\n      size: 32\n    - type: slm\n      size: 1000\n"
       "    - usage: spill_fill_space\n      size: 2000\n    - type: scratch\n"
       "      usage: private_space\n      size: 128\n      is_simt_thread: false\n",
     GOOD " grf=128 stack=1184 spills=32; scratch\n"},
    {"a buffer that ends with another part",
     K "  per_thread_memory_buffers:\n    - type: scratch\n      size: 8\n  other: 1\n"
       "  per_thread_memory_buffers:\n    - type: scratch\n      size: 4\n",
     GOOD " grf=128 stack=12 spills=0; scratch\n"},
    {"buffers are more than the keys say, whose spills are the spills",
     K "    private_size: 64\n    spill_size: 16\n  per_thread_memory_buffers:\n"
       "    - type: scratch\n      usage: single_space\n      size: 256\n",
     GOOD " grf=128 stack=256 spills=16; scratch\n"},
    {"one buffer for spills and all else",
     K "  per_thread_memory_buffers:\n    - type: scratch\n      usage: single_space\n"
       "      size: 256\n",
     GOOD " grf=128 stack=256; scratch\n"},
    {"such a buffer of no bytes",
     K "  per_thread_memory_buffers:\n    - type: scratch\n      usage: single_space\n"
       "      size: 0\n",
     GOOD NONE},
    {"a buffer of one byte", K "  per_thread_memory_buffers:\n    - type: scratch\n      size: 1\n",
     GOOD " grf=128 stack=1 spills=0; scratch\n"},
    {"the largest sum",
     K "  per_thread_memory_buffers:\n    - type: scratch\n"
       "      size: 4294967292\n    - type: scratch\n      size: 1\n",
     GOOD " grf=128 stack=4294967293 spills=0; scratch\n"},
    {"a sum above it",
     K "  per_thread_memory_buffers:\n    - type: scratch\n"
       "      size: 4294967292\n    - type: scratch\n      size: 2\n",
     GOOD " grf=128 spills=0; scratch\n"},
    {"spills above it",
     K "  per_thread_memory_buffers:\n    - type: scratch\n"
       "      usage: spill_fill_space\n      size: 4294967292\n"
       "    - type: scratch\n      usage: spill_fill_space\n      size: 2\n",
     GOOD " grf=128; scratch\n"},
    {"a buffer of each lane, and their number is not known",
     "kernels:\n- name: k\n  execution_env:\n    grf_count: 128\n  per_thread_memory_buffers:\n"
     "    - type: scratch\n      size: 4\n      is_simt_thread: true\n",
     "@[- name] .ze_info has no simd_size of kernel k\n"
     "k tgl zebin: wave=? grf=128 spills=0; scratch\n"},
    {"a buffer of a wave, and the number of lanes is not known",
     "kernels:\n- name: k\n  execution_env:\n    grf_count: 128\n  per_thread_memory_buffers:\n"
     "    - type: scratch\n      size: 4\n",
     "@[- name] .ze_info has no simd_size of kernel k\n"
     "k tgl zebin: wave=? grf=128 stack=4 spills=0; scratch\n"},
    {"a size of a buffer that is no number",
     K "  per_thread_memory_buffers:\n    - type: scratch\n      size: x\n",
     "@[- name] size of kernel k is \"x\"" BAD GOOD " grf=128; scratch\n"},
    {"private memory that is no number, and the next kernel",
     K "    private_size: x\n- name: l\n" ENV,
     "@[- name] private_size of kernel k is \"x\"" BAD GOOD " grf=128; scratch\n"
     "l tgl zebin: wave=16" NONE},
    {"spills that are no number", K "    spill_size: x\n",
     "@[- name] spill_size of kernel k is \"x\"" BAD GOOD " grf=128; scratch\n"},
};

static const struct row infos[] = {
    {"every key of the environment",
     "kernels:\n- name: \"k\"\n  execution_env:\n    grf_count: ' 256 '\n    simd_size: 32\n"
     "    slm_size: 1000\n    barrier_count: 2\n    required_work_group_size: [ 8, 4, 2 ]\n"
     "    has_indirect_calls: true\n",
     "k tgl zebin: group=64 wave=32 shared=1000 barriers=2 grf=256 stack=0 spills=0; "
     "required_group dynamic_stack\n"},
    {"no calls", K "    has_stack_calls: false\n    has_indirect_calls: false\n", GOOD NONE},
    {"calls", K "    has_stack_calls: true\n", GOOD " grf=128 stack=0 spills=0; dynamic_stack\n"},
    {"a group of no thread", K "    required_work_group_size: [ 0, 1, 1 ]\n", GOOD NONE},
    {"the largest group", K "    required_work_group_size: [65535, 65535, 1] # x\n",
     "k tgl zebin: group=4294836225 wave=16 grf=128 stack=0 spills=0; required_group\n"},
    {"a larger group", K "    required_work_group_size: [65535, 65535, 2]\n",
     "@[- name] " GROUP "\"[65535, 65535, 2]\"" SIZES},
    {"a group that is wide", K "    required_work_group_size: [65536, 1, 1]\n",
     "@[- name] " GROUP "\"[65536, 1, 1]\"" SIZES},
    {"a group of two sizes and a bracket", K "    required_work_group_size: [1, 2]\n",
     "@[- name] " GROUP "\"[1, 2]\"" SIZES},
    {"a group of two sizes, the last of which is 0", K "    required_work_group_size: [1, 0]\n",
     "@[- name] " GROUP "\"[1, 0]\"" SIZES},
    {"a group of four sizes", K "    required_work_group_size: [1, 2, 3, 4]\n",
     "@[- name] " GROUP "\"[1, 2, 3, 4]\"" SIZES},
    {"a group required by the user",
     K "  user_attributes:\n    reqd_work_group_size: [2,3,4]\n    simd_size: 8\n",
     "k tgl zebin: group=24 wave=16 grf=128 stack=0 spills=0; required_group\n"},
    {"a kernel that the compiler calls invalid",
     K "  user_attributes:\n    invalid_kernel: reason\n- name: l\n" ENV,
     "@[- name] kernel k is marked as invalid by the compiler: passed over\n"
     "l tgl zebin: wave=16" NONE},
    {"a kernel for one thread per wave, and one of two",
     "kernels:\n- name: k\n  execution_env:\n    grf_count: 128\n    simd_size: 1\n- name: l\n"
     "  execution_env:\n    grf_count: 128\n    simd_size: 2\n",
     "@[- name] kernel k is compiled for one thread per wave (SIMD1), of which libgpuocc has no "
     "model: passed over\nl tgl zebin: wave=2" NONE},
    {"kernels without a name and without numbers",
     "kernels:\n- execution_env:\n    grf_count: 128\n    simd_size: 16\n- name: " LONG "x\n"
     "- name: l\n  execution_env:\n    simd_size: 16\n",
     "@[- execution] kernel  has no name: passed over\n"
     "@[- name: " TEN "] .ze_info has no grf_count of kernel " LONG "\n" LONG
     "x tgl zebin: wave=? grf=? stack=0 spills=0\n"
     "@[- name: l] .ze_info has no grf_count of kernel l\n"
     "l tgl zebin: wave=16 grf=? stack=0 spills=0\n"},
    {"the symbols of a module without kernels",
     "kernels:\n- name: Intel_Symbol_Table_Void_Program\n  execution_env:\n    simd_size: 8\n", ""},
    {"a module without kernels", "version: '1.0'\nkernels:\nfunctions:\n- name: f\n",
     "@0 .ze_info names no kernel\n"},
    {"arguments in shared memory by their mode and by their space",
     K
     "  payload_arguments:\n    - arg_type: arg_bypointer\n      addrmode: slm\n- name: l\n" ENV
     "  payload_arguments:\n    - addrspace: local\n      arg_type: arg_bypointer\n- name: m\n" ENV
     "  payload_arguments:\n    - arg_type: arg_bypointer\n      addrspace: global\n"
     "    - arg_type: arg_byvalue\n      addrspace: local\n    - addrmode: slm\n"
     "  other:\n    - x: 1\n  payload_arguments:\n      arg_type: arg_bypointer\n",
     "k tgl zebin: wave=16 dynamic=? grf=128 stack=0 spills=0; dynamic_shared\n"
     "l tgl zebin: wave=16 dynamic=? grf=128 stack=0 spills=0; dynamic_shared\n"
     "m tgl zebin: wave=16" NONE},
    {"a space does not undo a mode",
     K "  payload_arguments:\n    - arg_type: arg_bypointer\n      addrmode: slm\n"
       "      addrspace: global\n",
     "k tgl zebin: wave=16 dynamic=? grf=128 stack=0 spills=0; dynamic_shared\n"},
    {"keys of parts that are not read, remarks and lines without a key",
     K
     "  # grf_count: 7\n    # simd_size: 7\n\n    \n    x\n    -\n    -simd_size: 7\n  debug_env:\n"
     "    grf_count: 7\n    - simd_size: 8\n  user_attributes:\n    grf_count: 7\n"
     "  payload_arguments:\n    grf_count: 7\n  per_thread_memory_buffers:\n    grf_count: 7\n",
     GOOD NONE},
    {"a kernel in two lists, other lists, and the end of the document",
     "version: 1.0\nother:\n- name: n\n" K "functions:\n- name: f\n" ENV
     "kernels:\n  - name: l\n    execution_env:\n      - simd_size: 8\n        grf_count: 64\n"
     "...\nkernels:\n- name: o\n" ENV,
     GOOD NONE "l tgl zebin: wave=8 grf=64 stack=0 spills=0\n"},
    {"versions", "version: '2.0'\n" K "version: \"11.0\"\nversion: '1.99'\nversion: " LONG "x\n",
     "@0 .ze_info has version 2.0, and what is known here is 1.x\n" GOOD NONE
     "@[version: \"11] .ze_info has version 11.0, and what is known here is 1.x\n"
     "@[version: " TEN "] .ze_info has version " LONG ", and what is known here is 1.x\n"},
    {"a long key, name and value",
     "kernels:\n- name: " LONG "x\n  execution_env:\n    grf_count: " LONG "x\n    simd_size: 8\n",
     "@[- name] grf_count of kernel " LONG " is \"" LONG "\", which is no number that it \n"
     "@[- name] .ze_info has no grf_count of kernel " LONG "\n" LONG
     "x tgl zebin: wave=8 grf=? stack=0 spills=0\n"},
    {"remarks at the columns of the document, of a kernel and of its keys",
     "kernels:\n- name: k\n  execution_env:\n    simd_size: 16\n# a: b\n  # c: d\n    # e: f\n"
     "    grf_count: 128\n",
     GOOD NONE},
    {"a key without a value, behind another's value",
     "kernels:\n- name: k\n  execution_env:\n    grf_count: 128\n    simd_size: 16\n    "
     "grf_count\n",
     GOOD NONE},
    {"quotes that do not belong together",
     "kernels:\n- name: 'k\"\n" ENV "- name: '\n" ENV "- name: ''\n" ENV "- 'name' : \"'l'\"\n" ENV,
     "'k\" tgl zebin: wave=16" NONE "' tgl zebin: wave=16" NONE
     "@[- name: ''] kernel  has no name: passed over\n'l' tgl zebin: wave=16" NONE},
};

static const struct row listings[] = {
    {"every line",
     "//.kernel k, numSWSB=3\n//.platform DG2\n//.thread_config numGRF=256, numAcc=8\n"
     "//.spill size 64\n        add (16|M0)  r2.0<1>:d\n        add (16|M16) r2.0<1>:d\n"
     "        add (8|M0) r2.0<1>:d\n",
     "k dg2 IGC listing: wave=32 shared=? barriers=? grf=256 spills=64; scratch generic_target\n"},
    {"no spills, and no line of them; 7 lanes are no wave",
     "//.kernel a\n//.thread_config numGRF=128\n//.spill size 0\nadd (7|M0) r2\n//.kernel b\n"
     "//.platform TGL\n//.kernel c\n//.platform BDW\nadd (8|M0) r2\n",
     "a  IGC listing: wave=? shared=? barriers=? grf=128 spills=0\n"
     "b  IGC listing: wave=? shared=? barriers=? grf=?\n"
     "c bdw IGC listing: wave=8 shared=? barriers=? grf=?\n"},
    {"lines before the first kernel, and numbers of kernels",
     "//.thread_config numGRF=64,\nadd (8|M0) r2\n//.kernel ID 5\n//.kernel k\n//.kernel ID 6\n",
     "k  IGC listing: wave=? shared=? barriers=? grf=?\n"},
    {"numbers that are none",
     "\n//.kernel " LONG "x\n//.thread_config numGRF=" LONG "x\n//.spill size y, 8\n",
     "@[" TEN "] numGRF of kernel " LONG " is \"" LONG "\", which is no number that it can\n"
     "@[" TEN "] the spill size of kernel " LONG " is \"y\"" BAD LONG
     "x  IGC listing: wave=? shared=? barriers=? grf=? spills=0\n"},
    {"a text without kernels", "//.kernel ID 5\n//.kernel\n", "not mine\n"},
};

static void targets(void)
{
    static const struct {
        const char *member, *target;
    } rows[] = {{"64.tgllp", "tgllp"},
                {"32.12.55.8", "12.55.8"},
                {"64.acm-g10.c0", "acm-g10"},
                {"64.", ""},
                {"16.tgllp", ""},
                {"64.a b", ""},
                {"64.a\x7f", ""},
                {"64.!", "!"},
                {"64./.b", "/"},
                {"64.:.b", ":"},
                {"64.0.b", "0.b"},
                {"64.9.b", "9.b"},
                {"64.123456789012345678901234", "123456789012345678901234"},
                {"64.1234567890123456789012345", ""}};
    struct intel_target target;
    gpuocc_kernels_text name;
    size_t i;

    for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        name.length = strlen(rows[i].member);
        name.at = memcpy(report_room(name.length, 1), rows[i].member, name.length);
        memset(&target, 1, sizeof target);
        intel_target_of_member(&target, name);
        ok(target.length == strlen(rows[i].target) && !target.generic &&
               memcmp(target.name, rows[i].target, target.length) == 0,
           "a member %s is for %s", rows[i].member, rows[i].target);
    }
    intel_target_of_version(&target, 0xffffffff); /* 10, 8 and 14 bits */
    ok(target.length == 14 && memcmp(target.name, "1023.255.16383", 14) == 0 && !target.generic,
       "the largest IP version");
}

#define RADV "SGPRs: 16\nVGPRs: 8\n"
#define AMD  "Mesa AMD: wave=? registers=8 shared=? sgprs=16 trap=0"
#define PASS ", a whole number up to 4294967293 is needed: passed over\n"
#define STAGE(name)                                                                                \
    name "  Mesa AMD: group=1 wave=? registers=8 shared=? sgprs=16 trap=0 stage=" name             \
         "; allocated graphics\n"

static const struct row titles[] = {
    {"titles of each form",
     "Stage: compute\n" RADV "Executable: main\n" RADV "Executable name: kernel x\n" RADV
     "a:\n" RADV ":\n" RADV "*********\n" RADV "CS :\n" RADV,
     "compute  " AMD "; allocated\nmain  " AMD "; allocated stage_unsaid\nkernel x  " AMD
     "; allocated\na  " AMD "; allocated stage_unsaid\na  " AMD "; allocated stage_unsaid\n  " AMD
     "; allocated stage_unsaid\nCS   " AMD "; allocated\n"},
    {"shaders without a title of their own",
     "Compute:\n" RADV "LDS size: 4096\n" RADV "VGPRs: 9\nSGPRs: 24\n",
     "Compute  Mesa AMD: wave=? registers=8 shared=4096 sgprs=16 trap=0; allocated\n"
     "Compute  " AMD "; allocated\n"
     "Compute  Mesa AMD: wave=? registers=9 shared=? sgprs=24 trap=0; allocated\n"},
    {"stages with and without groups",
     "MESA_SHADER_VERTEX:\n" RADV "vs x:\n" RADV "Pixel Shader:\n" RADV "Compute vertex:\n" RADV
     "a KERNEL vs:\n" RADV "COMPUTE vs:\n" RADV "my kernel vs:\n" RADV "vsx:\n" RADV
     "vert ex:\n" RADV "x FRAGMENT:\n" RADV "MESA_SHADER_VERTEX x:\n" RADV
     "MESA_SHADER_TASK_x:\n" RADV "x_VERTEX:\n" RADV,
     STAGE("MESA_SHADER_VERTEX") STAGE("vs x") STAGE(
         "Pixel Shader") "Compute vertex  " AMD "; allocated\na KERNEL vs  " AMD
                         "; allocated\nCOMPUTE vs  " AMD "; allocated\nmy kernel vs  " AMD
                         "; allocated\nvsx  " AMD
                         "; allocated stage_unsaid\n" STAGE("vert ex") STAGE(
                             "x FRAGMENT") "MESA_SHADER_VERTEX x  " AMD
                                           "; allocated stage_unsaid\n" STAGE(
                                               "MESA_SHADER_TASK_x") "x_VERTEX  " AMD
                                                                     "; allocated stage_unsaid\n"},
    {"every word for a stage without groups",
     "vertex:\n" RADV "vs:\n" RADV "fragment:\n" RADV "fs:\n" RADV "pixel:\n" RADV "ps:\n" RADV
     "geometry:\n" RADV "gs:\n" RADV "tcs:\n" RADV "tes:\n" RADV "hs:\n" RADV "ds:\n" RADV
     "mesh:\n" RADV "task:\n" RADV "tessellation:\n" RADV "tess:\n" RADV "raygen:\n" RADV
     "ray:\n" RADV "hit:\n" RADV "miss:\n" RADV "prolog:\n" RADV "epilog:\n" RADV
     "intersection:\n" RADV "callable:\n" RADV "vert:\n" RADV "bvert:\n" RADV "frag:\n" RADV
     "geom:\n" RADV,
     STAGE("vertex") STAGE("vs") STAGE("fragment") STAGE("fs") STAGE("pixel") STAGE("ps") STAGE(
         "geometry") STAGE("gs") STAGE("tcs") STAGE("tes") STAGE("hs") STAGE("ds") STAGE("mesh")
         STAGE("task") STAGE("tessellation") STAGE("tess") STAGE("raygen") STAGE("ray") STAGE("hit")
             STAGE("miss") STAGE("prolog") STAGE("epilog") STAGE("intersection") STAGE("callable")
                 STAGE("vert") STAGE("bvert") STAGE("frag") STAGE("geom")},
    {"what is allocated to each wave on gfx10 never limits",
     "a:\nVGPRs: 8\nSGPRs: 127\nb:\nVGPRs: 8\nSGPRs: 128\nc:\nVGPRs: 0\nSGPRs: ?\n",
     "a  Mesa AMD: wave=? registers=8 shared=? sgprs=127 trap=0; allocated stage_unsaid\n"
     "b  Mesa AMD: wave=? registers=8 shared=? trap=0; allocated stage_unsaid\n"
     "c  Mesa AMD: wave=? registers=0 shared=? sgprs=? trap=0; allocated stage_unsaid\n"},
    {"scratch memory of each driver",
     "a:\n" RADV "Scratch size: 4\nb:\n" RADV "Scratch: 0 bytes per wave\nc:\n" RADV
     "Spills: 1\nd:\n" RADV "spills: 0\ne:\nNumber of GPRs: 8\nSLM Size: 1\nf:\n"
     "Num GPRs: 8\nTLS size: 0\ng:\n" RADV "STP Count: 2\n",
     "a  " AMD "; allocated scratch stage_unsaid\nb  " AMD "; allocated stage_unsaid\nc  " AMD
     "; allocated scratch stage_unsaid\nd  " AMD "; allocated stage_unsaid\n"
     "e  Mesa NVK: registers=8 shared=? barriers=?; scratch stage_unsaid\n"
     "f  Mesa NVK: registers=8 shared=? barriers=?; stage_unsaid\n"
     "g  " AMD "; allocated scratch stage_unsaid\n"},
    {"a statistic of two drivers", "a:\nNumber of GPRs: 8\nb:\n" RADV,
     "@[Number] \"Number of GPRs\" without \"SLM Size\" can be NVK's or HoneyKrisp's, whose "
     "registers differ: passed over\nb  " AMD "; allocated stage_unsaid\n"},
    {"such a statistic alone", "a:\nNumber of GPRs: 8\n",
     "@[Number] \"Number of GPRs\" without \"SLM Size\" can be NVK's or HoneyKrisp's, whose "
     "registers differ: passed over\n"},
    {"too few statistics",
     "a:\nVGPRs: 8\nb:\nSGPRs: 8\nc:\nGRF registers: 8\nd:\nUniforms: 8\n"
     "e:\nGPRs: 8\nf:\nSLM size: 8\ng:\nRegisters used: 8\nh:\n"
     "Half-registers used: 8\n",
     "not mine\n"},
    {"a line whose name has no statistic, and one that has no name",
     "a:\nvgprs: 7\n: 8\nVGPRs 9\n" RADV, "a  " AMD "; allocated stage_unsaid\n"},
    {"an offset is that of the first statistic",
     "a:\nCode: 1\nSGPRs: 16\nVGPRs: 8x\nLDS: 1y\nb:\n\n  SGPRs: 16\n  VGPRs: 9x\n",
     "@[SGPRs] shader a: VGPRs is \"8x\"" PASS "@[  SGPRs] shader b: VGPRs is \"9x\"" PASS},
    {"a long name and value", LONG "x:\nSGPRs: 16\nVGPRs: 1" LONG "\n",
     "@[SGPRs] shader " LONG ": VGPRs is \"1" TEN TEN TEN TEN TEN TEN TEN TEN TEN
     "abcdefghi\", a whole number up to 4294967293 i\n"},
};

static const struct row numbers[] = {
    {"bases, units and signs",
     "a:\nVGPRs: 0x1f\nSGPRs: 16 bytes\nb:\nVGPRs: 0x9a bytes\nSGPRs: 16 blocks\nc:\n"
     "VGPRs: \t8\t\nSGPRs: x8\n",
     "a  Mesa AMD: wave=? registers=31 shared=? sgprs=16 trap=0; allocated stage_unsaid\n"
     "b  Mesa AMD: wave=? registers=154 shared=? sgprs=? trap=0; allocated stage_unsaid\n"
     "c  Mesa AMD: wave=? registers=8 shared=? sgprs=? trap=0; allocated stage_unsaid\n"},
    {"digits of base 16", "a:\nVGPRs: 0x0\nSGPRs: 0xaf\nb:\nVGPRs: 0xfffffffd\nSGPRs: 0x10\n",
     "a  Mesa AMD: wave=? registers=0 shared=? trap=0; allocated stage_unsaid\n"
     "b  Mesa AMD: wave=? registers=4294967293 shared=? sgprs=16 trap=0; allocated stage_unsaid\n"},
    {"numbers of base 16 that are none",
     "a:\nSGPRs: 16\nVGPRs: 0x\nb:\nSGPRs: 16\nVGPRs: 0x8g\nc:\nSGPRs: 16\nVGPRs: 0x8/\nd:\n"
     "SGPRs: 16\nVGPRs: 0x8:9\ne:\nSGPRs: 16\nVGPRs: 0x8`\nf:\nSGPRs: 16\nVGPRs: 0xfffffffe\ng:\n"
     "SGPRs: 16\nVGPRs: 0x100000000\nh:\nSGPRs: 16\nVGPRs: 0x1000000000\n",
     "a  Mesa AMD: wave=? registers=? shared=? sgprs=16 trap=0; allocated stage_unsaid\n"
     "@[SGPRs: 16\nVGPRs: 0x8g] shader b: VGPRs is \"0x8g\"" PASS
     "@[SGPRs: 16\nVGPRs: 0x8/] shader c: VGPRs is "
     "\"0x8/\"" PASS "@[SGPRs: 16\nVGPRs: 0x8:] shader d: VGPRs is \"0x8:9\"" PASS
     "@[SGPRs: 16\nVGPRs: 0x8`] shader e: VGPRs is \"0x8`\"" PASS
     "@[SGPRs: 16\nVGPRs: 0xfffffffe] shader f: VGPRs is \"0xfffffffe\"" PASS
     "@[SGPRs: 16\nVGPRs: 0x100000000] shader g: VGPRs is \"0x100000000\"" PASS
     "@[SGPRs: 16\nVGPRs: 0x1000000000] shader h: VGPRs is \"0x1000000000\"" PASS},
    {"a group of three sizes",
     "a:\nNum GPRs: 8\nSLM size: 0\nLocal size: 16x4x2\nb:\nNum GPRs: 8\nSLM size: 0\n"
     "Local size: 64\nc:\nNum GPRs: 8\nSLM size: 0\nLocal size: 65535x65535x1\n"
     "Shared memory size: 12\n",
     "a  Mesa NVK: group=128 registers=8 shared=? barriers=?; required_group\n"
     "b  Mesa NVK: group=64 registers=8 shared=? barriers=?; required_group\n"
     "c  Mesa NVK: group=4294836225 registers=8 shared=12 barriers=?; required_group\n"},
    {"a group that is none",
     "a:\nNum GPRs: 8\nSLM size: 0\nLocal size: 16x\n\nb:\nNum GPRs: 8\nSLM size: 0\n"
     "Local size: 65536x65536\nc:\nNum GPRs: 8\nSLM size: 0\nLocal size: 4294967294x1\n"
     "d:\nNum GPRs: 8\nSLM size: 2x2\n",
     "@[Num] shader a: Local size is \"16x\"" PASS
     "@[Num GPRs: 8\nSLM size: 0\nLocal size: 65536x65536] shader b: Local size is "
     "\"65536x65536\"" PASS
     "@[Num GPRs: 8\nSLM size: 0\nLocal size: 4] shader c: Local size is \"4294967294x1\"" PASS
     "@[Num GPRs: 8\nSLM size: 2x2] shader d: SLM size is \"2x2\"" PASS},
    {"the first figure that is no number is told",
     "a:\nSGPRs: 1.5\nVGPRs: +8\nb:\nSGPRs: -1\nVGPRs: 8\nc:\nSGPRs: +\nVGPRs: 8\nd:\nSGPRs: -/\n"
     "VGPRs: 8\ne:\nSGPRs: 1 2\nVGPRs: 8\nf:\nSGPRs: 4294967294\nVGPRs: 8\n",
     "@[SGPRs: 1.5] shader a: SGPRs is \"1.5\"" PASS "@[SGPRs: -1] shader b: SGPRs is \"-1\"" PASS
     "c  Mesa AMD: wave=? registers=8 shared=? sgprs=? trap=0; allocated stage_unsaid\n"
     "d  Mesa AMD: wave=? registers=8 shared=? sgprs=? trap=0; allocated stage_unsaid\n"
     "e  Mesa AMD: wave=? registers=8 shared=? sgprs=? trap=0; allocated stage_unsaid\n"
     "@[SGPRs: 4] shader f: SGPRs is \"4294967294\"" PASS},
};

#define INTEL(figures) "Mesa Intel: wave=" figures " barriers=?"
#define SIMD           " 1 loops. 9 cycles. "

static const struct row one_line[] = {
    {"Intel's lines of each form",
     "a - CS SIMD16 shader: 1 inst, 2 loops, 9 cycles, 0:0 spills:fills\n"
     "b - CS SIMD8 shader: 1 inst, 2 sends\n"
     "c - CS SIMD8 shader: 1 inst, 2 loops\n"
     "d CS SIMD32 shader: 1 instrs, 128 grf registers, 64 workgroup memory size, 8 scratch memory "
     "size\n"
     "e - CS shader: 1 instrs, 32 max dispatch width, 128 grf registers\n"
     "Native code for unnamed compute shader f (src_hash 0x1)\n"
     "SIMD16 shader: 40 instructions." SIMD "GRF registers: 57. x\n"
     "SIMD16 shader: 40 instructions." SIMD "GRF registers: 57, x\n"
     "SIMD32 shader: 40 instructions x\n",
     "a  Mesa Intel: wave=16 shared=? barriers=? grf=?\n"
     "d CS SIMD32  Mesa Intel: wave=32 shared=64 barriers=? grf=128; scratch\n"
     "e  Mesa Intel: wave=32 shared=? barriers=? grf=128\n"
     "unnamed compute shader f  Mesa Intel: wave=16 shared=? barriers=? grf=57\n"
     "SIMD16  Mesa Intel: wave=16 shared=? barriers=? grf=57; stage_unsaid\n"},
    {"lines of radeonsi",
     "a - x Shader Stats: SGPRS: 16 VGPRS: 4 Code Size: 220 LDS: 4096 Scratch: 8 (CS, W64)\n"
     "  b  Shader Stats: SGPRS: 16 VGPRS: 4\nShader Stats: SGPRS: 16 VGPRS: 4 (PS)\n"
     "c Shader Stats: SGPRS: 16 VGPRS: 4, (VS, W32)\n",
     "a  Mesa AMD: wave=64 registers=4 shared=4096 sgprs=16 trap=0; allocated scratch\n"
     "b  Mesa AMD: wave=? registers=4 shared=? sgprs=16 trap=0; allocated stage_unsaid\n"
     "PS  Mesa AMD: group=1 wave=? registers=4 shared=? sgprs=16 trap=0 stage=PS; allocated "
     "graphics\n"
     "c  Mesa AMD: group=32 wave=32 registers=4 shared=? sgprs=16 trap=0 stage=VS; allocated "
     "graphics\n"},
    {"a line of radeonsi of an older Mesa, and the name of its file is no stage",
     "[shader compiler] [other] Shader Stats: SGPRS: 16 VGPRS: 8 Code Size: 212 LDS: 0 Scratch: 0 "
     "Max Waves: 10 Spilled SGPRs: 0\ncompute.shader_test - Shader Stats: SGPRS: 16 VGPRS: 8\n"
     "vs - Shader Stats: SGPRS: 16 VGPRS: 8\nx Shader Stats: SGPRS: 16 VGPRS: 8 (CS, W64)\n",
     "[shader compiler] [other]  Mesa AMD: wave=? registers=8 sgprs=16 trap=0; allocated "
     "stage_unsaid\ncompute.shader_test  " AMD "; allocated stage_unsaid\nvs  " AMD
     "; allocated stage_unsaid\nx  Mesa AMD: wave=64 registers=8 shared=? sgprs=16 trap=0; "
     "allocated\n"},
    {"lines of each driver without a stage",
     "a shader: 1 instrs, 8 vgprs, 16 sgprs\nb shader: 1 instrs, 92 gprs, 24 uniforms\n"
     "c shader: 1 inst, 4 half, 11 full\nd shader: 1 inst, 44 bundles, 7 registers, 2 threads\n"
     "e shader: 1 instrs, 1.5 fma, 2 threads\nf SIMD8 shader: 1 inst, 1 loops, 9 cycles\n"
     "; X prog 3/1: 4 half, 11 full\n; CL prog 3/1: 4 half, 11 full\n",
     "a  " AMD "; allocated stage_unsaid\nb  Mesa AGX: shared=? half=92; stage_unsaid\n"
     "c  Mesa Adreno: wave=? registers=11 shared=? barriers=? virtual=? half=4; stage_unsaid\n"
     "d  Mesa Midgard: registers=7 shared=? barriers=?; stage_unsaid\n"
     "e  Mesa Mali: registers=32 shared=? barriers=?; allocated stage_unsaid\n"
     "f SIMD8  Mesa Intel: wave=8 shared=? barriers=? grf=?; stage_unsaid\n"
     "X prog 3/1  Mesa Adreno: wave=? registers=11 shared=? barriers=? virtual=? half=4; "
     "stage_unsaid\n"
     "CL prog 3/1  Mesa Adreno: wave=? registers=11 shared=? barriers=? virtual=? half=4\n"},
    {"a line without a stage behind a title that names one",
     "Native code for unnamed fragment shader f (src_hash 0x1)\n"
     "SIMD8 shader: 40 instructions. 1 loops. GRF registers: 57. x\n"
     "SIMD8 shader: 40 instructions. 1 loops. GRF registers: 57. x\n",
     "unnamed fragment shader f  Mesa Intel: group=? wave=8 shared=? barriers=? grf=57 "
     "stage=unnamed fragment shader f; graphics\n"
     "SIMD8  Mesa Intel: wave=8 shared=? barriers=? grf=57; stage_unsaid\n"},
    {"items of a line",
     "MESA_SHADER_COMPUTE shader: 210 instrs, 92 gprs, 24 uniforms, 1:2 spills:fills,\n"
     "a - MESA_SHADER_KERNEL shader: -1 instrs, 8 vgprs, 16 sgprs, 4 lds, 0 scratch\n"
     "CS shader: x instrs, 8 vgprs, 16 sgprs\nCS shader: /1 instrs, 8 vgprs, 16 sgprs\n"
     "CS shader: :1 instrs, 8 vgprs, 16 sgprs\nCS shader: \nCS shader: 9x, 8 vgprs, x sgprs\n"
     "CS shader: 9, 8 vgprs,16  sgprs,,\n",
     "MESA_SHADER_COMPUTE  Mesa AGX: shared=? half=92; scratch\n"
     "a  Mesa AMD: wave=? registers=8 shared=4 sgprs=16 trap=0; allocated\n"
     "CS  " AMD "; allocated\n"},
    {"comments of a disassembly",
     "; CL prog 3/1: 40 instr, 6 nops\n; CL prog 3/1: 4 half, 11 full, 8 constlen\n"
     "; CL prog 3/1: 1 double_threadsize, 2 stp\n; CL prog 3/1: 5 half, 12 full, 8 x\n"
     "; CL prog 3/1: 0 double_threadsize\n; CL prog 3/2: 6 half, 13 full\n"
     "; CL prog 3/2: 2 double_threadsize\n; CL prog 3/3: 9 full\n;CL prog 3/3: 9 half\n"
     "; CL prog 3/3: x half\n; CL prog: 9 half\n",
     "CL prog 3/1  Mesa Adreno: wave=128 registers=11 shared=? barriers=? virtual=? half=4; "
     "scratch\n"
     "CL prog 3/1  Mesa Adreno: wave=64 registers=12 shared=? barriers=? virtual=? half=5\n"
     "CL prog 3/2  Mesa Adreno: wave=? registers=13 shared=? barriers=? virtual=? half=6\n"},
    {"lines that have no number",
     "SIMD16 shader: 40 instructions." SIMD "GRF registers: , x\nCS shader: -\nCS shader:  \n",
     "SIMD16  Mesa Intel: wave=16 shared=? barriers=? grf=?; stage_unsaid\n"},
    {"registers of Adreno that are none",
     "a:\nRegisters used: 0\nHalf-registers used: 0\nSubgroup size: 64\n",
     "a  Mesa Adreno: wave=64 registers=0 shared=? barriers=? virtual=? half=0; stage_unsaid\n"},
};

static const struct row tables[] = {
    {"a table",
     "Pipeline hash,Executable name,VGPRs,SGPRs,\"LDS, size\",LDS size\n"
     "\"a,b\",compute,8,16,1,64\nc,\"vertex\",8,16,1,\nd,compute,9,24,,\"32\"x\n"
     "e,compute,9,24,1\nVGPRs: 7\n",
     "a,b  Mesa AMD: wave=? registers=8 shared=64 sgprs=16 trap=0; allocated\n"
     "c  Mesa AMD: group=1 wave=? registers=8 shared=? sgprs=16 trap=0 stage=vertex; allocated "
     "graphics\n"
     "d  Mesa AMD: wave=? registers=9 shared=32 sgprs=24 trap=0; allocated\n"
     "@[e,compute] the row has 5 cells, the line of names has 6: passed over\n"},
    {"a quote that does not end",
     "VGPRs,SGPRs,Pipeline hash,Executable name,x\n8,16,a,compute,\"x\n8,16,b,\"compute\n"
     "8,16,c,compute,\n",
     "a  " AMD "; allocated\n@[8,16,b] the row has 4 cells, the line of names has 5: passed over\n"
     "c  " AMD "; allocated\n"},
    {"two tables, and statistics behind them",
     "Pipeline hash,VGPRs,SGPRs,Executable name,\na,8,16,CS,\n"
     "Pipeline hash,Executable name,SGPRs,VGPRs\nb,CS,16,8\n\nc:\n" RADV,
     "a  " AMD "; allocated\nb  " AMD "; allocated\nc  " AMD "; allocated stage_unsaid\n"},
    {"a quote at the end", "VGPRs,SGPRs,Pipeline hash,Executable name,x\n8,16,a,compute,\"",
     "a  " AMD "; allocated\n"},
    {"a row whose figure is none", "x,Pipeline hash,Executable name,SGPRs,VGPRs\n1,a,CS,16,8x\n",
     "@[1,a] shader a: VGPRs is \"8x\"" PASS},
    {"a table with a cell that is empty or that is no stage",
     "Pipeline hash,Executable name,SGPRs,VGPRs\ncompute,,16,8\na,x,16,8\n",
     "compute  " AMD "; allocated stage_unsaid\na  " AMD "; allocated stage_unsaid\n"},
    {"half of a table", "Pipeline hash,VGPRs,SGPRs\na,8,16\n", "not mine\n"},
    {"the other half", "Executable name,VGPRs,SGPRs\na,8,16\n", "not mine\n"},
    {"rows with too few cells, and a line of a log",
     "Pipeline hash,Executable name,VGPRs,SGPRs,LDS size\na,compute,8,16\n\"b\",compute\n"
     "c,compute,8,16,\nd,compute\nVGPRs: 7\n",
     "@[a,compute] the row has 4 cells, the line of names has 5: passed over\n"
     "@[\"b\"] the row has 2 cells, the line of names has 5: passed over\n"
     "c  " AMD "; allocated\n"},
    {"a line of a log with fewer cells than a table",
     "Pipeline hash,Executable name,VGPRs,SGPRs\na,CS,8,16\nfoo, bar, baz\n",
     "a  " AMD "; allocated\n"},
    {"one with a number in it",
     "Pipeline hash,Executable name,VGPRs,SGPRs,x\na,CS,8,16,\nfoo, bar, 3, baz\n",
     "a  " AMD "; allocated\n"},
    {"one with a quote", "Pipeline hash,Executable name,VGPRs,SGPRs\na,CS,8,16\n\"foo\", b, c\n",
     "a  " AMD "; allocated\n"},
    {"one that ends before the statistics",
     "x,Pipeline hash,Executable name,VGPRs,SGPRs\n,a,CS,8,16\nfoo, bar, baz\n",
     "a  " AMD "; allocated\n"},
    {"one with as many cells",
     "Pipeline hash,Executable name,VGPRs,SGPRs\na,CS,8,16\nfoo, bar, baz, qux\n",
     "a  " AMD "; allocated\n"},
};

/* Of a table the first 128 columns are read, and a title is cut off behind 1024 bytes. */
static void most(void)
{
    static char text[8192], expected[4096];
    unsigned count, i;

    for (count = 127; count < 130; count++) {
        strcpy(text, "Pipeline hash,Executable name,SGPRs");
        for (i = 4; i < count; i++)
            strcat(text, ",x");
        strcat(text, ",VGPRs\na,CS,16");
        for (i = 4; i < count; i++)
            strcat(text, ",");
        strcat(text, ",8\n");
        reports("a table of about 128 columns", format_mesa, text, strlen(text),
                count <= 128 ? "a  " AMD "; allocated\n" : "not mine\n");
    }
    for (count = 1023; count < 1026; count++) {
        memset(text, 'a', count);
        strcpy(text + count, ":\n" RADV);
        memset(expected, 'a', 1024);
        strcpy(expected + (count < 1024 ? count : 1024), "  " AMD "; allocated stage_unsaid\n");
        reports("a title of about 1024 bytes", format_mesa, text, strlen(text), expected);
    }
}

static void limits(const struct row *rows, format_function *read, unsigned kernels)
{
    stops(rows[0].name, read, rows[0].text, strlen(rows[0].text), kernels);
    cut_off(rows[0].name, read, rows[0].text, strlen(rows[0].text));
}

int main(void)
{
    CHECK(read_info, sizes);
    CHECK(read_info, infos);
    limits(&infos[19], read_info, 2);
    info_at = 1000;
    reports("a section within a file", read_info, "\nkernels:\n- name: \n", 18,
            "@1010 kernel  has no name: passed over\n");
    reports("a section of nothing", read_info, "\n", 1, "@1000 .ze_info names no kernel\n");
    CHECK(format_intel_listing, listings);
    limits(&listings[1], format_intel_listing, 3);
    targets();
    CHECK(format_mesa, titles);
    CHECK(format_mesa, numbers);
    CHECK(format_mesa, one_line);
    CHECK(format_mesa, tables);
    limits(&titles[1], format_mesa, 3);
    limits(&one_line[0], format_mesa, 5);
    limits(&one_line[6], format_mesa, 3);
    limits(&tables[2], format_mesa, 3);
    most();
    return done();
}
