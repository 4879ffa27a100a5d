/* SPDX-License-Identifier: MIT
 *
 * Tests what the readers of compilers' text report about small texts, which are written out here in
 * the forms of ptxas -v, of clang's remarks and of LLVM's assembly. The figures follow from the
 * texts, and for AMD from LLVM's AMDGPUUsage.
 */
#include "amd_lines.h"
#include "report.h"

#define ENTRY(name, target) "ptxas info    : Compiling entry function '" name "' for '" target "'\n"
#define USED                "ptxas info    : Used "
#define OF                  "ptxas info    : Function properties for "

#define UNNAMED(registers)                                                                         \
    "] no line \"Compiling entry function\" names the kernel with the figures \"Used " registers   \
    " registers\": passed over\n"
#define UNREAD(name, item)                                                                         \
    "@0 kernel " name ": \"" item                                                                  \
    "\" among its figures is not understood, so that its report may "                              \
    "be incomplete\n"

static const struct row ptxas[] = {
    {"every figure",
     ENTRY("k", "sm_90") OF "k\n    8 bytes stack frame, 4 bytes spill stores, 5 bytes spill "
                            "loads\n" USED "32 registers, used 2 barriers, 24 bytes cumulative "
                            "stack size, 16 bytes smem, 360 bytes cmem[0]\n",
     "k sm_90 ptxas log: registers=32 shared=16 barriers=2 stack=24 spills=4; scratch "
     "shared_unsaid\n"},
    {"the frame without a cumulative stack",
     ENTRY("k", "sm_80") OF "k\n8 bytes stack frame, 0 bytes spill stores\n" USED "32 registers\n",
     "k sm_80 ptxas log: registers=32 stack=8 spills=0; scratch shared_unsaid\n"},
    {"a frame of no bytes",
     ENTRY("k", "sm_80") OF "k\n\t0 bytes stack frame, 0 bytes spill stores\n" USED "1 registers\n",
     "k sm_80 ptxas log: registers=1 stack=0 spills=0; shared_unsaid\n"},
    {"the frame of another function",
     ENTRY("k", "sm_80") OF "f\n    8 bytes stack frame, 4 bytes spill stores\n" USED
                            "32 registers\n",
     "k sm_80 ptxas log: registers=32; shared_unsaid\n"},
    {"a frame of which no function is named, after a kernel whose frame is known",
     ENTRY("a", "sm_80") OF
     "a\n    8 bytes stack frame, 4 bytes spill stores\n" USED "32 registers\n" ENTRY(
         "b", "sm_80") "    9 bytes stack frame, 5 bytes spill stores\n" USED "33 registers\n",
     "a sm_80 ptxas log: registers=32 stack=8 spills=4; scratch shared_unsaid\n"
     "b sm_80 ptxas log: registers=33; shared_unsaid\n"},
    {"a number that stands behind a tab", ENTRY("k", "sm_80") USED "\t32 registers\n",
     "k sm_80 ptxas log: registers=32; shared_unsaid\n"},
    {"barriers are unknown from sm_90 on, and Tensor Memory from sm_100 to sm_119",
     ENTRY("a", "sm_89") USED "1 registers\n" ENTRY("b", "sm_90") USED
     "2 registers\n" ENTRY("c", "sm_99") USED "3 registers\n" ENTRY("d", "sm_100") USED
     "4 registers\n" ENTRY("e", "sm_119f") USED "5 registers\n" ENTRY("f", "sm_120a") USED
     "6 registers\n" ENTRY("g", "sm_") USED "7 registers\n" ENTRY("h", "compute_90") USED
     "8 registers\n" ENTRY("i", "sm_9999") USED "9 registers\n" ENTRY("j", "sm_10000") USED
     "10 registers\n",
     "a sm_89 ptxas log: registers=1; shared_unsaid\n"
     "b sm_90 ptxas log: registers=2 barriers=?; shared_unsaid\n"
     "c sm_99 ptxas log: registers=3 barriers=?; shared_unsaid\n"
     "d sm_100 ptxas log: registers=4 barriers=?; tensor_unsaid shared_unsaid\n"
     "e sm_119f ptxas log: registers=5 barriers=?; tensor_unsaid shared_unsaid\n"
     "f sm_120a ptxas log: registers=6 barriers=?; shared_unsaid\n"
     "g sm_ ptxas log: registers=7; shared_unsaid\n"
     "h compute_90 ptxas log: registers=8; shared_unsaid\n"
     "i sm_9999 ptxas log: registers=9 barriers=?; shared_unsaid\n"
     "j sm_10000 ptxas log: registers=10 barriers=?; shared_unsaid\n"},
    {"lines that name no kernel",
     ENTRY("", "sm_80") USED "1 registers\nptxas info    : Compiling entry function 'a' on "
                             "'sm_80'\n" USED "2 registers\nCompiling entry function '",
     "@[ptxas info    : Used 1" UNNAMED("1") "@[ptxas info    : Used 2" UNNAMED("2")},
    {"a line that does not come from ptxas",
     ENTRY("k", "sm_80") "Used 9 registers\n" USED "32 registers\n" USED "33 registers\n",
     "k sm_80 ptxas log: registers=32; shared_unsaid\n@[ptxas info    : Used 33" UNNAMED("33")},
    {"figures of a kernel do not follow",
     "cc -c a.c\n" ENTRY(LONG "x", "sm_80") ENTRY("b", "sm_80"),
     "@[ptxas] no figures follow for kernel " LONG ": ptxas stopped, or its lines are mixed with "
     "others\n@[ptxas info    : Compiling entry function 'b'] no figures follow for kernel b: "
     "ptxas stopped, or its lines are mixed with "
     "others\n"},
    {"no number of registers",
     ENTRY(LONG "x", "sm_80") USED "1 barriers\n" USED "3 registers\n" ENTRY("b", "sm_80") USED
     "2 registers\n",
     "@0 kernel " LONG ": no number of registers stands behind \"Used \": passed over\n"
     "@[ptxas info    : Used 3" UNNAMED("3") "b sm_80 ptxas log: registers=2; shared_unsaid\n"},
    {"of several figures that are no numbers the first is told",
     ENTRY("a", "sm_80") OF "a\nx bytes stack frame, y bytes spill stores\n" USED
                            "z registers\n" ENTRY("b", "sm_80") OF
     "b\n1 bytes stack frame, y bytes spill stores\n" USED "2 registers\n" ENTRY("c", "sm_80") OF
     "c\n1 bytes stack frame, 2 bytes spill stores\n" USED "3 registers, " LONG
     "x bytes smem, ? bytes cumulative stack\n" ENTRY("d", "sm_80") USED "4 registers\n",
     "@0 kernel a: the number in front of \"bytes stack frame\" is \"x\", a whole number up to "
     "4294967293 is needed: passed over\n"
     "@[ptxas info    : Compiling entry function 'b'] kernel b: the number in front of \"bytes "
     "spill stores\" is \"y\", a whole number up to "
     "4294967293 is needed: passed over\n"
     "@[ptxas info    : Compiling entry function 'c'] kernel c: the number in front of \"bytes "
     "smem\" is \"" LONG "\", a whole number up to "
     "4294967293 is needed: passed over\n"
     "d sm_80 ptxas log: registers=4; shared_unsaid\n"},
    {"a text without kernels", "ptxas info    : 0 bytes gmem\n", "not mine\n"},
    {"a word among the figures that is unknown",
     ENTRY("k", "sm_80") USED "32 registers, 16384 bytes smm, 360 bytes cmem[0]\n",
     UNREAD("k", "16384 bytes smm") "k sm_80 ptxas log: registers=32; shared_unsaid\n"},
    {"every other figure that ptxas prints",
     ENTRY("k", "sm_80") USED
     "32 registers, 8 bytes lmem, 4 bytes cmem[2], 1 textures, 2 samplers, "
     "3 surfaces\n",
     "k sm_80 ptxas log: registers=32; shared_unsaid\n"},
    {"figures over two lines",
     ENTRY("k", "sm_90a") USED "168 registers, used 5 barriers, \r\n              1128 bytes "
                               "cumulative stack size, 1024 bytes smem\n" ENTRY("l", "sm_80") USED
     "9 registers,\nptxas info    : 0 bytes gmem\n" ENTRY("m", "sm_80") USED "8 registers,\nnone\n",
     "k sm_90a ptxas log: registers=168 shared=1024 barriers=5 stack=1128; scratch "
     "shared_unsaid\n"
     "@[ptxas info    : Compiling entry function 'l'] kernel l: \"\" among its figures is not "
     "understood, so that its report may be incomplete\n"
     "l sm_80 ptxas log: registers=9; shared_unsaid\n"
     "@[ptxas info    : Compiling entry function 'm'] kernel m: \"\" among its figures is not "
     "understood, so that its report may be incomplete\n"
     "m sm_80 ptxas log: registers=8; shared_unsaid\n"},
    {"a line that is cut off behind a comma", ENTRY("k", "sm_80") USED "32 registers,",
     UNREAD("k", "") "k sm_80 ptxas log: registers=32; shared_unsaid\n"},
    {"within a number", ENTRY("k", "sm_80") USED "32 registers, 163",
     UNREAD("k", "163") "k sm_80 ptxas log: registers=32; shared_unsaid\n"},
    {"and within a word", ENTRY("k", "sm_80") USED "32 registers, 360 bytes cmem[",
     UNREAD("k", "360 bytes cmem[") "k sm_80 ptxas log: registers=32; shared_unsaid\n"},
    {"a log that is cut off at its beginning",
     USED "7 registers, used 1 barriers\n" ENTRY("k", "sm_80") USED "32 registers\n",
     "@[ptxas] no line \"Compiling entry function\" names the kernel with the figures \"Used 7 "
     "registers, used 1 barriers\": its name and target are unknown\n"
     "  ptxas log: registers=7 barriers=1; shared_unsaid\n"
     "k sm_80 ptxas log: registers=32; shared_unsaid\n"},
    {"the lines of figures alone, with fewer blanks",
     "ptxas info : Used 7 registers, 360 bytes cmem[0]\nUsed 9 registers\n1> ptxas : info : Used x "
     "registers, used 0 barriers\nptxas: Used it\n",
     "@[ptxas] no line \"Compiling entry function\" names the kernel with the figures \"Used 7 "
     "registers, 360 bytes cmem[0]\": its name and target are unknown\n"
     "  ptxas log: registers=7 barriers=?; shared_unsaid\n"
     "@[1> ptxas] no line \"Compiling entry function\" names the kernel with the figures \"Used x "
     "registers, used 0 barriers\": its name and target are unknown\n"
     "@[1> ptxas] kernel : the number in front of \"registers\" is \"x\", a whole number up to "
     "4294967293 is needed: passed over\n"},
    /* The order of the lines is that of ptxas of CUDA 13.0, for f() of a kernel that calls it. */
    {"the name of the frame before the figures",
     OF "_Z1kPi\n    160 bytes stack frame, 8 bytes spill stores, 4 bytes spill loads\n" USED
        "28 registers, used 0 barriers, 160 bytes cumulative stack size, 360 bytes cmem[0]\nptxas "
        "info    : Compile time = 22.748 ms\n" OF
        "_Z1fi\n    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n" OF
        "_Z2k2Pi\r\n    x bytes stack frame\n" USED "8 registers, used 0 barriers\n" OF
        "_Z2k3Pi\n" USED "9 registers, used 0 barriers\n",
     "_Z1kPi  ptxas log: registers=28 stack=160 spills=8; scratch shared_unsaid\n"
     "@[ptxas info    : Used 8] kernel _Z2k2Pi: the number in front of \"bytes stack frame\" is "
     "\"x\", a whole number up to 4294967293 is needed: passed over\n"
     "_Z2k3Pi  ptxas log: registers=9; shared_unsaid\n"},
};

#define REMARK(text) "a.hip:1:2: remark: " text " [-Rpass-analysis=kernel-resource-usage]\n"

#define UNENDED(name)                                                                              \
    " kernel " name ": its last line, \"LDS Size [bytes/block]\", is missing: passed over\n"
#define UNTOLD(figures)                                                                            \
    " no line \"Function Name\" names the kernel with the figures \"" figures "\": passed over\n"
#define UNNAMED_BLOCK(figures)                                                                     \
    " no line \"Function Name\" names the kernel with the figures \"" figures "\": its name is "   \
    "unknown\n"

static const struct row remarks[] = {
    {"every figure",
     REMARK("Function Name: k") REMARK("    TotalSGPRs: 20") REMARK("    VGPRs: 10")
         REMARK("    AGPRs: 3") REMARK("    ScratchSize [bytes/lane]: 16")
             REMARK("    Dynamic Stack: True") REMARK("    Occupancy [waves/SIMD]: 8")
                 REMARK("    SGPRs Spill: 7") REMARK("    VGPRs Spill: 2")
                     REMARK("    LDS Size [bytes/block]: 64"),
     "k  clang remarks: wave=? registers=10 shared=64 agprs=3 sgprs=20 mode=? stack=16 spills=8; "
     "dynamic_stack scratch shared_unsaid\n"},
    {"what is not printed is unknown, but for AGPRs",
     REMARK("Function Name: k") REMARK("  LDS Size [bytes/block]: 0") "end\n",
     "k  clang remarks: wave=? registers=? sgprs=? mode=?; shared_unsaid\n"},
    {"other words of older compilers, and no dynamic stack",
     REMARK("Function Name: k") REMARK("SGPRs: 5") REMARK("VGPRs: 0")
         REMARK("ScratchSize [bytes/lane]: 0") REMARK("Dynamic Stack: False")
             REMARK("LDS Size [bytes/block]: 8"),
     "k  clang remarks: wave=? shared=8 sgprs=5 mode=? stack=0; shared_unsaid\n"},
    {"lines of another place, before a name, and after the last one",
     REMARK("VGPRs: 1") REMARK("Function Name: k") "b.hip:1:2: remark: VGPRs: 2 [-R]\n" REMARK(
         "VGPRs: 3") REMARK("SGPRs: 4") "VGPRs: 5\n" REMARK("LDS Size [bytes/block]: 8")
         REMARK("VGPRs: 6") REMARK("LDS Size [bytes/block]: 9"),
     "@0" UNTOLD("VGPRs: 1") "k  clang remarks: wave=? registers=3 shared=8 sgprs=4 mode=?; "
                             "shared_unsaid\n@[a.hip:1:2: remark: VGPRs: 6]" UNTOLD("VGPRs: 6")},
    {"a function that is no kernel has no last line and, of LLVM 15, an occupancy of 0",
     REMARK("Function Name: f") REMARK("VGPRs: 0") REMARK("Occupancy [waves/SIMD]: 0")
         REMARK("Function Name: k") REMARK("VGPRs: 2") REMARK("LDS Size [bytes/block]: 8")
             REMARK("Function Name: g") REMARK("VGPRs: 0") REMARK("Occupancy [waves/SIMD]: 0"),
     "k  clang remarks: wave=? registers=2 shared=8 sgprs=? mode=?; shared_unsaid\n"},
    {"kernels without their last line",
     "note\n" REMARK("Function Name: " LONG "x") REMARK("VGPRs: 1")
         REMARK("Occupancy [waves/SIMD]: 8") REMARK("Function Name: b") REMARK("VGPRs: 2"),
     "@[a.hip:1:2: remark: Function Name: abc]" UNENDED(
         LONG) "@[a.hip:1:2: remark: Function Name: b]" UNENDED("b")},
    {"a kernel without its name among others",
     REMARK("Function Name: k") REMARK("VGPRs: 1") REMARK("LDS Size [bytes/block]: 8")
         REMARK("SGPRs: 4") REMARK("LDS Size [bytes/block]: 9") REMARK("VGPRs: 3")
             REMARK("SGPRs: 5") REMARK("LDS Size [bytes/block]: 7") "VGPRs: 5\n",
     "k  clang remarks: wave=? registers=1 shared=8 sgprs=? mode=?; shared_unsaid\n"
     "@[a.hip:1:2: remark: SGPRs: 4]" UNTOLD("SGPRs: 4") "@[a.hip:1:2: remark: VGPRs: 3]" UNTOLD(
         "VGPRs: 3")},
    {"no names at all",
     REMARK("VGPRs: 1") REMARK("LDS Size [bytes/block]: 8") REMARK("SGPRs: 2")
         REMARK("VGPRs: 3") "end\n" REMARK("LDS Size [bytes/block]: 9"),
     "@0" UNNAMED_BLOCK("VGPRs: 1") "  clang remarks: wave=? registers=1 shared=8 sgprs=? mode=?; "
                                    "shared_unsaid\n"
                                    "@[a.hip:1:2: remark: SGPRs: 2]" UNNAMED_BLOCK(
                                        "SGPRs: 2") "  clang remarks: wave=? registers=3 shared=9 "
                                                    "sgprs=2 mode=?; shared_unsaid\n"},
    {"the last line of a block alone, and a block without it",
     REMARK("LDS Size [bytes/block]: 8") REMARK("SGPRs: 2"),
     "@0" UNTOLD("LDS Size [bytes/block]: 8") "@[a.hip:1:2: remark: SGPRs: 2]" UNTOLD("SGPRs: 2")},
    {"a block without marks and without a name",
     "> TotalSGPRs: 105\n * VGPRs: 256\nScratchSize [bytes/lane]: 56\nDynamic Stack: "
     "False\nOccupancy "
     "[waves/SIMD]: 5\nSGPRs Spill: 0\nVGPRs Spill: 15\nLDS Size [bytes/block]: 32768\n",
     "@0" UNNAMED_BLOCK("TotalSGPRs: 105") "  clang remarks: wave=? registers=256 shared=32768 "
                                           "sgprs=105 mode=? stack=56 spills=60; scratch "
                                           "shared_unsaid\n"},
    {"no name at the beginning, without marks",
     "VGPRs: 1\nLDS Size [bytes/block]: 8\nFunction Name: k\nVGPRs: 2\n"
     "LDS Size [bytes/block]: 4\n",
     "@0" UNNAMED_BLOCK("VGPRs: 1") "  clang remarks: wave=? registers=1 shared=8 sgprs=? mode=?; "
                                    "shared_unsaid\n"
                                    "k  clang remarks: wave=? registers=2 shared=4 sgprs=? mode=?; "
                                    "shared_unsaid\n"},
    {"a word that is no number and no formula",
     REMARK("Function Name: k") REMARK("VGPRs: seven") REMARK("LDS Size [bytes/block]: 8"),
     "@0 kernel k: VGPRs is \"seven\", a whole number up to 4294967293 is needed: passed over\n"},
    {"places as llc writes them",
     "remark: <unknown>:0:0: Function Name: k\nremark: <unknown>:0:0:     VGPRs: 9\n"
     "remark: a:0: VGPRs: 8\nremark: a:0:0:b VGPRs: 8\nremark: a::0:0: SGPRs: 7\n"
     "remark: <unknown>:0:0:     LDS Size [bytes/block]: 8\n",
     "k  clang remarks: wave=? registers=9 shared=8 sgprs=7 mode=?; shared_unsaid\n"},
    {"formulas of registers",
     "note\n" REMARK("Function Name: " LONG "x") REMARK("VGPRs: max(8, f.num_vgpr)")
         REMARK("LDS Size [bytes/block]: 8") REMARK("Function Name: b") REMARK("VGPRs: 4")
             REMARK("SGPRs: f+1") REMARK("LDS Size [bytes/block]: 8") REMARK("Function Name: c")
                 REMARK("VGPRs: 4") REMARK("LDS Size [bytes/block]: 8"),
     "@[a.hip:1:2: remark: Function Name: " TEN "] kernel " LONG
     " calls functions of other files: its registers are settled when it is "
     "linked, and not known here\n" LONG "x  clang remarks: wave=? registers=? shared=8 sgprs=? "
     "mode=?; shared_unsaid\n"
     "@[a.hip:1:2: remark: Function Name: b] kernel b calls functions of other files: its "
     "registers are settled when it is linked, "
     "and not known here\n"
     "b  clang remarks: wave=? registers=4 shared=8 sgprs=? mode=?; shared_unsaid\n"
     "c  clang remarks: wave=? registers=4 shared=8 sgprs=? mode=?; shared_unsaid\n"},
    {"a number that is none, with a formula",
     REMARK("Function Name: k") REMARK("VGPRs: f.num_vgpr") REMARK("SGPRs: -8")
         REMARK("AGPRs: 12abc") REMARK("LDS Size [bytes/block]: 8"),
     "@0 kernel k: SGPRs is \"-8\", a whole number up to 4294967293 is needed: passed over\n"},
    {"the name 80 bytes behind the mark",
     "remark: ......" TEN TEN TEN TEN TEN TEN "......Function Name: k\n", ""},
    {"and 81 bytes", "remark: ......" TEN TEN TEN TEN TEN TEN ".......Function Name: k\n",
     "not mine\n"},
    {"the mark at the start of the text, and a name without it before",
     "Function Name: a\nremark: Function Name: k\nremark: LDS Size [bytes/block]: 8\n",
     "@0" UNENDED(
         "a") "k  clang remarks: wave=? registers=? shared=8 sgprs=? mode=?; shared_unsaid\n"},
    {"the mark at the start of the text",
     "remark: Function Name: k\nremark: LDS Size [bytes/block]: 8\n",
     "k  clang remarks: wave=? registers=? shared=8 sgprs=? mode=?; shared_unsaid\n"},
    {"a long place, and one without a file",
     "/" LONG "/a.hip:1:2: remark: Function Name: k\n/" LONG
     "/a.hip:1:2: remark: :0:0: LDS Size [bytes/block]: 8\n",
     "k  clang remarks: wave=? registers=? shared=8 sgprs=? mode=?; shared_unsaid\n"},
    {"formulas of scratch memory and spills",
     REMARK("Function Name: k") REMARK("ScratchSize [bytes/lane]: max(f)")
         REMARK("VGPRs Spill: max(f)") REMARK("LDS Size [bytes/block]: 8"),
     "k  clang remarks: wave=? registers=? shared=8 sgprs=? mode=?; shared_unsaid\n"},
    {"a formula of shared memory",
     REMARK("Function Name: k") REMARK("LDS Size [bytes/block]: max(f)"),
     "@0 kernel k: LDS Size [bytes/block] is \"max(f)\", a whole number up to 4294967293 is "
     "needed: "
     "passed over\n"},
    {"a name without a mark", "Function Name: k\nFunction Name: l", "not mine\n"},
    {"a mark without a name", "a.c:1:2: remark: loop vectorized\n", "not mine\n"},
};

#define HEAD(target) "\t.amdgcn_target \"amdgcn-amd-amdhsa--" target "\"\n"

static const struct row assembly[] = {
    {"every directive of gfx90a",
     HEAD("gfx90a:xnack-") "\t.amdhsa_kernel k\n\t\t.amdhsa_group_segment_fixed_size 64\n"
                           "\t\t.amdhsa_private_segment_fixed_size 32\n"
                           "\t\t.amdhsa_uses_dynamic_stack 1\n\t\t.amdhsa_next_free_vgpr 24\n"
                           "\t\t.amdhsa_accum_offset 12\n\t\t.amdhsa_next_free_sgpr 10\n"
                           "\t.end_amdhsa_kernel\n",
     "k gfx90a AMD assembly: wave=64 registers=12 shared=64 agprs=12 sgprs=16 stack=32; allocated "
     "dynamic_stack scratch shared_unsaid\n"},
    {"every directive of gfx1201",
     HEAD("gfx1201") "\t.amdhsa_kernel k\n.amdhsa_wavefront_size32 0\n"
                     ".amdhsa_next_free_vgpr 24 ; a remark\n.amdhsa_shared_vgpr_count 8\n"
                     ".amdhsa_workgroup_processor_mode 1\n.amdhsa_next_free_sgpr 10\n"
                     "\t.end_amdhsa_kernel\n\t.amdhsa_kernel l\n.amdhsa_wavefront_size32 1\n"
                     ".amdhsa_next_free_vgpr 24\n.amdhsa_workgroup_processor_mode 0\n"
                     "\t.end_amdhsa_kernel\n.amdhsa_next_free_vgpr 99\n",
     "k gfx1201 AMD assembly: wave=64 registers=32 mode=2; allocated shared_unsaid\n"
     "l gfx1201 AMD assembly: wave=32 registers=24 mode=1; allocated shared_unsaid\n"},
    {"the dynamic VGPRs of gfx1250, whose waves have 32 threads",
     HEAD("gfx1250") "\t.amdhsa_kernel k\n.amdhsa_next_free_vgpr 17\n"
                     ".amdhsa_enable_dynamic_vgpr 1\n\t.end_amdhsa_kernel\n"
                     "\t.amdhsa_kernel l\n.amdhsa_next_free_vgpr 17\n"
                     ".amdhsa_enable_dynamic_vgpr 0\n\t.end_amdhsa_kernel\n",
     "k gfx1250 AMD assembly: wave=32 registers=17 block=?; allocated shared_unsaid\n"
     "l gfx1250 AMD assembly: wave=32 registers=17; allocated shared_unsaid\n"},
    {"a flag that is neither 0 nor 1",
     HEAD("gfx1100") "\t.amdhsa_kernel k\n.amdhsa_wavefront_size32 2\n.amdhsa_next_free_vgpr 8\n"
                     "\t.end_amdhsa_kernel\n",
     "k gfx1100 AMD assembly: wave=? registers=8 mode=?; allocated shared_unsaid\n"},
    {"comments are the kernel's own figures",
     HEAD("gfx90a") "; NumVgprs: 1\n\t.amdhsa_kernel k\n\t\t.amdhsa_next_free_vgpr 24\n"
                    "\t\t.amdhsa_accum_offset 12\n\t\t.amdhsa_next_free_sgpr 10\n"
                    "\t.end_amdhsa_kernel\n; NumVgprs: 2\n; Kernel info:\n; NumSgprs: 14\n"
                    "; NumVgprs: 9\n; NumAgprs: 4\n; TotalNumVgprs: 16\n; ScratchSize: 8\n"
                    "; LDSByteSize: 128 bytes/workgroup (compile time only)\n"
                    "; Function info:\n; NumVgprs: 3\n\t.amdhsa_kernel l\n; NumVgprs: 4\n"
                    "\t\t.amdhsa_next_free_vgpr 8\n\t.end_amdhsa_kernel\n;Kernel info:\n"
                    ";TotalNumSgprs: 15\n",
     "k gfx90a AMD assembly: wave=64 registers=9 shared=128 agprs=12 sgprs=14 stack=8; allocated "
     "scratch shared_unsaid\n"
     "l gfx90a AMD assembly: wave=64 registers=8 agprs=? sgprs=15; allocated shared_unsaid\n"},
    {"comments without a kernel, and a kernel without a target",
     "; Kernel info:\n; NumVgprs: 3\n\t.amdhsa_kernel k \t; it\n.amdhsa_next_free_vgpr 24\n"
     ".amdhsa_next_free_sgpr 10\n.end_amdhsa_kernel\n",
     "k  AMD assembly: wave=? registers=24 agprs=? sgprs=? mode=?; shared_unsaid\n"},
    {"formulas of registers",
     HEAD("gfx900") "\t.amdhsa_kernel " LONG "x\n.amdhsa_next_free_vgpr max(1, f.num_vgpr)\n"
                    ".end_amdhsa_kernel\n",
     "@[\t.amdhsa_kernel] kernel " LONG
     ": its registers are formulas that only the linker settles\n" LONG
     "x gfx900 AMD assembly: wave=64 registers=? sgprs=?; shared_unsaid\n"},
    {"a symbol, and a word in a comment",
     HEAD("gfx900") ".amdhsa_kernel k\n.amdhsa_next_free_vgpr seven\n.end_amdhsa_kernel\n"
                    ".amdhsa_kernel l\n.amdhsa_next_free_vgpr 8\n.end_amdhsa_kernel\n"
                    "; Kernel info:\n; NumVgprs: seven\n",
     "@[.amdhsa_kernel k] kernel k: its registers are formulas that only the linker settles\n"
     "k gfx900 AMD assembly: wave=64 registers=? sgprs=?; shared_unsaid\n"
     "@[.amdhsa_kernel l] kernel l: NumVgprs is \"seven\", a whole number up to 4294967293 is "
     "needed: passed over\n"},
    {"a formula of shared memory",
     HEAD("gfx900") ".amdhsa_kernel k\n.amdhsa_group_segment_fixed_size f.lds\n"
                    ".end_amdhsa_kernel\n",
     "@[.amdhsa_kernel] kernel k: group_segment_fixed_size is \"f.lds\", a whole number up to "
     "4294967293 is "
     "needed: passed over\n"},
    {"a text that ends in a kernel, and one that ends before its registers",
     HEAD("gfx900") "\t.amdhsa_kernel k\n.amdhsa_next_free_vgpr 8\n\t.amdhsa_kernel " LONG
                    "x\n.amdhsa_group_segment_fixed_size 8\n",
     "k gfx900 AMD assembly: wave=64 registers=8 sgprs=?; allocated shared_unsaid\n"
     "@[\t.amdhsa_kernel abc] kernel " LONG ": the text ends before its .end_amdhsa_kernel\n" LONG
     "x gfx900 AMD assembly: wave=64 registers=? shared=8 sgprs=?; shared_unsaid\n"},
    {"a target without quotes, with a blank and an unknown one",
     ".amdgcn_target   amdgcn-amd-amdhsa--gfx900\n.amdhsa_kernel k\n.amdhsa_next_free_vgpr 8\n"
     ".end_amdhsa_kernel\n.amdhsa_kernel l\n.end_amdhsa_kernel\n.amdgcn_target \"gfx1\"\n",
     "k gfx900 AMD assembly: wave=64 registers=8 sgprs=?; allocated shared_unsaid\n"
     "@[.amdhsa_kernel l] kernel l: its registers are formulas that only the linker settles\n"
     "l gfx1 AMD assembly: wave=? registers=? agprs=? sgprs=? mode=?; shared_unsaid\n"},
    {"code that is cut off, behind a kernel and a function that are whole",
     HEAD("gfx900") "\t.protected k ; -- Begin function k\nk:\n.amdhsa_kernel k\n"
                    ".amdhsa_next_free_vgpr 8\n.end_amdhsa_kernel\n; -- End function\n"
                    "f: ; -- Begin function f\n; -- End function\n"
                    "\t.protected l ; -- Begin function l\nl:\n\ts_endpgm\n",
     "k gfx900 AMD assembly: wave=64 registers=8 sgprs=?; allocated shared_unsaid\n"
     "@[l\nl:] function l: the text ends within its code, before the line that says whether it is "
     "a kernel: passed over\n"},
    {"and behind its directives",
     HEAD("gfx900") "\t.protected k ; -- Begin function k\nk:\n.amdhsa_kernel k\n"
                    ".amdhsa_next_free_vgpr 8\n.end_amdhsa_kernel\n",
     "k gfx900 AMD assembly: wave=64 registers=8 sgprs=?; allocated shared_unsaid\n"},
    {"code that is whole", HEAD("gfx900") "f: ; -- Begin function f\n; -- End function\n", ""},
    {"the end of a text behind the mark of a function", HEAD("gfx900") "f: ; -- Begin function ",
     ""},
    {"a target alone", HEAD("gfx900"), ""},
    {"an empty target", ".amdgcn_target ", ""},
    {"no word of it", "\t.amdhsa_next_free_vgpr 8\namdhsa.kernels\n", "not mine\n"},
};

#define BLOCK    "\t.amdgpu_metadata\n---\namdhsa.kernels:\n"
#define REST     "amdhsa.target:   amdgcn-amd-amdhsa--gfx90a\namdhsa.version:\n  - 1\n...\n"

#define NAMELESS " a kernel of amdhsa.kernels has no .name: passed over\n"
#define CUT(offset, key)                                                                           \
    "@[" offset "] kernel k: the text ends before its " key                                        \
    ", so that its report may be incomplete\n"

static const struct row metadata[] = {
    {"every key",
     "---\namdhsa.kernels:\n  - .agpr_count:     4\n    .args:\n      - .offset:         0\n"
     "        .value_kind:     global_buffer\n      - .offset: 8\n"
     "        .value_kind:     hidden_dynamic_lds_size\n    .group_segment_fixed_size: 64\n"
     "    .language: OpenCL C\n    .max_flat_workgroup_size: 256\n    .name:           'k'\n"
     "    .private_segment_fixed_size: 16\n    .reqd_workgroup_size:\n      - 8\n      - 4\n"
     "      - 2\n    .sgpr_count:     30\n    .symbol:         k.kd\n"
     "    .uses_dynamic_stack: true\n    .vgpr_count:     28\n    .vgpr_spill_count: 3\n"
     "    .wavefront_size: 64\n" REST,
     "k gfx90a AMD metadata: group=64 wave=64 registers=24 shared=64 dynamic=? bound=256 agprs=4 "
     "sgprs=30 stack=16 spills=12; dynamic_shared required_group allocated dynamic_stack "
     "scratch\n"},
    {"hidden arguments of V5, without dynamic shared memory",
     "amdhsa.kernels:\n- .args:\n  - .value_kind: hidden_block_count_x\n  .name: k\n"
     "  .vgpr_count: 8\n  .workgroup_processor_mode: 1\n  .uses_dynamic_stack: false\n"
     "- .args:\n  - .value_kind: dynamic_shared_pointer\n  - .value_kind: hidden_block_count_x\n"
     "  .name: l\n  .vgpr_count: 9\n  .workgroup_processor_mode: 0\n"
     "- .name: m\n  .language: HIP\n- .language: \"OpenCL C++\"\n  .name: n\n"
     "amdhsa.target: 'amdgcn-amd-amdhsa--gfx1100'\n",
     "k gfx1100 AMD metadata: wave=? registers=8 mode=2\n"
     "l gfx1100 AMD metadata: wave=? registers=9 dynamic=? mode=1; dynamic_shared\n"
     "m gfx1100 AMD metadata: wave=? registers=? mode=?; shared_unsaid\n"
     "n gfx1100 AMD metadata: wave=? registers=? mode=?\n"},
    {"keys of lists within lists, and a list of no key",
     "amdhsa.kernels:\n  - .args:\n      - .vgpr_count: 1\n        .name: x\n"
     "    .vec_type_hint:\n      - .value_kind: dynamic_shared_pointer\n"
     "    .reqd_workgroup_size:\n      - 2\n      - 3\n      - 4\n      - 5\n"
     "    .name: k\n    .vgpr_count: 8\n" REST,
     "k gfx90a AMD metadata: group=24 wave=64 registers=8 agprs=? sgprs=?; required_group "
     "shared_unsaid\n"},
    {"two lists of sizes, and one that is cut off",
     "amdhsa.kernels:\n  - .name: k\n    .reqd_workgroup_size:\n      - 2\n      - 3\n"
     "      - 4\n    .reqd_workgroup_size:\n      - 5\n  - .name: l\n"
     "    .reqd_workgroup_size:\n      - 2\n      - 3\n" REST,
     "k gfx90a AMD metadata: group=60 wave=64 registers=? agprs=? sgprs=?; required_group "
     "shared_unsaid\n"
     "l gfx90a AMD metadata: wave=64 registers=? agprs=? sgprs=?; shared_unsaid\n"},
    {"kernels in the order of the text, and one without a name",
     "# text\namdhsa.kernels:\n  - .name: z\n    .vgpr_count: 1\n  - .vgpr_count: 2\n"
     "  - .name: y\n    .vgpr_count: 3\n  - .name: y\n    .vgpr_count: 4\n  -\n  - .name: "
     "no\n" REST,
     "@[  - .vgpr_count: 2]" NAMELESS
     "z gfx90a AMD metadata: wave=64 registers=1 agprs=? sgprs=?; shared_unsaid\n"
     "y gfx90a AMD metadata: wave=64 registers=3 agprs=? sgprs=?; shared_unsaid\n"
     "y gfx90a AMD metadata: wave=64 registers=4 agprs=? sgprs=?; shared_unsaid\n"},
    {"a number that is none: the offset is that of the kernel's lines",
     "# text\namdhsa.kernels:\n  - .name: k\n    .vgpr_count: 1x\n  - .name: l\n    .sgpr_count: "
     "\"-1\"\n    .vgpr_count: y\n" REST,
     "@[  - .name: k] kernel k: .vgpr_count is \"1x\", a whole number up to 4294967293 is needed: "
     "passed over\n"
     "@[  - .name: l] kernel l: .sgpr_count is \"-1\", a whole number up to 4294967293 is needed: "
     "passed over\n"},
    {"quotes of other kinds, which do not belong together, or alone",
     "amdhsa.kernels:\n  - .name: \"k\"\n  - .name: 'l\"\n  - .name: '\n  - .name: \t m \t\n"
     "  - '.name': n\n  - \".name\": n\n" REST,
     "k gfx90a AMD metadata: wave=64 registers=? agprs=? sgprs=?; shared_unsaid\n"
     "'l\" gfx90a AMD metadata: wave=64 registers=? agprs=? sgprs=?; shared_unsaid\n"
     "' gfx90a AMD metadata: wave=64 registers=? agprs=? sgprs=?; shared_unsaid\n"
     "m gfx90a AMD metadata: wave=64 registers=? agprs=? sgprs=?; shared_unsaid\n"},
    {"a block beside directives: it fills what they lack",
     HEAD("gfx90a") "\t.amdhsa_kernel k\n.amdhsa_next_free_vgpr 24\n.amdhsa_accum_offset 12\n"
                    ".amdhsa_next_free_sgpr 10\n.end_amdhsa_kernel\n" BLOCK
                    "  - .name: j\n    .vgpr_count: 9\n  - .name: k\n"
                    "    .max_flat_workgroup_size: 64\n    .vgpr_count: 20\n    .agpr_count: 8\n"
                    "    .sgpr_count: 12\n" REST "\t.end_amdgpu_metadata\n"
                    "\t.amdhsa_kernel k\n.amdhsa_next_free_vgpr 8\n.end_amdhsa_kernel\n",
     "k gfx90a AMD assembly: wave=64 registers=12 bound=64 agprs=8 sgprs=12; allocated "
     "shared_unsaid\n"
     "k gfx90a AMD assembly: wave=64 registers=8 agprs=? sgprs=?; allocated shared_unsaid\n"},
    {"a block that does not end", "# it\n" BLOCK "  - .name: k\n    .vgpr_count: 9\n" REST,
     "@[.amdgpu_metadata] the text ends before its .end_amdgpu_metadata\n"
     "k gfx90a AMD metadata: wave=64 registers=9 agprs=? sgprs=?; shared_unsaid\n"},
    {"what follows the block does not belong to it",
     BLOCK "  - .name: k\n" REST ".end_amdgpu_metadata\namdhsa.target: x--gfx900\n",
     "k gfx90a AMD metadata: wave=64 registers=? agprs=? sgprs=?; shared_unsaid\n"},
    {"no target",
     "amdhsa.kernels:\n  - .name: k\n    .vgpr_count: 9\n    .agpr_count: 4\n"
     "    .wavefront_size: 64\n",
     "k  AMD metadata: wave=64 registers=9 agprs=4 sgprs=? mode=?; shared_unsaid\n"},
    {"a list that is cut off in front of a name",
     "amdhsa.kernels:\n  - .name: k\n    .vgpr_count: 9\n    .wavefront_size: 64\n"
     "  - .agpr_count: 0\n    .args:\n      - .offset: 0\n",
     "@[  - .agpr_count]" NAMELESS
     "k  AMD metadata: wave=64 registers=9 agprs=? sgprs=? mode=?; shared_unsaid\n"},
    {"in front of the registers", "amdhsa.kernels:\n  - .name: k\n    .sgpr_count: 9\n",
     CUT("  - .name", ".vgpr_count") "k  AMD metadata: wave=? registers=? agprs=? sgprs=9 mode=?; "
                                     "shared_unsaid\n"},
    {"in front of the wave size", "amdhsa.kernels:\n  - .name: k\n    .vgpr_count: 9\n",
     CUT("  - .name", ".wavefront_size") "k  AMD metadata: wave=? registers=9 agprs=? sgprs=? "
                                         "mode=?; shared_unsaid\n"},
    {"in a number that is none", "amdhsa.kernels:\n  - .name: k\n    .vgpr_count: 9x\n",
     "@[  - .name] kernel k: .vgpr_count is \"9x\", a whole number up to 4294967293 is needed: "
     "passed over\n"},
    {"in a block that does not end", BLOCK "  - .name: k\n",
     "@[.amdgpu_metadata] the text ends before its .end_amdgpu_metadata\n"
     "k  AMD metadata: wave=? registers=? agprs=? sgprs=? mode=?; shared_unsaid\n"},
    {"a list that does not begin", "amdhsa.kernels:\n", ""},
};

/* LLVM's getNumExtraSGPRs: the SGPRs besides the numbered ones, of which there are 10 here. */
static void scalars(void)
{
    static const struct {
        const char *target, *directives;
        unsigned sgprs;
    } rows[] = {
        {"gfx600", "", 12},
        {"gfx600", ".amdhsa_reserve_vcc 0\n", 10},
        {"gfx701", "", 14},
        {"gfx701", ".amdhsa_reserve_flat_scratch 0\n", 12},
        {"gfx701", ".amdhsa_reserve_flat_scratch 0\n.amdhsa_reserve_vcc 0\n", 10},
        {"gfx701", ".amdhsa_reserve_vcc 0\n", 14},
        {"gfx803", "", 16},
        {"gfx803", ".amdhsa_reserve_flat_scratch 0\n", 12},
        {"gfx803", ".amdhsa_reserve_flat_scratch 0\n.amdhsa_reserve_xnack_mask 1\n", 14},
        {"gfx803", ".amdhsa_reserve_flat_scratch 0\n.amdhsa_reserve_vcc 0\n", 10},
        {"gfx801", ".amdhsa_reserve_flat_scratch 0\n", 14},
        {"gfx810", ".amdhsa_reserve_flat_scratch 0\n", 14},
        {"gfx810:xnack-", ".amdhsa_reserve_flat_scratch 0\n", 12},
        {"gfx900", ".amdhsa_reserve_flat_scratch 0\n", 14},
        {"gfx900:xnack+", ".amdhsa_reserve_flat_scratch 0\n.amdhsa_reserve_vcc 0\n", 14},
        {"gfx900:xnack-", ".amdhsa_reserve_flat_scratch 0\n", 12},
        {"gfx900", ".amdhsa_reserve_flat_scratch 0\n.amdhsa_reserve_xnack_mask 0\n", 12},
        {"gfx900", ".amdhsa_reserve_flat_scratch 1\n.amdhsa_reserve_xnack_mask 0\n", 16},
        {"gfx942", ".amdhsa_reserve_flat_scratch 0\n.amdhsa_reserve_xnack_mask 0\n", 16},
        {"gfx950", ".amdhsa_reserve_flat_scratch 0\n.amdhsa_reserve_xnack_mask 0\n", 16},
        {"gfx9-4-generic", ".amdhsa_reserve_flat_scratch 0\n.amdhsa_reserve_xnack_mask 0\n", 16},
        {"gfx900", ".amdhsa_next_free_sgpr 101\n", 107},
        {"gfx900", ".amdhsa_next_free_sgpr 102\n", 108},
        {"gfx900", ".amdhsa_next_free_sgpr 103\n", 108},
        {"gfx900", ".amdhsa_next_free_sgpr 4294967285\n", 108},
        {"gfx900", ".amdhsa_next_free_sgpr 4294967286\n", GPUOCC_UNKNOWN},
        {"gfx1030", "", 0},
        {"gfx1250", "", 0},
    };
    char text[512], number[32];
    size_t i;

    for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        snprintf(text, sizeof text,
                 ".amdgcn_target \"amdgcn-amd-amdhsa--%s\"\n.amdhsa_kernel k\n"
                 ".amdhsa_next_free_vgpr 8\n.amdhsa_next_free_sgpr 10\n%s.end_amdhsa_kernel\n",
                 rows[i].target, rows[i].directives);
        snprintf(number, sizeof number, " sgprs=%u", rows[i].sgprs);
        if (rows[i].sgprs == GPUOCC_UNKNOWN)
            strcpy(number, " sgprs=?");
        report_once(format_amd_assembly, text, strlen(text), 1);
        ok(rows[i].sgprs == 0
               ? strstr(report_now.text, "sgprs") == NULL
               : strstr(report_now.text, number) != NULL &&
                     strchr("; \n", strstr(report_now.text, number)[strlen(number)]) != NULL,
           "row %u, %s:%s", (unsigned)i, rows[i].target, number);
    }
}

/* Returns the text at the end of readable memory. */
static gpuocc_kernels_text placed(const char *string)
{
    gpuocc_kernels_text text = {NULL, strlen(string)};

    text.at = memcpy(report_room(text.length, 1), string, text.length);
    return text;
}

static void numbers(void)
{
    static const struct {
        const char *text;
        uint32_t number;
    } rows[] = {{"", GPUOCC_UNKNOWN},
                {"0", 0},
                {"19", 19},
                {"19 x", 19},
                {"19\tx", 19},
                {"19\033[m", 19},
                {"19x", GPUOCC_UNKNOWN},
                {"1/", GPUOCC_UNKNOWN},
                {"1:", GPUOCC_UNKNOWN},
                {"4294967293", GPUOCC_ZERO - 1},
                {"4294967294", GPUOCC_ZERO},
                {"4294967295", GPUOCC_UNKNOWN},
                {"4294967296", GPUOCC_UNKNOWN},
                {"42949672950", GPUOCC_UNKNOWN},
                {"18446744073709551617", GPUOCC_UNKNOWN}};
    size_t i;

    for (i = 0; i < sizeof rows / sizeof rows[0]; i++)
        ok(lines_number(placed(rows[i].text)) == rows[i].number, "the number of row %u",
           (unsigned)i);
}

/* Blanks and colours at the start of a text. */
static void trims(void)
{
    static const struct {
        const char *text, *left;
    } rows[] = {{" \t x ", "x "},
                {"\033[mx", "x"},
                {"\033[m", ""},
                {"\033", "\033"},
                {"\033[1mx", "x"},
                {"\033[0;19m \033[Kx", "x"},
                {"\033[/x", "x"},
                {"\033[:x", "x"},
                {"\033[", "\033["},
                {"\033[1", "\033[1"},
                {"\033(1m", "\033(1m"},
                {"[1m", "[1m"},
                {"\033[12345678901234567890123456789mx", "x"},
                {"\033[123456789012345678901234567890mx", "\033[123456789012345678901234567890mx"},
                {" ", ""}};
    const gpuocc_kernels_text text = {"a bc", 4};
    size_t i;

    for (i = 0; i < sizeof rows / sizeof rows[0]; i++)
        ok(text_is(lines_trim(placed(rows[i].text)), rows[i].left), "what is left of row %u",
           (unsigned)i);
    ok(lines_word(placed(" x")).length == 0 && lines_word(placed("x\ty")).length == 1 &&
           lines_word(placed("x")).length == 1,
       "the first word of a text");
    ok(lines_find(text, "bc") == 2 && lines_find(text, "x") == 4, "a word in a text");
}

static void limits(const struct row *rows, format_function *read, unsigned kernels)
{
    stops(rows[0].name, read, rows[0].text, strlen(rows[0].text), kernels);
    cut_off(rows[0].name, read, rows[0].text, strlen(rows[0].text));
}

int main(void)
{
    CHECK(format_ptxas, ptxas);
    CHECK(format_remarks, remarks);
    CHECK(format_amd_assembly, assembly);
    CHECK(format_amd_assembly, metadata);
    limits(&ptxas[4], format_ptxas, 2);
    limits(&remarks[13], format_remarks, 3);
    limits(&assembly[1], format_amd_assembly, 2);
    limits(&metadata[1], format_amd_assembly, 4);
    limits(&metadata[7], format_amd_assembly, 2);
    short_of_memory(metadata[1].name, format_amd_assembly, metadata[1].text,
                    strlen(metadata[1].text), 4096, "@0 no memory for the list of kernels\n");
    scalars();
    numbers();
    trims();
    return done();
}
